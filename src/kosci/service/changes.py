"""What a command would change: facts for the log, and the seats and row beside it.

Pure: each function looks at a view and answers, nothing is stored here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kosci.engine.moves import Move
from kosci.service.errors import ServiceError
from kosci.service.names import clean_name
from kosci.service.ports import SeatRow, TableRow, TableState
from kosci.service.view import Device, View
from kosci.table import Draw, Fact, Table, fair
from kosci.table.series import parse_sequel, players_of, starter


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Who is to sit: a person's name, or a computer player; `share` is the person's part of the dice seed.

    `device` is the person's where it is not that of whoever seats them.
    """

    name: str = ""
    bot: str | None = None
    share: bytes | None = None
    language: str = "pl"
    device: Device | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """The facts to append, the seats to store with them, and the table after them where it is at hand."""

    facts: Sequence[Fact]
    seats: Sequence[SeatRow] = ()
    after: Table | None = None


def checked_share(share: bytes | None) -> bytes | None:
    """The share; ServiceError unless it has the right size."""
    if share is not None and len(share) != fair.SHARE_BYTES:
        message = f"a share has {fair.SHARE_BYTES} bytes, not {len(share)}"
        raise ServiceError("bad-share", message, given=len(share), most=fair.SHARE_BYTES)
    return share


def joining(
    view: View, new: NewSeat, device: Device | None, drawn_share: bytes, seal: Callable[[bytes], bytes]
) -> Change:
    """The next seat taken; at a locked table only as the host seats somebody. The share is kept sealed."""
    if view.is_locked and device is not None and not view.is_host(device):
        raise ServiceError("table-locked", "the host lets nobody else sit down at this table")
    name = "" if new.bot else clean_name(new.name, [seat.name for seat in view.seats if not seat.bot])
    share = checked_share(new.share) or drawn_share
    facts = view.table.join(fair.share_digest(share), drawn=new.share is None, bot=new.bot)
    seat = len(view.seats)
    return Change(facts, [SeatRow(view.id, seat, name, new.bot, device, None, seal(share), new.language)])


def unseating(view: View, seat: int) -> Change:
    """A seat given up in the lobby: those behind it move up, and the last row is emptied."""
    facts = view.table.leave(seat)
    moved = [replace(row, seat=row.seat - 1, link=None) for row in view.seats if row.seat > seat]
    emptied = SeatRow(view.id, len(view.seats) - 1, "", None, None, None, bytes(fair.SHARE_BYTES), "")
    return Change(facts, [*moved, emptied])


def starting(view: View, shares: Sequence[bytes], draw: Draw) -> Change:
    """The game begun with everybody who sits; two or more are within the variant's range, or one practises.

    In a series it is settled who begins, from its second game on (C3).
    """
    sequel = parse_sequel(view.row.settings)
    first = starter(sequel, players_of(view.table, sequel))
    return Change(view.table.start(shares, draw, first))


def moving(view: View, seat: int, move: Move, places: tuple[int, ...], draw: Draw) -> Change:
    """A move; a person whose seat a computer keeps comes back with it (S11)."""
    facts: list[Fact] = []
    table = view.table
    if 0 <= seat < len(table.seats) and table.seats[seat].stand_in is not None:
        facts = table.bring_back(seat)
        table = advanced(table, facts)
    moved, after = table.moved(seat, move, draw, places)
    return Change([*facts, *moved], after=after)


def advanced(table: Table, facts: Sequence[Fact]) -> Table:
    """The table after these facts."""
    for fact in facts:
        table = table.after(fact)
    return table


def state_of(table: Table) -> TableState:
    """The state that a table's log has brought it to."""
    if table.seed is not None:
        return "closed"
    if table.play is None:
        return "lobby"
    return "over" if table.is_over else "running"


def row_after(row: TableRow, table: Table) -> TableRow | None:
    """The table's row where the facts changed it: its state, and no code once it has started."""
    state = state_of(table)
    if state == row.state:
        return None
    return replace(row, state=state, code=row.code if state == "lobby" else None)
