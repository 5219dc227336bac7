"""How many commands a second are stored durably on SQLite: raw appends, and moves through the service.

A temporary data file with full syncs, written as `kosci serve` writes it; no HTTP.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kosci.bench.clock import Pace, pace_of_all
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.parts import DEVICE, lay, store_in, temporary_folder, temporary_parts
from kosci.bench.playing import script
from kosci.service.ports import Batch, Store, TableRow
from kosci.service.tables import Tables

DURABLE = Target(2000, "at least")
LINES = ("1: keep 5 5 5 @1,3,4", "rolled 2 6")  # what a usual move stores


def appends(effort: Effort) -> Iterator[Measurement]:
    """Appends of a usual move's two facts a second, without the service."""
    for clients in (1, effort.clients):
        found = asyncio.run(_appends(clients, effort.seconds))
        yield rate("store", "appends", clients, found)


def commands(effort: Effort) -> Iterator[Measurement]:
    """Moves a second through the service, each client at a table of its own."""
    for clients in (1, effort.clients):
        found = asyncio.run(_moves(clients, effort.seconds))
        yield rate("commands", "moves", clients, found, DURABLE if clients > 1 else None)


def rate(bench: str, what: str, clients: int, found: Pace, target: Target | None = None) -> Measurement:
    """How many a second so many clients did."""
    name = f"{what}, {clients} client{'s' if clients > 1 else ''}"
    note = f"median {found.median_ms:.3g} ms, {found.cpu_ms:.3g} ms of processor each"
    return Measurement(bench, name, found.per_second, "/s", note, target)


# --- raw appends ----------------------------------------------------------------------------


@dataclass(slots=True)
class Appender:
    """A client that appends to one log."""

    store: Store
    table: str
    version: int = 0

    async def act(self) -> None:
        """Append once; the first time, lay the table."""
        now = datetime.now(UTC)
        if not self.version:
            tokens = f"join {self.table}", f"watch {self.table}"
            row = TableRow(self.table, now, now, "running", None, *tokens, DEVICE, b"sealed")
            self.version = await self.store.create(row, Batch(self.table, 0, LINES[:1], now))
        self.version = await self.store.append(Batch(self.table, self.version, LINES, now, f"{self.version}"))


async def _appends(clients: int, seconds: float) -> Pace:
    with temporary_folder() as folder:
        async with store_in(Path(folder)) as store:
            return await pace_of_all([Appender(store, f"t{number}").act for number in range(clients)], seconds)


# --- moves through the service --------------------------------------------------------------


@dataclass(slots=True)
class HotSeat:
    """A client that plays both seats of a game by the script, and another game when it is over."""

    tables: Tables
    table: str = ""
    version: int = 0
    done: int = 0

    async def act(self) -> None:
        """Make the next move."""
        moves = script()
        at = self.done % len(moves)
        if at == 0:
            self.table, self.version = await lay(self.tables)
        seat, move = moves[at]
        command = f"command {self.done}"
        self.version = await self.tables.move(self.table, DEVICE, seat, move, at=self.version, command=command)
        self.done += 1


async def _moves(clients: int, seconds: float) -> Pace:
    async with temporary_parts() as parts:
        return await pace_of_all([HotSeat(parts.tables).act for _ in range(clients)], seconds)
