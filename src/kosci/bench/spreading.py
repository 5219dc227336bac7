"""How long the exact distribution of a game takes, what memory, and how many times a plain solution.

Seconds are those on the clock; kernels are compiled before anything is measured.
"""

import tracemalloc
from collections.abc import Iterator
from functools import partial
from statistics import median

from kosci.bench.clock import pace
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.solving import sheet
from kosci.solve.solution import Solution
from kosci.solve.solver import solve, usual_threads
from kosci.solve.spread import Distribution, distribution

_SECONDS = 20
_MEGABYTES = 400
_WHOLE = 1.0  # seconds of effort from which on the largest game is measured too


def spreading(effort: Effort) -> Iterator[Measurement]:
    """Seconds and memory of the distribution of `yahtzee`, and of `yatzy`, which has the most states."""
    for name in ("yahtzee", "yatzy") if effort.seconds >= _WHOLE else ("yahtzee",):
        solved: list[Solution] = []
        plain = pace(partial(_solve, name, solved), effort.seconds / 2).cpu_ms
        found: list[Distribution] = []
        peaks: list[float] = []
        own = pace(partial(_find, solved[0], found, peaks), 0).cpu_ms
        note = f"on the clock, {usual_threads()} threads; {own / 1000:.1f} CPU s, {own / plain:.1f}× a solution"
        seconds = median(one.seconds for one in found)
        yield Measurement("spread", name, seconds, "s", note, Target(_SECONDS, "at most"))
        most = Target(_MEGABYTES, "at most")
        yield Measurement("spread", f"{name}, memory", peaks[0], "MB", "arrays at their most", most)


def _solve(name: str, solved: list[Solution]) -> None:
    solved.append(solve(sheet(name)))


def _find(solution: Solution, found: list[Distribution], peaks: list[float]) -> None:
    """Find the distribution; the first time its memory is watched, which is not counted as its time."""
    if peaks:
        found.append(distribution(solution))
        return
    tracemalloc.start()
    try:
        distribution(solution)
        peaks.append(tracemalloc.get_traced_memory()[1] / 1e6)
    finally:
        tracemalloc.stop()
