"""The background task that does what is due at each table: computer moves, stand-ins, closings.

Acts only through `Tables`, like everybody else; a duty that another process did first is simply stale.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random

from kosci.engine.errors import RuleError
from kosci.service.duties import PassTurn, Replace, due
from kosci.service.duty_ports import Deadline
from kosci.service.errors import is_stale
from kosci.service.hands import LEASE, Hands
from kosci.service.jumps import Jumps
from kosci.service.ports import Bell, Clock, Ear, Store, Unavailable
from kosci.service.presence import Presence
from kosci.service.sharing import Sharing
from kosci.service.solving import Solving
from kosci.service.tables import Tables
from kosci.service.view import View

ABANDONED_AFTER = timedelta(days=30)
GRACE = timedelta(seconds=2)  # so long whoever stored what made something due has it to itself
SWEEP_SECONDS = 1.0
_AT_ONCE = 100
_NEAR = timedelta(minutes=2)  # what is due later is left to the sweep
_CLOSE_EVERY = timedelta(hours=1)
_LONGEST_WAIT = 15.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Armed:
    """When this process is to look at a table that it knows at a version."""

    at: datetime
    version: int


class Steward:
    """Keeps every unfinished table going; `run` it as a task for as long as the server serves.

    What this process stored it follows itself, to the moment. What another one left, because it died, is swept up
    from the rows of deadlines a little later.
    """

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
        sharing: Sharing | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._bell = bell
        self._clock = clock
        self._presence = presence
        self._solving = solving
        self._sharing = sharing
        self._hands = Hands(tables, store.deadlines, clock, rng)
        self._armed: dict[str, _Armed] = {}
        self._queue: list[tuple[datetime, str]] = []  # a heap; what it says is checked against _armed
        self._jumps = Jumps(clock)
        self._moved: set[str] = set()  # tables whose rows are to be moved as the clock was
        self._came: set[str] = set()
        self._wake = asyncio.Event()
        self._doing: set[str] = set()
        presence.on_come = self.wake
        tables.on_stored = self._stored

    def wake(self, table: str) -> None:
        """Look soon whether something is due at this table: somebody came, who may have to be waited for."""
        self._came.add(table)
        self._wake.set()

    async def run(self) -> None:
        """Work until cancelled; what earlier processes left undone is taken up first."""
        async with self._bell.listen() as ear, asyncio.TaskGroup() as group:
            group.create_task(self._hear(ear))
            group.create_task(self._sweep_always(group))
            group.create_task(self._close_abandoned_always())
            while True:
                came, self._came = self._came, set()
                self._wake.clear()
                for table in came:
                    await self._guarded(table, self._look(table))
                self._start_due(group)
                await self._sleep()

    # --- knowing what is due ----------------------------------------------------------------

    def _stored(self, view: View, at: datetime | None) -> None:
        """Facts were stored here: what they made due is this process's."""
        self._prepare(view)
        self._arm(view.id, at, view.version)

    def _arm(self, table: str, at: datetime | None, version: int) -> None:
        self._follow_clock()
        if at is None or at - self._clock.now() > _NEAR:
            self._armed.pop(table, None)
            return
        known = self._armed.get(table)
        self._armed[table] = _Armed(at, version)
        if known is None or known.at != at:
            heappush(self._queue, (at, table))
            self._wake.set()

    def _follow_clock(self) -> None:
        """Where the clock was set, have everything fall due when it would have without."""
        jump = self._jumps.jump()
        if jump is None:
            return
        self._presence.follow(jump)
        self._tables.follow(jump)
        self._armed = {table: _Armed(one.at + jump.by, one.version) for table, one in self._armed.items()}
        self._queue = sorted((one.at, table) for table, one in self._armed.items())
        self._moved |= set(self._armed)
        self._wake.set()

    async def _hear(self, ear: Ear) -> None:
        """Leave a table to another process that has brought it further."""
        while True:
            ring = await ear.wait(_LONGEST_WAIT)
            if ring is not None:
                self._tables.heard(ring)
            armed = self._armed.get(ring.table) if ring is not None else None
            if ring is not None and armed is not None and (ring.version or 0) > armed.version:
                del self._armed[ring.table]

    async def _look(self, table: str) -> None:
        """See whether somebody is away for whom a person who has just come would wait."""
        view = await self._tables.recent(table)
        found = due(view, self._presence)
        if found is None:
            return
        armed = self._armed.get(table)
        if armed is None or armed.version < view.version or found.at < armed.at:
            await self._put(table, found.at, view.version)

    async def _put(self, table: str, at: datetime | None, version: int) -> None:
        self._arm(table, at, version)
        await self._store.deadlines.set(table, Deadline(at), version)

    def _prepare(self, view: View) -> None:
        """Have the game solved that a computer player at the table needs solved, long before its turn."""
        players = self._tables.players
        acting = {seat.acting_bot for seat in view.table.seats}
        is_needed = any(name in acting and player.needs_values for name, player in players.items())
        if is_needed and self._solving is not None and self._solving.state(view.table.game) is None:
            self._solving.start(view.table.game)

    # --- the loops --------------------------------------------------------------------------

    async def _sweep_always(self, group: asyncio.TaskGroup) -> None:
        """Take up, again and again, what is overdue and nobody's: whoever stored it is no more, or is slow."""
        grace, is_away = timedelta(0), False
        while True:
            self._follow_clock()
            now = self._clock.now()
            try:
                await self._move_rows()
                found = await self._store.deadlines.claim(now - grace, now, now + LEASE, _AT_ONCE)
                grace, is_away = GRACE, False
            except Unavailable:
                if not is_away:
                    _log.warning("what is due waits: the store does not answer")
                found, is_away = [], True
            for table in found:
                self._start(group, table)
            await asyncio.sleep(SWEEP_SECONDS if len(found) < _AT_ONCE else 0)

    async def _move_rows(self) -> None:
        """Store anew when tables are to be looked at whose time was told by a clock that has been set since."""
        has_moved = bool(self._moved)
        while self._moved:
            table = self._moved.pop()
            if (armed := self._armed.get(table)) is not None:
                await self._store.deadlines.set(table, Deadline(armed.at), armed.version)
        if has_moved:
            await asyncio.sleep(SWEEP_SECONDS)  # other processes have moved theirs then, too

    async def _close_abandoned_always(self) -> None:
        """Close what has lain untouched for long, and so open its seed."""
        while True:
            try:
                before = self._clock.now() - ABANDONED_AFTER
                for row in await self._store.in_state(("lobby", "running", "over"), before):
                    await self._tables.close(row.id)
            except (RuleError, Unavailable) as error:
                _log.warning("abandoned tables are closed next time: %s", type(error).__name__)
            await asyncio.sleep(_CLOSE_EVERY.total_seconds())

    def _start_due(self, group: asyncio.TaskGroup) -> None:
        self._follow_clock()
        now = self._clock.now()
        while self._queue and self._queue[0][0] <= now:
            at, table = heappop(self._queue)
            armed = self._armed.get(table)
            if armed is not None and armed.at == at:
                self._start(group, table)

    def _start(self, group: asyncio.TaskGroup, table: str) -> None:
        if table not in self._doing:
            self._doing.add(table)
            group.create_task(self._do(table))

    async def _sleep(self) -> None:
        wait = _LONGEST_WAIT
        if self._queue:
            wait = min(wait, max(0.0, (self._queue[0][0] - self._clock.now()).total_seconds()))
        # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the wake-up.
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._wake.wait()

    # --- doing it ---------------------------------------------------------------------------

    async def _do(self, table: str) -> None:
        armed = self._armed.pop(table, None)
        try:
            await self._guarded(table, self._act(table, armed))
        finally:
            self._doing.discard(table)
            if (then := self._armed.get(table)) is not None:  # what it led to came up while it was being done
                heappush(self._queue, (then.at, table))
                self._wake.set()

    async def _act(self, table: str, armed: _Armed | None) -> None:
        view = await self._tables.recent(table)
        if armed is None or view.version != armed.version:
            view = await self._tables.view(table)
        found = due(view, self._presence)
        if self._sharing is not None and found is not None and isinstance(found.duty, Replace | PassTurn):
            await self._sharing.ask((table,))
            found = due(view, self._presence)
        if found is None:
            await self._put(table, None, view.version)
        elif found.at > self._clock.now():
            await self._put(table, found.at, view.version)
        else:
            await self._hands.do(view, found)

    async def _guarded(self, table: str, doing: Coroutine[None, None, None]) -> None:
        """Do it; where it fails its row stays, and is taken up once more a little later."""
        try:
            await doing
        except RuleError as error:
            if not is_stale(error):
                _log.warning("table %s: what was due is refused: %s", table, error.code)
        except Unavailable:
            _log.info("table %s: the store does not answer", table)
            # Its row may be claimed for long already, by this process.
            self._arm(table, self._clock.now() + GRACE, 0)
        except Exception:  # noqa: BLE001 - a fault at one table must not stop the computers at all others
            _log.exception("table %s: its next step failed", table)
