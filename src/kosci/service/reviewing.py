"""Reviews of finished games: their ledgers, kept in threads, each once and then at hand for a while.

Reviews no running game: luck and the cost of choices would be advice. Solves only what it is allowed to.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kosci.coach.books import table_books
from kosci.coach.exact import Exact
from kosci.coach.judging import judge_of
from kosci.coach.ledger import Ledger
from kosci.coach.lucky import luckier_than
from kosci.engine.errors import RuleError
from kosci.engine.race import Race
from kosci.service.errors import ServiceError
from kosci.service.solving import Failed, Running, Solving, State
from kosci.service.tables import Tables
from kosci.service.view import View
from kosci.solve.race_model import check_solved
from kosci.variants import Rules, fingerprint

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

PATIENCE = 0.6  # seconds that a page waits for what is not at hand
_REMEMBERED = 60  # games; the ledger of one takes some 100 kB
_DISTRIBUTIONS = 40  # a few kB each
Books = tuple[Ledger, ...]
Start = Callable[[Rules], State | None]


@dataclass(frozen=True, slots=True)
class Found:
    """A review as far as it is there: its books, or how much of the solving is done, or why there will be none.

    `lucky` says by seat which share of best play's games had less luck, None where a race was not run to its end; it
    takes longer than the books the first time, and `is_more_coming` until then. `is_refused` says that no more may be
    solved for whoever asks.
    """

    books: Books = ()
    lucky: tuple[float | None, ...] = ()
    is_more_coming: bool = False
    progress: float | None = None
    failure: RuleError | None = None
    is_refused: bool = False


def is_reviewed(view: View) -> bool:
    """Whether the table's game has ended, so that no entry can change any more."""
    table = view.table
    return table.play is not None and (view.row.state == "closed" or (table.is_over and table.undoable is None))


def check_reviewed(view: View) -> None:
    """ServiceError where the table's game goes on, or never began."""
    if is_reviewed(view):
        return
    if view.row.state != "closed":
        raise ServiceError("review-running", "the game still goes on: it is reviewed once it has ended")
    raise ServiceError("review-nothing", "the table was closed before a game began: there is nothing to review")


@dataclass(slots=True, eq=False)
class Reviewing:
    """The reviews of a process: `exact` judges, `solving` has games solved first."""

    exact: Exact
    solving: Solving
    tables: Tables
    patience: float = PATIENCE
    _kept: OrderedDict[object, "asyncio.Task[Books]"] = field(default_factory=OrderedDict)
    _chances: OrderedDict[str, "asyncio.Task[Distribution]"] = field(default_factory=OrderedDict)
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    async def found(self, view: View, start: Start, *, patience: float | None = None, with_luck: bool = False) -> Found:
        """The review of a finished game; `start` has it solved, or gives None where it may not be.

        `with_luck` asks for how lucky each player was, too.
        """
        check_reviewed(view)
        game = view.table.game
        until = asyncio.get_running_loop().time() + (self.patience if patience is None else patience)
        try:
            if isinstance(game, Race):
                check_solved(game)
            if not self.exact.is_ready(game):
                if start(game) is None:
                    return Found(is_refused=True)
                state = await self._solved(game, until)
                if isinstance(state, Running):
                    return Found(progress=state.progress)
                if isinstance(state, Failed):
                    return Found(failure=state.error)
            found = await self._books(view, until)
            return await self._with_luck(game, found, until) if with_luck and found.books else found
        except RuleError as failure:
            return Found(failure=failure)

    async def _solved(self, game: Rules, until: float) -> State:
        """How far the job of the game is once it is done or patience has ended."""
        work = asyncio.ensure_future(self.solving.ready(game))
        await asyncio.wait({work}, timeout=_seconds(until))
        if work.done():
            return work.result()
        work.cancel()
        return self.solving.state(game) or Running(0.0)

    async def _books(self, view: View, until: float) -> Found:
        key = (view.id, view.version, fingerprint(view.table.game))
        task = self._kept.get(key)
        if task is None:
            task = self._kept[key] = asyncio.create_task(self._keep(view))
        self._kept.move_to_end(key)
        while len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)
        await asyncio.wait({task}, timeout=_seconds(until))
        if not task.done():
            return Found(progress=1.0)
        if task.exception() is not None:
            self._kept.pop(key, None)
        return Found(task.result())

    async def _keep(self, view: View) -> Books:
        game = await self.tables.game_file(view.id)
        return await asyncio.to_thread(lambda: table_books(judge_of(self.exact.library, view.table.game), game.facts))

    async def _with_luck(self, game: Rules, found: Found, until: float) -> Found:
        """The books with how lucky each was, where that is known by now."""
        key = fingerprint(game)
        task = self._chances.get(key)
        if task is None:
            task = self._chances[key] = asyncio.create_task(self._distribution(game))
        self._chances.move_to_end(key)
        while len(self._chances) > _DISTRIBUTIONS:
            self._chances.popitem(last=False)
        await asyncio.wait({task}, timeout=_seconds(until))
        if not task.done():
            return replace(found, is_more_coming=True)
        if task.exception() is not None:
            self._chances.pop(key, None)
        chances = task.result()
        return replace(found, lucky=tuple(luckier_than(chances, book) for book in found.books))

    async def _distribution(self, game: Rules) -> "Distribution":
        async with self._room:
            return await asyncio.to_thread(self.exact.distribution, game)


def _seconds(until: float) -> float:
    return max(0.0, until - asyncio.get_running_loop().time())
