"""Exact play for servers, and the workers that solve for all processes of one database.

Composition only; what is solved how stands elsewhere.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from kosci.adapters.clock import SystemClock
from kosci.adapters.errors import DataError
from kosci.adapters.open import open_store
from kosci.coach.exact import Exact
from kosci.commands.computers import missing
from kosci.commands.errors import CommandError
from kosci.engine.race import Race
from kosci.locale.explain import explain
from kosci.locale.words import Words
from kosci.service.jobs import Asking, Jobs, Kind, Progress, Worker
from kosci.service.ports import Store
from kosci.variants import Rules
from kosci.web.server import FAILED

if TYPE_CHECKING:
    from kosci.solve.library import Library

_log = logging.getLogger(__name__)


class CountedJobs(Jobs, Protocol):
    """Jobs that can be counted, too."""

    async def counts(self) -> Mapping[str, int]:
        """How many jobs there are of each state."""


def jobs_of(store: Store) -> CountedJobs | None:
    """Where the jobs of a store stand that several processes share; None where there is but one process."""
    jobs: CountedJobs | None = getattr(store, "jobs", None)
    return jobs


def exact_play(jobs: Jobs | None = None) -> Exact | None:
    """Exact play over the solutions in the user's cache, solved by workers where there are jobs.

    None where NumPy and numba are not installed. To be called where the event loop runs.
    """
    if absent := missing():
        what = " and ".join(absent)
        _log.warning("no exact play, neither for computers nor for advice: pip install 'kosci[solve]' brings %s", what)
        return None
    library = _library()
    if jobs is not None:
        library.ask = Asking(jobs, asyncio.get_running_loop())
    return Exact(library)


def _library() -> "Library":
    from kosci.solve.kept import KeptSolutions, usual_folder
    from kosci.solve.library import Library

    return Library(KeptSolutions(usual_folder(), lambda error: _log.warning("%s", error)))


def worker(jobs: Jobs) -> Worker:
    """A worker of this process: what it makes is kept in the user's cache, where the servers look."""
    library = _library()
    library.most_held = 1
    exact = Exact(library)

    def work(kind: Kind, rules: Rules, progress: Progress) -> None:
        if kind == "solve" or isinstance(rules, Race):
            exact.prepare(rules, progress)
        else:
            exact.distribution(rules, progress)

    return Worker(jobs, SystemClock(), f"{socket.gethostname()}-{os.getpid()}", work)


def worked(database: str, words: Words) -> int:
    """Do the jobs of a database until told to stop, and give the exit status."""
    if absent := missing():
        message = f"to work on jobs {' and '.join(absent)} are needed: pip install kosci[solve]"
        raise CommandError("work-missing", message, missing=", ".join(absent))
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        asyncio.run(_work(database))
    except DataError as error:
        print(explain(words, error), file=sys.stderr)
        return FAILED
    return 0


async def _work(database: str) -> None:
    store = await open_store(database)
    try:
        jobs = jobs_of(store)
        if jobs is None:
            message = f"{database!r} has one process only, which solves by itself: workers need PostgreSQL"
            raise CommandError("work-database", message, given=database.partition("://")[0])
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        _log.info("ready for jobs")
        await worker(jobs).run(stop)
    finally:
        await store.close()
