"""The store on PostgreSQL, for any number of server processes: the key (table, seq) decides who was first.

Never keeps anything of a table between two calls: another process may have changed it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine

from kosci.adapters import queries
from kosci.adapters.postgres_duties import PostgresDeadlines, PostgresPresence
from kosci.adapters.postgres_errors import REFUSED, TAKEN, constraint_of, persistently
from kosci.adapters.postgres_hot import Hot
from kosci.adapters.postgres_jobs import PostgresJobs
from kosci.adapters.postgres_records import PostgresRecords
from kosci.adapters.postgres_writing import append_facts, begin_log, insert_table, lock_table, put_seats, replace_table
from kosci.adapters.rows import (
    check_batch,
    check_new,
    check_saved,
    latest_first,
    seat_row,
    table_row,
    taken,
)
from kosci.service.ports import (
    Batch,
    Conflict,
    SeatRow,
    Stored,
    TableRow,
    TableState,
    Unavailable,
    UnknownTable,
)

R = TypeVar("R")

PAGE: Final = 1000


class PostgresStore:
    """All tables in one database, over a pool of connections."""

    def __init__(self, engine: AsyncEngine, hot: Hot) -> None:
        self._engine = engine
        self._hot = hot
        # Each statement its own transaction, without BEGIN and COMMIT on the way.
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._closed = False
        self._asking = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self.records = PostgresRecords(engine, self._answered)
        self.deadlines = PostgresDeadlines(self._single, self._answered)
        self.presence = PostgresPresence(self._single, self._answered)
        self.jobs = PostgresJobs(engine, self._answered)

    async def create(self, row: TableRow, batch: Batch) -> int:
        """Store a new table with its first facts."""
        check_new(row, batch)

        async def run() -> int:
            async with self._engine.begin() as connection:
                await insert_table(connection, row)
                await begin_log(connection, batch)
                await put_seats(connection, batch.seats)
            return len(batch.lines)

        return await self._stored(run, batch)

    async def append(self, batch: Batch) -> int:
        """Store the facts durably, if the log still ends where the caller thought."""
        check_batch(batch)
        if batch.row is None and not batch.seats:
            return await self._stored(lambda: self._append_facts(batch), batch)
        return await self._stored(lambda: self._append_all(batch), batch)

    async def save(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """Replace a table's row and put seats."""
        check_saved(row, seats)

        async def run() -> None:
            async with self._engine.begin() as connection:
                await lock_table(connection, row.id)
                await replace_table(connection, row)
                await put_seats(connection, seats)

        await self._stored(run, None)

    async def news(self, table: str, after: int = 0) -> tuple[list[Stored], TableRow]:
        """The facts after `after`, and the table's row."""
        return await self._answered(lambda: self._hot.news(table, after))

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        """The facts after `after`."""
        rows = await self._all(queries.FACTS_AFTER, {"table": table, "after": after})
        if not rows:
            raise UnknownTable(table)
        return [Stored(seq, at, command, line) for seq, at, command, line in rows if seq is not None]

    async def answered(self, table: str, command: str) -> int | None:
        """The version after the facts of a command, or None."""
        rows = await self._all(queries.ANSWERED, {"table": table, "command": command})
        return rows[0][0] if rows else None

    async def table(self, table: str) -> TableRow:
        """The row of a table."""
        found = await self._one_table(queries.TABLE_BY_ID, {"id": table})
        if found is None:
            raise UnknownTable(table)
        return found

    async def by_code(self, code: str) -> TableRow | None:
        """The waiting lobby with this short code."""
        return await self._one_table(queries.TABLE_BY_CODE, {"code": code})

    async def by_join_token(self, token: str) -> TableRow | None:
        """The table of a join link."""
        return await self._one_table(queries.TABLE_BY_JOIN_TOKEN, {"token": token})

    async def by_watch_token(self, token: str) -> TableRow | None:
        """The table of a spectators' link."""
        return await self._one_table(queries.TABLE_BY_WATCH_TOKEN, {"token": token})

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table."""
        return [seat_row(row) for row in await self._all(queries.SEATS_OF_TABLE, {"table": table})]

    async def seat_by_link(self, link: str) -> SeatRow | None:
        """The seat of a personal link."""
        rows = await self._all(queries.SEAT_BY_LINK, {"link": link})
        return seat_row(rows[0]) if rows else None

    async def tables_of(self, device: str, states: Sequence[TableState]) -> list[TableRow]:
        """The tables of a device, latest touched first."""
        rows = await self._all(queries.TABLES_OF_DEVICE, {"device": device, "states": states})
        return latest_first(table_row(row) for row in rows)

    async def in_state(self, states: Sequence[TableState], touched_before: datetime | None = None) -> list[TableRow]:
        """All tables in these states."""
        found: list[TableRow] = []
        for state in dict.fromkeys(states):
            last = ""
            while rows := await self._page(state, touched_before, last):
                found.extend(rows)
                last = rows[-1].id
        return found

    async def ping(self) -> None:
        """Unavailable unless the store answers."""

        async def run() -> None:
            async with self._single.connect() as connection:
                await connection.exec_driver_sql("SELECT 1")

        await self._answered(run)

    async def close(self) -> None:
        """Finish what is being written or read and let go of the database."""
        self._closed = True
        await self._is_idle.wait()
        await self._hot.close()
        await self._engine.dispose()

    async def _append_facts(self, batch: Batch) -> int:
        if await self._hot.append(batch):
            return batch.after + len(batch.lines)
        async with self._single.connect() as connection:
            if (await connection.execute(queries.IS_TABLE, {"table": batch.table})).first() is None:
                raise UnknownTable(batch.table)
        raise Conflict(batch.table, batch.after)

    async def _append_all(self, batch: Batch) -> int:
        async with self._engine.begin() as connection:
            await lock_table(connection, batch.table)
            if not await append_facts(connection, batch):
                raise Conflict(batch.table, batch.after)
            if batch.row is not None:
                await replace_table(connection, batch.row)
            await put_seats(connection, batch.seats)
        return batch.after + len(batch.lines)

    async def _page(self, state: TableState, touched_before: datetime | None, more_than: str) -> list[TableRow]:
        statement = queries.TABLES_IN_STATE if touched_before is None else queries.TABLES_UNTOUCHED
        asked = {"state": state, "before": touched_before, "more_than": more_than, "most": PAGE}
        return [table_row(row) for row in await self._all(statement, asked)]

    async def _one_table(self, statement: Select[*tuple[Any, ...]], asked: Mapping[str, str]) -> TableRow | None:
        rows = await self._all(statement, asked)
        return table_row(rows[0]) if rows else None

    async def _all(self, statement: Select[*tuple[Any, ...]], asked: Mapping[str, object]) -> Sequence[Any]:
        async def run() -> Sequence[Any]:
            async with self._single.connect() as connection:
                return (await connection.execute(statement, asked)).all()

        return await self._answered(run)

    async def _stored(self, run: Callable[[], Awaitable[R]], batch: Batch | None) -> R:
        try:
            return await self._answered(run)
        except IntegrityError as error:
            constraint = constraint_of(error)
            if batch is not None and constraint == "pk_facts":
                raise Conflict(batch.table, batch.after) from error
            refusal = taken(constraint)
            if refusal is None:
                raise
            raise refusal from error
        except TAKEN as error:  # of the statement for facts: nothing else there is unique
            assert batch is not None
            raise Conflict(batch.table, batch.after) from error

    async def _answered(self, run: Callable[[], Awaitable[R]]) -> R:
        if self._closed:
            raise Unavailable("the store is closed")
        self._asking += 1
        self._is_idle.clear()
        try:
            return await persistently(run)
        except (IntegrityError, TAKEN):
            raise
        except DBAPIError as error:
            raise Unavailable(str(error.orig)) from error
        except REFUSED as error:
            raise Unavailable(str(error)) from error
        except (OSError, PoolTimeout) as error:
            raise Unavailable(str(error)) from error
        finally:
            self._asking -= 1
            if not self._asking:
                self._is_idle.set()
