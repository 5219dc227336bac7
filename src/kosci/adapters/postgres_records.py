"""Results and people on PostgreSQL, each command one transaction.

Never keeps anything between two calls: another process may have changed it.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from kosci.adapters import records_sql
from kosci.service.record_ports import NewId, Person, ResultRow

R = TypeVar("R")


class Answered(Protocol):
    """What asks the database persistently and says when it is not there."""

    async def __call__(self, run: Callable[[], Awaitable[R]], /) -> R:
        """The answer of the run."""


@dataclass(slots=True, eq=False)
class PostgresRecords:
    """The results of one database."""

    _engine: AsyncEngine
    _answered: Answered

    async def record(self, table: str, results: Sequence[ResultRow], new_id: NewId) -> None:
        """Store the results of a table once, each for the person of its seat's device."""
        await self._run(lambda connection: records_sql.record(connection, table, results, new_id))

    async def unrecorded(self, device: str, most: int) -> list[str]:
        """Closed tables of this device whose results have not been stored yet."""
        return await self._run(lambda connection: records_sql.unrecorded(connection, device, most))

    async def person(self, device: str) -> Person | None:
        """The person of a device."""
        return await self._run(lambda connection: records_sql.person(connection, device))

    async def person_by_link(self, link: str) -> Person | None:
        """The person of a personal link."""
        return await self._run(lambda connection: records_sql.person_by_link(connection, link))

    async def results(self, person: str, rules: str | None = None) -> list[ResultRow]:
        """The results of a person, all or those of some rules."""
        return await self._run(lambda connection: records_sql.results(connection, person, rules))

    async def add(self, device: str, results: Sequence[ResultRow], new_id: NewId) -> int:
        """Store results for the person of a device, those that are there already once."""
        return await self._run(lambda connection: records_sql.add(connection, device, results, new_id))

    async def set_link(self, device: str, link: str | None, new_id: NewId) -> None:
        """Give the person of a device this personal link, or none."""
        await self._run(lambda connection: records_sql.set_link(connection, device, link, new_id))

    async def join(self, device: str, person: str) -> bool:
        """Make the person of this device one with another; whether there is one."""
        return await self._run(lambda connection: records_sql.join(connection, device, person))

    async def part(self, device: str) -> None:
        """Let all other devices of the person be theirs no more, and their link open nothing."""
        await self._run(lambda connection: records_sql.part(connection, device))

    async def drop(self, device: str, table: str, seat: int) -> bool:
        """Delete one result for good."""
        return await self._run(lambda connection: records_sql.drop(connection, device, table, seat))

    async def erase(self, device: str) -> list[str]:
        """Delete the person of a device for good, and the name at every table."""
        return await self._run(lambda connection: records_sql.erase(connection, device))

    async def _run(self, change: Callable[[Connection], R]) -> R:
        async def run() -> R:
            async with self._engine.begin() as connection:
                return await connection.run_sync(change)

        return await self._answered(run)
