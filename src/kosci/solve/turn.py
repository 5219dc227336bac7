"""One turn of one card: what every hand, keep and row is worth, in NumPy, for one question at a time.

The same numbers as the kernels give, without the moment it takes to load them. No rule stands here.
"""

from dataclasses import dataclass

import numpy as np

from kosci.engine.card import Card
from kosci.solve.compiled import Compiled
from kosci.solve.lattice import Lattice
from kosci.solve.tables import LANES, Flags, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """The mean final totals of a turn from one card.

    `rows[hand, row]` is a hand written in a row, minus infinity where that is refused. `hands[n]` are the hands with n
    rolls left, by the best that can be done; `keeps[n]` the keeps that are rolled on with n rolls left, one of
    them now. `before` is the turn before its first roll.
    """

    rows: Floats
    hands: tuple[Floats, ...]
    keeps: tuple[Floats, ...]
    before: float


def turn_of(game: Compiled, values: Floats, card: Card) -> Turn:
    """The turn of a card that has one and of which none was passed over."""
    rows = _rows(game, values, card)
    hands, keeps = [rows.max(axis=1)], list[Floats]()
    for _ in range(game.tables.rerolls):
        rolled = _rolled(game.lattice, hands[-1])
        keeps.append(rolled)
        hands.append(_best(game.lattice, rolled, hands[-1]))
    return Turn(rows, tuple(hands), tuple(keeps), float(game.lattice.chances @ hands[-1]))


def _rows(game: Compiled, values: Floats, card: Card) -> Floats:
    """Each hand in each row: what the card then has, and what is still to come."""
    tables = game.tables
    used, state, total = game.situation(card)
    opened = len(tables.uppers) - 1 - used
    standing = game.rules.total(card) - (tables.bonus if total >= tables.bonus_at else 0.0)
    slots = standing + _slots(game, values, used, (state, total))
    rows = slots[tables.slots // LANES]
    allowed = tables.plain[tables.plain_questions, opened]
    fives = tables.five_rows.shape[1]
    allowed[:fives] = tables.five_rows[state, :, opened]
    jokers = _bits(tables.five_jokers[state, :, opened], len(tables.upper_bits))
    paid = _bits(tables.five_paid[state, :, opened], len(tables.upper_bits))
    if jokers.any() or paid.any():
        slot = np.where(jokers, tables.joker_slots, tables.slots[:fives]) // LANES
        other = tables.extra + standing + _slots(game, values, used, (int(tables.after_extra[state]), total))
        rows[:fives] = np.where(paid, other[slot], slots[slot])
    rows[~_bits(allowed, len(tables.upper_bits))] = -np.inf
    return rows


def _bits(sets: Ints, count: int) -> Flags:
    flags: Flags = (sets[:, None] >> np.arange(count)) & 1 == 1
    return flags


def _slots(game: Compiled, values: Floats, used: int, after: tuple[int, int]) -> Floats:
    """What each slot gives, at once and later, from this state of the box and upper total."""
    tables, rows = game.tables, game.slot_rows
    state, total = after
    then = used | 1 << rows
    states = np.where(rows == tables.box, tables.after_box[(tables.slot_values > 0).astype(np.intp)], state)
    totals = np.minimum(total + tables.slot_shifts * (tables.upper_bits[rows] > 0), tables.bonus_at)
    upper = tables.uppers[then]
    lanes = tables.lane_of[upper, totals]
    is_counted = (totals == tables.bonus_at) | (lanes < tables.lanes[upper] - 1)
    later: Floats = values[tables.offsets[then, states] + lanes] + tables.bonus * is_counted
    return tables.slot_values + later


def _rolled(dice: Lattice, hands: Floats) -> Floats:
    """The mean of each keep over rolling the other dice, the largest keeps first."""
    cells = np.empty(len(dice.keeps))
    cells[dice.first_hand :] = hands
    for start, stop in dice.sizes[-2::-1]:
        cells[start:stop] = cells[dice.more[start:stop]].sum(axis=1) / dice.more.shape[1]
    return cells[: dice.first_hand]


def _best(dice: Lattice, keeps: Floats, hands: Floats) -> Floats:
    """The best of each hand: left as it is, or one of its keeps."""
    cells = np.concatenate([keeps, hands])
    for start, stop in dice.sizes[1:]:  # `less` is filled up with the keep of nothing, which is part of all
        np.maximum(cells[start:stop], cells[dice.less[start:stop]].max(axis=1), out=cells[start:stop])
    return cells[dice.first_hand :]
