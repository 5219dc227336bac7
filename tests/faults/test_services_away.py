"""NATS and PostgreSQL that go and come back under two workers: a pause, never a wrong answer, and no new start."""

import asyncio
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kosci.adapters.open import open_store
from kosci.service.ports import Unavailable, UnknownTable
from tests.faults.disturbing import disturbed
from tests.faults.games import Data, hold, lay
from tests.support.nats import Nats
from tests.support.postgres import Cluster, cluster
from tests.support.server import Server

# Its processes are killed, not the machine: the system keeps what they wrote. Commits have to be written, though.
KEPT_BY_THE_SYSTEM = ("fsync=off", "full_page_writes=off")
AWAY_SECONDS = 0.5
BETWEEN_SECONDS = 0.3


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this test's own."""
    with cluster(KEPT_BY_THE_SYSTEM) as one:
        yield one


@pytest.mark.parametrize("times", [1, 10])
@pytest.mark.long
async def test_nats_is_killed_and_started_again(
    workers: Callable[..., Server], postgres_url: str, nats: Nats, tmp_path: Path, times: int
) -> None:
    """Nobody is refused anything meanwhile."""
    data = Data(tmp_path / "data", postgres_url)
    players = await lay(data, 6 + 12 * times, seed=51)
    server = workers()

    async def disturb() -> None:
        for _ in range(times):
            await asyncio.sleep(BETWEEN_SECONDS)
            nats.kill()
            await asyncio.sleep(AWAY_SECONDS)
            await asyncio.to_thread(nats.start)

    begun = await disturbed(server, players, disturb)
    print(f"NATS away {times} times: {await hold(data, begun)}")
    assert all(player.is_over for player in begun)
    assert not any(player.broken or player.away for player in begun)
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(
    ("how", "times"),
    [
        (signal.SIGQUIT, 1),
        pytest.param(signal.SIGINT, 5, marks=pytest.mark.long),
        pytest.param(signal.SIGQUIT, 5, marks=pytest.mark.long),
        pytest.param(signal.SIGKILL, 5, marks=pytest.mark.long),
    ],
)
async def test_postgresql_is_stopped_and_started_again(
    workers: Callable[..., Server], own_cluster: Cluster, tmp_path: Path, how: signal.Signals, times: int
) -> None:
    """Fast or at once: requests wait or are put off with 503, and go on by themselves when it is back."""
    url = own_cluster.postgres.new_database()
    data = Data(tmp_path / "data", url)
    players = await lay(data, 6 + 12 * times, seed=52)
    server = workers(url)

    async def disturb() -> None:
        for _ in range(times):
            await asyncio.sleep(BETWEEN_SECONDS)
            await asyncio.to_thread(own_cluster.stop, how)
            await asyncio.sleep(AWAY_SECONDS)
            await asyncio.to_thread(own_cluster.start)

    begun = await disturbed(server, players, disturb)
    away = sum(player.away for player in begun)
    print(f"PostgreSQL away {times} times ({how.name}): {await hold(data, begun)}, {away} times put off")
    assert away
    assert all(player.is_over for player in begun)
    assert not any(player.broken for player in begun)


@pytest.mark.long
async def test_a_store_without_its_database_says_that_it_is_away_and_nothing_else(own_cluster: Cluster) -> None:
    """Whatever the driver makes of connections that go in the middle of a statement."""
    store = await open_store(own_cluster.postgres.new_database())
    is_over, answers = asyncio.Event(), Counter[str]()

    async def ask(question: Callable[[], Awaitable[object]]) -> None:
        while not is_over.is_set():
            try:
                await question()
            except Unavailable:
                answers["away"] += 1
            except UnknownTable:
                answers["told"] += 1
            await asyncio.sleep(0.001)

    async def claimed() -> None:
        now = datetime.now(UTC)
        await store.deadlines.claim(now, now, now, 10)
        answers["told"] += 1

    async with asyncio.TaskGroup() as group:
        for question in (store.ping, claimed, *(lambda: store.news("none", 0),) * 5):
            group.create_task(ask(question))
        for how in (signal.SIGINT, signal.SIGQUIT) * 5:
            await asyncio.sleep(BETWEEN_SECONDS)
            await asyncio.to_thread(own_cluster.stop, how)
            await asyncio.sleep(BETWEEN_SECONDS)
            await asyncio.to_thread(own_cluster.start)
        before = answers["told"]
        await asyncio.sleep(1)
        is_over.set()
    await store.close()
    assert answers["away"]
    assert answers["told"] > before
