"""Which turn of its own each seat is at, over the facts of a table: the numbers before the names.

No text is read or written here.
"""

from dataclasses import dataclass, replace

from kosci.engine.game import Passed, Rolled
from kosci.engine.moves import Bank, Score
from kosci.engine.scorecard import SheetPosition
from kosci.table.facts import Fact, Played, Undone
from kosci.table.table import Table


@dataclass(frozen=True, slots=True)
class Turns:
    """How many turns each seat has behind it; `before` the last entry, which may be taken back."""

    finished: tuple[int, ...]
    before: tuple[int, ...]

    @classmethod
    def none(cls, seats: int) -> "Turns":
        """Before the first turn."""
        return cls((0,) * seats, (0,) * seats)

    def of(self, seat: int) -> int:
        """The number of the turn that the seat is at, from 1."""
        return self.finished[seat] + 1

    def after(self, table: Table, fact: Fact, then: Table) -> "Turns":
        """The turns after a fact that led from one table to the other."""
        if isinstance(fact, Undone):
            return replace(self, finished=self.before)
        if not _has_ended_turn(table, fact, then):
            return self
        seat = table.mover
        finished = tuple(count + (at == seat) for at, count in enumerate(self.finished))
        return Turns(finished, self.finished)


def _has_ended_turn(table: Table, fact: Fact, then: Table) -> bool:
    match fact:
        case Played(_, Score() | Bank()) | Passed():
            return True
        case Rolled():
            return table.running.position.contest is None and not _lies(then)
        case _:
            return False


def _lies(table: Table) -> bool:
    """Whether dice lie of a turn that goes on."""
    position = table.running.position
    if isinstance(position, SheetPosition):
        return bool(position.rolls_used)
    return bool(position.roll)
