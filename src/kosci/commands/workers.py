"""Several processes that serve one address: started, watched over, begun anew when they die, ended in order.

Serves nothing itself and opens no data, so that nothing can bring it down with a worker.
"""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final

from kosci.adapters.errors import DataError
from kosci.commands.serving import opened_parts
from kosci.locale.explain import explain
from kosci.locale.languages import words_in
from kosci.web.listening import CannotServeError, Listening, ServeOptions, Told, greet, listen
from kosci.web.logs import start_logging
from kosci.web.metrics import SHARED
from kosci.web.network import bound_beside
from kosci.web.server import FAILED, GRACE_SECONDS, serve_at

END_SECONDS: Final = GRACE_SECONDS + 8  # a worker that has not ended by then is killed
BEGIN_AGAIN_SECONDS: Final = 1.0  # between two beginnings of a worker that dies at once
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
_log = logging.getLogger(__name__)


def serve_many(options: ServeOptions, folder: Path) -> int:
    """Serve with several processes until told to stop, and give the exit status."""
    try:
        at = listen(options)
    except CannotServeError as error:
        print(error, file=sys.stderr)
        return FAILED
    try:
        with _woken_by_signals() as woken, _numbers_shared():
            return _Watch(options, folder, at, woken).run()
    finally:
        at.close()


def work(options: ServeOptions, folder: Path, at: Listening, ready: Connection) -> None:
    """What each worker does: serve at its socket until a signal, or until the process that started it is gone."""
    start_logging(options.log)
    parent = multiprocessing.parent_process()
    until = None if parent is None else parent.sentinel
    try:
        serve_at(options, lambda: opened_parts(folder, options), at, ready.send, until=until)
    except DataError as error:
        print(explain(words_in(options.lang), error), file=sys.stderr)
        raise SystemExit(FAILED) from error


@dataclass(slots=True, eq=False)
class _Worker:
    process: SpawnProcess
    ready: Connection
    began: float
    is_ready: bool = False


@dataclass(slots=True, eq=False)
class _Watch:
    """The workers by number, and when those that died are to begin anew."""

    options: ServeOptions
    folder: Path
    at: Listening
    woken: socket.socket
    workers: dict[int, _Worker] = field(default_factory=dict)
    begins: dict[int, float] = field(default_factory=dict)
    is_greeted: bool = False

    def run(self) -> int:
        """Watch until a signal; a first worker that cannot begin is the end, for the reason it has said."""
        self.begins[0] = 0.0  # it migrates the database, and makes the key, before the others need them
        try:
            while not self._is_told():
                self._begin_due()
                for number in self._ended():
                    if not self.is_greeted:
                        return FAILED
                    self.begins[number] = time.monotonic() + self._pause(number)
        finally:
            self._end()
        return 0

    def _is_told(self) -> bool:
        """Wait until something happens; whether it was a signal."""
        begun = list(self.workers.values())
        waits: list[Connection | socket.socket | int] = [self.woken]
        for one in begun:
            waits.append(one.process.sentinel)
            if not one.is_ready:
                waits.append(one.ready)
        next_begin = min(self.begins.values(), default=None)
        left = None if next_begin is None else max(0.0, next_begin - time.monotonic())
        happened = wait(waits, left)
        for one in begun:
            if one.ready in happened:
                self._heard(one)
        return self.woken in happened

    def _heard(self, worker: _Worker) -> None:
        worker.is_ready = True
        try:
            told = worker.ready.recv()
        except EOFError:
            return  # it died before
        if isinstance(told, Told) and not self.is_greeted:
            self.is_greeted = True
            greet(replace(self.options, open_page=False), told)
            self.begins |= dict.fromkeys(range(1, self.options.workers), 0.0)

    def _begin_due(self) -> None:
        now = time.monotonic()
        for number in [number for number, at in self.begins.items() if at <= now]:
            del self.begins[number]
            self._begin(number)

    def _begin(self, number: int) -> None:
        context = multiprocessing.get_context("spawn")
        ready, tells = context.Pipe(duplex=False)
        # The worker's alone: it is gone with it, and nobody waits in line where nobody serves.
        with bound_beside(self.at.sockets[0]) as bound:
            own = replace(self.at, sockets=(bound,))
            process = context.Process(target=work, args=(self.options, self.folder, own, tells), name=f"kosci-{number}")
            process.start()
        tells.close()
        self.workers[number] = _Worker(process, ready, time.monotonic())

    def _ended(self) -> list[int]:
        """The numbers of the workers that have died."""
        ended = [number for number, one in self.workers.items() if one.process.exitcode is not None]
        for number in ended:
            _forget_numbers(self.workers[number].process.pid)
        return ended

    def _pause(self, number: int) -> float:
        died = self.workers.pop(number)
        died.ready.close()
        _log.warning("worker %d has ended (%s): another begins", number, died.process.exitcode)
        has_lived = time.monotonic() - died.began > 10 * BEGIN_AGAIN_SECONDS
        return 0.0 if has_lived else BEGIN_AGAIN_SECONDS

    def _end(self) -> None:
        for one in self.workers.values():
            if one.process.exitcode is None:
                one.process.terminate()
        end = time.monotonic() + END_SECONDS
        for one in self.workers.values():
            one.process.join(max(0.0, end - time.monotonic()))
            if one.process.exitcode is None:
                one.process.kill()
                one.process.join()


@contextmanager
def _woken_by_signals() -> Iterator[socket.socket]:
    """A socket that can be read from when a signal has come."""
    near, far = socket.socketpair()
    far.settimeout(0)
    before = {number: signal.signal(number, lambda *_: None) for number in SIGNALS}
    descriptor = signal.set_wakeup_fd(far.fileno())
    try:
        yield near
    finally:
        signal.set_wakeup_fd(descriptor)
        for number, handler in before.items():
            signal.signal(number, handler)
        near.close()
        far.close()


@contextmanager
def _numbers_shared() -> Iterator[None]:
    """A folder in which the workers keep what they count, so that any of them can tell of all."""
    with tempfile.TemporaryDirectory(prefix="kosci-numbers-") as folder:
        os.environ[SHARED] = folder
        try:
            yield
        finally:
            del os.environ[SHARED]


def _forget_numbers(pid: int | None) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    if pid is not None:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
