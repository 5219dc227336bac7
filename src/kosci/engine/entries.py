"""Every legal way to write a hand, with its points and extra: the one place that knows (RULES.md section 2).

The order of the duties: upper rows first (C2), the joker's own row and lower rows (J2, J4), then zeros (S4).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kosci.engine.card import Card, Entry, own_upper_row
from kosci.engine.dice import Dice
from kosci.engine.errors import IllegalMoveError

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard


@dataclass(frozen=True, slots=True)
class Five:
    """What five alike mean on this card: whether they are a joker, and the own upper row's position while open."""

    is_eligible: bool = False
    is_joker: bool = False
    own_open: int | None = None
    box_holds_50: bool = False


def entries(rules: "Scorecard", card: Card, dice: Dice) -> tuple[Entry, ...]:
    """Every legal entry of five dice, in the order of the rows; none on a full card."""
    five = _five(rules, card, dice)
    open_rows, _ = _writable(rules, card, dice, five)
    plain = rules.plain(dice)
    if not (five.is_joker or five.box_holds_50):
        return tuple([plain[at] for at in open_rows])
    no_lower = not any(rules.rows[at].section == "lower" for at in open_rows)
    written = []
    for at in open_rows:
        row = rules.rows[at]
        is_used = five.is_joker and (row.section == "lower" or no_lower)
        points = row.joker if five.is_joker and row.joker is not None else plain[at].points
        written.append(Entry(row.id, points, _extra(rules, card, five, is_used=is_used), is_used))
    return tuple(written)


def _extra(rules: "Scorecard", card: Card, five: Five, *, is_used: bool) -> int:
    """What E1 and E2 pay on top of the row."""
    if not five.box_holds_50:
        return 0
    pays = {"each": True, "second": card.extras == 0, "as_joker": is_used, "none": False}
    return rules.extra_pays if pays[rules.extra] else 0


def _five(rules: "Scorecard", card: Card, dice: Dice) -> Five:
    box = card.values[rules.index[rules.box]]
    if dice[0] != dice[-1] or box is None:
        return Five()
    holds_50 = box > 0
    if rules.joker == "none" or (rules.joker_needs_50 and not holds_50):
        return Five(box_holds_50=holds_50)
    own = own_upper_row(rules.rows, dice[0])
    own_open = own if own is not None and card.values[own] is None else None
    if rules.joker == "full_upper":
        is_joker = all(card.values[at] is not None for at in rules.upper_rows)
    else:
        is_joker = own_open is None
    return Five(is_eligible=True, is_joker=is_joker, own_open=own_open, box_holds_50=holds_50)


def _writable(rules: "Scorecard", card: Card, dice: Dice, five: Five) -> tuple[list[int], dict[int, str]]:
    """The positions that may be written, and for each other open one the code of the rule that forbids it."""
    refused: dict[int, str] = {}

    def only(wanted: list[int], code: str, among: list[int]) -> list[int]:
        refused.update({at: code for at in among if at not in wanted})
        return wanted

    rows = [at for at, value in enumerate(card.values) if value is None] if rules.turns_left(card) > 0 else []
    if rules.upper_first:
        upper = [at for at in rows if rules.rows[at].section == "upper"]
        rows = only(upper, "row-refused-upper-first", rows) if upper else rows
    if rules.joker == "forced" and five.is_eligible:
        lower = [at for at in rows if rules.rows[at].section == "lower"]
        if five.own_open is not None and five.own_open in rows:
            rows = only([five.own_open], "row-refused-joker-own", rows)
        elif lower:
            rows = only(lower, "row-refused-joker-lower", rows)
    if rules.zero == "only_if_nothing_fits":
        fitting = [at for at in rows if _fits(rules, dice, at, five)]
        if fitting:
            rows = only(fitting, "row-refused-zero", rows)
    return rows, refused


def _fits(rules: "Scorecard", dice: Dice, at: int, five: Five) -> bool:
    row = rules.rows[at]
    return row.is_met(dice) or (five.is_joker and bool(row.joker))


def check_row(rules: "Scorecard", card: Card, dice: Dice, row: str) -> None:
    """IllegalMoveError unless the dice may be written in this row, saying which rule forbids it and what is allowed."""
    five = _five(rules, card, dice)
    rows, refused = _writable(rules, card, dice, five)
    allowed = tuple(rules.rows[at].id for at in rows)
    names = ", ".join(allowed)
    if row not in rules.index:
        raise IllegalMoveError("row-unknown", f"{row!r} is no row: {names} are open", given=row, allowed=allowed)
    at = rules.index[row]
    if at in rows:
        return
    if at not in refused:
        message = f"the row {row!r} is filled already: {names} are open"
        raise IllegalMoveError("row-used", message, row=row, allowed=allowed)
    reasons = {
        "row-refused-upper-first": "the upper rows come first",
        "row-refused-joker-own": "five alike go into their own upper row while it is open",
        "row-refused-joker-lower": "a joker goes into a lower row while one is open",
        "row-refused-zero": "no zero while another row fits",
    }
    message = f"the row {row!r} is refused: {reasons[refused[at]]}; {names} may be written"
    raise IllegalMoveError(refused[at], message, row=row, allowed=allowed)
