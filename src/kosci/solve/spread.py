"""The exact distribution of the final total under best play, with what stands on the sheets.

Equal moves go to the lowest row, then the smallest keep, as everywhere; nothing is drawn by lot.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

import numpy as np

from kosci.solve.flow import expectations, get_ready
from kosci.solve.solution import Solution
from kosci.solve.solver import usual_threads
from kosci.solve.spread_pass import Pass
from kosci.solve.tables import Floats

SPREAD_VERSION = 1  # a distribution kept by another version is found again

Progress = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class Distribution:
    """How likely every final total is under best play: `chances` are those of `first` and the totals after it.

    `bonus` is the chance of the upper bonus, `extras` their expected number, `rows` the means of the rows. `seconds`
    are what it took on the clock, without the kernels made into machine code.

    Of a race that is played alone totals are numbers of turns; there is nothing on a sheet.
    """

    first: int
    chances: Floats
    bonus: float
    extras: float
    rows: tuple[float, ...]
    seconds: float = 0.0

    @property
    def last(self) -> int:
        """The highest total that can come about."""
        return self.first + len(self.chances) - 1

    @cached_property
    def mean(self) -> float:
        """The mean final total."""
        return float(self.chances @ self._totals)

    @cached_property
    def standard_deviation(self) -> float:
        """The standard deviation of the final total."""
        return sqrt(float(self.chances @ (self._totals - self.mean) ** 2))

    def chance(self, total: int) -> float:
        """The chance of just this total."""
        return float(self.chances[total - self.first]) if self.first <= total <= self.last else 0.0

    def at_least(self, total: float) -> float:
        """The chance of this total or more, exact however small it is."""
        at = max(0, ceil(total) - self.first)
        return float(self._from_top[at]) if at < len(self.chances) else 0.0

    def below(self, total: float) -> float:
        """The chance of less than this total, exact however small it is."""
        at = min(ceil(total) - self.first, len(self.chances))
        return float(self._from_bottom[at - 1]) if at > 0 else 0.0

    def quantile_of(self, total: float) -> float:
        """The chance of this total or less."""
        return self.below(int(total // 1) + 1)

    def percentile(self, percent: float) -> int:
        """The lowest total that is not exceeded in so many games of a hundred; ValueError unless from 0 to 100."""
        if not 0 <= percent <= 100:
            raise ValueError(f"{percent!r} is no percentage: from 0 to 100")
        share, rest = percent / 100, (100 - percent) / 100
        if share <= rest:  # the smaller side is the more exact one
            return self.first + int(np.searchsorted(self._from_bottom, share))
        return self.last - int(np.searchsorted(self._from_top[::-1], rest, side="right"))

    @cached_property
    def _totals(self) -> Floats:
        return np.arange(self.first, self.last + 1, dtype=np.float64)

    @cached_property
    def _from_bottom(self) -> Floats:
        return np.cumsum(self.chances)

    @cached_property
    def _from_top(self) -> Floats:
        return np.cumsum(self.chances[::-1])[::-1]


def distribution(
    solution: Solution, *, threads: int | None = None, progress: Progress = lambda _: None
) -> Distribution:
    """The distribution of the final total from the empty card; `progress` is told how much is done, from 0 to 1."""
    used = threads or usual_threads()
    run = Pass(solution, used)
    run.get_ready()
    get_ready(solution)
    started = time.perf_counter()
    first, chances = run.follow(progress)
    chances.flags.writeable = False
    rules = solution.rules
    expected = expectations(solution, rules.empty_card(), threads=used)
    bonus = expected.bonus / rules.bonus if rules.bonus else 0.0
    extras = expected.extras / rules.extra_pays if rules.extra_pays else 0.0
    return Distribution(first, chances, bonus, extras, expected.rows, time.perf_counter() - started)
