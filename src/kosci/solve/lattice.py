"""The sub-multisets of a hand as numbers: which keep grows into which by a die, and which shrinks into which.

No rule of any game stands here; of the dice it knows only that a face falls with one sixth.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kosci.engine.dice import FACES, Dice, keeps, rolls, without

Indices = NDArray[np.uint16]


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Every multiset of none to all dice by a number, ordered by size and number of different faces.

    `more[k]` are the six keeps that one die makes of keep k; `less[k]` those that remain when a die of each
    different face is put back, as far as `less_count`. Hands, which are the keeps of all dice, come last, those of all
    dice alike first among them. `parts[h]` are what can be kept of hand h, the smallest first, filled up with the hand.
    """

    dice: int
    keeps: tuple[Dice, ...]
    number: Mapping[Dice, int]
    more: Indices
    less: Indices
    less_count: Indices
    parts: Indices
    chances: NDArray[np.float64]

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """For each size from none to all dice the first keep and the one behind the last."""
        counts = [len(rolls(size)) for size in range(self.dice + 1)]
        return tuple((sum(counts[:size]), sum(counts[: size + 1])) for size in range(self.dice + 1))

    @property
    def first_hand(self) -> int:
        """The number of the first hand; those below are the keeps that are rolled on."""
        return len(self.more)

    @property
    def hands(self) -> tuple[Dice, ...]:
        """The hands in their order."""
        return self.keeps[self.first_hand :]

    def smaller(self, keep: int) -> Indices:
        """The keeps that remain when a die of each different face is put back."""
        return self.less[keep, : self.less_count[keep]]

    def groups(self, size: int, apart: int) -> Iterator[tuple[int, ...]]:
        """The keeps of this size in groups, the larger first, that share all but so many dice."""
        shared = [keep for keep, _ in rolls(max(size - apart, 0))]
        grown = [{tuple(sorted(keep + more)) for more, _ in rolls(min(size, apart))} for keep in shared]
        left = {keep for keep, _ in rolls(size)}
        while left:
            group = max(grown, key=lambda group: len(group & left)) & left
            left -= group
            yield tuple(self.number[keep] for keep in sorted(group))


@cache
def lattice(dice: int) -> Lattice:
    """The lattice of so many dice."""
    found = tuple(keep for size in range(dice + 1) for keep in sorted((k for k, _ in rolls(size)), key=_order))
    number = {keep: at for at, keep in enumerate(found)}
    more = [[number[tuple(sorted((*keep, face)))] for face in FACES] for keep in found if len(keep) < dice]
    less = [[number[without(keep, (face,))] for face in sorted(set(keep))] for keep in found]
    most = max(map(len, less))
    weights = dict(rolls(dice))
    return Lattice(
        dice,
        found,
        number,
        np.array(more, np.uint16),
        np.array([[*row, *[0] * (most - len(row))] for row in less], np.uint16),
        np.array([len(row) for row in less], np.uint16),
        np.array(list(_parts(dice, number)), np.uint16),
        np.array([weights[hand] / 6**dice for hand in found[len(more) :]]),
    )


def _order(keep: Dice) -> tuple[int, Dice]:
    return len(set(keep)), keep


def _parts(dice: int, number: Mapping[Dice, int]) -> Iterator[list[int]]:
    for hand in sorted((hand for hand, _ in rolls(dice)), key=_order):
        kept = [number[keep] for keep in keeps(hand) if keep != hand]
        yield [*kept, *[number[hand]] * (2**dice - 1 - len(kept))]
