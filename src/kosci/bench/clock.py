"""How long things take: done again and again for a while, and the median or the rate given.

The only place of this package that reads a clock.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast something was done: times a second, the median of one in milliseconds, how often in all."""

    per_second: float
    median_ms: float
    times: int


def _pace(taken: Sequence[float], passed: float) -> Pace:
    return Pace(len(taken) / passed, 1000 * median(taken), len(taken))


def pace(act: Callable[[], object], seconds: float) -> Pace:
    """The pace of an act that only computes, on this process's own time; once before to warm up."""
    act()
    taken: list[float] = []
    while not taken or sum(taken) < seconds:
        started = time.process_time()
        act()
        taken.append(time.process_time() - started)
    return _pace(taken, sum(taken))


async def pace_of_all(acts: Sequence[Callable[[], Awaitable[object]]], seconds: float) -> Pace:
    """The pace of several clients at once, each doing its act again and again; each once before to warm up."""
    await asyncio.gather(*(act() for act in acts))
    started = time.perf_counter()
    taken: list[float] = []

    async def keep_on(act: Callable[[], Awaitable[object]]) -> None:
        before = started
        while before < started + seconds:
            await act()
            now = time.perf_counter()
            taken.append(now - before)
            before = now

    await asyncio.gather(*map(keep_on, acts))
    return _pace(taken, time.perf_counter() - started)
