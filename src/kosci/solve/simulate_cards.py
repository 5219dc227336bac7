"""The arrays of simulated sheets: many games of one seat, turn by turn at the same time.

Shapes, meanings and room only; nothing is played here.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kosci.solve.lattice import Lattice
from kosci.solve.tables import LANES, Floats, Ints, Shorts, Tables, aligned

BLANK = -1  # in a row that is not written

Points = NDArray[np.int16]


class Cards(NamedTuple):
    """A card for each game of a piece, and what sorts them between turns.

    `uppers` count to the threshold. `places` say where the values before the turn stand; `order` are the games by
    their places, and `counts` how many come before each place.
    """

    used: Ints
    states: Ints
    uppers: Ints
    extras: Ints
    points: Points  # game, row -> points, BLANK where the row is open
    places: Ints
    order: Ints
    counts: Ints


class Choice(NamedTuple):
    """What a hand is chosen by: its rows and parts with their worth, and what can become of it.

    `kept[n]` are the keeps that are rolled on with n + 1 rolls left, in lanes. `worth` has room for each row and part
    of one hand, `weights` too.
    """

    more: Shorts  # keep, face -> the keep with this die
    parts: Shorts  # hand, part -> keep
    kept: Floats
    worth: Floats
    weights: Floats


class Draw(NamedTuple):
    """Which dice fall: the key of the seed, the first game, whose dice, and the player's own seat and warmth.

    A `temperature` of 0 chooses the best move.
    """

    key: np.uint64
    game: int
    dice_seat: int
    seat: int
    turn: int
    temperature: float


def blank_cards(games: int, rows: int, places: int) -> Cards:
    """So many empty cards."""
    used, states, uppers, extras, found, order = (np.zeros(games, np.int32) for _ in range(6))
    points = np.full((games, rows), BLANK, np.int16)
    return Cards(used, states, uppers, extras, points, found, order, np.zeros(places + 1, np.int32))


def choice_for(tables: Tables, dice: Lattice) -> Choice:
    """Room for the choices of one thread."""
    options = len(tables.upper_bits) + dice.parts.shape[1]
    kept = aligned(tables.rerolls * dice.first_hand * LANES)
    return Choice(dice.more, dice.parts, kept, np.zeros(options), np.zeros(options))
