"""What every roll of a race leaves a player to choose from, as arrays, asked of the engine once.

Nothing is played here and no rule stands here.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kosci.engine.dice import Dice
from kosci.engine.moves import Bank, RollOn
from kosci.engine.race import Race, RacePosition
from kosci.solve.lattice import lattice
from kosci.solve.race_tables import NEVER
from kosci.solve.tables import Floats, Ints, Longs, Shorts

BUST, WIN = 0, -1  # how many parts there are to choose from, where there is no choice

_FAR = 10**9  # a target that no turn reaches
_HELD = 1000  # points of the turn before the roll that is asked about


class Rolls(NamedTuple):
    """Rolls of one to all dice by number, each with its parts in the order of the moves.

    `counts` say how many parts a roll has, or BUST or WIN. Of each part the points, the kind of roll that follows or
    NEVER, and whether it may be banked short of the target and at it.
    """

    more: Shorts  # keep, face -> the keep with this die
    counts: Longs
    first_part: Longs
    points: Longs
    next_kind: Longs
    may_bank: Longs
    may_win: Longs


class Races(NamedTuple):
    """Races of two players under way: who starts, and by game and seat the points and the turns had."""

    starts: Ints
    points: Ints
    turns: Ints
    is_over: NDArray[np.bool_]


class Deal(NamedTuple):
    """Which turns are played and on which dice: `step` turns were played of each game before.

    Points come in steps of `points_step`; five alike bring `win_pays` on top.
    """

    key: np.uint64
    game: int
    same_dice: int
    step: int
    target: int
    points_step: int
    win_pays: int


class Pairs(NamedTuple):
    """The games that go on, sorted by levels: of the player to move, of the other; `bounds` part them into pairs."""

    order: Longs
    bounds: Longs
    own: Longs
    other: Longs


class Worths(NamedTuple):
    """What turns are computed from: the chances of the solution, and room for what banking is worth."""

    chances: Floats
    bank: Floats


def rolls_of(game: Race) -> Rolls:
    """The rolls of a race."""
    dice = lattice(game.dice)
    plain = replace(game, target=_FAR, opening=0, exact=False, last_round=False)
    counts, first_part = [BUST], [0]  # no dice: never rolled
    parts: list[tuple[int, int, bool, bool]] = []
    for roll in dice.keeps[1:]:
        first_part.append(len(parts))
        after = plain.after_roll(RacePosition((0, 0), (False, False), turn=_HELD, rolling=len(roll)), roll)
        parts += _parts(plain, after, roll) if after.roll else ()
        counts.append(WIN if after.has_ended else len(parts) - first_part[-1])
    columns = np.array(parts, np.int64).T.copy()
    return Rolls(dice.more, np.array(counts, np.int64), np.array(first_part, np.int64), *columns)


def _parts(game: Race, position: RacePosition, roll: Dice) -> Iterator[tuple[int, int, bool, bool]]:
    far, near = (set(race.legal_moves(position)) for race in (game, replace(game, target=_HELD)))
    for part in game.parts(roll):
        on = RollOn(part)
        kind = game.after_move(position, on).rolling - 1 if on in far else NEVER
        yield game.value(part).points, kind, Bank(part) in far, Bank(part) in near


def blank_races(starts: Ints) -> Races:
    """Races before their first turn."""
    games = len(starts)
    points, turns = np.zeros((games, 2), np.int32), np.zeros((games, 2), np.int32)
    return Races(starts, points, turns, np.zeros(games, np.bool_))
