"""The arrays that the kernels of races read and write, and the plan that a turn model becomes.

Shapes, meanings and room only; nothing is computed here.
"""

from typing import NamedTuple

import numpy as np

from kosci.solve.race_model import TurnModel
from kosci.solve.tables import LANES, Floats, Longs

__all__ = ["CONVERGED", "LANES", "NEVER", "Floats", "Longs", "Pairs", "Plan", "Settled", "Turn", "Work"]

NEVER = -1  # a stand after which the turn must stop
CONVERGED = 4e-15  # how far a value may be from what its own turn gives


class Plan(NamedTuple):
    """A turn model in flat arrays: kinds own falls, falls own parts; an offset leads from a level to a part's stand."""

    bust: Floats
    win: Floats
    first_fall: Longs
    chance: Floats
    first_part: Longs
    offset: Longs
    next_kind: Longs
    may_bank: Longs
    start: int
    follows: int  # whether the kind that starts a turn can also come later in it
    keeps: int
    span: int  # the most levels that one roll passes


class Turn(NamedTuple):
    """The turns to play: levels are computed from `low` to the last end, those below are settled in this block."""

    block: int
    at: int  # where the worths of banking begin
    low: int
    first_end: int
    last_end: int
    won: float  # the worth of having reached the target


class Work(NamedTuple):
    """Room for a turn in each lane l: it begins at level ends[l] (0: it rests), and losing it is worth hurts[l].

    Worth and slope against `hurts` of every stand and every kind of roll at each level; `out` is the turn's own.
    """

    ends: Longs
    hurts: Floats
    worth: Floats
    lean: Floats
    rolled: Floats
    rolled_lean: Floats
    begun: Floats
    begun_lean: Floats
    out: Floats
    out_lean: Floats


class Settled(NamedTuple):
    """What needs no further look: below `low` all choices are fixed as long as a bust is worth no more than `hurt`.

    The last levels below `low` are kept as lines: their worth if a bust is worth 0, and their slope.
    """

    low: Longs
    hurt: Floats
    worth: Floats
    lean: Floats
    floor: Floats  # the least slope that a stand can have, level by level


class Pairs(NamedTuple):
    """The diagonal that is being solved, what its turns gave last with their slopes, and the two diagonals before."""

    size: int
    now: Floats
    last: Floats
    before: Floats
    found: Floats
    lean: Floats
    is_open: Longs


def plan_of(model: TurnModel) -> Plan:
    """The plan of a turn."""
    stands, step = len(model.stands), model.step
    first_fall, first_part = [0], [0]
    chances: list[float] = []
    offsets: list[int] = []
    for kind in model.kinds:
        for fall in kind.falls:
            chances.append(fall.chance)
            offsets += [(part.stand - part.points // step * stands) * LANES for part in fall.parts]
            first_part.append(len(offsets))
        first_fall.append(len(chances))
    return Plan(
        bust=np.array([kind.bust for kind in model.kinds]),
        win=np.array([kind.win for kind in model.kinds]),
        first_fall=_whole(first_fall),
        chance=np.array(chances),
        first_part=_whole(first_part),
        offset=_whole(offsets),
        next_kind=_whole([NEVER if stand.kind is None else stand.kind for stand in model.stands]),
        may_bank=_whole([stand.may_bank for stand in model.stands]),
        start=model.start,
        follows=int(any(stand.kind == model.start for stand in model.stands)),
        keeps=int(model.keeps),
        span=model.most // step,
    )


def _whole(numbers: list[int]) -> Longs:
    return np.array(numbers, np.int64)


def work_for(plan: Plan, size: int) -> Work:
    """Room for turns of so many levels."""
    stands = (size + 1 + plan.span) * len(plan.next_kind) * LANES
    kinds = (size + 1) * len(plan.bust) * LANES
    zeros = (np.zeros(count) for count in (LANES, stands, stands, kinds, kinds, LANES, LANES, LANES, LANES))
    return Work(np.zeros(LANES, np.int64), *zeros)


def nothing_settled(plan: Plan, blocks: int, won: float, floor: Floats) -> Settled:
    """So many blocks before anything is known but that the target is reached below level 1."""
    count = blocks * plan.span * len(plan.next_kind) * LANES
    return Settled(
        np.ones(blocks, np.int64), np.full(blocks * LANES, np.inf), np.full(count, won), np.zeros(count), floor
    )


def blank_pairs(size: int) -> Pairs:
    """Room for diagonals of so many levels."""
    room = size + LANES + 1
    return Pairs(
        size,
        now=np.zeros(room),
        last=np.zeros(room),
        before=np.zeros(room),
        found=np.zeros(room),
        lean=np.zeros(room),
        is_open=np.zeros(room, np.int64),
    )
