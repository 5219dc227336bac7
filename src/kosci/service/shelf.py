"""The tables this process has replayed lately, brought up to date from the store when asked.

A bounded memory and nothing more: the store's key still decides who may append.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from weakref import WeakValueDictionary

from kosci.service.jumps import LEAST, Jump
from kosci.service.ports import Clock, SeatRow, Store, Stored, TableRow
from kosci.service.view import View
from kosci.table import Table, parse_fact

MOST_TABLES = 2000  # some 50 kB each; to replay one costs as much time as ten moves


class Shelf:
    """Views by table id, the least recently used thrown away first."""

    def __init__(self, store: Store, clock: Clock, most: int = MOST_TABLES) -> None:
        self._store = store
        self._clock = clock
        self._most = most
        self._views: OrderedDict[str, View] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table: str) -> asyncio.Lock:
        """The lock that lines up this process's commands on one table."""
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    def known(self, table: str) -> View | None:
        """The table as last seen here, if it is at hand; nothing is read."""
        return self._views.get(table)

    async def recent(self, table: str) -> View:
        """The table as last seen here, perhaps behind the store; read if it is not at hand."""
        return self._views.get(table) or await self.fresh(table)

    async def fresh(self, table: str) -> View:
        """The table as it is in the store; UnknownTable if there is none.

        What no fact says is asked for anew: whose a seat is now, and of a closed table whether names were deleted.
        """
        known = self._views.get(table)
        new, row = await self._store.news(table, known.version if known else 0)
        if known is not None and not new and known.row.state != "closed" and _is_same(known.row, row):
            if table in self._views:  # while it was asked for, others may have pushed it out
                self._views.move_to_end(table)
            return known
        seats = await self._store.seats(table)
        return self._put(_not_ahead(_advanced(known, new, row, seats), self._clock.now()))

    def keep(self, view: View) -> None:
        """Remember a table that was just brought forward here."""
        self._put(view)

    def follow(self, jump: Jump) -> None:
        """The clock was set: time what is at hand by it."""
        for table, view in list(self._views.items()):
            self._views[table] = replace(view, since=jump.moved(view.since), turn_since=jump.moved(view.turn_since))

    def forget(self, table: str) -> None:
        """Read the table anew next time."""
        self._views.pop(table, None)

    def _put(self, view: View) -> View:
        known = self._views.get(view.id)
        if known is None or known.version <= view.version:
            self._views[view.id] = view
            self._views.move_to_end(view.id)
        while len(self._views) > self._most:
            self._views.popitem(last=False)
        return view


def _not_ahead(view: View, now: datetime) -> View:
    """The view, timed as if its last fact were of now where it is of later: the clock has been set back since."""
    if view.since <= now + LEAST:
        return view
    return replace(view, since=now, turn_since=min(view.turn_since, now))


def _is_same(known: TableRow, now: TableRow) -> bool:
    return known.host == now.host and known.settings == now.settings


def _advanced(known: View | None, new: Sequence[Stored], row: TableRow, seats: Sequence[SeatRow]) -> View:
    facts = [parse_fact(stored.line) for stored in new]
    table = known.table if known else Table.rebuilt(facts)
    for fact in facts if known else ():
        table = table.after(fact)
    answered = dict(known.answered) if known else {}
    answered |= {stored.command: stored.seq for stored in new if stored.command is not None}
    # Rows behind the last seat are leftovers of seats given up in the lobby.
    since, turn_since = (known.since, known.turn_since) if known else (row.created_at, row.created_at)
    for stored in new:
        since = stored.at
        turn_since = stored.at if stored.seq == table.turn_at else turn_since
    return View(row, table, tuple(seats[: len(table.seats)]), since, turn_since, answered)


def with_command(view: View, command: str | None, version: int) -> View:
    """The view that knows the answer to one more command."""
    if command is None:
        return view
    return replace(view, answered={**view.answered, command: version})
