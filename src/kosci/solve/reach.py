"""How many different situations a game has between turns: what can come about by legal play.

Counts only what the rest of the game can tell apart: the rows used, the upper total up to the threshold, and the box
as far as the answers about five alike depend on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kosci.solve.compiled import Compiled
from kosci.solve.tables import LANES, Flags


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A way to write a row in one state of the box: on which used sets it is legal, and what follows."""

    row: int
    shift: int
    state: int
    legal: Flags


def reachable_states(game: Compiled) -> int:
    """The number of situations between turns, the empty sheet and the ends of the game among them."""
    tables = game.tables
    sets = np.arange(len(tables.uppers))
    filled = sum(((sets >> at) & 1 for at in range(len(game.rules.rows))), np.zeros_like(sets))
    met = np.zeros((len(sets), game.box_states.count, tables.bonus_at + 1), np.bool_)
    met[0, 0, 0] = True
    steps = [tuple(_steps(game, state)) for state in range(game.box_states.count)]
    for turn in range(game.rules.turns):
        of_turn = filled == turn
        for state, own in enumerate(steps):
            for step in own:
                used = np.flatnonzero(of_turn & step.legal)
                _advance(met, met[used, state], (used | 1 << step.row, step.state), step.shift)
    return int(met.sum())


def _advance(met: Flags, before: Flags, to: tuple[NDArray[np.int64], int], shift: int) -> None:
    last = met.shape[2] - 1
    met[to[0], to[1], shift:] |= before[:, : last + 1 - shift]
    met[to[0], to[1], last] |= before[:, last + 1 - shift :].any(axis=1)


def _steps(game: Compiled, state: int) -> Iterator[_Step]:
    """Every way to write a row, by what it changes."""
    tables = game.tables
    for row in range(len(game.rules.rows)):
        legal: dict[tuple[int, int], Flags] = {}
        for slot, extra, where in _written(game, state, row):
            shift = int(tables.slot_shifts[slot]) if tables.upper_bits[row] else 0
            after = int(tables.after_extra[state]) if extra else state
            if row == tables.box:
                after = int(tables.after_box[int(tables.slot_values[slot] > 0)])
            legal[shift, after] = legal.get((shift, after), np.False_) | where
        yield from (_Step(row, shift, after, where) for (shift, after), where in legal.items())


def _written(game: Compiled, state: int, row: int) -> Iterator[tuple[int, bool, Flags]]:
    """The slots that hands fill in a row, whether with an extra, and on which used sets."""
    tables = game.tables
    opened = np.arange(len(tables.uppers))[::-1]  # the open set of each used set
    closed = (opened >> tables.box) & 1 == 0
    fits = (opened >> row & 1 == 1) & (closed == (state > 0))
    fives = tables.five_rows.shape[1]
    plain = zip(tables.slots[fives:, row].tolist(), tables.plain_questions[fives:].tolist(), strict=True)
    for slot, question in sorted(set(plain)):
        yield slot // LANES, False, fits & (tables.plain[question, opened] >> row & 1 == 1)
    for five in range(fives):
        may, joker, paid = (
            (answer[state, five, opened] >> row & 1 == 1)
            for answer in (tables.five_rows, tables.five_jokers, tables.five_paid)
        )
        for is_joker in (False, True):
            slot = int((tables.joker_slots[row] if is_joker else tables.slots[five, row]) // LANES)
            as_it_is = fits & may & (joker == is_joker)
            yield slot, True, as_it_is & paid
            yield slot, False, as_it_is & ~paid
