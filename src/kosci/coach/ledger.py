"""The ledger: a game taken apart into the luck of every roll and the cost of every decision.

What was expected at the start and luck less costs is what came of it, to the last bit: every step of a game is one or
the other, and both are differences of one value (THEORY: telescoping). Judges playing for points, never for winning.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

from kosci.coach.judging import Unit
from kosci.engine.dice import Dice
from kosci.engine.game import Event
from kosci.engine.moves import Move, Score
from kosci.engine.scorecard import SheetPosition
from kosci.variants import Position

Key = TypeVar("Key")
Quit = Literal["pass", "leave", "end"]


@dataclass(frozen=True, slots=True)
class Step:
    """An event that counts, between two positions: the number of its fact, and the computer that stood in, if any.

    `lying` is, of a turn that was only told, the position in which its last dice lay, where they are known.
    """

    seq: int
    before: Position
    event: Event
    after: Position
    by: str | None = None
    lying: SheetPosition | None = None


@dataclass(frozen=True, slots=True)
class Luck:
    """What a roll brought: the value after it less the mean before it, turned so that more is better.

    `dice` are all that lie after it. Without faces it is what a turn passed over brought: with dice that fit nowhere,
    no entry may be the best. A whole turn is luck and keeps together: of a turn that was only told its end is known,
    and the `row` it was written in.
    """

    seq: int
    turn: int
    number: int
    faces: tuple[int, ...]
    dice: Dice
    before: float
    after: float
    luck: float
    is_whole_turn: bool = False
    row: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice and what it cost against the best; `best` are the moves that share the first place in its position.

    `row` is the row that was written; a pass, a leaving and an early end are decisions too, and `move` is then what
    was done instead of playing on. Of a whole turn nobody knows after which roll it was made.
    """

    seq: int
    turn: int
    position: Position
    move: Move | Quit
    best: tuple[Move, ...]
    before: float
    after: float
    cost: float
    is_open: bool
    by: str | None = None
    is_whole_turn: bool = False

    @property
    def dice(self) -> Dice:
        """The dice that lay."""
        return self.position.dice if isinstance(self.position, SheetPosition) else self.position.roll

    @property
    def row(self) -> str | None:
        """The row that was written, if one was."""
        return self.move.row if isinstance(self.move, Score) else None


Entry = Luck | Decision


@dataclass(frozen=True, slots=True)
class Ledger:
    """One seat's game: `now` is what came of it, or what may be expected while the game goes on.

    In points it is the final total, in turns those used, which are `spent`, and those still needed.
    """

    seat: int
    unit: Unit
    sign: int
    start: float
    now: float
    entries: tuple[Entry, ...]
    spent: int = 0

    @property
    def luck(self) -> float:
        """The luck of all rolls."""
        return sum(entry.luck for entry in self.entries if isinstance(entry, Luck))

    @property
    def cost(self) -> float:
        """The cost of all decisions."""
        return sum(decision.cost for decision in self.decisions)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, Decision))

    @property
    def rolls(self) -> tuple[Luck, ...]:
        """The rolls in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, Luck))

    def by_turn(self) -> dict[int, tuple[float, float]]:
        """Luck and cost of each turn, from turn 1 on."""
        return self._summed((entry.turn, entry) for entry in self.entries)

    def by_row(self) -> dict[str, tuple[float, float]]:
        """Luck and cost of the turns that wrote each row; turns that wrote none stand under an empty name."""
        rows = {entry.turn: entry.row for entry in self.entries if entry.row is not None}
        return self._summed((rows.get(entry.turn, ""), entry) for entry in self.entries)

    def _summed(self, entries: Iterable[tuple[Key, Entry]]) -> dict[Key, tuple[float, float]]:
        sums: dict[Key, tuple[float, float]] = {}
        for key, entry in entries:
            luck, cost = sums.get(key, (0.0, 0.0))
            if isinstance(entry, Luck):
                sums[key] = luck + entry.luck, cost
            else:
                sums[key] = luck, cost + entry.cost
        return sums
