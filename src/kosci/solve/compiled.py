"""A sheet game as arrays, and where the value of a card stands among them.

No rule stands here: what may be written is asked in `answers`, what a hand gives of the rows themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kosci.engine.card import Card, possible_values
from kosci.engine.scorecard import Scorecard
from kosci.solve.answers import Answers, BoxStates, answers_of
from kosci.solve.lattice import Lattice, lattice
from kosci.solve.tables import LANES, Flags, Floats, Ints, Longs, Shorts, Tables, aligned
from kosci.solve.totals import Totals, totals_of

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """One game's arrays; `size` values have their places in it.

    `slot_rows` are the rows of the slots; slot 0, which belongs to none, counts as the first's.
    """

    rules: Scorecard
    lattice: Lattice
    totals: Totals
    box_states: BoxStates
    tables: Tables
    slot_rows: Longs
    size: int

    def situation(self, card: Card) -> tuple[int, int, int]:
        """The used set of a card, the state of its box, its upper total up to the threshold."""
        used = sum(1 << at for at, value in enumerate(card.values) if value is not None)
        state = self.box_states.of(card.values[self.tables.box], card.extras)
        return used, state, min(self.rules.upper(card), self.tables.bonus_at)

    def place(self, card: Card) -> tuple[int, bool]:
        """Where the value of a card stands, and whether its bonus can still be won or missed."""
        tables = self.tables
        used, state, total = self.situation(card)
        upper = tables.uppers[used]
        lane = int(tables.lane_of[upper, total])
        return int(tables.offsets[used, state]) + lane, lane < int(tables.lanes[upper]) - 1

    def blank_values(self) -> Floats:
        """Room for the values, with those after the last turn: nothing is to come, a bonus not won is missed."""
        tables = self.tables
        values = aligned(self.size + LANES)
        at_the_end = _filled(self.rules) == self.rules.turns
        undecided = tables.lanes[tables.uppers] - 1
        for used in np.flatnonzero(at_the_end & (undecided > 0)):
            for start in tables.offsets[used, 1:] if _closed(self.rules)[used] else tables.offsets[used, :1]:
                values[start : start + undecided[used]] = -tables.bonus
        return values

    def layers(self) -> Iterator[tuple[Ints, Ints]]:
        """The used sets with their box states by the number of rows used, from the last turn to the first."""
        filled = _filled(self.rules)
        closed = _closed(self.rules)
        for turn in range(self.rules.turns - 1, -1, -1):
            pairs = [
                (np.flatnonzero((filled == turn) & (closed == (state > 0))), state)
                for state in range(self.box_states.count)
            ]
            states = [np.full(len(used), state, np.int32) for used, state in pairs]
            yield np.concatenate([used for used, _ in pairs]).astype(np.int32), np.concatenate(states)


def compile_rules(rules: Scorecard) -> Compiled:
    """The game as arrays."""
    dice = lattice(rules.dice)
    answers = answers_of(rules, dice)
    sets = np.arange(1 << len(rules.rows))
    uppers = sum((((sets >> at) & 1) << n for n, at in enumerate(rules.upper_rows)), np.zeros_like(sets))
    upper_values = [possible_values(rules.rows[at]) for at in rules.upper_rows]
    totals = totals_of(upper_values, rules.bonus_at, rules.bonus)
    offsets, size = _offsets(rules, totals.lanes[uppers], answers.box_states)
    rows = _rows(rules, dice)
    tables = Tables(
        chances=dice.chances,
        box=rules.index[rules.box],
        extra=float(rules.extra_pays),
        bonus_at=rules.bonus_at,
        bonus=float(rules.bonus),
        rerolls=rules.rolls - 1,
        uppers=uppers.astype(np.int32),
        offsets=offsets,
        lanes=totals.lanes,
        lane_of=totals.lane_of,
        totals=totals.totals,
        **rows,
        **_groups(rules, rows["slots"], answers),
        **_duties(answers),
    )
    bounds = tables.slot_bounds
    slot_rows = np.maximum(np.searchsorted(bounds, np.arange(bounds[-1]), side="right") - 1, 0)
    return Compiled(rules, dice, totals, answers.box_states, tables, slot_rows, size)


def _filled(rules: Scorecard) -> NDArray[np.int64]:
    """How many rows each used set has."""
    sets = np.arange(1 << len(rules.rows))
    return sum(((sets >> at) & 1 for at in range(len(rules.rows))), np.zeros_like(sets))


def _closed(rules: Scorecard) -> Flags:
    """Whether the box is among each used set."""
    closed: Flags = (np.arange(1 << len(rules.rows)) >> rules.index[rules.box]) & 1 == 1
    return closed


def _offsets(rules: Scorecard, lanes: Ints, box_states: BoxStates) -> tuple[Longs, int]:
    """Where each used set with its box state begins, and where the last one ends."""
    fits = (np.arange(box_states.count) > 0) == _closed(rules)[:, None]
    sizes = np.where(fits & (_filled(rules) <= rules.turns)[:, None], lanes[:, None], 0).ravel()
    ends = np.cumsum(sizes, dtype=np.int64)
    return (ends - sizes).reshape(len(lanes), -1), int(ends[-1])


def _rows(rules: Scorecard, dice: Lattice) -> Arrays:
    """The rows with their values as slots, and the slot of each hand in each row; slot 0 is the one never chosen."""
    points = np.array([[entry.points for entry in rules.plain(hand)] for hand in dice.hands])
    slots = np.zeros(points.shape, np.uint16)
    joker_slots = np.zeros(len(rules.rows), np.uint16)
    values, bounds = [0], [1]
    for at, row in enumerate(rules.rows):
        own = sorted({0, *points[:, at].tolist(), *(() if row.joker is None else (row.joker,))})
        slots[:, at] = len(values) + np.searchsorted(own, points[:, at])
        if row.joker is not None:
            joker_slots[at] = len(values) + own.index(row.joker)
        values += own
        bounds.append(len(values))
    upper_bits = np.zeros(len(rules.rows), np.int32)
    upper_bits[list(rules.upper_rows)] = 1 << np.arange(len(rules.upper_rows))
    return {
        "slots": slots * LANES,
        "joker_slots": joker_slots * LANES,
        "slot_bounds": np.array(bounds, np.int32),
        "slot_values": np.array(values, np.float64),
        "slot_shifts": np.minimum(values, rules.bonus_at).astype(np.int32),
        "upper_bits": upper_bits,
    }


def _groups(rules: Scorecard, slots: Shorts, answers: Answers) -> Arrays:
    """The rows in groups, and the hands that are not five alike in classes that give the same in a whole group.

    Three groups keep the classes few. Where the rows that may be written depend on the hand, one group must do, and
    where upper and lower rows are mixed: rows keep their order, so that the lowest of equal ones is found first.
    """
    uppers, middle = rules.upper_rows, len(rules.upper_rows) // 2
    groups = [group for group in (uppers[:middle], uppers[middle:], rules.lower_rows) if group]
    if len(answers.plain) > 1 or sum(groups, ()) != tuple(range(len(rules.rows))):
        groups = [tuple(range(len(rules.rows)))]
    bounds, class_hands, classes = [0], list[int](), list[NDArray[np.int64]]()
    fives = len(answers.fives[0].rows)
    for group in groups:
        alike = np.column_stack([answers.questions, slots[:, list(group)]])[fives:]
        _, hands, of_hands = np.unique(alike, axis=0, return_index=True, return_inverse=True)
        classes.append(np.concatenate([np.zeros(fives, np.int64), bounds[-1] + of_hands.ravel()]))
        class_hands += (fives + hands).tolist()
        bounds.append(len(class_hands))
    return {
        "grouped_rows": np.array([row for group in groups for row in group], np.int32),
        "group_bounds": np.cumsum([0, *map(len, groups)], dtype=np.int32),
        "class_bounds": np.array(bounds, np.int32),
        "class_hands": np.array(class_hands, np.int32),
        "classes": (np.stack(classes) * LANES).astype(np.uint16),
    }


def _duties(answers: Answers) -> Arrays:
    """What may be written, and what the box is then."""
    states = answers.box_states
    after_extra = np.arange(states.count, dtype=np.int32)
    after_extra[states.scored] = states.scored_with_extra
    return {
        "plain": answers.plain,
        "plain_questions": answers.questions,
        "five_rows": np.stack([answer.rows for answer in answers.fives]),
        "five_jokers": np.stack([answer.jokers for answer in answers.fives]),
        "five_paid": np.stack([answer.paid for answer in answers.fives]),
        "after_box": np.array([states.zero, states.scored], np.int32),
        "after_extra": after_extra,
    }
