"""What a table needs done when no person does it: computer moves, stand-ins, the closing (RULES.md S11).

Pure: looks at a view and at times, and answers what is due when.
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
    """A computer is to stand in for the absent person of this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class PassTurn:
    """The turn of the absent person of this seat is to be passed over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """The finished table is to be closed."""


@dataclass(frozen=True, slots=True)
class Vacate:
    """The seats of people who have deleted everything are to be given up."""


Duty = BotMove | Replace | PassTurn | Close | Vacate


@dataclass(frozen=True, slots=True)
class Due:
    """A duty and when it falls due, for the table at this version."""

    at: datetime
    duty: Duty
    version: int


def due(view: View, since: datetime, presence: Presence) -> Due | None:
    """What the table will need next if nobody acts, given that it is as it is since a moment."""
    table = view.table
    if is_vacant(view):
        return Due(since, Vacate(), view.version)
    if table.seed is not None or table.play is None:
        return None
    if table.is_over:
        return Due(since + (REAL_CLOSING_WAIT if table.settings.is_real else CLOSING_WAIT), Close(), view.version)
    if table.settings.is_real:
        return None  # nobody has to be connected who rolls by hand
    seat = table.mover
    if seat is None:
        return None
    bot = table.seats[seat].acting_bot
    if bot is not None:
        wait = PACES[table.settings.pace]
        if table.undoable is not None and table.seats[table.undoable[0]].acting_bot is None:
            wait = max(wait, UNDO_WAIT)
        return Due(since + wait, BotMove(seat, bot), view.version)
    return _due_for_absent(view, seat, since, presence)


def _due_for_absent(view: View, seat: int, since: datetime, presence: Presence) -> Due | None:
    settings = view.table.settings
    device = view.seats[seat].device
    if settings.away == "wait" or device is None or presence.is_here(view.id, device):
        return None
    patience = timedelta(seconds=settings.away_after)
    if not any(presence.away_for(view.id, other) < patience for other in _others(view, device)):
        return None  # nobody waits
    duty = Replace(seat) if settings.away == "bot" else PassTurn(seat)
    return Due(max(presence.last_seen(view.id, device), since) + patience, duty, view.version)


def _others(view: View, device: str) -> set[str]:
    """The devices of the other people who are still in the game."""
    left = view.table.play.position.left if view.table.play else ()
    staying = (row.device for row in view.seats if not left[row.seat])
    return {other for other in staying if other is not None and other != device}
