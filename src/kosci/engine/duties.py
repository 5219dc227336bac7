"""Which rows may be written and how they count, as sets of rows in bits (RULES.md section 2).

The one place that knows jokers, duties and extras. Every step is plain arithmetic on bits, so that a set may
be a whole number or an array of them: one card is asked as a number, all cards of a game at once as arrays.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kosci.engine.card import own_upper_row
from kosci.engine.dice import Dice

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard

Bits = int  # bit n stands for the row at position n; arrays of such numbers behave alike


@dataclass(frozen=True, slots=True)
class HandBits:
    """What a hand means to the rows: those it meets, whether it is five alike, and its own upper row."""

    met: Bits
    is_five: bool
    own: Bits


@dataclass(frozen=True, slots=True)
class Writable:
    """The rows that may be written; `jokers` of them at joker values, `used` as a joker, `paid` with an extra.

    `refused` gives for each duty its code and the open rows it forbids.
    """

    rows: Bits
    jokers: Bits
    used: Bits
    paid: Bits
    refused: tuple[tuple[str, Bits], ...]


def hand_bits(rules: "Scorecard", dice: Dice) -> HandBits:
    """What five dice mean to the rows of a sheet."""
    met = sum(1 << at for at, row in enumerate(rules.rows) if row.is_met(dice))
    own = own_upper_row(rules.rows, dice[0])
    return HandBits(met, dice[0] == dice[-1], 0 if own is None else 1 << own)


def writable(rules: "Scorecard", hand: HandBits, open_rows: Bits, box: int | None, extras: int) -> Writable:
    """What may be written on a card with these rows open, this value in the box and so many extras.

    The order of the duties: upper rows first (C2), the joker's own and lower rows (J2, J4), then zeros (S4).
    """
    refused: list[tuple[str, Bits]] = []
    rows = open_rows
    if rules.upper_first:
        rows = _only(refused, "row-refused-upper-first", rows, rows & rules.upper_bits)
    is_five = hand.is_five and box is not None
    is_eligible = is_five and rules.joker != "none" and (bool(box) or not rules.joker_needs_50)
    is_joker: Bits = 0
    if is_eligible:
        barring = rules.upper_bits if rules.joker == "full_upper" else hand.own
        is_joker = ~_any(open_rows & barring)
        if rules.joker == "forced":
            rows = _only(refused, "row-refused-joker-own", rows, rows & hand.own)
            rows = _only(refused, "row-refused-joker-lower", rows, rows & rules.lower_bits & is_joker)
    if rules.zero == "only_if_nothing_fits":
        fitting = hand.met | (rules.paying_joker_bits & is_joker)
        rows = _only(refused, "row-refused-zero", rows, rows & fitting)
    lower = rows & rules.lower_bits
    used = is_joker & (lower | (rows & ~_any(lower)))  # J5: an upper row counts where no lower one is left
    paid = _paid(rules, rows, used, extras) if is_five and box else 0
    return Writable(rows, rows & is_joker & rules.joker_bits, used, paid, tuple(refused))


def _paid(rules: "Scorecard", rows: Bits, used: Bits, extras: int) -> Bits:
    """The rows that bring an extra while the box holds 50 (E1, E2)."""
    pays = {"each": rows, "second": 0 if extras else rows, "as_joker": used, "none": 0}
    return pays[rules.extra]


def _any(rows: Bits) -> Bits:
    """All bits where there is a row, none where there is not."""
    return (rows != 0) * -1


def _only(refused: list[tuple[str, Bits]], code: str, rows: Bits, wanted: Bits) -> Bits:
    """Just the wanted rows where there are any, else all as they were."""
    kept = wanted | (rows & ~_any(wanted))
    refused.append((code, rows & ~kept))
    return kept
