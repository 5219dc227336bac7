"""How many turns the best play of a race alone needs, and how likely: where a turn ends, then turn after turn.

Choices are those of the solution: of equal ones banking comes first, then the fewest points set aside.
"""

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kosci.solve.options import TIED
from kosci.solve.race import RaceSolution
from kosci.solve.race_advisor import RaceAdvisor
from kosci.solve.race_model import Fall, Kind
from kosci.solve.spread import Distribution
from kosci.solve.tables import Floats

_SIDE_BY_SIDE = 500  # turns from so many levels
_LEFT = 1e-17  # chance of not being there yet below which no more turns are counted


def turns_alone(solution: RaceSolution) -> Distribution:
    """The distribution of the turns that best play needs alone; the rarest numbers, below 1e-17 together, are left out.

    It has no rows, no bonus and no extras.
    """
    started = time.perf_counter()
    levels = solution.values.size + 1
    ends = np.zeros((levels, levels))
    for first in range(1, levels, _SIDE_BY_SIDE):
        last = min(first + _SIDE_BY_SIDE, levels) - 1
        ends[first : last + 1, : last + 1] = _Ends(solution, first, last).found()
    standing = np.zeros(len(ends))
    standing[-1] = 1.0
    chances: list[float] = []
    while standing[1:].sum() > _LEFT:
        standing[0] = 0.0
        standing = standing @ ends
        chances.append(float(standing[0]))
    return Distribution(1, np.array(chances), 0.0, 0.0, (), time.perf_counter() - started)


@dataclass(slots=True, eq=False)
class _Ends:
    """Where turns end that begin at the levels from `first` to `last`, side by side: arrays have a number for each.

    By level and stand, `worth` is what is left to do there, `is_banked` whether the turn ends, `arrived` the chance
    to come to it.
    """

    solution: RaceSolution
    first: int
    last: int
    worth: Floats = field(init=False)
    is_banked: NDArray[np.bool_] = field(init=False)
    arrived: Floats = field(init=False)
    ends: Floats = field(init=False)

    def __post_init__(self) -> None:
        shape = (self.last + 1, len(self.solution.values.model.stands), self.last - self.first + 1)
        self.worth, self.is_banked, self.arrived = np.zeros(shape), np.ones(shape, np.bool_), np.zeros(shape)
        self.ends = np.zeros((shape[-1], shape[0]))

    def found(self) -> Floats:
        """By the level before a turn the chance of each level after it."""
        self._weigh()
        for level in range(self.last, 0, -1):
            self._play(level)
        self.ends[:, 0] += self.arrived[0].sum(axis=0)
        return self.ends

    def _weigh(self) -> None:
        """Choose at every stand between banking and rolling on; at level 0 the target is reached."""
        model, target = self.solution.values.model, self.solution.game.target
        banks = -self.solution.values.waits[1 : self.last + 1, None]
        rolls = np.full((self.last, len(model.kinds), len(self.ends)), -np.inf)
        advisor = RaceAdvisor(self.solution)
        for at, level in enumerate(range(self.first, self.last + 1)):
            rolls[:level, :, at] = advisor.turn(target - level * model.step).rolls
        for number, stand in enumerate(model.stands):
            rolling = rolls[:, stand.kind] if stand.kind is not None else -np.inf
            is_banked = (banks >= rolling - TIED) & (stand.may_bank or stand.kind is None)
            self.is_banked[1:, number] = is_banked
            self.worth[1:, number] = np.where(is_banked, banks, rolling)

    def _play(self, level: int) -> None:
        """Go on from a level: end the turn, or roll once."""
        model = self.solution.values.model
        rolled = np.zeros((len(model.kinds), len(self.ends)))
        if level >= self.first:
            rolled[model.start, level - self.first] = 1.0
        for number, stand in enumerate(model.stands):
            chance, is_banked = self.arrived[level, number], self.is_banked[level, number]
            self.ends[:, level] += np.where(is_banked, chance, 0.0)
            if stand.kind is not None:
                rolled[stand.kind] += np.where(is_banked, 0.0, chance)
        for kind, chance in zip(model.kinds, rolled, strict=True):
            self._roll(level, kind, chance)

    def _roll(self, level: int, kind: Kind, chance: Floats) -> None:
        self.ends[:, 0] += chance * kind.win
        if self.solution.values.model.keeps:
            self.ends[:, level] += chance * kind.bust
        else:
            starts = np.arange(len(chance))
            self.ends[starts, self.first + starts] += chance * kind.bust
        for fall in kind.falls:
            self._set_aside(level, fall, chance * fall.chance)

    def _set_aside(self, level: int, fall: Fall, chance: Floats) -> None:
        step = self.solution.values.model.step
        places = [(max(0, level - part.points // step), part.stand) for part in fall.parts]
        if len(places) == 1:
            self.arrived[places[0]] += chance
            return
        floor = np.max([self.worth[place] for place in places], axis=0) - TIED
        is_left = np.ones(len(chance), np.bool_)
        for place in places:
            taken = is_left & (self.worth[place] >= floor)
            self.arrived[place] += np.where(taken, chance, 0.0)
            is_left &= ~taken
