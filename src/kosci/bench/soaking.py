"""A server in use for a long time: tables laid, played, watched and left, minute by minute, and what memory it holds.

Nothing is laid beforehand: everything is asked for over HTTP, as programs and browsers do.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import fmean

from kosci.adapters.vault import open_vault
from kosci.bench.load_check import faults
from kosci.bench.load_client import BASE, Listener, Player, Programs
from kosci.bench.measurement import BenchError, Effort, Measurement, Target
from kosci.bench.parts import cookie, temporary_folder
from kosci.bench.server import Connection, Running, serving

MINUTE = 60.0
PAUSE = 0.2  # seconds between two moves of a client
LEFT_AFTER = 8  # moves after which a table is left alone for good
TO_THE_END = 20  # each so many-th game is played to its end, and its log held against what was told
SOON = 10.0  # seconds in which a stream tells of the last move
PAGES = ("/", "/rules/general", "/new?variant=yatzy&mode=device", "/settings", "/paper", "/paper/tysiac")
FLAT = Target(105.0, "at most")


def soak(effort: Effort) -> Iterator[Measurement]:
    """The memory of the server after each minute, and whether it still grows towards the end."""
    with temporary_folder() as folder, asyncio.Runner() as runner:
        soaked = runner.run(_begun(effort, Path(folder)))
        try:
            held = list[float]()
            for minute in range(1, effort.minutes + 1):
                runner.run(soaked.go_on(MINUTE))
                held.append(soaked.server.memory_mb)
                yield Measurement("soak", f"minute {minute}", held[-1], "MB", soaked.note())
        finally:
            runner.run(soaked.end())
        quarter = len(held) // 4
        before, last = fmean(held[-2 * quarter : -quarter]), fmean(held[-quarter:])
        note = f"{before:.1f} MB, then {last:.1f} MB; {soaked.checked:,} logs replayed as told"
        yield Measurement("soak", "last quarter to the one before", 100 * last / before, "%", note, FLAT)


@dataclass(slots=True, eq=False)
class _Soaked:
    """A server in use, and what was done there so far."""

    server: Running
    stack: AsyncExitStack
    cookie: str
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    laid: int = 0
    moves: int = 0
    pages: int = 0
    checked: int = 0

    async def go_on(self, seconds: float) -> None:
        """Use it for a while; whatever fails ends everything."""
        done, _ = await asyncio.wait(self.tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()

    async def end(self) -> None:
        """Leave, and end the server."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.stack.aclose()

    def note(self) -> str:
        """What was done so far."""
        return f"{self.laid:,} tables, {self.moves:,} moves, {self.pages:,} pages"

    async def play(self) -> None:
        """Lay one table after another, with a stream, and play there for a while."""
        connection = await Programs.to(self.server.port)
        try:
            for number in count(1):
                token = (await connection.post("/api/v1/token", "", {}))["token"]
                await self._play_at(connection, token, is_whole=number % TO_THE_END == 0)
        finally:
            await connection.close()

    async def _play_at(self, connection: Programs, token: str, *, is_whole: bool) -> None:
        seats = [{"name": name} for name in ("Ada", "Bo")]
        body = {"command": "soak-table", "variant": "general", "options": {"first": "seat"}, "seats": seats}
        laid = await connection.post(BASE.rstrip("/"), token, {**body, "start": True})
        self.laid += 1
        player, stream = Player(laid["id"], token, laid["version"]), Listener(laid["id"])
        await stream.open(self.server.port, token)
        try:
            while not player.is_over and (is_whole or player.done < LEFT_AFTER):
                await player.act(connection)
                self.moves += 1
                await asyncio.sleep(PAUSE)
            if is_whole:
                await self._check(connection, player, stream)
        finally:
            await stream.close()

    async def _check(self, connection: Programs, player: Player, stream: Listener) -> None:
        """Hold a game that is over against its log and its stream."""
        log = await connection.get(f"{BASE}{player.table}/facts", player.token)
        wrong = faults(log["lines"], player.told)
        for _ in range(int(SOON / PAUSE)):
            if stream.newest >= player.version:
                break
            await asyncio.sleep(PAUSE)
        else:
            wrong.append(f"a stream told version {stream.newest} of {player.version}")
        if wrong:
            message = f"{len(wrong)} faults, the first: {wrong[0]}"
            raise BenchError("bench-faults", message, count=len(wrong), first=wrong[0])
        self.checked += 1

    async def read(self) -> None:
        """Read pages, one after another."""
        connection = await Connection.to(self.server.port, self.cookie)
        try:
            while True:
                for page in PAGES:
                    await connection.get(page)
                    self.pages += 1
                    await asyncio.sleep(PAUSE)
        finally:
            await connection.close()


async def _begun(effort: Effort, folder: Path) -> _Soaked:
    """A server, on SQLite unless another database is given, and everybody who uses it."""
    more = ["--limits", "off"]
    if effort.database:
        more += ["--database", effort.database, "--workers", str(effort.workers)]
    more += ["--bell", effort.bell] if effort.bell else []
    stack = AsyncExitStack()
    own = cookie(open_vault(folder, {}))
    soaked = _Soaked(await stack.enter_async_context(serving(folder, more)), stack, own)
    soaked.tasks += [asyncio.create_task(soaked.play()) for _ in range(effort.clients)]
    soaked.tasks.append(asyncio.create_task(soaked.read()))
    return soaked
