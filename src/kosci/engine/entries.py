"""Every legal way to write a hand on a card, with its points and extra, and why another row is refused.

Which rows and what they count as is decided in `duties`; here they become entries and refusals.
"""

from typing import TYPE_CHECKING

from kosci.engine.card import Card, Entry
from kosci.engine.dice import Dice
from kosci.engine.duties import Writable, writable
from kosci.engine.errors import IllegalMoveError

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard

_REASONS = {
    "row-refused-upper-first": "the upper rows come first",
    "row-refused-joker-own": "five alike go into their own upper row while it is open",
    "row-refused-joker-lower": "a joker goes into a lower row while one is open",
    "row-refused-zero": "no zero while another row fits",
}


def entries(rules: "Scorecard", card: Card, dice: Dice) -> tuple[Entry, ...]:
    """Every legal entry of five dice, in the order of the rows; none on a full card."""
    found = _writable(rules, card, dice)
    plain = rules.plain(dice)
    if not (found.used or found.jokers or found.paid):
        return tuple([plain[at] for at in _positions(rules, found.rows)])
    return tuple([_entry(rules, found, plain[at], at) for at in _positions(rules, found.rows)])


def _entry(rules: "Scorecard", found: Writable, plain: Entry, at: int) -> Entry:
    row, bit = rules.rows[at], 1 << at
    points = row.joker if found.jokers & bit and row.joker is not None else plain.points
    extra = rules.extra_pays if found.paid & bit else 0
    return Entry(row.id, points, extra, bool(found.used & bit))


def _writable(rules: "Scorecard", card: Card, dice: Dice) -> Writable:
    open_rows = 0
    if rules.turns_left(card) > 0:
        open_rows = sum([1 << at for at, value in enumerate(card.values) if value is None])
    return writable(rules, rules.hands[dice], open_rows, card.values[rules.index[rules.box]], card.extras)


def _positions(rules: "Scorecard", rows: int) -> list[int]:
    return [at for at in range(len(rules.rows)) if rows >> at & 1]


def check_row(rules: "Scorecard", card: Card, dice: Dice, row: str) -> None:
    """IllegalMoveError unless the dice may be written in this row, saying which rule forbids it and what is allowed."""
    found = _writable(rules, card, dice)
    allowed = tuple(rules.rows[at].id for at in _positions(rules, found.rows))
    names = ", ".join(allowed)
    if row not in rules.index:
        raise IllegalMoveError("row-unknown", f"{row!r} is no row: {names} are open", given=row, allowed=allowed)
    bit = 1 << rules.index[row]
    if found.rows & bit:
        return
    code = next((code for code, rows in found.refused if rows & bit), None)
    if code is None:
        message = f"the row {row!r} is filled already: {names} are open"
        raise IllegalMoveError("row-used", message, row=row, allowed=allowed)
    message = f"the row {row!r} is refused: {_REASONS[code]}; {names} may be written"
    raise IllegalMoveError(code, message, row=row, allowed=allowed)
