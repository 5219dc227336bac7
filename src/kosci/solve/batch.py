"""Advice for many positions at once, on arrays.

The same values as `advisor` gives, more than a million positions a second; nothing is ranked here.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kosci.engine.moves import Keep, Move, Score
from kosci.solve.errors import SolveError
from kosci.solve.lattice import Lattice
from kosci.solve.solution import Solution
from kosci.solve.tables import Floats, Ints, work_for

OPEN = -1  # the value of a box that is open


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Cards with dice on the table, one in each place of the arrays.

    `used` are the rows used, bit n for row n; `box` what the box holds, or OPEN; `upper` and `extras` what the card
    has; `dice` five faces each. No turn of a card was passed over.
    """

    used: Ints
    box: Ints
    upper: Ints
    extras: Ints
    dice: Ints
    rolls_left: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Advice:
    """What each move brings from now on, to be added to what the card has; NaN where there is no such move.

    First come the rows in their order, then what can be kept of the dice, the smallest first.
    """

    solution: Solution
    values: Floats
    hands: Ints

    @property
    def best(self) -> NDArray[np.int64]:
        """The column of the best move of each position."""
        columns: NDArray[np.int64] = np.nanargmax(self.values, axis=1)
        return columns

    def move(self, position: int, column: int) -> Move:
        """The move of a column for a position."""
        rows, dice = self.solution.rules.rows, self.solution.game.lattice
        if column < len(rows):
            return Score(rows[column].id)
        return Keep(dice.keeps[dice.parts[self.hands[position], column - len(rows)]])


def advise_many(solution: Solution, positions: Positions, *, threads: int = 1) -> Advice:
    """The value of every move of every position; SolveError where one of them cannot be."""
    from kosci.solve.kernel_batch import advise_items

    game, tables, dice = solution.game, solution.game.tables, solution.game.lattice
    _check(solution, positions)
    hands = _hand_numbers(dice, positions.dice)
    boxes = game.box_states
    scored = np.where(positions.extras > 0, boxes.scored_with_extra, boxes.scored)
    states = np.where(positions.box == OPEN, 0, np.where(positions.box > 0, scored, boxes.zero))
    totals = np.minimum(positions.upper, tables.bonus_at)
    parts = (positions.used, states, totals, hands, positions.rolls_left)
    given = [np.ascontiguousarray(part, np.int32) for part in parts]
    rolls_left = given[-1]
    found = np.full((len(hands), len(tables.upper_bits) + dice.parts.shape[1]), np.nan)
    is_free = _is_free(solution)

    def advise_share(share: NDArray[np.int64]) -> None:
        work = work_for(tables, dice.first_hand)
        advise_items(tables, is_free, dice.parts, share, *given, solution.values, work, found)

    # Those with as many rolls left need the same steps; those with the same rows used look at the same values.
    order = np.argsort(positions.used.astype(np.uint16), kind="stable")
    order = order[np.argsort(rolls_left[order].astype(np.uint8), kind="stable")]
    if threads == 1:
        advise_share(order)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(advise_share, np.array_split(order, threads)))
    return Advice(solution, found, hands)


def _is_free(solution: Solution) -> bool:
    """Whether any hand may be written in every open row, as long as the box is open where it is five alike."""
    tables = solution.game.tables
    opened = np.arange(len(tables.uppers))
    is_bound = tables.five_jokers[0].any() or tables.five_paid[0].any()
    with_open_box = opened[opened >> tables.box & 1 == 1]
    is_same = np.array_equal(tables.plain, opened[None, :])
    return is_same and not is_bound and bool((tables.five_rows[0][:, with_open_box] == with_open_box).all())


def _hand_numbers(lattice: Lattice, dice: Ints) -> Ints:
    """The numbers of hands among hands, by way of each face's count."""
    digits = (lattice.dice + 1) ** np.arange(6, dtype=np.int32)
    codes = digits[np.array(lattice.hands) - 1].sum(axis=1)
    by_code = np.zeros(int(codes.max()) + 1, np.int32)
    by_code[codes] = np.arange(len(codes))
    found: Ints = by_code[sum(digits[die - 1] for die in dice.T)]
    return found


def _check(solution: Solution, positions: Positions) -> None:
    """SolveError unless every position can be."""
    rules = solution.rules
    rows, box = len(rules.rows), rules.index[rules.box]
    faces = positions.dice.reshape(len(positions.used), rules.dice)
    filled = np.bitwise_count(positions.used)
    wrong = {
        "used": (positions.used < 0) | (positions.used >= 1 << rows) | (filled >= rules.turns),
        "box": (positions.box != OPEN) != (positions.used >> box & 1 == 1),
        "upper": positions.upper < 0,
        "extras": (positions.extras < 0) | ((positions.extras > 0) & (positions.box <= 0)),
        "dice": np.logical_or.reduce([(die < 1) | (die > 6) for die in faces.T]),
        "rolls_left": (positions.rolls_left < 0) | (positions.rolls_left >= rules.rolls),
    }
    for name, where in wrong.items():
        if where.any():
            at = int(np.flatnonzero(where)[0])
            given = np.asarray(getattr(positions, name))[at].tolist()
            message = f"position {at}: {name} is {given!r}, which cannot be"
            raise SolveError("position-impossible", message, at=at, name=name, given=repr(given))
