"""A table as it stands: who sits, what is played, what may be done about it.

Changes nothing; how facts change it stands in `transitions`.
"""

from dataclasses import dataclass, field

from kosci.engine.errors import IllegalMoveError
from kosci.engine.game import Awaiting, Moved, Over, ToMove
from kosci.table import refold
from kosci.table.coaching import Coaching
from kosci.table.errors import TableError
from kosci.table.play import Play
from kosci.table.settings import Settings
from kosci.variants import Rules


@dataclass(frozen=True, slots=True)
class Seat:
    """A taken seat: the digest of its share, and whether the server drew it.

    `bot` is the computer player that has the seat, `stand_in` the one that acts for its person.
    """

    digest: str
    drawn: bool
    bot: str | None = None
    stand_in: str | None = None

    @property
    def acting_bot(self) -> str | None:
        """The computer player that acts for the seat now, if one does."""
        return self.bot or self.stand_in


@dataclass(frozen=True, slots=True)
class Standing:
    """A table after its facts so far; `version` counts them, `moved_at` is the version of the last event.

    `turn_at` is the version with which the turn under way began, `extended` are the seats that gave it more time.
    `play` is None in the lobby; `rolls` counts the Rolled facts, also of rolls since taken back.
    """

    game: Rules
    commitment: str
    settings: Settings
    seats: tuple[Seat, ...] = ()
    shares: tuple[bytes, ...] = ()
    play: Play | None = None
    rolls: int = 0
    seed: bytes | None = None
    version: int = 1
    moved_at: int = 1
    turn_at: int = 1
    extended: tuple[int, ...] = ()
    coaching: Coaching = field(default_factory=Coaching)
    is_continued: bool = False

    @property
    def running(self) -> Play:
        """The game under way; TableError in the lobby or after the table was closed."""
        if self.play is None:
            raise TableError("not-started", "the game has not started yet")
        if self.seed is not None:
            raise TableError("table-closed", "the table is closed")
        return self.play

    @property
    def awaiting(self) -> Awaiting | None:
        """What the game waits for, or None in the lobby."""
        return None if self.play is None else self.play.awaiting

    @property
    def mover(self) -> int | None:
        """The seat that is to act, or None."""
        awaiting = self.awaiting
        return None if awaiting is None or isinstance(awaiting, Over) else awaiting.seat

    @property
    def is_begun(self) -> bool:
        """Whether it is settled who starts."""
        return self.play is not None and self.play.position.contest is None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; its last entry may still be taken back until the table is closed."""
        return isinstance(self.awaiting, Over)

    @property
    def undoable(self) -> tuple[int, int] | None:
        """The seat and fact number of the entry that may be taken back now, or None.

        At a real-dice table also a told roll, and whoever begins, as often as there is anything left.
        """
        if self.play is None or self.seed is not None:
            return None
        if self.settings.is_real:
            told = refold.last_told(self.play)
            return None if told is None else (refold.seat_of(told.event) or 0, told.seq)
        if not self.settings.undo:
            return None
        entry = self.play.last_entry
        return (entry.event.seat, entry.seq) if entry and isinstance(entry.event, Moved) else None

    @property
    def is_choosing(self) -> bool:
        """Whether dice lie of which the seat to move chooses what to do."""
        return self.play is not None and bool(self.play.faces) and isinstance(self.play.awaiting, ToMove)

    @property
    def advised(self) -> int | None:
        """The seat that may see now what its moves are worth."""
        mover = self.mover
        if mover is None or self.seed is not None or not self.is_choosing or self.seats[mover].acting_bot is not None:
            return None
        is_always = self.settings.coach == "always"
        return mover if is_always or self.coaching.asked == mover else None

    @property
    def coached(self) -> frozenset[int]:
        """The seats that have had advice in this game, or have it always: their results stand apart."""
        if self.play is not None and self.settings.coach == "always":
            return frozenset(number for number, seat in enumerate(self.seats) if seat.bot is None)
        return self.coaching.seats

    def check_seat(self, seat: int) -> None:
        """IllegalMoveError unless the table has this seat."""
        if not 0 <= seat < len(self.seats):
            raise IllegalMoveError("no-seat", f"there is no seat {seat}", seat=seat)

    def checked_real(self) -> Play:
        """The game under way, at a table of people who roll by hand; TableError at others."""
        if not self.settings.is_real:
            raise TableError("dice-drawn", "the dice of this table are drawn: nothing is told of them")
        return self.running
