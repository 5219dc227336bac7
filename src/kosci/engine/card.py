"""A player's sheet as a value: its rows, what is written in them, the extras earned.

Which rows may be written, and for what, is decided in `entries`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from kosci.engine.dice import Dice, rolls
from kosci.engine.patterns import Pattern

Section = Literal["upper", "lower"]
Pays = int | Literal["sum", "matched"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its pattern, what it pays when met (S5), and what it gives as a joker (J3)."""

    id: str
    section: Section
    pattern: Pattern
    pays: Pays
    joker: int | None = None

    def is_met(self, dice: Dice) -> bool:
        """Whether the dice meet the row's demand."""
        return self.pattern.matched(dice) is not None

    def natural(self, dice: Dice) -> int:
        """What the dice give here without a joker: 0 where the demand is not met (S4)."""
        matched = self.pattern.matched(dice)
        if matched is None:
            return 0
        if self.pays == "sum":
            return sum(dice)
        return sum(matched) if self.pays == "matched" else self.pays


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on one sheet: a value or None a row, extras earned, turns passed over (S11)."""

    values: tuple[int | None, ...]
    extras: int = 0
    passed: int = 0

    @property
    def filled(self) -> int:
        """How many rows are written."""
        return len(self.values) - self.values.count(None)

    def with_value(self, at: int, points: int, extras: int) -> "Card":
        """The card with these points in the row at this position and so many extras in all."""
        return replace(self, values=(*self.values[:at], points, *self.values[at + 1 :]), extras=extras)


@dataclass(frozen=True, slots=True)
class Entry:
    """One legal way to write a hand: the row, its points, the extra it brings, whether it is used as a joker."""

    row: str
    points: int
    extra: int = 0
    joker: bool = False


@dataclass(frozen=True, slots=True)
class Bonus:
    """How the upper bonus stands: sum, threshold, difference to three of each written face, what is certain."""

    upper: int
    at: int
    pays: int
    against_par: int
    is_earned: bool
    is_lost: bool


@cache
def possible_values(row: Row) -> tuple[int, ...]:
    """Every value the row can hold, ascending; 0 may always stand (S4)."""
    values = {0} | {row.natural(dice) for dice, _ in rolls(5)}
    return tuple(sorted(values | ({row.joker} if row.joker is not None else set())))


def own_upper_row(rows: Sequence[Row], face: int) -> int | None:
    """The position of the upper row of this face, if the sheet has one."""
    alike = (face,) * 5
    found = (i for i, row in enumerate(rows) if row.section == "upper" and row.is_met(alike))
    return next(found, None)
