"""A disk that is full: commands are refused in words and nothing is half stored, reads go on, and later so does play.

The limit of the system on the size of a process's files stands for the disk: it can be lifted while the server runs.
"""

import asyncio
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from httpx2 import AsyncClient

from kosci.commands.serving import DATA_FILE
from tests.faults.games import Data, hold, lay
from tests.faults.player import PATIENCE, Player, client_of
from tests.support.server import Server

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
PUT_OFF = 10  # so often each program is told to come back


@contextmanager
def full(server: Server, room: int) -> Iterator[None]:
    """No file of the server may grow beyond what its log of writes has now and some room; without room nothing fits.

    SQLite begins its log again from the front now and then: only a limit at the front leaves it no room at all.
    """
    (log,) = server.data.glob(f"{DATA_FILE}-wal")
    most = log.stat().st_size + room if room else 1
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        if server.process is not None:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, UNLIMITED)


async def put_off(players: list[Player]) -> None:
    """Wait until some of the programs have been put off often: nobody can move any more, computers neither."""
    end = time.monotonic() + PATIENCE
    while sum(player.away for player in players) < PUT_OFF:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


async def versions(client: AsyncClient, players: list[Player]) -> list[int]:
    """What everybody can read: the tables as they are."""
    found = []
    for player in players:
        answer = await client.get(f"/tables/{player.table}", headers=player.headers())
        assert answer.status_code == 200
        found.append(answer.json()["now"]["version"])
    return found


async def refused(client: AsyncClient, player: Player) -> None:
    """A table cannot be laid; the answer says nothing of files or statements."""
    body = {"command": "too-late-1", "variant": "yatzy", "seats": [{"name": "Anna"}]}
    answer = await client.post("/tables", json=body, headers=player.headers())
    assert answer.status_code == 503
    assert answer.json() == {"code": "http-503", "message": "Service Unavailable", "params": {}}


@pytest.mark.parametrize(
    ("room", "is_killed"),
    [
        (0, False),
        pytest.param(10_000, True, marks=pytest.mark.long),
        pytest.param(0, True, marks=pytest.mark.long),
        pytest.param(5_000, False, marks=pytest.mark.long),
        pytest.param(100_000, False, marks=pytest.mark.long),
    ],
)
async def test_a_disk_is_full_for_a_while(
    start_server: Callable[..., Server], tmp_path: Path, room: int, *, is_killed: bool
) -> None:
    """At once, or with some room left, in which a write may fit or break off in its middle."""
    data = Data(tmp_path / "data-1")
    players = await lay(data, 4, seed=room)
    server = start_server()
    async with client_of(server.url) as client, asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(client))
        await asyncio.sleep(0.1)
        with full(server, room):
            await put_off(players)
            before = await versions(client, players)
            await refused(client, players[0])
            if not room:  # a write that is small enough would still fit
                assert await versions(client, players) == before
            if is_killed:
                server.kill()
        if is_killed:
            server.start()
    server.kill()
    print(await hold(data, players), [player.away for player in players])
    assert all(player.is_over for player in players)
    assert "Traceback" not in server.log.read_text()
