"""What the service needs from outside: the store of facts, the bell, the clock and chance.

Ports only: no use case, no SQL, no HTTP stands here.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from kosci.service.duty_ports import Deadline, Deadlines, PresenceRows
from kosci.service.record_ports import RecordStore

TableState = Literal["lobby", "running", "over", "closed"]


class Conflict(Exception):
    """Somebody else appended first: the log of the table no longer ends where the caller thought."""

    def __init__(self, table: str, after: int) -> None:
        super().__init__(f"the log of table {table!r} does not end at {after}")
        self.table = table
        self.after = after


class UnknownTable(Exception):
    """No table has this id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"no table {table!r}")
        self.table = table


class Taken(Exception):
    """Another table or seat has this id, code, token or link already: draw another one."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the {what} is taken")
        self.what = what


class Unavailable(Exception):
    """The store cannot store or read now (disk full, database gone): nothing was answered, ask again later."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Stored:
    """One fact of a log as stored: `seq` counts from 1 without gaps, `at` is UTC."""

    seq: int
    at: datetime
    command: str | None
    line: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """What stands beside a log: the ordinary data of a table.

    `code` is the short lobby code, None once the table has started; `join_token` and `watch_token` make the links;
    `host` is the digest of the host's device token; `sealed_seed` is the dice seed encrypted under the server key.
    `touched_at` is read as the moment of the last fact if that is later.
    """

    id: str
    created_at: datetime
    touched_at: datetime
    state: TableState
    code: str | None
    join_token: str
    watch_token: str
    host: str
    sealed_seed: bytes
    settings: Mapping[str, str | int | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: a person's name and device digest, or a computer player's id.

    `share` is the seat's 16 bytes of the dice seed, sealed under the server key and published at the start; `link` is
    the digest of the personal link.
    """

    table: str
    seat: int
    name: str
    bot: str | None
    device: str | None
    link: str | None
    share: bytes
    language: str


@dataclass(frozen=True, slots=True)
class Batch:
    """One command's facts, all stored or none: `lines`, at least one, go to seq after+1, after+2, …

    `seats` are inserted or replaced and `row`, if given, replaces the table's row, in the same transaction. `command`
    is the client's id of the command, kept with each of its facts. `deadline`, if given, replaces the table's.
    """

    table: str
    after: int
    lines: Sequence[str]
    at: datetime
    command: str | None = None
    seats: Sequence[SeatRow] = ()
    row: TableRow | None = None
    deadline: Deadline | None = None


class Store(Protocol):
    """The append-only logs of all tables and the ordinary tables beside them."""

    @property
    def records(self) -> RecordStore:
        """What is kept of finished games."""

    @property
    def deadlines(self) -> Deadlines:
        """When tables are to be looked at."""

    @property
    def presence(self) -> PresenceRows | None:
        """What processes tell each other of who is here; None where one process uses the store."""

    async def ping(self) -> None:
        """Unavailable unless the store answers."""

    async def create(self, row: TableRow, batch: Batch) -> int:
        """Store a new table with its first facts (`batch.after` is 0, `batch.row` None) and give its version.

        Taken if another table has its id, code or a token.
        """

    async def append(self, batch: Batch) -> int:
        """Store the facts durably and give the new version; Conflict unless the log ends at `after`.

        Conflict also if the table has facts of this command already (ask `answered`); UnknownTable, Taken.
        """

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        """The facts after `after`, in order; UnknownTable if there is no such table."""

    async def news(self, table: str, after: int = 0) -> tuple[list[Stored], TableRow]:
        """What `read` and `table` give, in one."""

    async def answered(self, table: str, command: str) -> int | None:
        """The version after the facts of a command already stored, or None."""

    async def table(self, table: str) -> TableRow:
        """The row of a table; UnknownTable if there is none."""

    async def by_code(self, code: str) -> TableRow | None:
        """The waiting lobby with this short code."""

    async def by_join_token(self, token: str) -> TableRow | None:
        """The table this join link belongs to."""

    async def by_watch_token(self, token: str) -> TableRow | None:
        """The table this spectators' link belongs to."""

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table in seat order."""

    async def seat_by_link(self, link: str) -> SeatRow | None:
        """The seat whose personal link has this digest."""

    async def tables_of(self, device: str, states: Sequence[TableState]) -> list[TableRow]:
        """The tables where this device hosts or sits, latest touched first."""

    async def in_state(self, states: Sequence[TableState], touched_before: datetime | None = None) -> list[TableRow]:
        """All tables in one of these states, optionally only those not touched since a moment."""

    async def save(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """Replace a table's row, and insert or replace seats, without adding facts; UnknownTable, Taken."""

    async def close(self) -> None:
        """Finish what is being written and let go of the database."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A table that has rung, and its version as whoever rang knew it: a hint; None where the store is to be asked."""

    table: str
    version: int | None = None

    def with_later(self, other: "Ring") -> "Ring":
        """This ring and another of the same table as one: the higher version, unless the store is to be asked."""
        if self.version is None or other.version is None:
            return Ring(self.table)
        return self if self.version >= other.version else other


class Ear(Protocol):
    """One listener of the bell."""

    async def wait(self, seconds: float) -> Ring | None:
        """A table that rang since the last call, once however often, or None after that many seconds."""


class Bell(Protocol):
    """Tells that a table is at a version; decides nothing. `is_connected`: other processes, if any, hear it now."""

    is_connected: bool

    async def ring(self, table: str, version: int | None = None) -> None:
        """Wake everybody who listens to this table or to all; never waits for the network."""

    def rouse(self) -> None:
        """Wake everybody here who listens to one table, as if it had rung: rings may have been lost."""

    def listen(self, table: str | None = None) -> AbstractAsyncContextManager[Ear]:
        """Listen to one table, or to all of them."""


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> datetime:
        """The present moment in UTC."""

    def monotonic(self) -> float:
        """Seconds that only ever go on, whatever the clock is set to."""


class Chance(Protocol):
    """Where secrets come from."""

    def secret(self, size: int) -> bytes:
        """That many unpredictable bytes."""


class Vault(Protocol):
    """Seals, under a key kept elsewhere, what must not be read from the database alone."""

    def seal(self, secret: bytes) -> bytes:
        """The secret, encrypted and authenticated."""

    def unseal(self, sealed: bytes) -> bytes:
        """The secret again; raises ValueError if it was altered or sealed under another key."""

    def sign(self, text: str) -> str:
        """The text with a signature appended, safe in a cookie."""

    def signed(self, value: str) -> str | None:
        """The text whose signature is right, or None."""
