"""The one writer of a data file: whatever waits goes into one transaction, and is answered when it is on the disk.

Never reads for anybody else, and never holds the event loop up while the disk works.
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeAlias

from sqlalchemy import Connection, RootTransaction
from sqlalchemy.exc import DBAPIError, IntegrityError

from kosci.adapters.rows import taken
from kosci.adapters.sqlite_wiping import Wiping, wiped
from kosci.adapters.sqlite_writing import Wipe, Write, driver_of, store
from kosci.service.ports import Conflict, Taken, Unavailable, UnknownTable

MOST_WAITING: Final = 10_000
MOST_AT_ONCE: Final = 250
LOCK_SECONDS: Final = 5.0

Outcome: TypeAlias = int | Conflict | UnknownTable | Taken | Unavailable


@dataclass(frozen=True, slots=True)
class _Waiting:
    write: Write
    answer: asyncio.Future[int]


class Writer:
    """Takes writes from one event loop and answers each with its table's version or a refusal."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: deque[_Waiting] = deque()
        self._group: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._disk = ThreadPoolExecutor(1, "kosci-commit")
        self._closed = False
        self._wiping = Wiping()
        self._later: asyncio.TimerHandle | None = None

    async def write(self, write: Write) -> int:
        """Store it durably, together with all that waits now."""
        if self._closed:
            raise Unavailable("the store is closed")
        if len(self._waiting) >= MOST_WAITING:
            raise Unavailable(f"{MOST_WAITING} commands wait for the disk already")
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(write, answer))
        self._start()
        return await answer

    def _start(self) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
            self._writing.add_done_callback(self._broken_off)

    async def close(self) -> None:
        """Finish what waits."""
        self._closed = True
        if self._writing is not None:
            await asyncio.wait([self._writing])
        if self._later is not None:
            self._later.cancel()
        if self._wiping.is_due:
            await self._wipe()
        self._disk.shutdown()

    async def _write_all(self) -> None:
        await self._wipe_what_is_due(())  # what was put off, where its time has come
        while self._waiting:
            self._group = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
            outcomes = await self._outcomes([waiting.write for waiting in self._group])
            await self._wipe_what_is_due({waiting.write.wipe for waiting in self._group})
            for waiting, outcome in zip(self._group, outcomes, strict=True):
                _answer(waiting.answer, outcome)
        self._writing = None

    async def _wipe_what_is_due(self, asked: Collection[Wipe]) -> None:
        """Wipe what was deleted, at once where somebody waits for it, else when the file has rested."""
        self._wiping.is_due |= any(asked)
        if not self._wiping.is_due:
            return
        if "now" in asked or not self._wiping.wait(time.monotonic()):
            await self._wipe()
        else:
            self._put_off()

    async def _wipe(self) -> None:
        begun, driver = time.monotonic(), driver_of(self._connection)
        is_done = await asyncio.get_running_loop().run_in_executor(self._disk, wiped, driver)
        self._wiping.after(begun, time.monotonic(), is_done=is_done)
        if not is_done:
            self._put_off()

    def _put_off(self) -> None:
        if self._later is None and not self._closed:
            wait = self._wiping.wait(time.monotonic())
            self._later = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        self._later = None
        self._start()

    def _broken_off(self, writing: asyncio.Task[None]) -> None:
        if self._writing is not writing:
            return  # it came to its end
        self._writing = None
        for waiting in (*self._group, *self._waiting):
            _answer(waiting.answer, Unavailable("writing was broken off"))
        self._waiting.clear()

    async def _outcomes(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        try:
            transaction = await self._begun()
        except (DBAPIError, sqlite3.Error) as error:
            return [unavailable(error) for _ in writes]
        try:
            return await self._committed(transaction, writes)
        except (DBAPIError, sqlite3.Error) as error:
            if len(writes) == 1:
                return [unavailable(error)]
        # What the database cannot take alone must not fail its neighbours.
        return [outcome for write in writes for outcome in await self._outcomes([write])]

    async def _committed(self, transaction: RootTransaction, writes: Sequence[Write]) -> Sequence[Outcome]:
        try:
            # Statements run here, on the loop's thread: they take some 30 µs a batch, while a thread that
            # wants Python's lock for each of them waits milliseconds for it once the loop is busy.
            outcomes = [_stored(self._connection, write) for write in writes]
            await asyncio.get_running_loop().run_in_executor(self._disk, transaction.commit)
        except Exception:
            transaction.rollback()
            raise
        return outcomes

    async def _begun(self) -> RootTransaction:
        end = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                return self._connection.begin()
            except DBAPIError as error:
                if not _is_busy(error) or time.monotonic() > end:
                    raise
            await asyncio.sleep(0.02)


def unavailable(error: DBAPIError | sqlite3.Error) -> Unavailable:
    """What the database complained about, without statements and values."""
    return Unavailable(str(error.orig if isinstance(error, DBAPIError) else error))


def _answer(answer: asyncio.Future[int], outcome: Outcome) -> None:
    if answer.done():
        return
    if isinstance(outcome, int):
        answer.set_result(outcome)
    else:
        answer.set_exception(outcome)


def _is_busy(error: DBAPIError) -> bool:
    return isinstance(error.orig, sqlite3.OperationalError) and error.orig.sqlite_errorcode == sqlite3.SQLITE_BUSY


def _stored(connection: Connection, write: Write) -> Outcome:
    if write.row is None and not write.seats and write.also is None:
        # Facts alone are refused before anything is written.
        return _refusable(connection, write)
    savepoint = connection.begin_nested()
    outcome = _refusable(connection, write)
    if isinstance(outcome, int):
        savepoint.commit()
    else:
        savepoint.rollback()
    return outcome


def _refusable(connection: Connection, write: Write) -> Outcome:
    try:
        return store(connection, write)
    except (Conflict, UnknownTable, Taken) as refusal:
        return refusal
    except IntegrityError as error:
        refused = taken(str(error.orig).removeprefix("UNIQUE constraint failed: "))
        if refused is None:
            raise
        return refused
