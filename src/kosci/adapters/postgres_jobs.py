"""Jobs on PostgreSQL: a worker takes one by a single statement, so that no two take the same.

The database's own clock decides when a lease has ended: workers' clocks may differ.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Row, TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine

from kosci.service.jobs import Job

R = TypeVar("R")

ASK: Final = text("""
INSERT INTO jobs (key, kind, rules, state, progress, asked_at) VALUES (:key, :kind, :rules, 'waiting', 0, now())
ON CONFLICT (key) DO UPDATE SET state = 'waiting', progress = 0, asked_at = now(), worker = NULL, claimed_until = NULL
WHERE jobs.state IN ('done', 'failed')
""")
FIND: Final = text("SELECT key, kind, rules, state, progress FROM jobs WHERE key = :key")
CLAIM: Final = text("""
UPDATE jobs SET state = 'running', worker = :worker, claimed_until = now() + :lease
WHERE key = (
    SELECT key FROM jobs WHERE state = 'waiting' OR (state = 'running' AND claimed_until < now())
    ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING key, kind, rules, state, progress
""")
WORKED_ON: Final = text("SELECT key FROM jobs WHERE state = 'running' AND claimed_until > now() LIMIT 1")
COUNTS: Final = text("SELECT state, count(*) FROM jobs GROUP BY state")
RENEW: Final = text("""
UPDATE jobs SET progress = :progress, claimed_until = now() + :lease
WHERE key = :key AND worker = :worker AND state = 'running'
RETURNING key
""")
FINISH: Final = text("""
UPDATE jobs SET state = :state, progress = 1, claimed_until = NULL WHERE key = :key AND worker = :worker
RETURNING key
""")


class Answered(Protocol):
    """What asks the database persistently and says when it is not there."""

    async def __call__(self, run: Callable[[], Awaitable[R]], /) -> R:
        """The answer of the run."""


class PostgresJobs:
    """The jobs of one database."""

    def __init__(self, engine: AsyncEngine, answered: Answered) -> None:
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._answered = answered

    async def ask(self, job: Job) -> None:
        """Have the job done."""
        await self._run(ASK, {"key": job.key, "kind": job.kind, "rules": job.rules}, has_rows=False)

    async def find(self, key: str) -> Job | None:
        """The job of this key."""
        return _job(await self._run(FIND, {"key": key}))

    async def is_worked_on(self) -> bool:
        """Whether any worker is at any job now."""
        return await self._run(WORKED_ON, {}) is not None

    async def claim(self, worker: str, lease: timedelta) -> Job | None:
        """The next job, for this worker alone until the lease ends."""
        return _job(await self._run(CLAIM, {"worker": worker, "lease": lease}))

    async def renew(self, key: str, worker: str, progress: float, lease: timedelta) -> bool:
        """Say that the worker is still at it."""
        asked = {"key": key, "worker": worker, "progress": progress, "lease": lease}
        return await self._run(RENEW, asked) is not None

    async def finish(self, key: str, worker: str, *, is_done: bool) -> None:
        """Say that the worker has done its job, or failed."""
        await self._run(FINISH, {"key": key, "worker": worker, "state": "done" if is_done else "failed"})

    async def counts(self) -> Mapping[str, int]:
        """How many jobs there are of each state."""

        async def run() -> Mapping[str, int]:
            async with self._single.connect() as connection:
                found = (await connection.execute(COUNTS)).all()
                return {str(state): int(count) for state, count in found}

        return await self._answered(run)

    async def _run(self, statement: TextClause, asked: Mapping[str, Any], *, has_rows: bool = True) -> Row[Any] | None:
        async def run() -> Row[Any] | None:
            async with self._single.connect() as connection:
                result = await connection.execute(statement, asked)
                return result.first() if has_rows else None

        return await self._answered(run)


def _job(row: Row[Any] | None) -> Job | None:
    return None if row is None else Job(row.key, row.kind, row.rules, row.state, row.progress)
