"""Results and people on a data file of SQLite: written by its one writer, read on the connection that only reads.

Never answers a deletion before the file has forgotten what was deleted.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection

from kosci.adapters import records_sql
from kosci.adapters.sqlite_writer import Writer
from kosci.adapters.sqlite_writing import Wipe, Write
from kosci.service.record_ports import NewId, Person, ResultRow

R = TypeVar("R")


@dataclass(slots=True, eq=False)
class SqliteRecords:
    """The results of one data file."""

    _writer: Writer
    _reader: Connection
    _reading: Callable[[], AbstractContextManager[None]]

    async def record(self, table: str, results: Sequence[ResultRow], new_id: NewId) -> None:
        """Store the results of a table once, each for the person of its seat's device."""
        await self._written(lambda connection: records_sql.record(connection, table, results, new_id))

    async def unrecorded(self, device: str, most: int) -> list[str]:
        """Closed tables of this device whose results have not been stored yet."""
        return self._read(lambda connection: records_sql.unrecorded(connection, device, most))

    async def person(self, device: str) -> Person | None:
        """The person of a device."""
        return self._read(lambda connection: records_sql.person(connection, device))

    async def person_by_link(self, link: str) -> Person | None:
        """The person of a personal link."""
        return self._read(lambda connection: records_sql.person_by_link(connection, link))

    async def results(self, person: str, rules: str | None = None) -> list[ResultRow]:
        """The results of a person, all or those of some rules."""
        return self._read(lambda connection: records_sql.results(connection, person, rules))

    async def add(self, device: str, results: Sequence[ResultRow], new_id: NewId) -> int:
        """Store results for the person of a device, those that are there already once."""
        return await self._written(lambda connection: records_sql.add(connection, device, results, new_id))

    async def set_link(self, device: str, link: str | None, new_id: NewId) -> None:
        """Give the person of a device this personal link, or none."""
        await self._written(lambda connection: records_sql.set_link(connection, device, link, new_id))

    async def join(self, device: str, person: str) -> bool:
        """Make the person of this device one with another; whether there is one."""
        return await self._written(lambda connection: records_sql.join(connection, device, person))

    async def part(self, device: str) -> None:
        """Let all other devices of the person be theirs no more, and their link open nothing."""
        await self._written(lambda connection: records_sql.part(connection, device))

    async def drop(self, device: str, table: str, seat: int) -> bool:
        """Delete one result for good."""
        return await self._written(lambda connection: records_sql.drop(connection, device, table, seat), wipe="soon")

    async def erase(self, device: str) -> list[str]:
        """Delete the person of a device for good, and the name at every table."""
        if not self._read(lambda connection: records_sql.is_known(connection, device)):
            return []  # the file is not written anew for nothing
        return await self._written(lambda connection: records_sql.erase(connection, device), wipe="now")

    async def _written(self, change: Callable[[Connection], R], *, wipe: Wipe = "") -> R:
        found: list[R] = []

        def also(connection: Connection) -> None:
            found[:] = [change(connection)]  # a group that fails as a whole is written again, one by one

        await self._writer.write(Write("", also=also, wipe=wipe))
        return found[0]

    def _read(self, question: Callable[[Connection], R]) -> R:
        with self._reading():
            return question(self._reader)
