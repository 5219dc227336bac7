"""Exact means over the dice still to fall: from a number for each hand to a number for each keep, and back.

No rule and no strategy stands here.
"""

from collections.abc import Mapping
from functools import cache

from kosci.engine.dice import FACES, Dice, rolls, without


@cache
def with_one_more(keep: Dice) -> tuple[Dice, ...]:
    """The six multisets that one more die can make of these dice.

    >>> with_one_more((5,))
    ((1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (5, 6))
    """
    return tuple(tuple(sorted((*keep, face))) for face in FACES)


@cache
def with_one_less(keep: Dice) -> tuple[Dice, ...]:
    """The multisets that remain when one die is put back.

    >>> with_one_less((2, 5, 5))
    ((5, 5), (2, 5))
    """
    return tuple(without(keep, (face,)) for face in dict.fromkeys(keep))


def after_rolling(hands: Mapping[Dice, float], size: int) -> dict[Dice, float]:
    """For each keep of hands of this size the mean over rolling the other dice; a whole hand keeps its number.

    A keep's mean is the plain mean of the six keeps with one die more.
    """
    means = dict(hands)
    for count in range(size - 1, -1, -1):
        for keep, _ in rolls(count):
            means[keep] = sum([means[more] for more in with_one_more(keep)]) / len(FACES)
    return means


def best_kept(means: Mapping[Dice, float], size: int) -> dict[Dice, float]:
    """For each hand of this size the highest number among its keeps."""
    best: dict[Dice, float] = {}
    for count in range(size + 1):
        for keep, _ in rolls(count):
            best[keep] = max([means[keep], *(best[less] for less in with_one_less(keep))])
    return {hand: best[hand] for hand, _ in rolls(size)}
