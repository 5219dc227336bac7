"""The store on one data file of SQLite, for exactly one server process.

Never waits for the disk on the event loop but for pages that a read needs and the system has not at hand.
"""

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, cast

from sqlalchemy import Select
from sqlalchemy.exc import DBAPIError

from kosci.adapters import queries
from kosci.adapters.rows import check_batch, check_new, check_saved, latest_first, seat_row, table_row, table_row_of
from kosci.adapters.schema import TABLES, parse_moment
from kosci.adapters.sqlite_deadlines import SqliteDeadlines
from kosci.adapters.sqlite_file import DataFile
from kosci.adapters.sqlite_records import SqliteRecords
from kosci.adapters.sqlite_writer import Writer, unavailable
from kosci.adapters.sqlite_writing import Write
from kosci.service.ports import Batch, SeatRow, Stored, TableRow, TableState, Unavailable, UnknownTable

PAGE: Final = 200

FACTS_AFTER: Final = """
SELECT facts.seq, facts.at, facts.command, facts.line
FROM tables LEFT JOIN facts ON facts.table_id = tables.id AND facts.seq > ?
WHERE tables.id = ? ORDER BY facts.seq
"""
COLUMNS: Final = tuple(column.name for column in TABLES.c)
ROW: Final = """
SELECT id, created_at, touched_at, state, code, join_token, watch_token, host, sealed_seed, settings,
       (SELECT at FROM facts WHERE table_id = ? ORDER BY seq DESC LIMIT 1)
FROM tables WHERE id = ?
"""
ANSWERED: Final = "SELECT max(seq) FROM facts WHERE table_id = ? AND command = ?"


class SqliteStore:
    """All tables in one data file."""

    def __init__(self, file: DataFile) -> None:
        self._file = file
        self._reader = file.reader
        self._driver = cast("sqlite3.Connection", file.reader.connection.driver_connection)
        self._writer = Writer(file.writer)
        self._closed = False
        self.records = SqliteRecords(self._writer, file.reader, self._reading)
        self.deadlines = SqliteDeadlines(self._writer, self._driver, self._reading)
        self.presence = None  # one process knows by itself who is here

    async def ping(self) -> None:
        """Unavailable unless the store answers."""
        with self._reading():
            self._driver.execute("SELECT 1 FROM tables LIMIT 1").fetchone()

    async def create(self, row: TableRow, batch: Batch) -> int:
        """Store a new table with its first facts."""
        check_new(row, batch)
        return await self._writer.write(Write(row.id, batch, row, batch.seats, new=True))

    async def append(self, batch: Batch) -> int:
        """Store the facts durably, if the log still ends where the caller thought."""
        check_batch(batch)
        return await self._writer.write(Write(batch.table, batch, batch.row, batch.seats))

    async def save(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """Replace a table's row and put seats."""
        check_saved(row, seats)
        await self._writer.write(Write(row.id, row=row, seats=seats))

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        """The facts after `after`."""
        with self._reading():
            rows = self._driver.execute(FACTS_AFTER, (after, table)).fetchall()
        if not rows:
            raise UnknownTable(table)
        if rows[0][0] is None:
            return []
        return [Stored(seq, parse_moment(at), command, line) for seq, at, command, line in rows]

    async def news(self, table: str, after: int = 0) -> tuple[list[Stored], TableRow]:
        """The facts after `after`, and the table's row: asked of the driver itself, as every page does it."""
        facts = await self.read(table, after)
        with self._reading():
            (*texts, last_at) = self._driver.execute(ROW, (table, table)).fetchone()
        row = dict(zip(COLUMNS, texts, strict=True))
        moments = {name: parse_moment(row[name]) for name in ("created_at", "touched_at")}
        return facts, table_row_of(
            row | moments | {"settings": json.loads(row["settings"]), "last_at": parse_moment(last_at)}
        )

    async def answered(self, table: str, command: str) -> int | None:
        """The version after the facts of a command, or None."""
        with self._reading():
            (version,) = self._driver.execute(ANSWERED, (table, command)).fetchone()
        return cast("int | None", version)

    async def table(self, table: str) -> TableRow:
        """The row of a table."""
        found = self._one_table(queries.TABLE_BY_ID, {"id": table})
        if found is None:
            raise UnknownTable(table)
        return found

    async def by_code(self, code: str) -> TableRow | None:
        """The table with this short code."""
        return self._one_table(queries.TABLE_BY_CODE, {"code": code})

    async def by_join_token(self, token: str) -> TableRow | None:
        """The table of a join link."""
        return self._one_table(queries.TABLE_BY_JOIN_TOKEN, {"token": token})

    async def by_watch_token(self, token: str) -> TableRow | None:
        """The table of a spectators' link."""
        return self._one_table(queries.TABLE_BY_WATCH_TOKEN, {"token": token})

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table."""
        with self._reading():
            return [seat_row(row) for row in self._reader.execute(queries.SEATS_OF_TABLE, {"table": table})]

    async def seat_by_link(self, link: str) -> SeatRow | None:
        """The seat of a personal link."""
        with self._reading():
            row = self._reader.execute(queries.SEAT_BY_LINK, {"link": link}).one_or_none()
        return None if row is None else seat_row(row)

    async def tables_of(self, device: str, states: Sequence[TableState]) -> list[TableRow]:
        """The tables of a device, latest touched first."""
        with self._reading():
            rows = self._reader.execute(queries.TABLES_OF_DEVICE, {"device": device, "states": states}).all()
        return latest_first(table_row(row) for row in rows)

    async def in_state(self, states: Sequence[TableState], touched_before: datetime | None = None) -> list[TableRow]:
        """All tables in these states."""
        found: list[TableRow] = []
        for state in dict.fromkeys(states):
            last = ""
            while rows := self._page(state, touched_before, last):
                found.extend(rows)
                last = rows[-1].id
                await asyncio.sleep(0)
        return found

    async def close(self) -> None:
        """Finish writing and let go of the file."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._file.close)

    def _page(self, state: TableState, touched_before: datetime | None, more_than: str) -> list[TableRow]:
        statement = queries.TABLES_IN_STATE if touched_before is None else queries.TABLES_UNTOUCHED
        asked = {"state": state, "before": touched_before, "more_than": more_than, "most": PAGE}
        with self._reading():
            return [table_row(row) for row in self._reader.execute(statement, asked)]

    def _one_table(self, statement: Select[*tuple[Any, ...]], asked: Mapping[str, str]) -> TableRow | None:
        with self._reading():
            row = self._reader.execute(statement, asked).one_or_none()
        return None if row is None else table_row(row)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        if self._closed:
            raise Unavailable("the store is closed")
        try:
            yield
        except (DBAPIError, sqlite3.Error) as error:
            raise unavailable(error) from error
