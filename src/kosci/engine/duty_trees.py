"""The duties of a hand as a tree of questions about the open rows, found by running `duties` itself.

Holds no rule: a set of rows stands in for the open ones that knows none of them and notes what it is asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from kosci.engine.duties import Bits, HandBits, Writable, writable

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard


@dataclass(frozen=True, slots=True)
class Question:
    """Whether any of these rows is open, and what follows either way."""

    any_open: Bits
    yes: "Tree"
    no: "Tree"


Tree = Question | Writable  # at the end: of the open rows, those that may be written, count as jokers and so on


def duty_tree(rules: "Scorecard", hand: HandBits, box: int | None, extras: int) -> Tree:
    """What may be written with this hand on any card with this value in the box and so many extras.

    The sets at the end are to be met with the open rows. No question is asked whose answer is known.
    """
    return _grown(rules, hand, box, extras, {})


def _grown(rules: "Scorecard", hand: HandBits, box: int | None, extras: int, told: Mapping[Bits, bool]) -> Tree:
    every = (1 << len(rules.rows)) - 1
    try:
        found = writable(rules, hand, cast("Bits", _OpenRows(every, 0, told)), box, extras)
    except _AskedError as question:
        asked = question.any_open
        yes = _grown(rules, hand, box, extras, {**told, asked: True})
        no = _grown(rules, hand, box, extras, {**told, asked: False})
        return yes if yes == no else Question(asked, yes, no)
    refused = tuple((code, rows) for code, part in found.refused if (rows := _rows(part)))
    return Writable(_rows(found.rows), _rows(found.jokers), _rows(found.used), _rows(found.paid), refused)


class _AskedError(Exception):
    """The duties ask whether any of these rows is open, and it has not been told."""

    def __init__(self, any_open: Bits) -> None:
        super().__init__(any_open)
        self.any_open = any_open


@dataclass(frozen=True, slots=True, eq=False)
class _OpenRows:
    """A set worked out of the open rows, not knowing them: which rows it has if they are open, which if filled."""

    if_open: Bits
    if_filled: Bits
    told: Mapping[Bits, bool]

    def __and__(self, other: "_Operand") -> "_OpenRows":
        open_, filled = _both(other)
        return _OpenRows(self.if_open & open_, self.if_filled & filled, self.told)

    def __or__(self, other: "_Operand") -> "_OpenRows":
        open_, filled = _both(other)
        return _OpenRows(self.if_open | open_, self.if_filled | filled, self.told)

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> "_OpenRows":
        return _OpenRows(~self.if_open, ~self.if_filled, self.told)

    def __ne__(self, other: object) -> bool:
        if other != 0 or self.if_filled:
            raise TypeError(f"only whether some rows are open can be asked, not {self!r} != {other!r}")
        return _answer(self.if_open, self.told)

    __hash__ = None  # type: ignore[assignment]  # it is no value: nothing equals it


_Operand = Bits | _OpenRows


def _both(other: _Operand) -> tuple[Bits, Bits]:
    return (other.if_open, other.if_filled) if isinstance(other, _OpenRows) else (other, other)


def _answer(asked: Bits, told: Mapping[Bits, bool]) -> bool:
    """Whether any of these rows is open as far as that follows from what was told; else the question is raised."""
    closed = 0
    for rows, is_any in told.items():
        closed |= 0 if is_any else rows
    if not asked & ~closed:
        return False
    if any(is_any and not rows & ~closed & ~asked for rows, is_any in told.items()):
        return True
    raise _AskedError(asked & ~closed)


def _rows(part: _Operand) -> Bits:
    """The rows of a set that has none but open ones."""
    open_, filled = _both(part)
    if filled:
        raise TypeError(f"{part!r} has rows that are filled")
    return open_
