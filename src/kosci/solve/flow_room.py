"""The arrays in which chances are followed from one turn to the next: what is read, what is written.

Shapes, meanings and room only; nothing is followed here.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kosci.solve.compiled import Compiled
from kosci.solve.lattice import Indices, lattice
from kosci.solve.tables import LANES, Floats, aligned

SHARES = 4  # what a layer is divided into, whatever the number of threads, so that sums do not depend on it
NUDGE = 4e-12  # far above rounding; all keeps together stay below 1e-9, within which moves are tied

Marks = NDArray[np.uint8]


class Ways(NamedTuple):
    """How keeps lie in each other, and the nudges that put the smaller of equally good ones first.

    A hand written at once comes before all keeps.
    """

    less: Indices  # keep or hand -> those with a die less
    less_count: Indices  # keep or hand -> how many there are
    nudges: Floats  # keep or hand -> what is added when moves are compared


class Flow(NamedTuple):
    """What is known of all cards so far, by share: the chance of each, and what has come of it.

    `chances` have the places of the values. `gains` are points by row, then those of the bonus and of extras.
    """

    chances: Floats  # share, place
    met: Marks  # share, used set and box state -> whether there is any chance of it
    gains: Floats  # share, row or bonus or extras


class Room(NamedTuple):
    """What one share writes its intermediate results in; chances are taken out of it again, all are 0 in the end.

    Everything is in lanes. What depends on the rolls left has one more or less of them, from 0 or from 1.
    """

    worth: Floats  # hand -> its value in its best row
    trials: Floats  # rolls left, keep or hand -> the best of its parts, with nudges
    hands: Floats  # rolls left, hand -> the chance that it lies
    keeps: Floats  # rolls left, keep -> the chance that the other dice are rolled now
    passing: Floats  # keep -> the chance that the keep sought is among its parts
    rolled: Floats  # keep -> the chance that it lies while dice are still falling
    written: Floats  # hand -> the chance that it is written down
    classes: Floats  # class -> the chance that a hand of it is written in its group
    slots: Floats  # slot -> the chance that it is what is written


@cache
def ways_of(dice: int) -> Ways:
    """The ways of so many dice."""
    found = lattice(dice)
    smallest_first = sorted(range(found.first_hand), key=lambda at: (len(found.keeps[at]), found.keeps[at]))
    nudges = np.full(len(found.keeps), NUDGE * found.first_hand)
    nudges[smallest_first] = NUDGE * np.arange(found.first_hand - 1, -1, -1)
    return Ways(found.less, found.less_count, nudges)


def flow_for(game: Compiled) -> Flow:
    """Room for a game, with no chance anywhere."""
    rows, situations = len(game.rules.rows), game.tables.offsets.size
    marks = np.zeros((SHARES, situations), np.uint8)
    return Flow(np.zeros((SHARES, game.size)), marks, np.zeros((SHARES, rows + 2)))


def room_for(game: Compiled) -> Room:
    """Room for one share."""
    keeps, hands, rerolls = game.lattice.first_hand, len(game.lattice.hands), game.tables.rerolls
    return Room(
        worth=aligned(hands * LANES),
        trials=aligned(rerolls * (keeps + hands) * LANES).reshape(rerolls, -1),
        hands=aligned((rerolls + 1) * hands * LANES).reshape(rerolls + 1, -1),
        keeps=aligned((rerolls + 1) * keeps * LANES).reshape(rerolls + 1, -1),
        passing=aligned(keeps * LANES),
        rolled=aligned(keeps * LANES),
        written=aligned(hands * LANES),
        classes=aligned(len(game.tables.class_hands) * LANES),
        slots=aligned(2 * len(game.tables.slot_values) * LANES),
    )
