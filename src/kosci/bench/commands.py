"""How many commands a second are stored durably on SQLite: raw appends, and moves through the service.

A temporary data file with full syncs, written as `kosci serve` writes it; no HTTP.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.adapters.open import open_store
from kosci.adapters.vault import open_vault
from kosci.bench.clock import Pace, pace_of_all
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.playing import script
from kosci.service.ports import Batch, Store, TableRow
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.variants import load

DURABLE = Target(2000, "at least")
LINES = ("1: keep 5 5 5 @1,3,4", "rolled 2 6")  # what a usual move stores
DEVICE = "0" * 64


def appends(effort: Effort) -> Iterator[Measurement]:
    """Appends of a usual move's two facts a second, without the service."""
    for clients in _crowds(effort):
        found = asyncio.run(_appends(clients, effort.seconds))
        yield _measured("store", f"appends, {_clients(clients)}", found)


def commands(effort: Effort) -> Iterator[Measurement]:
    """Moves a second through the service, each client at a table of its own."""
    for clients in _crowds(effort):
        found = asyncio.run(_moves(clients, effort.seconds))
        yield _measured("commands", f"moves, {_clients(clients)}", found, DURABLE if clients > 1 else None)


def _crowds(effort: Effort) -> tuple[int, ...]:
    return (1, effort.clients)


def _clients(number: int) -> str:
    return "1 client" if number == 1 else f"{number} clients"


def _measured(bench: str, name: str, found: Pace, target: Target | None = None) -> Measurement:
    note = f"median {found.median_ms:.2f} ms, SQLite with full syncs"
    return Measurement(bench, name, found.per_second, "/s", note, target)


# --- raw appends ----------------------------------------------------------------------------


@dataclass(slots=True)
class Appender:
    """A client that appends to one log."""

    store: Store
    table: str
    version: int = 0

    async def lay(self) -> None:
        """The table, with its first fact."""
        now = SystemClock().now()
        row = TableRow(self.table, now, now, "running", None, f"join {self.table}", f"watch {self.table}", DEVICE, b"")
        self.version = await self.store.create(row, Batch(self.table, 0, ["created"], now))

    async def act(self) -> None:
        """Append once."""
        batch = Batch(self.table, self.version, LINES, SystemClock().now(), f"{self.version}")
        self.version = await self.store.append(batch)


async def _appends(clients: int, seconds: float) -> Pace:
    async with temporary_store() as (store, _):
        appenders = [Appender(store, f"t{number}") for number in range(clients)]
        for appender in appenders:
            await appender.lay()
        return await pace_of_all([appender.act for appender in appenders], seconds)


# --- moves through the service --------------------------------------------------------------


async def _moves(clients: int, seconds: float) -> Pace:
    async with temporary_tables() as tables:
        players = [HotSeat(tables) for _ in range(clients)]
        return await pace_of_all([player.act for player in players], seconds)


@dataclass(slots=True)
class HotSeat:
    """A client that plays both seats of a game by a script, and another game when it is over."""

    tables: Tables
    table: str = ""
    version: int = 0
    done: int = 0

    async def act(self) -> None:
        """Make the next move."""
        moves = script()
        if self.done % len(moves) == 0:
            await self.lay()
        seat, move = moves[self.done % len(moves)]
        command = f"command {self.done}"
        self.version = await self.tables.move(self.table, DEVICE, seat, move, at=self.version, command=command)
        self.done += 1

    async def lay(self) -> None:
        """A new table with both seats taken and the game begun."""
        rules = load("general", {"first": "seat"})
        seats = [NewSeat(name) for name in ("Ada", "Bo")]
        self.table = await self.tables.create(NewTable(rules, seats=seats, start=True), DEVICE)
        self.version = (await self.tables.view(self.table)).version


@asynccontextmanager
async def temporary_store() -> AsyncIterator[tuple[Store, Path]]:
    """An empty data file in a folder of its own, gone afterwards."""
    with TemporaryDirectory(prefix="kosci-bench-") as folder:
        store = await open_store(Path(folder) / "kosci.db")
        try:
            yield store, Path(folder)
        finally:
            await store.close()


@asynccontextmanager
async def temporary_tables() -> AsyncIterator[Tables]:
    """The service over an empty data file."""
    async with temporary_store() as (store, folder):
        yield Tables(store, InProcessBell(), SystemClock(), SystemChance(), open_vault(folder, {}))
