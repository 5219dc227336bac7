"""The two statements that every move asks of PostgreSQL, over the driver itself: they would cost thrice as much.

Keeps nothing between two calls; what the driver raises is worded by the store.
"""

import json
from typing import Any, Final

from asyncpg import Pool, create_pool
from sqlalchemy.ext.asyncio import AsyncEngine

from kosci.adapters.postgres_writing import APPEND, APPEND_DONE, APPEND_DUE, facts_of
from kosci.adapters.rows import table_row_of
from kosci.adapters.schema import utc
from kosci.service.ports import Batch, Stored, TableRow, UnknownTable

NEWS: Final = """
SELECT tables.*, news.seqs, news.ats, news.commands, news.lines,
       (SELECT at FROM facts WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1) AS last_at
FROM tables, LATERAL (
    SELECT array_agg(seq ORDER BY seq) AS seqs, array_agg(at ORDER BY seq) AS ats,
           array_agg(command ORDER BY seq) AS commands, array_agg(line ORDER BY seq) AS lines
    FROM facts WHERE table_id = tables.id AND seq > $2
) AS news
WHERE tables.id = $1
"""


class Hot:
    """A pool of the driver's own connections to a database."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @classmethod
    async def opened(cls, engine: AsyncEngine, size: int, driver: dict[str, Any]) -> "Hot":
        """A pool to the same database as an engine's, and in the same way."""
        where: dict[str, Any] = dict(engine.dialect.create_connect_args(engine.url)[1])
        # Nothing is set on these connections that would have to be taken back: each journey for it would cost a move.
        pool = create_pool(**(where | driver), min_size=1, max_size=size, reset=_nothing)
        await pool
        return cls(pool)

    async def append(self, batch: Batch) -> bool:
        """Store facts and deadline if the log ends at `after` and does not know their command; say whether it did."""
        if batch.deadline is None:
            done: str = await self._pool.execute(APPEND, *facts_of(batch))
            return done != "INSERT 0 0"
        if batch.deadline.at is None:
            return bool(await self._pool.fetchval(APPEND_DONE, *facts_of(batch)))
        return bool(await self._pool.fetchval(APPEND_DUE, *facts_of(batch), utc(batch.deadline.at)))

    async def news(self, table: str, after: int) -> tuple[list[Stored], TableRow]:
        """The facts after `after`, and the table's row; UnknownTable if there is none."""
        row = await self._pool.fetchrow(NEWS, table, after)
        if row is None:
            raise UnknownTable(table)
        facts = zip(row["seqs"] or (), row["ats"] or (), row["commands"] or (), row["lines"] or (), strict=True)
        return [Stored(*fact) for fact in facts], table_row_of(dict(row) | {"settings": json.loads(row["settings"])})

    async def close(self) -> None:
        """Let go of the database."""
        await self._pool.close()


async def _nothing(_: object) -> None:
    """What a connection is asked when it comes back."""
