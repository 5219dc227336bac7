"""What a table needs done when no person does it: computer moves, stand-ins, the closing (RULES.md S11).

Pure: looks at a view, and at who is here, and answers what is due when.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from kosci.service.forgetting import is_vacant
from kosci.service.presence import Presence
from kosci.service.view import View

PACES = {"slow": timedelta(seconds=2), "normal": timedelta(seconds=0.9), "at_once": timedelta(0)}
UNDO_WAIT = timedelta(seconds=3)  # a computer leaves a person this long to take an entry back
CLOSING_WAIT = timedelta(seconds=10)  # the last entry of a game can be taken back this long
REAL_CLOSING_WAIT = timedelta(minutes=30)  # with real dice any entry can be corrected this long


@dataclass(frozen=True, slots=True)
class BotMove:
    """The computer player that acts for this seat is to move."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Replace:
    """A computer is to stand in for the person of this seat, who is absent or whose time is up."""

    seat: int


@dataclass(frozen=True, slots=True)
class PassTurn:
    """The turn of the person of this seat, who is absent or whose time is up, is to be passed over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """The finished table is to be closed."""


@dataclass(frozen=True, slots=True)
class Vacate:
    """The seats of people who have deleted everything are to be given up."""


@dataclass(frozen=True, slots=True)
class Look:
    """Whether the person to move is still here is to be looked at again."""


Duty = BotMove | Replace | PassTurn | Close | Vacate | Look


@dataclass(frozen=True, slots=True)
class Due:
    """A duty and when it falls due, for the table at this version."""

    at: datetime
    duty: Duty
    version: int


def due(view: View, presence: Presence) -> Due | None:
    """What the table will need next if nobody acts."""
    settled = _settled(view)
    if settled is not None:
        return settled
    seat = _waited_for(view)
    if seat is None:
        return None
    found = (_due_by_clock(view, seat), _due_for_absent(view, seat, presence))
    return min((one for one in found if one is not None), key=lambda one: one.at, default=None)


def looked_at(view: View) -> datetime | None:
    """When the table is to be looked at if nothing happens: by the log alone, whoever is here.

    While a turn lasts it stays the same, so that it need not be stored with each roll.
    """
    settled = _settled(view)
    if settled is not None:
        return settled.at
    seat = _waited_for(view)
    if seat is None:
        return None
    times = (turn_ends(view), view.turn_since + _patience(view) if _is_watched(view, seat) else None)
    return min((at for at in times if at is not None), default=None)


def turn_ends(view: View) -> datetime | None:
    """When the time of the person to move is up; None where no clock runs."""
    table = view.table
    seat, seconds = _waited_for(view), table.settings.turn_seconds
    if seat is None or not seconds or table.is_over or table.seats[seat].acting_bot is not None:
        return None
    return view.turn_since + timedelta(seconds=seconds * (1 + len(table.extended)))


def _settled(view: View) -> Due | None:
    """What is due whoever is here."""
    table = view.table
    if is_vacant(view):
        return Due(view.since, Vacate(), view.version)
    if table.seed is not None or table.play is None:
        return None
    if table.is_over:
        return Due(view.since + (REAL_CLOSING_WAIT if table.settings.is_real else CLOSING_WAIT), Close(), view.version)
    seat = table.mover
    bot = None if seat is None else table.seats[seat].acting_bot
    if seat is None or bot is None:
        return None
    wait = PACES[table.settings.pace]
    if table.undoable is not None and table.seats[table.undoable[0]].acting_bot is None:
        wait = max(wait, UNDO_WAIT)
    return Due(view.since + wait, BotMove(seat, bot), view.version)


def _waited_for(view: View) -> int | None:
    """The seat of the person whom the game waits for; with real dice nobody has to be connected."""
    table = view.table
    if table.seed is not None or table.play is None or table.settings.is_real:
        return None
    return table.mover


def _is_watched(view: View, seat: int) -> bool:
    """Whether something happens where the person of the seat is away: somebody else has to be there to wait."""
    device = view.seats[seat].device
    return view.table.settings.away != "wait" and device is not None and bool(_others(view, device))


def _due_by_clock(view: View, seat: int) -> Due | None:
    """Whose time is up is like somebody away: where nobody is to play for the absent, the turn is passed."""
    ends = turn_ends(view)
    duty = Replace(seat) if view.table.settings.away == "bot" else PassTurn(seat)
    return None if ends is None else Due(ends, duty, view.version)


def _due_for_absent(view: View, seat: int, presence: Presence) -> Due | None:
    device = view.seats[seat].device
    if device is None or not _is_watched(view, seat):
        return None
    patience = _patience(view)
    if presence.is_here(view.id, device):
        return Due(presence.now() + patience, Look(), view.version)
    if not any(presence.away_for(view.id, other) < patience for other in _others(view, device)):
        return None  # nobody waits
    duty = Replace(seat) if view.table.settings.away == "bot" else PassTurn(seat)
    return Due(max(presence.last_seen(view.id, device), view.since) + patience, duty, view.version)


def _patience(view: View) -> timedelta:
    return timedelta(seconds=view.table.settings.away_after)


def _others(view: View, device: str) -> set[str]:
    """The devices of the other people who are still in the game."""
    left = view.table.play.position.left if view.table.play else ()
    staying = (row.device for row in view.seats if not left[row.seat])
    return {other for other in staying if other is not None and other != device}
