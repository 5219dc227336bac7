"""Long work that any process may do for the others: asked for, taken by one, its progress seen by all.

A job done twice does no harm: what it makes is kept where everybody finds it. Nothing is solved here.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal, Protocol

from kosci.engine.errors import RuleError
from kosci.service.ports import Clock, Unavailable
from kosci.variants import Rules, canonical, fingerprint, from_canonical

Kind = Literal["solve", "spread"]
JobState = Literal["waiting", "running", "done", "failed"]
Progress = Callable[[float], None]
Work = Callable[[Kind, Rules, Progress], None]

LEASE = timedelta(seconds=30)  # a worker that says nothing for so long has died: another may take its job
RENEW_SECONDS = 2.0
LOOK_SECONDS = 0.4
IDLE_SECONDS = 1.0
PATIENCE_SECONDS = 3.0  # as long somebody waits for a worker to begin, where none works on anything
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work by its key: what is to be done for which rules, and how far that is."""

    key: str
    kind: Kind
    rules: str
    state: JobState = "waiting"
    progress: float = 0.0


class Jobs(Protocol):
    """Where jobs stand for all processes."""

    async def ask(self, job: Job) -> None:
        """Have the job done: a new one, or one that was done or failed begins anew; one under way goes on."""

    async def find(self, key: str) -> Job | None:
        """The job of this key."""

    async def is_worked_on(self) -> bool:
        """Whether any worker is at any job now."""

    async def claim(self, worker: str, lease: timedelta) -> Job | None:
        """The job that waits longest, or whose worker has died, for this worker alone until the lease ends."""

    async def renew(self, key: str, worker: str, progress: float, lease: timedelta) -> bool:
        """Say that the worker is still at it; False where the job is no longer the worker's."""

    async def finish(self, key: str, worker: str, *, is_done: bool) -> None:
        """Say that the worker has done its job, or failed."""


def key_of(kind: Kind, rules: Rules) -> str:
    """What tells one job from another."""
    return f"{kind}-{fingerprint(rules)}"


@dataclass(slots=True, eq=False)
class Asking:
    """Waits, in a thread, for workers to do what has to be done; `loop` is where the store of jobs is asked."""

    jobs: Jobs
    loop: asyncio.AbstractEventLoop
    patience: float = PATIENCE_SECONDS

    def __call__(self, kind: Kind, rules: Rules, progress: Progress) -> None:
        """Return when a worker has done the job, or when none has begun or all have failed: then do it yourself."""
        asyncio.run_coroutine_threadsafe(
            self._waited(Job(key_of(kind, rules), kind, canonical(rules)), progress), self.loop
        ).result()

    async def _waited(self, job: Job, progress: Progress) -> None:
        try:
            await self.jobs.ask(job)
            until = self.loop.time() + self.patience
            while (found := await self.jobs.find(job.key)) is not None and found.state in ("waiting", "running"):
                if found.state == "waiting" and self.loop.time() > until and not await self.jobs.is_worked_on():
                    _log.info("no worker is there to begin a job: it is done here")
                    return
                progress(found.progress)
                await asyncio.sleep(LOOK_SECONDS)
            if found is None or found.state == "failed":
                _log.warning("a worker has failed at a job: it is done here")
        except Unavailable:
            _log.warning("the jobs cannot be reached: one is done here")


@dataclass(slots=True, eq=False)
class Worker:
    """Takes jobs one after another and does them in threads; `run` it as a task until it is told to stop."""

    jobs: Jobs
    clock: Clock
    name: str
    work: Work
    lease: timedelta = LEASE
    _done: dict[str, float] = field(default_factory=dict)

    async def run(self, stop: asyncio.Event) -> None:
        """Work until told to stop; the job that is under way is done first."""
        while not stop.is_set():
            try:
                job = await self.jobs.claim(self.name, self.lease)
            except Unavailable:
                job = None
            if job is not None:
                await self.do(job)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE_SECONDS):
                    await stop.wait()

    async def do(self, job: Job) -> None:
        """Do one job that this worker has claimed."""
        working = asyncio.create_task(asyncio.to_thread(self._work, job))
        while not working.done():
            await asyncio.wait({working}, timeout=RENEW_SECONDS)
            if not working.done() and not await self._renewed(job):
                _log.warning("a job was taken over by another worker")
        error = working.exception()
        if error is not None and not isinstance(error, RuleError):
            _log.error("a job has failed", exc_info=error)
        self._done.pop(job.key, None)
        await self._finished(job, is_done=error is None)

    async def _renewed(self, job: Job) -> bool:
        try:
            return await self.jobs.renew(job.key, self.name, self._done.get(job.key, 0.0), self.lease)
        except Unavailable:
            return True  # the lease says how long that may last

    async def _finished(self, job: Job, *, is_done: bool) -> None:
        try:
            await self.jobs.finish(job.key, self.name, is_done=is_done)
        except Unavailable:
            _log.warning("a finished job could not be reported: its lease will end")

    def _work(self, job: Job) -> None:
        def tell(done: float) -> None:
            self._done[job.key] = done

        self.work(job.kind, from_canonical(job.rules), tell)
