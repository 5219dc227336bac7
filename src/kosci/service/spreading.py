"""Jobs that find distributions of final totals: one a game, one at a time, in threads, with progress.

Begins none unless asked to; distributions are kept by those who find them.
"""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kosci.coach.exact import Exact
from kosci.engine.errors import RuleError
from kosci.engine.scorecard import Scorecard
from kosci.service.solving import Failed, Running
from kosci.variants import Rules, fingerprint

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

_REMEMBERED = 60  # distributions of some 12 kB
_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Spreading:
    """The distributions of a process. Asked twice for the same rules, it finds theirs once."""

    exact: Exact
    _jobs: OrderedDict[str, "asyncio.Task[Failed | Distribution]"] = field(default_factory=OrderedDict)
    _done: dict[str, float] = field(default_factory=dict)
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    async def known(self, game: Rules) -> "Running | Failed | Distribution | None":
        """The distribution where a job or the disk has it, or how far its job is; None where nobody has asked."""
        job = self._jobs.get(fingerprint(game))
        if job is not None:
            return job.result() if job.done() else Running(self._done.get(fingerprint(game), 0.0))
        return await asyncio.to_thread(self.exact.found_distribution, game) if isinstance(game, Scorecard) else None

    def start(self, game: Rules) -> None:
        """See that the distribution gets found; a job that failed is begun anew."""
        key = fingerprint(game)
        job = self._jobs.get(key)
        if job is None or (job.done() and isinstance(job.result(), Failed)):
            self._jobs[key] = asyncio.get_running_loop().create_task(self._find(key, game))
        self._jobs.move_to_end(key)
        while len(self._jobs) > _REMEMBERED:
            oldest = next((key for key, job in self._jobs.items() if job.done()), None)
            if oldest is None:
                break
            del self._jobs[oldest]

    async def _find(self, key: str, game: Rules) -> "Failed | Distribution":
        loop = asyncio.get_running_loop()

        def tell(done: float) -> None:
            loop.call_soon_threadsafe(self._done.__setitem__, key, done)

        try:
            async with self._room:
                return await asyncio.to_thread(self.exact.distribution, game, tell)
        except RuleError as error:
            return Failed(error)
        except Exception:  # noqa: BLE001 - whoever waits is told, and the log says why
            _log.exception("a distribution could not be found")
            return Failed(RuleError("solving-failed", "the game could not be solved: see the log"))
        finally:
            loop.call_soon(self._done.pop, key, None)
