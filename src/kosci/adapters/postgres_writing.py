"""What is written to PostgreSQL, statement by statement, over a connection the store hands in.

Never begins or ends a transaction.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from kosci.adapters import queries
from kosci.adapters.rows import values_of_seat, values_of_table
from kosci.adapters.schema import utc
from kosci.service.duty_ports import Deadline
from kosci.service.ports import Batch, SeatRow, TableRow, UnknownTable

# Taking the table's row first makes an append wait for a change of that row instead of meeting it half-way.
APPEND: Final = """
WITH here AS (SELECT id FROM tables WHERE id = $1 FOR KEY SHARE),
ending AS (
    SELECT id FROM here
    WHERE EXISTS (SELECT 1 FROM facts WHERE table_id = $1 AND seq = $2)
    AND NOT EXISTS (SELECT 1 FROM facts WHERE table_id = $1 AND command = $4)
)
INSERT INTO facts (table_id, seq, at, command, line)
SELECT ending.id, $2::integer + lines.place::integer, $3::timestamptz, $4::text, lines.line
FROM ending, unnest($5::text[]) WITH ORDINALITY AS lines (line, place)
"""
# The deadline is part of the same statement: nothing can become due and be forgotten, and it costs no second journey.
_BEFORE, _INSERT, _AFTER = APPEND.partition("INSERT INTO facts")
_STORED: Final = f"{_BEFORE.rstrip()},\nstored AS (\n{_INSERT}{_AFTER}RETURNING seq\n)"
_PUT: Final = """
ON CONFLICT (table_id) DO UPDATE SET at = excluded.at, version = excluded.version, claimed_until = NULL
WHERE deadlines.version <= excluded.version
"""
_DUE: Final = """
, due AS (
    INSERT INTO deadlines (table_id, at, version)
    SELECT $1, $6::timestamptz, max(seq) FROM stored HAVING count(*) > 0
"""
_DONE: Final = """
, done AS (DELETE FROM deadlines WHERE table_id = $1 AND EXISTS (SELECT 1 FROM stored))
"""
_HOW_MANY: Final = "SELECT count(*) FROM stored"
APPEND_DUE: Final = f"{_STORED}{_DUE}{_PUT}) {_HOW_MANY}"
APPEND_DONE: Final = f"{_STORED}{_DONE}{_HOW_MANY}"
_SET: Final = """
INSERT INTO deadlines (table_id, at, version)
SELECT id, $2::timestamptz, $3::integer FROM tables WHERE id = $1
"""
SET_DEADLINE: Final = f"{_SET}{_PUT}"
DROP_DEADLINE: Final = "DELETE FROM deadlines WHERE table_id = $1 AND version <= $2"
BEGIN_LOG: Final = """
INSERT INTO facts (table_id, seq, at, command, line)
SELECT $1, $2::integer + lines.place::integer, $3::timestamptz, $4::text, lines.line
FROM unnest($5::text[]) WITH ORDINALITY AS lines (line, place)
"""


async def begin_log(connection: AsyncConnection, batch: Batch) -> None:
    """Store the first facts of a new table, and its deadline."""
    await connection.exec_driver_sql(BEGIN_LOG, facts_of(batch))
    if batch.deadline is not None:
        await put_deadline(connection, batch.table, batch.deadline, len(batch.lines))


async def append_facts(connection: AsyncConnection, batch: Batch) -> bool:
    """Store facts and deadline if the log ends at `after` and does not know their command; say whether it did."""
    if batch.deadline is None:
        return (await connection.exec_driver_sql(APPEND, facts_of(batch))).rowcount > 0
    if batch.deadline.at is None:
        result = await connection.exec_driver_sql(APPEND_DONE, facts_of(batch))
    else:
        result = await connection.exec_driver_sql(APPEND_DUE, (*facts_of(batch), utc(batch.deadline.at)))
    return bool(result.scalar_one())


async def put_deadline(connection: AsyncConnection, table: str, deadline: Deadline, version: int) -> None:
    """Replace the deadline of a table, unless one of a later version stands."""
    if deadline.at is None:
        await connection.exec_driver_sql(DROP_DEADLINE, (table, version))
    else:
        await connection.exec_driver_sql(SET_DEADLINE, (table, utc(deadline.at), version))


async def lock_table(connection: AsyncConnection, table: str) -> None:
    """Keep everybody else from changing the table and its log until the transaction ends; UnknownTable."""
    if (await connection.execute(queries.LOCK_TABLE, {"table": table})).first() is None:
        raise UnknownTable(table)


async def insert_table(connection: AsyncConnection, row: TableRow) -> None:
    """Store the row of a new table."""
    await connection.execute(queries.INSERT_TABLE, {"id": row.id, **values_of_table(row)})


async def replace_table(connection: AsyncConnection, row: TableRow) -> None:
    """Replace the row of a table."""
    await connection.execute(queries.REPLACE_TABLE, {"table": row.id, **values_of_table(row)})


async def put_seats(connection: AsyncConnection, seats: Sequence[SeatRow]) -> None:
    """Insert or replace seats."""
    if seats:
        await connection.execute(queries.PUT_SEAT_POSTGRES, [values_of_seat(seat) for seat in seats])


def facts_of(batch: Batch) -> tuple[object, ...]:
    """What the statements for facts are given."""
    return batch.table, batch.after, utc(batch.at), batch.command, list(batch.lines)
