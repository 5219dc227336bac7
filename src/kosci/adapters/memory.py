"""The store in memory: for tests, and for tables that need not outlive the process.

Never shares a value that its caller could change.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from kosci.adapters.memory_duties import MemoryDeadlines, MemoryPresence
from kosci.adapters.memory_records import MemoryRecords
from kosci.adapters.rows import check_batch, check_new, check_saved, latest_first
from kosci.adapters.schema import utc
from kosci.service.ports import (
    Batch,
    Conflict,
    SeatRow,
    Stored,
    TableRow,
    TableState,
    Taken,
    Unavailable,
    UnknownTable,
)
from kosci.service.record_ports import NOBODY


class MemoryStore:
    """All tables in dictionaries; no await stands between looking and writing, so each command is whole."""

    def __init__(self) -> None:
        self._rows: dict[str, TableRow] = {}
        self._facts: dict[str, list[Stored]] = {}
        self._seats: dict[str, dict[int, SeatRow]] = {}
        self._closed = False
        self.records = MemoryRecords(self._rows, self._seats)
        self.deadlines = MemoryDeadlines(self._rows)
        self.presence = MemoryPresence(self._is_at)

    async def ping(self) -> None:
        """Unavailable once the store is closed."""
        self._check_open()

    async def create(self, row: TableRow, batch: Batch) -> int:
        """Store a new table with its first facts."""
        self._check_open()
        check_new(row, batch)
        if row.id in self._rows:
            raise Taken("id")
        self._check_free(row)
        seats = self._seats_with(batch.seats, row.id)
        self._facts[row.id] = []
        return self._put(batch, row, seats)

    async def append(self, batch: Batch) -> int:
        """Store the facts, if the log still ends where the caller thought."""
        self._check_open()
        check_batch(batch)
        facts = self._facts_of(batch.table)
        is_known = batch.command is not None and any(fact.command == batch.command for fact in facts)
        if len(facts) != batch.after or is_known:
            raise Conflict(batch.table, batch.after)
        if batch.row is not None:
            self._check_free(batch.row)
        seats = self._seats_with(batch.seats, batch.table)
        return self._put(batch, batch.row or self._rows[batch.table], seats)

    async def save(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """Replace a table's row and put seats."""
        self._check_open()
        check_saved(row, seats)
        self._facts_of(row.id)
        self._check_free(row)
        self._seats[row.id] = self._seats_with(seats, row.id)
        self._keep_row(row)

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        """The facts after `after`."""
        self._check_open()
        return self._facts_of(table)[max(after, 0) :]

    async def news(self, table: str, after: int = 0) -> tuple[list[Stored], TableRow]:
        """The facts after `after`, and the table's row."""
        return await self.read(table, after), await self.table(table)

    async def answered(self, table: str, command: str) -> int | None:
        """The version after the facts of a command, or None."""
        self._check_open()
        return max((fact.seq for fact in self._facts.get(table, ()) if fact.command == command), default=None)

    async def table(self, table: str) -> TableRow:
        """The row of a table."""
        self._check_open()
        self._facts_of(table)
        return self._touched(self._rows[table])

    async def by_code(self, code: str) -> TableRow | None:
        """The waiting lobby with this short code."""
        return self._only(lambda row: row.code == code and row.state == "lobby")

    async def by_join_token(self, token: str) -> TableRow | None:
        """The table of a join link."""
        return self._only(lambda row: row.join_token == token)

    async def by_watch_token(self, token: str) -> TableRow | None:
        """The table of a spectators' link."""
        return self._only(lambda row: row.watch_token == token)

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table."""
        self._check_open()
        return [seat for _, seat in sorted(self._seats.get(table, {}).items())]

    async def seat_by_link(self, link: str) -> SeatRow | None:
        """The seat of a personal link."""
        self._check_open()
        return next((seat for seat in self._all_seats() if seat.link == link), None)

    async def tables_of(self, device: str, states: Sequence[TableState]) -> list[TableRow]:
        """The tables of a device, latest touched first."""
        sits = {seat.table for seat in self._all_seats() if seat.device == device}
        return latest_first(self._all(lambda row: row.state in states and (row.host == device or row.id in sits)))

    async def in_state(self, states: Sequence[TableState], touched_before: datetime | None = None) -> list[TableRow]:
        """All tables in these states."""
        rows = self._all(lambda row: row.state in states)
        return rows if touched_before is None else [row for row in rows if row.touched_at < touched_before]

    async def close(self) -> None:
        """Answer nothing more."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the store is closed")

    def _facts_of(self, table: str) -> list[Stored]:
        facts = self._facts.get(table)
        if facts is None:
            raise UnknownTable(table)
        return facts

    def _check_free(self, row: TableRow) -> None:
        for other in self._rows.values():
            if other.id == row.id:
                continue
            if row.code is not None and row.code == other.code:
                raise Taken("code")
            if row.join_token == other.join_token:
                raise Taken("join_token")
            if row.watch_token == other.watch_token:
                raise Taken("watch_token")

    def _seats_with(self, seats: Sequence[SeatRow], table: str) -> dict[int, SeatRow]:
        taken = {seat.link: (seat.table, seat.seat) for seat in self._all_seats()} if seats else {}
        changed = dict(self._seats.get(table, {}))
        for seat in seats:
            if seat.seat in changed:
                taken.pop(changed[seat.seat].link, None)
            if seat.link is not None and taken.setdefault(seat.link, (table, seat.seat)) != (table, seat.seat):
                raise Taken("link")
            changed[seat.seat] = seat
        return changed

    def _is_at(self, table: str, device: str) -> bool:
        """Whether this device hosts or sits at the table."""
        row = self._rows.get(table)
        sitting = {seat.device for seat in self._seats.get(table, {}).values()}
        return row is not None and device in {row.host, *sitting}

    def _all_seats(self) -> Iterator[SeatRow]:
        return (seat for seats in self._seats.values() for seat in seats.values())

    def _put(self, batch: Batch, row: TableRow, seats: dict[int, SeatRow]) -> int:
        at = utc(batch.at)
        facts = self._facts[batch.table]
        facts.extend(Stored(seq, at, batch.command, line) for seq, line in enumerate(batch.lines, batch.after + 1))
        self._seats[batch.table] = seats
        self._keep_row(row)
        if batch.deadline is not None:
            self.deadlines.put(batch.table, batch.deadline, len(facts))
        return len(facts)

    def _keep_row(self, row: TableRow) -> None:
        known = self._rows.get(row.id)
        is_erased = known is not None and known.host == NOBODY
        self._rows[row.id] = _stored(replace(row, host=NOBODY) if is_erased else row)

    def _touched(self, row: TableRow) -> TableRow:
        last = self._facts[row.id][-1].at
        return replace(row, touched_at=max(row.touched_at, last), settings=dict(row.settings))

    def _all(self, is_meant: Callable[[TableRow], bool]) -> list[TableRow]:
        self._check_open()
        return [self._touched(row) for row in self._rows.values() if is_meant(row)]

    def _only(self, is_meant: Callable[[TableRow], bool]) -> TableRow | None:
        return next(iter(self._all(is_meant)), None)


def _stored(row: TableRow) -> TableRow:
    return replace(row, created_at=utc(row.created_at), touched_at=utc(row.touched_at), settings=dict(row.settings))
