"""Plain data checked piece by piece on its way to rules: tables, words and whole numbers.

No rule of a game is known here.
"""

import re
from collections.abc import Mapping

from kosci.engine.errors import RuleError

_WORD = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")


class VariantError(RuleError):
    """Data that describes no variant."""


def bad_variant(why: str) -> VariantError:
    """The error for data that describes no variant."""
    return VariantError("bad-variant", why, why=why)


def table(value: object, what: str, wanted: frozenset[str], may: frozenset[str] = frozenset()) -> Mapping[str, object]:
    """The value as a table with just these keys, and those it may have besides."""
    if not isinstance(value, Mapping):
        raise bad_variant(f"{what} is {value!r}: a table is needed")
    missing, extra = sorted(wanted - set(value)), sorted(map(str, set(value) - wanted - may))
    if missing or extra:
        raise bad_variant(f"{what}: missing {missing}, not known {extra}")
    return value


def items(value: object, what: str) -> list[object]:
    """The value as a list that is not empty."""
    if not isinstance(value, list | tuple) or not value:
        raise bad_variant(f"{what} is {value!r}: a list is needed")
    return list(value)


def word(value: object, what: str) -> str:
    """The value as an id: small letters and digits, joined by - or _."""
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise bad_variant(f"{what} is {value!r}: a word of small letters is needed")
    return value


def whole(value: object, what: str, least: int = 0, most: int = 10_000) -> int:
    """The value as a whole number between two bounds."""
    if type(value) is not int or not least <= value <= most:
        raise bad_variant(f"{what} is {value!r}: a whole number from {least} to {most} is needed")
    return value


def wholes(value: object, what: str, least: int, most: int, count: int | None = None) -> tuple[int, ...]:
    """The value as whole numbers between two bounds, so many where that is said."""
    numbers = tuple(whole(number, what, least, most) for number in items(value, what))
    if count is not None and len(numbers) != count:
        raise bad_variant(f"{what} is {value!r}: {count} numbers are needed")
    return numbers
