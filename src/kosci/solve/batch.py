"""Advice for many positions at once, on arrays.

The same values as `advisor` gives, more than a million positions a second; nothing is ranked here.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kosci.engine.dice import Dice
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

    values: Floats
    rows: tuple[str, ...]
    kept: tuple[tuple[Dice, ...], ...]
    hands: NDArray[np.int32]

    @property
    def best(self) -> NDArray[np.int64]:
        """The column of the best move of each position."""
        columns: NDArray[np.int64] = np.nanargmax(self.values, axis=1)
        return columns

    def move(self, position: int, column: int) -> Move:
        """The move of a column for a position."""
        if column < len(self.rows):
            return Score(self.rows[column])
        return Keep(self.kept[self.hands[position]][column - len(self.rows)])


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
    given = [np.ascontiguousarray(part, np.int32) for part in (positions.used, states, totals, hands)]
    rolls_left = np.ascontiguousarray(positions.rolls_left, np.int32)
    found = np.full((len(hands), len(tables.upper_bits) + dice.parts.shape[1]), np.nan)
    order = np.argsort(positions.used, kind="stable")

    def advise_share(number: int) -> None:
        work = work_for(tables, dice.first_hand)
        share = np.array_split(order, threads)[number]
        is_free = _is_free(solution)
        advise_items(tables, is_free, dice.parts, share, *given, rolls_left, solution.values, work, found)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(advise_share, range(threads)))
    kept = tuple(tuple(dice.keeps[part] for part in row) for row in dice.parts.tolist())
    return Advice(found, tuple(row.id for row in solution.rules.rows), kept, hands)


def _is_free(solution: Solution) -> bool:
    """Whether any hand may be written in every open row, as long as the box is open where it is five alike."""
    tables = solution.game.tables
    opened = np.arange(len(tables.uppers))
    is_bound = tables.five_jokers[0].any() or tables.five_paid[0].any()
    with_open_box = opened[opened >> tables.box & 1 == 1]
    is_same = np.array_equal(tables.plain, opened[None, :])
    return is_same and not is_bound and bool((tables.five_rows[0][:, with_open_box] == with_open_box).all())


def _hand_numbers(lattice: Lattice, dice: Ints) -> NDArray[np.int32]:
    """The numbers of hands among hands, by way of each face's count."""
    digits = (lattice.dice + 1) ** np.arange(6)
    codes = digits[np.array(lattice.hands) - 1].sum(axis=1)
    by_code = np.zeros(int(codes.max()) + 1, np.int32)
    by_code[codes] = np.arange(len(codes))
    numbers: NDArray[np.int32] = by_code[digits[dice - 1].sum(axis=1)]
    return numbers


def _check(solution: Solution, positions: Positions) -> None:
    """SolveError unless every position can be."""
    rules = solution.rules
    rows, box = len(rules.rows), rules.index[rules.box]
    bits = (positions.used[:, None] >> np.arange(rows)) & 1
    faces = positions.dice.reshape(len(positions.used), rules.dice)
    wrong = {
        "used": (positions.used < 0) | (positions.used >= 1 << rows) | (bits.sum(axis=1) >= rules.turns),
        "box": (positions.box != OPEN) != (bits[:, box] == 1),
        "upper": positions.upper < 0,
        "extras": (positions.extras < 0) | ((positions.extras > 0) & (positions.box <= 0)),
        "dice": ((faces < 1) | (faces > 6)).any(axis=1),
        "rolls_left": (positions.rolls_left < 0) | (positions.rolls_left >= rules.rolls),
    }
    for name, where in wrong.items():
        if where.any():
            at = int(np.flatnonzero(where)[0])
            given = np.asarray(getattr(positions, name))[at].tolist()
            message = f"position {at}: {name} is {given!r}, which cannot be"
            raise SolveError("position-impossible", message, at=at, name=name, given=repr(given))
