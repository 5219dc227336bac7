"""Which upper totals can stand after which upper rows, and which of them still decide the bonus.

Knows of a row only the values it can hold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kosci.solve.tables import LANES, Flags, Ints, Shorts


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Upper totals up to the threshold by upper set, bit n for the n-th upper row.

    `possible[u, t]` says whether the rows of set u can add up to t (to `bonus_at` or more for the last t). A total
    from which the bonus can still be won or missed has a lane of its own; the last lane is for all others.
    `totals[u]` are the totals of the lanes, `bonus_at` and counting on from the last lane.
    """

    possible: Flags
    lane_of: Shorts
    lanes: Ints
    totals: Ints


def totals_of(values: Sequence[Sequence[int]], bonus_at: int, bonus: int) -> Totals:
    """The totals of upper rows that can hold these values."""
    possible = _possible(values, bonus_at)
    most = np.array([max(row) for row in values], np.int64)
    sets = np.arange(len(possible))
    used = (sets[:, None] >> np.arange(len(values))) & 1
    missing = ((1 - used) * most).sum(axis=1)
    total = np.arange(bonus_at + 1)
    decides = possible & (total < bonus_at) & (total + missing[:, None] >= bonus_at) & (bonus > 0)
    last = decides.sum(axis=1)
    lane_of = np.where(decides, np.cumsum(decides, axis=1) - 1, last[:, None])
    width = -(-int(last.max() + 1) // LANES) * LANES
    totals = np.maximum(np.arange(width) - last[:, None], 0) + bonus_at
    where = np.nonzero(decides)
    totals[where[0], lane_of[where]] = where[1]
    return Totals(possible, lane_of.astype(np.uint16), (last + 1).astype(np.int32), totals.astype(np.int32))


def _possible(values: Sequence[Sequence[int]], bonus_at: int) -> Flags:
    possible = np.zeros((1 << len(values), bonus_at + 1), np.bool_)
    possible[0, 0] = True
    for at, row in enumerate(values):
        without, with_row = possible[: 1 << at], possible[1 << at : 2 << at]
        for value in row:
            shift = min(value, bonus_at)
            with_row[:, shift:] |= without[:, : bonus_at + 1 - shift]
            with_row[:, bonus_at] |= without[:, bonus_at + 1 - shift :].any(axis=1)
    return possible
