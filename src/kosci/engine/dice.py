"""Dice as values: multisets of faces 1-6 as ascending tuples, their rolls with weights, their keeps.

No rule of any game stands here, and nothing is drawn here.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from kosci.engine.errors import DiceError

Dice = tuple[int, ...]

FACES = (1, 2, 3, 4, 5, 6)


def as_dice(values: Iterable[object], *, least: int = 5, most: int = 5) -> Dice:
    """The values as dice in ascending order; DiceError unless they are `least` to `most` whole numbers 1-6.

    >>> as_dice([5, 2, 5, 5, 3])
    (2, 3, 5, 5, 5)
    """
    return tuple(sorted(as_faces(values, least=least, most=most)))


def as_faces(values: Iterable[object], *, least: int = 5, most: int = 5) -> tuple[int, ...]:
    """The values as faces in the order given; DiceError as for `as_dice`."""
    given = tuple(values)
    faces = tuple(v for v in given if type(v) is int and 1 <= v <= 6)
    if len(faces) != len(given):
        bad = next(v for v in given if not (type(v) is int and 1 <= v <= 6))
        raise DiceError("bad-face", f"{bad!r} is not a face: a die shows a whole number from 1 to 6", given=repr(bad))
    if not least <= len(faces) <= most:
        raise _wrong_number(" ".join(map(str, faces)), len(faces), least, most)
    return faces


def _wrong_number(text: str, number: int, least: int, most: int) -> DiceError:
    allowed = f"exactly {least}" if least == most else f"{least} to {most}"
    return DiceError(
        "dice-number",
        f"{text!r} is {number} dice: {allowed} are needed",
        given=text,
        number=number,
        least=least,
        most=most,
    )


def parse_faces(text: str, *, least: int = 5, most: int = 5) -> tuple[int, ...]:
    """The faces a text names, in its order: digits apart by commas or spaces, or a run of digits alone.

    >>> parse_faces("5,2,5,5,3"), parse_faces("52553")
    ((5, 2, 5, 5, 3), (5, 2, 5, 5, 3))
    """
    parts = text.replace(",", " ").split()
    if len(parts) == 1 and len(parts[0]) > 1 and parts[0].isascii() and parts[0].isdigit() and "," not in text:
        parts = list(parts[0])
    empty = text.strip() and any(not part.strip() for part in text.split(","))
    if empty or not all(len(part) == 1 and part in "123456" for part in parts):
        raise DiceError("bad-dice", f"{text!r} is not dice: faces 1 to 6 apart by commas, as in 5,2,5,5,3", given=text)
    if not least <= len(parts) <= most:
        raise _wrong_number(text, len(parts), least, most)
    return tuple(map(int, parts))


def parse_dice(text: str, *, least: int = 5, most: int = 5) -> Dice:
    """The dice a text names, ascending; the reverse of `format_dice`."""
    return tuple(sorted(parse_faces(text, least=least, most=most)))


def format_dice(dice: Iterable[int]) -> str:
    """The faces apart by single spaces."""
    return " ".join(map(str, dice))


@cache
def rolls(count: int) -> tuple[tuple[Dice, int], ...]:
    """Every multiset of `count` dice with its weight: how many of the 6**count ordered rolls show it.

    >>> len(rolls(5)), sum(weight for _, weight in rolls(5)) == 6**5
    (252, True)
    """
    return tuple((dice, _orders(dice)) for dice in combinations_with_replacement(FACES, count))


def _orders(dice: Dice) -> int:
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in FACES)


@cache
def keeps(dice: Dice) -> tuple[Dice, ...]:
    """The distinct sub-multisets of the dice, from none to all of them, shortest first.

    >>> keeps((5, 5))
    ((), (5,), (5, 5))
    """
    subsets: set[Dice] = {()}
    for die in dice:
        subsets |= {(*subset, die) for subset in subsets}
    return tuple(sorted(subsets, key=lambda keep: (len(keep), keep)))


def is_part(part: Iterable[int], dice: Dice) -> bool:
    """Whether every die of `part` is among `dice`, equal dice counted apart."""
    chosen = tuple(part)
    return all(chosen.count(face) <= dice.count(face) for face in set(chosen))


def without(dice: Dice, part: Iterable[int]) -> Dice:
    """The dice that remain when `part` is taken away."""
    rest = list(dice)
    for die in part:
        rest.remove(die)
    return tuple(rest)
