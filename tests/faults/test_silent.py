"""Readers of streams that never read: the server keeps nothing for them, and everybody else is served as ever."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest
from httpx2 import AsyncClient
from starlette.types import Message, Scope

from kosci.adapters.bell import InProcessBell
from kosci.service.ports import Ring
from kosci.web.limits import Limits
from kosci.web.streams import EventStream, Streams, event
from tests.faults.games import Data, hold, lay
from tests.faults.player import Player, client_of
from tests.support.nats import Nats
from tests.support.server import Server

SILENT = 8  # as many streams as a program may have
RINGS = 60_000  # more than the system's buffers take of any stream
SOON = 10.0
MOST_MB = 16.0  # a reader that reads nothing may cost a buffer, not what was rung


async def test_a_stream_whose_reader_is_slow_says_only_the_newest_version() -> None:
    """While one event is under way all others are one."""
    bell, go_on, said = InProcessBell(), asyncio.Event(), list[str]()
    is_blocked, is_last = asyncio.Event(), asyncio.Event()

    async def version(ring: Ring | None) -> int | None:
        return 1 if ring is None else ring.version

    async def send(message: Message) -> None:
        said.append(message.get("body", b"").decode())
        if len(said) > 2:
            (is_last if is_blocked.is_set() else is_blocked).set()
            await go_on.wait()

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    streams = Streams(bell, Limits())
    answer = EventStream(streams.events("t", version), nullcontext())
    scope: Scope = {"type": "http", "method": "GET"}
    running = asyncio.create_task(answer(scope, receive, send))
    async with asyncio.timeout(SOON):
        await is_blocked.wait()
    for number in range(2, 5000):
        await bell.ring("t", number)
        await asyncio.sleep(0)
    assert said[2:] == [event(1)]
    go_on.set()
    async with asyncio.timeout(SOON):
        await is_last.wait()
    assert said[2:] == [event(1), event(4999)]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def is_last(client: AsyncClient, player: Player, version: int) -> bool:
    """Whether the game is over and goes no further than this version."""
    now = (await client.get(f"/tables/{player.table}", headers=player.headers())).json()["now"]
    return bool(now["is_over"]) and now["version"] <= version


@contextmanager
def silent(server: Server, player: Player) -> Iterator[socket.socket]:
    """A stream that was opened and is never read."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        connection.connect(("127.0.0.1", server.port))
        head = f"GET /api/v1/tables/{player.table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        connection.sendall(f"{head}Authorization: Bearer {player.token}\r\n\r\n".encode())
        yield connection


async def heard(server: Server, player: Player) -> AsyncIterator[int]:
    """The versions that a stream tells which is read."""
    async with (
        client_of(server.url) as client,
        client.stream("GET", f"/tables/{player.table}/events", headers=player.headers()) as answer,
    ):
        assert answer.status_code == 200
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                yield int(line.removeprefix("data: "))


def memory_mb(server: Server) -> float:
    """What the server holds now."""
    lines = Path(f"/proc/{server.pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS:"))) / 1024


async def test_others_play_on_beside_readers_that_never_read(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    """Whoever reads hears of the last move; whoever does not costs nobody anything."""
    data = Data(tmp_path / "data-1")
    players = await lay(data, 2, seed=31)
    server = start_server()
    with ExitStack() as stack:
        for player in players:
            for _ in range(SILENT - 1):
                stack.enter_context(silent(server, player))
        newest = 0
        async with client_of(server.url) as client, asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play(client))
            async for version in heard(server, players[0]):
                newest = version
                if await is_last(client, players[0], version):
                    break
    server.kill()
    await hold(data, players)
    assert newest >= players[0].told[-1].version


@pytest.mark.long
async def test_readers_that_never_read_cost_a_buffer_and_are_cut_off(
    start_server: Callable[..., Server], nats: Nats, tmp_path: Path
) -> None:
    """What another process rings sixty thousand times is kept for nobody; half a minute later the deaf are gone."""
    import nats as client_of_nats

    data = Data(tmp_path / "data-1")
    (player,) = await lay(data, 1, seed=32)
    server = start_server("--bell", nats.url)
    ringing = await client_of_nats.connect(nats.url)
    with ExitStack() as stack:
        for _ in range(SILENT):
            stack.enter_context(silent(server, player))
        await asyncio.sleep(1)
        before = memory_mb(server)
        for number in range(1000, 1000 + RINGS):
            await ringing.publish("kosci.rings", f"{player.table} {number}".encode())
            if number % 50 == 0:
                await ringing.flush()
        grown = memory_mb(server) - before
        print(f"{grown:.1f} MB after {RINGS} rings to {SILENT} silent readers")
        assert grown < MOST_MB
        await asyncio.sleep(45)
        async for version in heard(server, player):
            assert version
            break
    await ringing.close()
