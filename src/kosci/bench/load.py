"""The whole site under load: server processes over PostgreSQL and NATS, programs that play over HTTP, streams open.

After each run every log is replayed and held against what the programs were told.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.adapters.open import open_store
from kosci.adapters.vault import open_vault
from kosci.bench.load_check import faults
from kosci.bench.load_client import BASE, Listener, Player, Programs
from kosci.bench.measurement import BenchError, Effort, Measurement, Target
from kosci.bench.parts import temporary_folder
from kosci.bench.server import Running, serving
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.service.tokens import token_digest
from kosci.variants import load as variant

EVERY = 5.0  # seconds between two moves at a table where people play
SETTLE = 4.0  # seconds until all workers have begun and all streams are open
OPEN_AT_ONCE = 100  # streams that are opened side by side
CPU_A_THOUSAND = Target(1.0, "at most")
PATIENCE = Target(50.0, "at most")


def load(effort: Effort) -> Iterator[Measurement]:
    """Moves a second, waits, processor and memory, flat out and at the pace of people, by how many tables are open."""
    if not effort.database:
        message = "the load is measured on a database of its own: --database postgresql://…"
        raise BenchError("bench-needs-database", message)
    with temporary_folder() as folder:  # one key for all runs, as the database is one
        yield from asyncio.run(_flat_out(effort, Path(folder)))
        for tables in effort.open_tables:
            yield from asyncio.run(_at_human_pace(effort, Path(folder), tables))


async def _flat_out(effort: Effort, folder: Path) -> list[Measurement]:
    """As many moves as go through: each client plays whole games one after another, a stream open at each table."""
    games = max(effort.clients * 2, int(effort.seconds * 40))
    async with _house(effort, folder, games) as (server, players):
        waiting = list(reversed(players))
        took: list[float] = []
        streams = [Listener(player.table) for player in players]
        await _open(server.port, list(zip(streams, players, strict=True)))
        await asyncio.sleep(SETTLE)
        before, started = server.cpu_seconds, perf_counter()

        async def client() -> None:
            connection = await Programs.to(server.port)
            while perf_counter() - started < effort.seconds and waiting:
                player = waiting.pop()
                while not player.is_over:
                    took.append(await player.act(connection))
            await connection.close()

        await asyncio.gather(*(client() for _ in range(effort.clients)))
        seconds, used = perf_counter() - started, server.cpu_seconds - before
        await asyncio.sleep(1.0)
        name = f"flat out, {effort.clients} clients"
        wrong = await _compared(server, players, streams)
        return [
            Measurement("load", name, len(took) / seconds, "moves/s", _waits(took)),
            Measurement("load", f"{name}: processor", 1000 * used / len(took), "s/1,000", wrong, CPU_A_THOUSAND),
        ]


async def _at_human_pace(effort: Effort, folder: Path, tables: int) -> list[Measurement]:
    """So many tables in play at once, a move every five seconds at each, two streams open at each."""
    async with _house(effort, folder, tables) as (server, players):
        streams = [Listener(player.table) for player in players for _ in range(2)]
        sitting = [player for player in players for _ in range(2)]
        await asyncio.sleep(SETTLE)
        empty = server.memory_mb
        await _open(server.port, list(zip(streams, sitting, strict=True)))
        await asyncio.sleep(SETTLE)
        opened = server.memory_mb
        took: list[float] = []
        seconds = max(effort.seconds, 2 * EVERY)
        before, started = server.cpu_seconds, perf_counter()
        connections = [await Programs.to(server.port) for _ in range(max(1, min(tables // 4, 100)))]
        free: asyncio.Queue[Programs] = asyncio.Queue()  # in turn: a server hangs up on who is silent for five seconds
        for connection in connections:
            free.put_nowait(connection)

        async def play(player: Player, first: float) -> None:
            due = started + first
            while due - started < seconds and not player.is_over:
                await asyncio.sleep(max(0.0, due - perf_counter()))
                connection = await free.get()
                took.append(await player.act(connection))
                free.put_nowait(connection)
                due += EVERY

        await asyncio.gather(*(play(player, EVERY * at / tables) for at, player in enumerate(players)))
        used = server.cpu_seconds - before
        await asyncio.sleep(2.0)
        for connection in connections:
            await connection.close()
        wrong = await _compared(server, players, streams)
        name = f"{tables:,} tables, a move in 5 s"
        middle = _percentiles(took)
        grown = max(server.memory_mb - empty, 0.01)
        held = f"{1000 * (opened - empty) / len(streams):.0f} MB per 1,000 streams as they are opened"
        return [
            Measurement("load", f"{name}: p99", middle[2], "ms", f"{_waits(took)}; {wrong}", PATIENCE),
            Measurement("load", f"{name}: processor", 1000 * used / len(took), "s/1,000", "", CPU_A_THOUSAND),
            Measurement("load", f"{name}: memory", 1000 * grown / tables, "MB/1,000", f"{held}; a table has two"),
        ]


@asynccontextmanager
async def _house(effort: Effort, folder: Path, tables: int) -> AsyncIterator[tuple[Running, list[Player]]]:
    """The servers, and so many tables that are begun, each with a program of its own."""
    players = await _laid(effort, folder, tables)
    more = ["--database", effort.database, "--workers", str(effort.workers), "--limits", "off"]
    more += ["--bell", effort.bell] if effort.bell else []
    async with serving(folder, more) as server:
        yield server, players


async def _laid(effort: Effort, folder: Path, tables: int) -> list[Player]:
    store = await open_store(effort.database)
    try:
        vault = open_vault(folder, {})
        service = Tables(store, InProcessBell(), SystemClock(), SystemChance(), vault)
        game, run = variant("general", {"first": "seat"}), SystemChance().secret(6).hex()

        async def lay(number: int) -> Player:
            text = f"api:load-{run}-{number}"
            seats = [NewSeat(name) for name in ("Ada", "Bo")]
            table = await service.create(NewTable(game, seats=seats, start=True), token_digest(text))
            return Player(table, vault.sign(text), (await service.view(table)).version)

        return await _side_by_side(lay, tables)
    finally:
        await store.close()


async def _side_by_side(lay: Callable[[int], Awaitable[Player]], tables: int) -> list[Player]:
    found: list[Player] = []
    for first in range(0, tables, 50):
        found += await asyncio.gather(*(lay(number) for number in range(first, min(first + 50, tables))))
    return found


async def _open(port: int, streams: Sequence[tuple[Listener, Player]]) -> None:
    for first in range(0, len(streams), OPEN_AT_ONCE):
        part = streams[first : first + OPEN_AT_ONCE]
        await asyncio.gather(*(stream.open(port, player.token) for stream, player in part))


async def _compared(server: Running, players: Sequence[Player], streams: Sequence[Listener]) -> str:
    """How many logs were replayed and streams were heard; BenchError where one is not what was told."""
    connection = await Programs.to(server.port)
    versions = {}
    wrong: list[str] = []
    for player in players:
        versions[player.table] = player.version
        if player.told:
            log = await connection.get(f"{BASE}{player.table}/facts", player.token)
            wrong += faults(log["lines"], player.told)
    behind = [stream for stream in streams if stream.newest < versions[stream.table]]
    wrong += [f"a stream told version {one.newest} of {versions[one.table]}" for one in behind]
    await connection.close()
    for stream in streams:
        await stream.close()
    if wrong:
        message = f"{len(wrong)} faults, the first: {wrong[0]}"
        raise BenchError("bench-faults", message, count=len(wrong), first=wrong[0])
    played = sum(bool(player.told) for player in players)
    return f"{played:,} logs replayed as told, {len(streams):,} streams heard all"


def _percentiles(took: Sequence[float]) -> tuple[float, float, float]:
    cuts = quantiles(took, n=100)
    return 1000 * cuts[49], 1000 * cuts[94], 1000 * cuts[98]


def _waits(took: Sequence[float]) -> str:
    middle, most, nearly_all = _percentiles(took)
    return f"median {middle:.1f}, p95 {most:.1f}, p99 {nearly_all:.1f} ms of {len(took):,} moves"
