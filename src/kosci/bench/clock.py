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
    """How fast something was done.

    `per_second` and the median of one in milliseconds are of the clock on the wall; `cpu_ms` is what each
    cost this process, which says more where the machine is shared.
    """

    per_second: float
    median_ms: float
    cpu_ms: float
    times: int


def pace(act: Callable[[], object], seconds: float) -> Pace:
    """The pace of an act that only computes, all on this process's own time; once before to warm up."""
    act()
    taken: list[float] = []
    while not taken or sum(taken) < seconds:
        started = time.process_time()
        act()
        taken.append(time.process_time() - started)
    total, times = sum(taken), len(taken)
    return Pace(times / total, 1000 * median(taken), 1000 * total / times, times)


async def pace_of_all(acts: Sequence[Callable[[], Awaitable[object]]], seconds: float) -> Pace:
    """The pace of several clients at once, each doing its act again and again; each once before to warm up."""
    await asyncio.gather(*(act() for act in acts))
    started, cpu = time.perf_counter(), time.process_time()
    taken: list[float] = []

    async def keep_on(act: Callable[[], Awaitable[object]]) -> None:
        before = started
        while before < started + seconds:
            await act()
            now = time.perf_counter()
            taken.append(now - before)
            before = now

    await asyncio.gather(*map(keep_on, acts))
    passed, cpu_passed, times = time.perf_counter() - started, time.process_time() - cpu, len(taken)
    return Pace(times / passed, 1000 * median(taken), 1000 * cpu_passed / times, times)
