"""The arrays that the kernels read: one rule set, compiled.

Shapes, meanings and room only; nothing is computed here.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Shorts = NDArray[np.uint16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

LANES = 8  # how many upper totals the kernels work on side by side


class Tables(NamedTuple):
    """A game as arrays.

    A *set* is the rows used or open, in bits. A *box state* says what five alike finds in the box: 0 is open, the
    others are those the answers tell apart. A *slot* is a row with a value it can take. Rows stand in *groups*, and
    the hands that are not five alike in *classes* within each group: those of one class give the same in its rows. An
    *upper set* is the upper rows used, numbered from 0. A *lane* is an upper total from which the bonus may still be
    won or missed; the last lane is for all others, where the bonus is settled.

    Numbers that address vectors count in lanes: `slots`, `joker_slots`, `classes`.
    """

    chances: Floats  # hand -> how likely it is rolled at once
    # Rows and what hands give in them.
    slots: Shorts  # hand, row -> slot of what the hand gives without a joker
    joker_slots: Shorts  # row -> slot of its joker value
    slot_bounds: Ints  # row -> its first slot, which is 0 points; one more at the end
    slot_values: Floats  # slot -> points; slot 0 belongs to no row
    slot_shifts: Ints  # slot -> how far it moves the upper total
    upper_bits: Ints  # row -> its bit in the upper set, 0 for a lower row
    grouped_rows: Ints  # the rows, group by group
    group_bounds: Ints  # group -> its first in `grouped_rows`; one more at the end
    class_bounds: Ints  # group -> its first class; one more at the end
    class_hands: Ints  # class -> one of its hands
    classes: Shorts  # group, hand -> class
    # What may be written: answers of the engine.
    plain: Ints  # question, open set -> rows
    plain_questions: Shorts  # hand -> question
    five_rows: Ints  # box state, face, open set -> rows
    five_jokers: Ints
    five_paid: Ints
    # What follows.
    box: int
    after_box: Ints  # 0 or more written in the box -> box state
    after_extra: Ints  # box state -> box state
    extra: float
    bonus_at: int
    bonus: float
    rerolls: int
    # Where values stand.
    uppers: Ints  # used set -> upper set
    offsets: Longs  # used set, box state -> first lane in the values
    lanes: Ints  # upper set -> number of lanes
    lane_of: Shorts  # upper set, upper total -> lane
    totals: Ints  # upper set, lane -> its upper total, counting on from `bonus_at` in the last lane


class Work(NamedTuple):
    """What one thread writes its intermediate results in.

    `slots` are what the open rows give, and all once more as they are where an extra has changed the state of the box;
    slot 0 is never chosen. For each open row and either state of the box that it may lead
    to, `starts` are where the values after it begin, and `spreads` those after an upper row by upper total,
    less the bonus below the threshold.
    """

    cells: Floats  # the keeps
    slots: Floats
    bests: Floats  # class -> the best of its group
    spreads: Floats
    starts: Longs
    rows: Ints  # the open rows, group by group
    row_bounds: Ints  # group -> its first in `rows`; one more at the end
    plan: Shorts  # class, open row of its group -> where its value stands in `slots`
    five_plan: Shorts  # face, open row -> where its value stands in `slots`
    paid: Floats  # face, open row -> the extra


def work_for(tables: Tables, keeps: int) -> Work:
    """Room for one thread, with so many keeps besides the hands."""
    faces, rows, groups = tables.five_rows.shape[1], len(tables.upper_bits), len(tables.classes)
    slots = aligned(2 * len(tables.slot_values) * LANES)
    slots[:LANES] = -np.inf
    return Work(
        cells=aligned((keeps + len(tables.slots)) * LANES),
        slots=slots,
        bests=aligned(len(tables.class_hands) * LANES),
        spreads=np.zeros((rows, 2, tables.bonus_at + int(tables.slot_shifts.max()) + LANES)),
        starts=np.zeros((rows, 2), np.int64),
        rows=np.zeros(rows, np.int32),
        row_bounds=np.zeros(groups + 1, np.int32),
        plan=np.zeros((len(tables.class_hands), rows), np.uint16),
        five_plan=np.zeros((faces, rows), np.uint16),
        paid=np.zeros((faces, rows)),
    )


def aligned(count: int) -> Floats:
    """So many zeros, beginning where a cache line begins."""
    room = np.zeros(count + LANES)
    start = -room.ctypes.data % (8 * LANES) // 8
    return room[start : start + count]
