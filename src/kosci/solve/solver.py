"""Solving a game: the last turn first, layer by layer, each layer shared among threads.

The numbers do not depend on how many threads there are; the arithmetic stands in `kernel`.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np

from kosci.engine.scorecard import Scorecard
from kosci.solve.compiled import Compiled, compile_rules
from kosci.solve.solution import Solution
from kosci.solve.tables import Floats, Ints, Work, work_for

Progress = Callable[[float], None]


def solve(rules: Scorecard, *, threads: int | None = None, progress: Progress = lambda _: None) -> Solution:
    """The solution of a game; `progress` is told how much is done, from 0 to 1.

    The time it takes counts the rules made into arrays, not the kernels made into machine code once a machine.
    """
    started, cpu_started = time.perf_counter(), time.thread_time()
    game = compile_rules(rules)
    seconds, cpu_seconds = time.perf_counter() - started, time.thread_time() - cpu_started
    from kosci.solve import kernel

    run = _Run(kernel, game, game.blank_values(), threads or usual_threads())
    run.get_ready()
    started = time.perf_counter()
    run.solve(progress)
    seconds += time.perf_counter() - started
    run.values.flags.writeable = False
    return Solution(game, run.values, seconds, cpu_seconds + run.cpu_seconds)


def usual_threads() -> int:
    """As many threads as processors are open to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(slots=True, eq=False)
class _Run:
    """One solving: the values as they come about."""

    kernel: ModuleType
    game: Compiled
    values: Floats
    threads: int
    cpu_seconds: float = 0.0
    work: list[Work] = field(init=False)

    def __post_init__(self) -> None:
        self.work = [work_for(self.game.tables, self.kernel.FIRST_HAND) for _ in range(self.threads)]

    def get_ready(self) -> None:
        """Have the kernel compiled, or read from where it is kept."""
        nothing = np.zeros(0, np.int32)
        self.kernel.solve_items(self.game.tables, nothing, nothing, self.values, self.work[0])

    def solve(self, progress: Progress) -> None:
        """Fill in the values of every layer."""
        done, layers = 0, list(self.game.layers())
        everything = sum(len(used) for used, _ in layers)
        with ThreadPoolExecutor(self.threads) as pool:
            for used, states in layers:
                shares = [(used[n :: self.threads], states[n :: self.threads]) for n in range(self.threads)]
                self.cpu_seconds += sum(pool.map(self._solve_share, self.work, shares))
                done += len(used)
                progress(done / everything)

    def _solve_share(self, work: Work, share: tuple[Ints, Ints]) -> float:
        """Solve some items of a layer; the processor time it took."""
        started = time.thread_time()
        used, states = map(np.ascontiguousarray, share)
        self.kernel.solve_items(self.game.tables, used, states, self.values, work)
        return time.thread_time() - started
