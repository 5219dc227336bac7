"""Puts the server's parts together: store, key, bell, clock, chance, and the steward that keeps tables going.

Composition only; what each part does stands elsewhere.
"""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from random import Random

from platformdirs import user_data_path

from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.adapters.errors import DataError
from kosci.adapters.open import open_store
from kosci.adapters.vault import open_vault
from kosci.bots import players
from kosci.commands.working import exact_play, jobs_of
from kosci.locale.explain import explain
from kosci.locale.words import Words
from kosci.paper.press import Press
from kosci.service.ports import Bell
from kosci.service.presence import Presence
from kosci.service.sharing import Sharing
from kosci.service.solving import Solving
from kosci.service.steward import Steward
from kosci.service.tables import Tables
from kosci.web.listening import ServeOptions
from kosci.web.server import FAILED, serve
from kosci.web.site import Parts

DATA_FILE = "kosci.sqlite"
_RETRY_SECONDS = 5
_log = logging.getLogger(__name__)


def served(options: ServeOptions, words: Words) -> int:
    """Serve, and give the exit status; data that cannot be opened are one line on standard error."""
    try:
        folder = _data_folder(options.data)
    except OSError as error:
        reason = error.strerror or str(error)
        return _failed(words("error.data-unreadable", path=str(error.filename), reason=reason))
    if options.workers > 1:
        from kosci.commands.workers import serve_many

        return serve_many(options, folder)
    before = _backups(folder)
    try:
        return serve(options, lambda: opened_parts(folder, options, lambda: _say_backups(words, folder, before)))
    except DataError as error:
        return _failed(explain(words, error))


def _failed(line: str) -> int:
    print(line, file=sys.stderr)
    return FAILED


def _data_folder(given: Path | None) -> Path:
    """The folder of the data, made for its owner alone if it is new."""
    folder = given or user_data_path("kosci", appauthor=False)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _backups(folder: Path) -> frozenset[Path]:
    """The copies of older data files that stand beside the data."""
    return frozenset(folder.glob(f"{DATA_FILE}.bak-*"))


def _say_backups(words: Words, folder: Path, before: frozenset[Path]) -> None:
    for copy in sorted(_backups(folder) - before):
        print(words("cli.serve.backed-up", path=str(copy)))


@asynccontextmanager
async def opened_parts(
    folder: Path, options: ServeOptions, on_open: Callable[[], None] = lambda: None
) -> AsyncIterator[Parts]:
    """The parts of the service over a database, closed in order at the end; DataError says why not."""
    clock, chance = SystemClock(), SystemChance()
    vault = open_vault(folder, os.environ)
    async with AsyncExitStack() as stack:
        bell = await stack.enter_async_context(_bell(options.bell))
        store = await open_store(options.database or folder / DATA_FILE, clock)
        stack.push_async_callback(store.close)
        on_open()
        exact = exact_play(jobs_of(store))
        solving = Solving(exact) if exact else None
        tables = Tables(store, bell, clock, chance, vault, players=players(exact.advice if exact else None))
        presence = Presence(clock)
        sharing = Sharing(presence, store.presence) if store.presence is not None else None
        rng = Random(int.from_bytes(chance.secret(16)))  # noqa: S311 - computers' choices, not dice
        steward = Steward(tables, store, bell, clock, presence, rng=rng, solving=solving, sharing=sharing)
        await stack.enter_async_context(_kept_going(steward.run, "the steward"))
        if sharing is not None:
            await stack.enter_async_context(_kept_going(sharing.run, "the sharing of who is here"))
        yield Parts(tables, presence, bell, chance, vault, exact, solving, Press(), jobs_of(store))


def _bell(address: str | None) -> AbstractAsyncContextManager[Bell]:
    """The bell of an address; without one that of this process."""
    if address is None:
        return nullcontext(InProcessBell())
    from kosci.adapters.nats_bell import nats_bell

    return nats_bell(address)


@asynccontextmanager
async def _kept_going(run: Callable[[], Coroutine[None, None, None]], who: str) -> AsyncIterator[None]:
    """Something at work meanwhile; when it fails it begins anew, and the log says why."""

    async def keep() -> None:
        while True:
            try:
                await run()
            except Exception:  # noqa: BLE001 - a fault must not leave the tables alone for ever
                _log.exception("%s begins anew", who)
                await asyncio.sleep(_RETRY_SECONDS)

    keeping = asyncio.create_task(keep())
    try:
        yield
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
