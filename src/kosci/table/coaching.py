"""Who has had advice at a table, for whom it stands now, and the last choice each made with it.

Values of moves are known elsewhere; here stands only who may see them.
"""

from dataclasses import dataclass, replace

from kosci.engine.moves import Move
from kosci.variants import Position


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice that a seat made with advice at hand: the position it was made in, and the move."""

    seat: int
    position: Position
    move: Move


@dataclass(frozen=True, slots=True)
class Coaching:
    """The advice of one game so far; `asked` is the seat that asked for what is to be decided now."""

    seats: frozenset[int] = frozenset()
    asked: int | None = None
    last: tuple[Judged, ...] = ()

    def after_advised(self, seat: int) -> "Coaching":
        """Advice shown to the seat."""
        return replace(self, seats=self.seats | {seat}, asked=seat)

    def after_choice(self, seat: int, judged: Judged | None) -> "Coaching":
        """A choice of the seat, with advice or without."""
        return replace(self, asked=None, last=(*self._of_others(seat), *([judged] if judged else ())))

    def after_event(self) -> "Coaching":
        """Anything else that changed what is to be decided."""
        return replace(self, asked=None) if self.asked is not None else self

    def last_of(self, seat: int) -> Judged | None:
        """The last choice of the seat, if it was made with advice."""
        return next((judged for judged in self.last if judged.seat == seat), None)

    def _of_others(self, seat: int) -> tuple[Judged, ...]:
        return tuple(judged for judged in self.last if judged.seat != seat)
