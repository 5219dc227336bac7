"""The background task that does what is due at each table: computer moves, stand-ins, closings.

Acts only through `Tables`, like everybody else; a duty that another process did first is simply stale.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random

from kosci.bots import bot
from kosci.engine.errors import RuleError
from kosci.service.duties import BotMove, Close, Due, PassTurn, Replace, Vacate, due
from kosci.service.errors import is_stale
from kosci.service.ports import Bell, Clock, Ring, Store, Unavailable
from kosci.service.presence import Presence
from kosci.service.solving import Solving
from kosci.service.tables import Tables
from kosci.service.view import View

STAND_INS = ("best", "greedy")  # the first that there is plays for the absent, as well as it can
ABANDONED_AFTER = timedelta(days=30)
_SWEEP_EVERY = timedelta(hours=1)
_RETRY_AFTER = timedelta(seconds=5)
_LONGEST_WAIT = 15.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Known:
    """A table as the steward last saw it: its version, since when, and what is due."""

    version: int
    since: datetime
    due: Due | None


class Steward:
    """Keeps every unfinished table going; `run` it as a task for as long as the server serves."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        bell: Bell,
        clock: Clock,
        presence: Presence,
        *,
        rng: Random,
        solving: Solving | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._bell = bell
        self._clock = clock
        self._presence = presence
        self._random = rng
        self._solving = solving
        self._stand_in = next(name for name in STAND_INS if name in tables.players)
        self._known: dict[str, _Known] = {}
        self._queue: list[tuple[datetime, str]] = []  # a heap; what it says is checked against _known
        self._woken: set[str] = set()
        self._wake = asyncio.Event()
        self._doing: set[str] = set()
        self._swept = datetime.min.replace(tzinfo=clock.now().tzinfo)
        presence.on_change = self.wake

    def wake(self, table: str) -> None:
        """Look at this table soon."""
        self._woken.add(table)
        self._wake.set()

    async def run(self) -> None:
        """Work until cancelled; tables left unfinished by an earlier process are taken up first."""
        async with self._bell.listen() as ear, asyncio.TaskGroup() as group:
            group.create_task(self._hear(ear.wait))
            for row in await self._store.in_state(("running", "over")):
                self.wake(row.id)
            while True:
                await self._sweep_sometimes()
                for table in self._take_woken():
                    await self._look(table)
                self._start_due(group)
                await self._sleep()

    async def _hear(self, wait: Callable[[float], Awaitable[Ring | None]]) -> None:
        while True:
            ring = await wait(_LONGEST_WAIT)
            if ring is not None:
                self.wake(ring.table)

    def _take_woken(self) -> set[str]:
        woken, self._woken = self._woken, set()
        self._wake.clear()
        return woken

    async def _look(self, table: str) -> None:
        try:
            view = await self._tables.view(table)
        except (RuleError, Unavailable) as error:
            _log.warning("table %s could not be looked at: %s", table, type(error).__name__)
            self._known.pop(table, None)
            return
        self._prepare(view)
        known = self._known.get(table)
        since = known.since if known and known.version == view.version else self._clock.now()
        next_due = due(view, since, self._presence)
        if view.row.state == "closed":
            self._known.pop(table, None)
        else:
            self._known[table] = _Known(view.version, since, next_due)
            if next_due is not None and (known is None or known.due != next_due or next_due.at <= self._clock.now()):
                heappush(self._queue, (next_due.at, table))

    def _prepare(self, view: View) -> None:
        """Have the game solved that a computer player at the table needs solved, long before its turn."""
        players = self._tables.players
        acting = {seat.acting_bot for seat in view.table.seats}
        is_needed = any(name in acting and player.needs_values for name, player in players.items())
        if is_needed and self._solving is not None and self._solving.state(view.table.game) is None:
            self._solving.start(view.table.game)

    def _start_due(self, group: asyncio.TaskGroup) -> None:
        now = self._clock.now()
        while self._queue and self._queue[0][0] <= now:
            at, table = heappop(self._queue)
            known = self._known.get(table)
            if known is not None and known.due is not None and known.due.at == at and table not in self._doing:
                self._doing.add(table)
                group.create_task(self._do(table, known.due))

    async def _do(self, table: str, what: Due) -> None:
        try:
            await self._done(table, what)
        except RuleError as error:
            if not is_stale(error):
                _log.warning("table %s: what was due is refused: %s", table, error.code)
                await asyncio.sleep(_RETRY_AFTER.total_seconds())
        except Unavailable:
            _log.warning("table %s: the store does not answer", table)
            await asyncio.sleep(_RETRY_AFTER.total_seconds())
        except Exception:  # noqa: BLE001 - a fault at one table must not stop the computers at all others
            _log.exception("table %s: its next step failed", table)
            await asyncio.sleep(_RETRY_AFTER.total_seconds())
        finally:
            self._doing.discard(table)
            self.wake(table)

    def _done(self, table: str, what: Due) -> Awaitable[int]:
        match what.duty:
            case BotMove(seat, name):
                return self._bot_move(table, seat, name, what.version)
            case Replace(seat):
                return self._tables.stand_in(table, None, seat, self._stand_in)
            case PassTurn(seat):
                return self._tables.pass_turn(table, None, seat, at=what.version)
            case Close():
                return self._tables.close(table, at=what.version)
            case Vacate():
                return self._tables.vacate(table)

    async def _bot_move(self, table: str, seat: int, name: str, version: int) -> int:
        view = await self._tables.view(table)
        if view.version != version or view.table.play is None:
            return view.version
        play = view.table.play
        # In a thread: a player that has its game solved first must not keep everybody waiting.
        move = await asyncio.to_thread(bot(name, self._tables.players), play.game, play.position, self._random)
        return await self._tables.bot_move(table, seat, move, at=version)

    async def _sweep_sometimes(self) -> None:
        now = self._clock.now()
        if now - self._swept < _SWEEP_EVERY:
            return
        self._swept = now
        try:
            await self._sweep(now)
        except (RuleError, Unavailable) as error:
            _log.warning("abandoned tables are closed next time: %s", type(error).__name__)

    async def _sweep(self, now: datetime) -> None:
        """Close what has lain untouched for long, and so open its seed."""
        for row in await self._store.in_state(("lobby", "running", "over"), now - ABANDONED_AFTER):
            await self._tables.close(row.id)

    async def _sleep(self) -> None:
        wait = _LONGEST_WAIT
        if self._queue:
            wait = min(wait, max(0.0, (self._queue[0][0] - self._clock.now()).total_seconds()))
        # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the wake-up.
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._wake.wait()
