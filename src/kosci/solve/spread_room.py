"""The arrays in which whole distributions go from one turn to the next: what is read, what is written.

Shapes, meanings and room only; nothing is followed here.
"""

from typing import NamedTuple

import numpy as np

from kosci.solve.compiled import Compiled
from kosci.solve.tables import LANES, Floats, Ints, Longs

ITEMS = 16  # used sets with their box states whose steps are found at once
GROUPS = 16  # parts of a turn's cards, each of which gives its memory back when it is added up
UNMET = -1  # the highest total of a card that cannot come about
_NO_LOW = np.iinfo(np.int32).max


class Steps(NamedTuple):
    """How chances go on from some cards, in the order in which it is found.

    A *run* of steps leads to the cards of one used set and box state.
    """

    counts: Longs  # how many runs, how many steps
    leads: Ints  # run -> the used set and box state that it leads to
    begins: Ints  # run -> its first step
    sources: Ints  # step -> the place it comes from
    targets: Ints  # step -> the place it leads to
    shifts: Ints  # step -> points that are added on the way
    chances: Floats  # step

    def kept(self) -> "Steps":
        """These steps in no more room than they need."""
        runs, steps = self.counts.tolist()
        return Steps(
            counts=self.counts.copy(),
            leads=self.leads[:runs].copy(),
            begins=self.begins[:runs].copy(),
            sources=self.sources[:steps].copy(),
            targets=self.targets[:steps].copy(),
            shifts=self.shifts[:steps].copy(),
            chances=self.chances[:steps].copy(),
        )


class Ranges(NamedTuple):
    """By place: the lowest and the highest total of a card, and where its distribution begins.

    While the bonus can still be won or missed, totals count without the upper rows: their part is known.
    """

    lows: Ints
    highs: Ints
    starts: Longs


def steps_for(game: Compiled) -> Steps:
    """Room for the steps from so many items, whatever they are; what is never written takes no memory."""
    rows, slots, lanes = len(game.rules.rows), len(game.tables.slot_values), int(game.tables.lanes.max())
    runs, steps = ITEMS * -(-lanes // LANES) * rows * 4, ITEMS * lanes * slots * 2
    return Steps(
        counts=np.zeros(2, np.int64),
        leads=np.empty(runs, np.int32),
        begins=np.empty(runs, np.int32),
        sources=np.empty(steps, np.int32),
        targets=np.empty(steps, np.int32),
        shifts=np.empty(steps, np.int32),
        chances=np.empty(steps),
    )


def ranges_for(game: Compiled) -> Ranges:
    """Room for a game, with no card that can come about."""
    size = game.size
    return Ranges(np.full(size, _NO_LOW, np.int32), np.full(size, UNMET, np.int32), np.zeros(size, np.int64))


def lay_out(ranges: Ranges, places: Longs) -> Floats:
    """Room for the distributions at these places, one after another, each with a vector more to add whole vectors."""
    lengths = ranges.highs[places].astype(np.int64) - ranges.lows[places] + LANES
    ends = np.cumsum(lengths)
    ranges.starts[places] = ends - lengths
    return np.zeros(int(ends[-1]) + LANES)
