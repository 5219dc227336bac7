"""When tables are to be looked at, and who is where, on PostgreSQL: one statement each.

Two processes never get the same deadline: a claim passes over the rows that another one is claiming.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncEngine

from kosci.adapters.postgres_records import Answered
from kosci.adapters.postgres_writing import put_deadline
from kosci.adapters.schema import utc
from kosci.service.duty_ports import Deadline

CLAIM: Final = """
UPDATE deadlines SET claimed_until = $3 WHERE table_id IN (
    SELECT table_id FROM deadlines
    WHERE at <= $1 AND (claimed_until IS NULL OR claimed_until <= $2)
    ORDER BY at LIMIT $4 FOR UPDATE SKIP LOCKED
) RETURNING table_id, at
"""
HOLD: Final = "UPDATE deadlines SET claimed_until = $3 WHERE table_id = $1 AND version = $2"
# In the order of the key, so that two processes that tell of the same devices never wait for each other in a ring.
# Only who sits or hosts there: somebody who had their data deleted is not written down again.
TELL: Final = """
INSERT INTO presence (table_id, device, seen_at)
SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS told (table_id, device, seen_at)
WHERE EXISTS (SELECT 1 FROM seats WHERE seats.table_id = told.table_id AND seats.device = told.device)
OR EXISTS (SELECT 1 FROM tables WHERE tables.id = told.table_id AND tables.host = told.device)
ORDER BY 1, 2
ON CONFLICT (table_id, device) DO UPDATE SET seen_at = excluded.seen_at
WHERE presence.seen_at < excluded.seen_at OR presence.seen_at > excluded.seen_at + interval '1 minute'
"""
HEARD: Final = "SELECT table_id, device, seen_at FROM presence WHERE table_id = ANY ($1::text[])"
FORGET: Final = "DELETE FROM presence WHERE seen_at < $1"


@dataclass(slots=True, eq=False)
class PostgresDeadlines:
    """The deadlines of one database; `_single` runs each statement as its own transaction."""

    _single: AsyncEngine
    _answered: Answered

    async def set(self, table: str, deadline: Deadline, version: int) -> None:
        """Replace the table's deadline, unless one of a later version stands."""

        async def run() -> None:
            async with self._single.connect() as connection:
                await put_deadline(connection, table, deadline, version)

        await self._answered(run)

    async def claim(self, before: datetime, now: datetime, until: datetime, most: int) -> list[str]:
        """The tables whose deadline has come, for the caller alone until then."""

        async def run() -> list[str]:
            async with self._single.connect() as connection:
                found = await connection.exec_driver_sql(CLAIM, (utc(before), utc(now), utc(until), most))
                return [row.table_id for row in sorted(found.all(), key=lambda row: (row.at, row.table_id))]

        return await self._answered(run)

    async def hold(self, table: str, version: int, until: datetime) -> None:
        """Claim the table's deadline while it is acted on."""

        async def run() -> None:
            async with self._single.connect() as connection:
                await connection.exec_driver_sql(HOLD, (table, version, utc(until)))

        await self._answered(run)


@dataclass(slots=True, eq=False)
class PostgresPresence:
    """Who was heard of where, by all processes of one database."""

    _single: AsyncEngine
    _answered: Answered

    async def tell(self, seen: Mapping[tuple[str, str], datetime]) -> None:
        """Store when devices were last heard of; what is later stays, unless the clock was set back since."""
        told = ([table for table, _ in seen], [device for _, device in seen], [utc(at) for at in seen.values()])

        async def run() -> None:
            async with self._single.connect() as connection:
                await connection.exec_driver_sql(TELL, told)

        await self._answered(run)

    async def heard(self, tables: Sequence[str]) -> Mapping[tuple[str, str], datetime]:
        """When each device was last heard of at these tables."""

        async def run() -> Mapping[tuple[str, str], datetime]:
            async with self._single.connect() as connection:
                found = await connection.exec_driver_sql(HEARD, (list(tables),))
                return {(row.table_id, row.device): row.seen_at for row in found.all()}

        return await self._answered(run)

    async def forget(self, before: datetime) -> None:
        """Delete what is older."""

        async def run() -> None:
            async with self._single.connect() as connection:
                await connection.exec_driver_sql(FORGET, (utc(before),))

        await self._answered(run)
