"""A program that sends everything twice, at once and over two connections: whatever it sent happens once."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.faults.games import Data, hold, lay
from tests.faults.player import Player, client_of
from tests.support.server import Server


async def played_twice(url: str, players: list[Player]) -> None:
    for player in players:
        player.copies = 2
    async with client_of(url) as client:
        await asyncio.gather(*(player.play(client) for player in players))


def answers_agree(player: Player) -> bool:
    """Both answers to a move are of the same version, unless a computer went on in between."""
    pairs = zip(player.told[::2], player.told[1::2], strict=True)
    return all(one.number == other.number for one, other in pairs)


async def test_one_process_acts_once(start_server: Callable[..., Server], tmp_path: Path) -> None:
    """On SQLite; both requests are answered alike."""
    data = Data(tmp_path / "data-1")
    players = await lay(data, 2, seed=21)
    server = start_server()
    await played_twice(server.url, players)
    server.kill()
    await hold(data, players)
    assert all(player.is_over and answers_agree(player) for player in players)


async def test_two_processes_act_once(workers: Callable[[], Server], postgres_url: str, tmp_path: Path) -> None:
    """On PostgreSQL the two requests race each other to different processes."""
    data = Data(tmp_path / "data", postgres_url)
    players = await lay(data, 2, seed=22)
    server = workers()
    await played_twice(server.url, players)
    await hold(data, players)
    assert all(player.is_over and answers_agree(player) for player in players)
