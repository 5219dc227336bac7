"""How much memory open tables cost that nobody watches, in the real server as a process of its own.

Each table was laid, a move was made at it and its page was looked at once; then everybody went away.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.over_http import Browser, Laid
from kosci.bench.parts import cookie, lay, parts_in, temporary_folder
from kosci.bench.server import Connection, serving

MEGABYTES_A_TABLE = 60 / 1000
LEAST = 4 / 1024  # a page of memory, so that a number is above 0


def memory(effort: Effort) -> Iterator[Measurement]:
    """Megabytes that open tables cost above a server with one table."""
    start = asyncio.run(_memory(1))
    held = asyncio.run(_memory(effort.tables))
    target = Target(MEGABYTES_A_TABLE * effort.tables, "at most")
    note = f"above the {start:.0f} MB of a server with one table"
    yield Measurement("memory", f"{effort.tables} open tables", max(held - start, LEAST), "MB", note, target)


async def _memory(tables: int) -> float:
    """The megabytes of a server with so many tables that were played at."""
    with temporary_folder() as folder:
        async with parts_in(Path(folder)) as parts:
            laid = [await lay(parts.tables) for _ in range(tables)]
            own = cookie(parts.vault)
        async with serving(Path(folder)) as server:
            await _visit(server.port, own, laid)
            return server.memory_mb


async def _visit(port: int, own: str, laid: list[Laid]) -> None:
    """A move at each table and a look at its page, one after the other."""
    connection = await Connection.to(port, own)
    for table in laid:
        await Browser(connection, deque([table]), with_page=True).act()
    await connection.close()
