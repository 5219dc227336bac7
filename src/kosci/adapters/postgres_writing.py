"""What is written to PostgreSQL, statement by statement, over a connection the store hands in.

Never begins or ends a transaction.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from kosci.adapters import queries
from kosci.adapters.rows import values_of_seat, values_of_table
from kosci.adapters.schema import utc
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
BEGIN_LOG: Final = """
INSERT INTO facts (table_id, seq, at, command, line)
SELECT $1, $2::integer + lines.place::integer, $3::timestamptz, $4::text, lines.line
FROM unnest($5::text[]) WITH ORDINALITY AS lines (line, place)
"""


async def begin_log(connection: AsyncConnection, batch: Batch) -> None:
    """Store the first facts of a new table."""
    await connection.exec_driver_sql(BEGIN_LOG, _facts(batch))


async def append_facts(connection: AsyncConnection, batch: Batch) -> bool:
    """Store the facts if the log ends at `after` and does not know their command; say whether it did."""
    return (await connection.exec_driver_sql(APPEND, _facts(batch))).rowcount > 0


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


def _facts(batch: Batch) -> tuple[object, ...]:
    return batch.table, batch.after, utc(batch.at), batch.command, list(batch.lines)
