"""What people at tables are advised: worked out beside the pages, in threads, each answer once and then at hand.

Decides nothing and waits for nothing long: what is not known yet is said to be coming.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from kosci.coach.exact import Advice, Aim, Exact
from kosci.coach.reasons import Reasons, reasons_for
from kosci.engine.errors import RuleError
from kosci.engine.moves import Move
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.service.errors import ServiceError
from kosci.service.solving import Failed, Running, Solving
from kosci.service.view import Device, View
from kosci.solve.options import Option
from kosci.solve.race_model import unsolved_option
from kosci.table.coaching import Judged
from kosci.variants import Position, Rules, fingerprint

PATIENCE = 0.6  # seconds that a page waits for what is not at hand
_REMEMBERED = 500
_log = logging.getLogger(__name__)
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Advised:
    """What the moves of the seat to move are worth; `why` the best is better than the next one that is not as good."""

    seat: int
    position: Position
    advice: Advice
    why: Reasons | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the last choice of a seat was worth; `why` the best move was better than it."""

    seat: int
    position: Position
    aim: Aim
    best: Option
    chosen: Option
    why: Reasons | None = None


@dataclass(frozen=True, slots=True)
class Counsel:
    """All that one device is told of a table at a moment; `is_coming` says that there will be more of it soon."""

    now: Advised | None = None
    last: Judgement | None = None
    is_coming: bool = False
    solving: Running | None = None
    failure: RuleError | None = None


class NotYetError(Exception):
    """An answer that is not there yet."""


@dataclass(slots=True, eq=False)
class Advising:
    """The advice of a process: `exact` knows what moves are worth, `solving` has games solved first."""

    exact: Exact
    solving: Solving
    patience: float = PATIENCE
    _answers: OrderedDict[object, "asyncio.Task[object]"] = field(default_factory=OrderedDict)

    async def counsel(self, view: View, device: Device) -> Counsel:
        """What the device may see: the advice of its seat to move, and what its last choice was worth."""
        table, own = view.table, view.own_seats(device)
        judged = next((judged for judged in reversed(table.coaching.last) if judged.seat in own), None)
        is_advised = table.advised is not None and table.advised in own
        if table.play is None or not (is_advised or judged):
            return Counsel()
        position = table.play.position if is_advised else None
        return await self._told(table.game, table.advised if is_advised else None, position, judged)

    async def _told(self, game: Rules, seat: int | None, position: Position | None, judged: Judged | None) -> Counsel:
        until = asyncio.get_running_loop().time() + self.patience
        now: Advised | None = None
        last: Judgement | None = None
        try:
            await self._prepare(game, [found for found in (position, judged and judged.position) if found], until)
            if judged is not None:
                last = await self._judgement(game, judged, until)
            if seat is not None and position is not None:
                now = Advised(seat, position, await self._advice(game, position, until))
                now = Advised(seat, position, now.advice, await self._why_best(game, now, until))
            if last is not None and judged is not None:
                last = await self._explained(game, last, until)
        except NotYetError:
            state = self.solving.state(game)
            return Counsel(now, last, is_coming=True, solving=state if isinstance(state, Running) else None)
        except RuleError as failure:
            return Counsel(now, last, failure=failure)
        return Counsel(now, last)

    # --- parts ------------------------------------------------------------------------------

    async def _prepare(self, game: Rules, positions: list[Position], until: float) -> None:
        """See that the game is solved where its positions ask for it; NotYetError while it is not."""
        if self.exact.is_ready(game) or not any(_needs_solution(game, position) for position in positions):
            return
        work = asyncio.ensure_future(self.solving.ready(game))
        await asyncio.wait({work}, timeout=_seconds(until))
        if not work.done():
            work.cancel()
            raise NotYetError
        state = work.result()
        if isinstance(state, Failed):
            raise state.error

    async def _advice(self, game: Rules, position: Position, until: float) -> Advice:
        key = (fingerprint(game), position)
        return await self._answer(key, lambda: self.exact.advice(game, position), until)

    async def _judgement(self, game: Rules, judged: Judged, until: float) -> Judgement:
        advice = await self._advice(game, judged.position, until)
        chosen = next(option for option in advice.options if option.move == judged.move)
        return Judgement(judged.seat, judged.position, advice.aim, advice.options[0], chosen)

    async def _why_best(self, game: Rules, now: Advised, until: float) -> Reasons | None:
        second = next((option for option in now.advice.options if option.place > 1), None)
        if second is None:
            return None
        return await self._reasons(game, now.position, (now.advice.options[0].move, second.move), until)

    async def _explained(self, game: Rules, last: Judgement, until: float) -> Judgement:
        if last.chosen.place == 1:
            return last
        why = await self._reasons(game, last.position, (last.best.move, last.chosen.move), until)
        return Judgement(last.seat, last.position, last.aim, last.best, last.chosen, why)

    async def _reasons(self, game: Rules, position: Position, moves: tuple[Move, Move], until: float) -> Reasons | None:
        """Why the one move is better than the other; only sheets have rows to tell of."""
        if not isinstance(game, Scorecard) or not isinstance(position, SheetPosition):
            return None
        sheet, (better, other) = game, moves
        card, dice, rolls_left = position.cards[position.mover], position.dice, game.rolls - position.rolls_used

        def work() -> Reasons:
            advisor = self.exact.library.sheet(sheet)
            return reasons_for(advisor, card, dice, rolls_left, better=better, other=other)

        return await self._answer((fingerprint(game), position, moves), work, until)

    # --- answers ----------------------------------------------------------------------------

    async def _answer(self, key: object, work: Callable[[], Found], until: float) -> Found:
        """What the work in a thread comes to, worked out once; NotYetError while it goes on."""
        task = self._answers.get(key)
        if task is None:
            task = self._answers[key] = asyncio.create_task(asyncio.to_thread(work))
            self._forget()
        self._answers.move_to_end(key)
        await asyncio.wait({task}, timeout=_seconds(until))
        if not task.done():
            raise NotYetError
        error = task.exception()
        if error is not None:
            self._answers.pop(key, None)
            raise _as_refusal(error) from error
        found: Found = task.result()  # type: ignore[assignment]  # the work of this key gives it
        return found

    def _forget(self) -> None:
        for key in [key for key, task in self._answers.items() if task.done()]:
            if len(self._answers) <= _REMEMBERED:
                return
            del self._answers[key]


def _needs_solution(game: Rules, position: Position) -> bool:
    """Whether moves of the position are told by the solution of the game, and not by its turns alone."""
    if isinstance(game, Race) and isinstance(position, RacePosition):
        return position.left.count(False) <= 2 and unsolved_option(game) is None
    return True


def _seconds(until: float) -> float:
    return max(0.0, until - asyncio.get_running_loop().time())


def _as_refusal(error: BaseException) -> RuleError:
    if isinstance(error, RuleError):
        return error
    _log.error("a position could not be advised on", exc_info=error)
    return ServiceError("coach-failed", "the values could not be worked out: see the log")
