"""Jobs that solve games: one a game, in threads, with progress for whoever waits.

Decides nothing about games; what is solved is kept by those who solve.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from kosci.engine.errors import RuleError
from kosci.variants import Rules, fingerprint

_AT_ONCE = 2
_REMEMBERED = 200
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Running:
    """A game that waits to be solved or is being solved: how much is done, from 0 to 1."""

    progress: float


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved game, and what best play comes to: a final total, or the chance of the first of two in a race."""

    mean: float


@dataclass(frozen=True, slots=True)
class Failed:
    """A game that could not be solved, and why."""

    error: RuleError


State = Running | Solved | Failed


class Solver(Protocol):
    """What solves a game: `coach.exact.Exact`."""

    def prepare(self, game: Rules, progress: Callable[[float], None]) -> float:
        """Solve the game, telling how much is done from 0 to 1, and give its mean; RuleError where it cannot."""
        ...


@dataclass(slots=True, eq=False)
class Solving:
    """The jobs of a process. Asked twice for the same rules, it solves them once."""

    solver: Solver
    _states: OrderedDict[str, State] = field(default_factory=OrderedDict)
    _tasks: dict[str, asyncio.Task[State]] = field(default_factory=dict)
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    def state(self, game: Rules) -> State | None:
        """How far the job of this game is; None if there is none."""
        return self._states.get(fingerprint(game))

    def mean(self, game: Rules) -> float | None:
        """What best play of the game comes to, where its job has found that."""
        state = self.state(game)
        return state.mean if isinstance(state, Solved) else None

    def start(self, game: Rules) -> State:
        """See that the game gets solved, and how far that is."""
        key = fingerprint(game)
        known = self._states.get(key)
        if known is None or isinstance(known, Failed):
            self._states[key] = known = Running(0.0)
            self._tasks[key] = asyncio.get_running_loop().create_task(self._solve(key, game))
        self._states.move_to_end(key)
        return known

    async def ready(self, game: Rules) -> State:
        """What came of the job, once it is done; a waiter who goes away does not stop it."""
        self.start(game)
        task = self._tasks.get(fingerprint(game))
        return await asyncio.shield(task) if task is not None else self._states[fingerprint(game)]

    async def _solve(self, key: str, game: Rules) -> State:
        loop = asyncio.get_running_loop()

        def tell(done: float) -> None:
            loop.call_soon_threadsafe(self._told, key, done)

        try:
            async with self._room:
                found: State = Solved(await asyncio.to_thread(self.solver.prepare, game, tell))
        except RuleError as error:
            found = Failed(error)
        except Exception:  # noqa: BLE001 - whoever waits is told, and the log says why
            _log.exception("a game could not be solved")
            found = Failed(RuleError("solving-failed", "the game could not be solved: see the log"))
        self._states[key] = found
        self._tasks.pop(key, None)
        while len(self._states) > _REMEMBERED:
            oldest = next((key for key, state in self._states.items() if not isinstance(state, Running)), None)
            if oldest is None:
                break
            del self._states[oldest]
        return found

    def _told(self, key: str, done: float) -> None:
        if isinstance(self._states.get(key), Running):
            self._states[key] = Running(done)
