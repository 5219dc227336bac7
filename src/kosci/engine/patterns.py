"""The vocabulary of row patterns: which dice of a hand meet a row's demand.

A pattern knows nothing of points, jokers or sheets.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kosci.engine.dice import FACES, Dice, is_part, without


@dataclass(frozen=True, slots=True)
class Face:
    """At least one die of this face; all of them match."""

    face: int

    def matched(self, dice: Dice) -> Dice | None:
        """The dice of the face, or None."""
        return tuple(die for die in dice if die == self.face) or None


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of equal dice of these sizes, each of another face; the highest faces match first."""

    sizes: tuple[int, ...]

    def matched(self, dice: Dice) -> Dice | None:
        """The dice of the groups, or None where there is no such hand."""
        found: Dice = ()
        rest = dice
        for size in self.sizes:
            face = next((f for f in reversed(FACES) if rest.count(f) >= size), None)
            if face is None:
                return None
            found += (face,) * size
            rest = tuple(die for die in rest if die != face)
        return found


@dataclass(frozen=True, slots=True)
class Straight:
    """At least so many consecutive faces; other dice may repeat them or stand apart."""

    length: int

    def matched(self, dice: Dice) -> Dice | None:
        """The highest such run, or None."""
        for low in range(7 - self.length, 0, -1):
            run = tuple(range(low, low + self.length))
            if set(run) <= set(dice):
                return run
        return None


@dataclass(frozen=True, slots=True)
class Exactly:
    """Just these dice and no others."""

    dice: Dice

    def matched(self, dice: Dice) -> Dice | None:
        """All the dice, or None."""
        return dice if is_part(self.dice, dice) and not without(dice, self.dice) else None


@dataclass(frozen=True, slots=True)
class Opposite:
    """Exactly so many dice of one face and every other die of its opposite, which adds to 7 with it."""

    alike: int

    def matched(self, dice: Dice) -> Dice | None:
        """All the dice, or None."""
        is_met = any(
            dice.count(face) == self.alike and dice.count(7 - face) == len(dice) - self.alike for face in FACES
        )
        return dice if is_met else None


@dataclass(frozen=True, slots=True)
class Anything:
    """Any dice at all."""

    def matched(self, dice: Dice) -> Dice | None:
        """All the dice."""
        return dice


Pattern = Face | Groups | Straight | Exactly | Opposite | Anything

# The names a variant file may use; each takes its fields by name.
PATTERNS: Mapping[str, type[Pattern]] = {
    "face": Face,
    "groups": Groups,
    "straight": Straight,
    "exactly": Exactly,
    "opposite": Opposite,
    "anything": Anything,
}
