"""How many moves a second go through HTTP: the real server in a process of its own, clients in this one.

Both share the machine, so that the clients' work counts, too.
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kosci.bench.clock import Pace, pace_of_all
from kosci.bench.commands import rate
from kosci.bench.measurement import Effort, Measurement
from kosci.bench.parts import cookie, lay, parts_in, temporary_folder
from kosci.bench.playing import script
from kosci.bench.server import Connection, Running, serving
from kosci.engine.moves import Keep, Move, Score, format_move

MOST_A_SECOND = 4000  # tables are laid for so many moves
Laid = tuple[str, int]  # a table's id and version


def over_http(effort: Effort) -> Iterator[Measurement]:
    """Moves a second through HTTP, posted alone, and each followed by the page as a browser without JavaScript does."""
    yield from asyncio.run(_found(effort))


@dataclass(slots=True)
class Browser:
    """A client that plays both seats of a table by the script, and the next table when the game is over."""

    connection: Connection
    laid: deque[Laid]
    with_page: bool
    table: str = ""
    version: int = 0
    done: int = 0

    async def act(self) -> None:
        """Make the next move, and look at the page that it leads to."""
        moves = script()
        at = self.done % len(moves)
        if at == 0:
            self.table, self.version = self.laid.popleft()
        seat, move = moves[at]
        form = {"seat": str(seat + 1), "at": str(self.version), "command": f"measured{self.done:06}"}
        await self.connection.post(f"/t/{self.table}/{verb(move)}", {**form, **fields(move)})
        self.version += 1 if isinstance(move, Score) else 2
        self.done += 1
        if self.with_page:
            await self.connection.get(f"/t/{self.table}")


def verb(move: Move) -> str:
    """The part of the address that a move is posted to: the first word of its text."""
    return format_move(move).split()[0]


def fields(move: Move) -> Mapping[str, str]:
    """The fields of a move's form beside those that every command has."""
    match move:
        case Score(row):
            return {"row": row}
        case Keep():
            return {"ticks": "keep"}
        case _:
            return {}


async def _found(effort: Effort) -> list[Measurement]:
    crowds = [(with_page, clients) for with_page in (False, True) for clients in (1, effort.clients)]
    with temporary_folder() as folder:
        async with parts_in(Path(folder)) as parts:
            tables = len(crowds) * (effort.clients + int(effort.seconds * MOST_A_SECOND / len(script())))
            laid = deque([await lay(parts.tables) for _ in range(tables)])
            own = cookie(parts.vault)
        async with serving(Path(folder)) as server:
            rows: list[Measurement] = []
            for with_page, clients in crowds:
                found = await _moves(server, own, laid, clients, effort.seconds, with_page=with_page)
                rows.append(rate("http", "moves with page" if with_page else "moves", clients, found))
            return rows


async def _moves(
    server: Running, own: str, laid: deque[Laid], clients: int, seconds: float, *, with_page: bool
) -> Pace:
    """The pace of so many browsers; the processor's time is the server's."""
    connections = [await Connection.to(server.port, own) for _ in range(clients)]
    before = server.cpu_seconds
    found = await pace_of_all([Browser(one, laid, with_page).act for one in connections], seconds)
    used = server.cpu_seconds - before
    for one in connections:
        await one.close()
    return replace(found, cpu_ms=1000 * used / (found.times + clients))  # each client's first act is not in `times`
