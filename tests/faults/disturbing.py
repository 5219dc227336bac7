"""Programs that play while something is broken, and whatever breaks it.

Holds nothing against anything: that is done when all is over.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from random import Random

from tests.faults.player import Player, client_of
from tests.support.server import Server

CLIENTS = 3
SOONEST = 0.02  # seconds before the next death


async def play_all(url: str, players: list[Player], is_enough: Callable[[], bool]) -> list[Player]:
    """Each client plays one game after another, until it is enough: those that were begun, each to its end."""
    waiting = deque(players)
    begun: list[Player] = []

    async def play() -> None:
        async with client_of(url) as client:
            while waiting and not is_enough():
                begun.append(player := waiting.popleft())
                await player.play(client)

    await asyncio.gather(*(play() for _ in range(CLIENTS)))
    return begun


async def disturbed(server: Server, players: list[Player], disturb: Callable[[], Awaitable[None]]) -> list[Player]:
    """Those whose games were played to the end while a disturbance came and went."""
    over = asyncio.Event()
    playing = asyncio.create_task(play_all(server.url, players, over.is_set))
    try:
        await disturb()
    finally:
        over.set()
    return await playing


def killing(kill: Callable[[], None], times: int, rng: Random, latest: float) -> Callable[[], Awaitable[None]]:
    """A disturbance that kills at random moments."""

    async def disturb() -> None:
        for _ in range(times):
            await asyncio.sleep(rng.uniform(SOONEST, latest))
            await asyncio.to_thread(kill)

    return disturb
