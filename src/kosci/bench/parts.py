"""What is measured on: an empty data file of its own, the service over it, tables laid by one browser.

Everything is gone afterwards; nothing of the user's own data is touched.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.adapters.open import open_store
from kosci.adapters.vault import open_vault
from kosci.service.ports import Store, Vault
from kosci.service.presence import Presence
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.service.tokens import token_digest
from kosci.variants import Rules, load
from kosci.web.site import Parts

BROWSER = "a browser that only measures"
DEVICE = token_digest(BROWSER)
DATA_FILE = "kosci.sqlite"  # as `kosci serve` names it


def temporary_folder() -> TemporaryDirectory[str]:
    """A folder that is gone afterwards; TMPDIR says where."""
    return TemporaryDirectory(prefix="kosci-bench-")


@asynccontextmanager
async def store_in(folder: Path) -> AsyncIterator[Store]:
    """The data file of a folder, as `kosci serve` opens it."""
    store = await open_store(folder / DATA_FILE)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def parts_in(folder: Path) -> AsyncIterator[Parts]:
    """The service over the data file of a folder."""
    async with store_in(folder) as store:
        clock, bell, chance, vault = SystemClock(), InProcessBell(), SystemChance(), open_vault(folder, {})
        yield Parts(Tables(store, bell, clock, chance, vault), Presence(clock), bell, chance, vault)


@asynccontextmanager
async def temporary_parts() -> AsyncIterator[Parts]:
    """The service over an empty data file that is gone afterwards."""
    with temporary_folder() as folder:
        async with parts_in(Path(folder)) as parts:
            yield parts


async def lay(tables: Tables, rules: Rules | None = None) -> tuple[str, int]:
    """A new table with both its seats at this browser and the game begun: its id and version.

    Without rules it is a game that `playing.script` fits.
    """
    game = rules or load("general", {"first": "seat"})
    seats = [NewSeat(name) for name in ("Ada", "Bo")]
    table = await tables.create(NewTable(game, seats=seats, start=True), DEVICE)
    return table, (await tables.view(table)).version


def cookie(vault: Vault) -> str:
    """The cookie by which the pages know this browser."""
    return f"kosci-device={vault.sign(f'device:{BROWSER}')}"
