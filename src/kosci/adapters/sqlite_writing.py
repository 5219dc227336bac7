"""What is written to a data file of SQLite, statement by statement, over a connection the writer hands in.

Never begins or ends a transaction.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast

from sqlalchemy import Connection

from kosci.adapters.queries import INSERT_TABLE, PUT_SEAT_SQLITE, REPLACE_TABLE
from kosci.adapters.rows import values_of_seat, values_of_table
from kosci.adapters.schema import format_moment
from kosci.service.duty_ports import Deadline
from kosci.service.ports import Batch, Conflict, SeatRow, TableRow, UnknownTable

END_OF_LOG: Final = """
SELECT (SELECT seq FROM facts WHERE table_id = ? ORDER BY seq DESC LIMIT 1),
       EXISTS (SELECT 1 FROM facts WHERE table_id = ? AND command = ?)
"""
PUT_DEADLINE: Final = """
INSERT INTO deadlines (table_id, at, version) SELECT id, ?, ? FROM tables WHERE id = ?
ON CONFLICT (table_id) DO UPDATE SET at = excluded.at, version = excluded.version, claimed_until = NULL
WHERE deadlines.version <= excluded.version
"""
DROP_DEADLINE: Final = "DELETE FROM deadlines WHERE table_id = ? AND version <= ?"
INSERT_FACT: Final = "INSERT INTO facts (table_id, seq, at, command, line) VALUES (?, ?, ?, ?, ?)"


Wipe = Literal["", "soon", "now"]


@dataclass(frozen=True, slots=True)
class Write:
    """Something to store whole: a batch of facts, a table's row (`new` or replaced), seats, or what `also` changes.

    `wipe` says that something is deleted which the file is to forget: with "now" it has when the answer is given.
    """

    table: str
    batch: Batch | None = None
    row: TableRow | None = None
    seats: Sequence[SeatRow] = ()
    new: bool = False
    also: Callable[[Connection], None] | None = None
    wipe: Wipe = ""


def store(connection: Connection, write: Write) -> int:
    """Store it whole and give its table's version; raises what stands in the way."""
    if write.row is not None:
        _store_row(connection, write.row, new=write.new)
    version = 0 if write.batch is None else _store_facts(connection, write.batch, new=write.new)
    if write.batch is not None and write.batch.deadline is not None:
        put_deadline(driver_of(connection), write.table, write.batch.deadline, version)
    if write.seats:
        connection.execute(PUT_SEAT_SQLITE, [values_of_seat(seat) for seat in write.seats])
    if write.also is not None:
        write.also(connection)
    return version


def _store_row(connection: Connection, row: TableRow, *, new: bool) -> None:
    values = values_of_table(row)
    if new:
        connection.execute(INSERT_TABLE, {"id": row.id, **values})
    elif connection.execute(REPLACE_TABLE, {"table": row.id, **values}).rowcount == 0:
        raise UnknownTable(row.id)


def put_deadline(driver: sqlite3.Connection, table: str, deadline: Deadline, version: int) -> None:
    """Replace the deadline of a table, unless one of a later version stands."""
    if deadline.at is None:
        driver.execute(DROP_DEADLINE, (table, version))
    else:
        driver.execute(PUT_DEADLINE, (format_moment(deadline.at), version, table))


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection: statements cost less there."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def _store_facts(connection: Connection, batch: Batch, *, new: bool) -> int:
    driver = driver_of(connection)
    if not new:
        version, is_known = driver.execute(END_OF_LOG, (batch.table, batch.table, batch.command)).fetchone()
        if version is None:
            raise UnknownTable(batch.table)
        if version != batch.after or is_known:
            raise Conflict(batch.table, batch.after)
    at = format_moment(batch.at)
    driver.executemany(
        INSERT_FACT,
        [(batch.table, seq, at, batch.command, line) for seq, line in enumerate(batch.lines, start=batch.after + 1)],
    )
    return batch.after + len(batch.lines)
