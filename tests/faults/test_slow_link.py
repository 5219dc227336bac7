"""A slow link: whoever plays over it plays the same game, and nobody else waits for them."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from httpx2 import AsyncClient

from tests.faults.games import Data, hold, lay
from tests.faults.player import PATIENCE, Player, client_of
from tests.support.proxy import Link, slow_link
from tests.support.server import Server

LINK = Link(delay=0.15, piece=200, pause=0.002)
TRICKLE = Link(delay=0.0, piece=1, pause=0.05)
STEPS = 6
TRICKLING = 12  # as many as the server would have threads for, were there any that wait
HEAD = "POST /api/v1/tables/x/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n"


async def steps(player: Player, client: AsyncClient) -> None:
    """The beginning of a game."""
    for _ in range(STEPS):
        await player.step(client)


@contextmanager
def trickling(port: int) -> Iterator[None]:
    """A request that comes in byte by byte, and never to its end."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(HEAD.encode() + b"{" * 8000)
        yield


async def whole_page(near: str, far: str) -> None:
    """The same page, near and over the link."""
    async with AsyncClient(timeout=PATIENCE) as client:
        pages = await asyncio.gather(client.get(near), client.get(far))
    for page in pages:
        assert page.status_code == 200
        assert page.text.rstrip().endswith("</html>")


async def test_nobody_waits_for_those_whose_link_is_slow(start_server: Callable[..., Server], tmp_path: Path) -> None:
    """Requests that trickle in hold up nobody; a whole game goes through meanwhile."""
    data = Data(tmp_path / "data-1")
    near, far = await lay(data, 2, seed=41)
    server = start_server()
    async with slow_link(server.port, LINK) as port, slow_link(server.port, TRICKLE) as trickle:
        with ExitStack() as stack:
            for _ in range(TRICKLING):
                await asyncio.to_thread(stack.enter_context, trickling(trickle))
            async with client_of(server.url) as fast, client_of(f"http://127.0.0.1:{port}") as slow:
                page = whole_page(f"{server.url}/rules/yatzy", f"http://127.0.0.1:{port}/rules/yatzy")
                await asyncio.gather(near.play(fast), steps(far, slow), page)
    server.kill()
    await hold(data, [near, far])
    assert near.is_over
    assert far.told
