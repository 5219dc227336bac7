"""When tables are to be looked at, on a data file of SQLite.

Never writes where nothing is due: the one process that uses the file asks every second.
"""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from kosci.adapters.schema import format_moment
from kosci.adapters.sqlite_writer import Writer
from kosci.adapters.sqlite_writing import Write, driver_of, put_deadline
from kosci.service.duty_ports import Deadline

DUE: Final = """
SELECT table_id FROM deadlines WHERE at <= ? AND (claimed_until IS NULL OR claimed_until <= ?) ORDER BY at LIMIT ?
"""
CLAIM: Final = "UPDATE deadlines SET claimed_until = ? WHERE table_id = ?"
HOLD: Final = "UPDATE deadlines SET claimed_until = ? WHERE table_id = ? AND version = ?"


@dataclass(slots=True, eq=False)
class SqliteDeadlines:
    """The deadlines of one data file."""

    _writer: Writer
    _driver: sqlite3.Connection
    _reading: Callable[[], AbstractContextManager[None]]

    async def set(self, table: str, deadline: Deadline, version: int) -> None:
        """Replace the table's deadline, unless one of a later version stands."""
        await self._written(lambda driver: put_deadline(driver, table, deadline, version))

    async def claim(self, before: datetime, now: datetime, until: datetime, most: int) -> list[str]:
        """The tables whose deadline has come, for the caller alone until then."""
        asked = (format_moment(before), format_moment(now), most)
        with self._reading():
            if not self._driver.execute(DUE, asked).fetchone():
                return []
        found: list[str] = []

        def claim(driver: sqlite3.Connection) -> None:
            found[:] = [table for (table,) in driver.execute(DUE, asked).fetchall()]
            driver.executemany(CLAIM, [(format_moment(until), table) for table in found])

        await self._written(claim)
        return found

    async def hold(self, table: str, version: int, until: datetime) -> None:
        """Claim the table's deadline while it is acted on."""
        await self._written(lambda driver: driver.execute(HOLD, (format_moment(until), table, version)))

    async def _written(self, change: Callable[[sqlite3.Connection], object]) -> None:
        def also(connection: Connection) -> None:
            change(driver_of(connection))

        await self._writer.write(Write("", also=also))
