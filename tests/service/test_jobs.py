"""Jobs that processes do for each other: taken once, seen by all, taken up again where a worker dies."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from kosci.adapters.clock import SystemClock
from kosci.adapters.open import open_store
from kosci.adapters.postgres import PostgresStore
from kosci.adapters.postgres_jobs import PostgresJobs
from kosci.engine.errors import RuleError
from kosci.service.jobs import Asking, Job, Kind, Progress, Worker, key_of
from kosci.variants import Rules, canonical, load
from tests.support.postgres import Postgres

GAME = load("yahtzee")
JOB = Job(key_of("solve", GAME), "solve", canonical(GAME))
LEASE = timedelta(seconds=30)


@pytest.fixture
async def jobs(postgres_server: Postgres) -> AsyncIterator[PostgresJobs]:
    url = postgres_server.new_database()
    store = await open_store(url)
    assert isinstance(store, PostgresStore)
    yield store.jobs
    await store.close()
    postgres_server.drop_database(url)


async def test_a_job_asked_for_twice_is_there_once_and_taken_once(jobs: PostgresJobs) -> None:
    await asyncio.gather(jobs.ask(JOB), jobs.ask(JOB))
    taken = await asyncio.gather(*(jobs.claim(f"worker-{number}", LEASE) for number in range(5)))
    assert [job.key for job in taken if job is not None] == [JOB.key]


async def test_progress_is_seen_and_the_end(jobs: PostgresJobs) -> None:
    await jobs.ask(JOB)
    assert not await jobs.is_worked_on()
    await jobs.claim("a", LEASE)
    assert await jobs.is_worked_on()
    assert await jobs.renew(JOB.key, "a", 0.25, LEASE)
    found = await jobs.find(JOB.key)
    assert found is not None
    assert (found.state, found.progress) == ("running", 0.25)
    await jobs.finish(JOB.key, "a", is_done=True)
    found = await jobs.find(JOB.key)
    assert found is not None
    assert found.state == "done"


async def test_the_job_of_a_dead_worker_is_taken_up_and_the_dead_one_says_nothing_more(jobs: PostgresJobs) -> None:
    await jobs.ask(JOB)
    await jobs.claim("dead", timedelta(0))
    taken = await jobs.claim("alive", LEASE)
    assert taken is not None
    assert not await jobs.renew(JOB.key, "dead", 0.9, LEASE)
    await jobs.finish(JOB.key, "dead", is_done=False)
    found = await jobs.find(JOB.key)
    assert found is not None
    assert found.state == "running"


async def test_a_finished_job_asked_for_again_begins_anew(jobs: PostgresJobs) -> None:
    await jobs.ask(JOB)
    await jobs.claim("a", LEASE)
    await jobs.finish(JOB.key, "a", is_done=True)
    await jobs.ask(JOB)
    found = await jobs.find(JOB.key)
    assert found is not None
    assert found.state == "waiting"


async def test_whoever_asks_waits_for_the_worker_and_sees_how_far_it_is(jobs: PostgresJobs) -> None:
    began, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def work(kind: Kind, rules: Rules, progress: Progress) -> None:
        assert (kind, rules) == ("solve", GAME)
        progress(0.5)
        loop.call_soon_threadsafe(began.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()

    worker = Worker(jobs, SystemClock(), "a", work)
    told: list[float] = []
    asking = asyncio.create_task(asyncio.to_thread(Asking(jobs, loop), "solve", GAME, told.append))
    stop = asyncio.Event()
    working = asyncio.create_task(worker.run(stop))
    await began.wait()
    assert not asking.done()
    go_on.set()
    await asking
    stop.set()
    await working
    assert told
    found = await jobs.find(JOB.key)
    assert found is not None
    assert found.state == "done"


async def test_where_no_worker_is_whoever_asks_goes_on_alone(jobs: PostgresJobs) -> None:
    asking = Asking(jobs, asyncio.get_running_loop(), patience=0.0)
    await asyncio.to_thread(asking, "solve", GAME, lambda _: None)
    found = await jobs.find(JOB.key)
    assert found is not None
    assert found.state == "waiting"


async def test_a_job_that_fails_says_so(jobs: PostgresJobs) -> None:
    def work(_kind: Kind, _rules: Rules, _progress: Progress) -> None:
        raise RuleError("solving-failed", "it cannot be solved")

    await jobs.ask(JOB)
    job = await jobs.claim("a", LEASE)
    assert job is not None
    await Worker(jobs, SystemClock(), "a", work).do(job)
    found = await jobs.find(JOB.key)
    assert found is not None
    assert found.state == "failed"
