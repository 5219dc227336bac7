"""A site over a memory store: a clock that a test moves, secrets that a seed makes, as many readers as wanted.

Nothing real is opened here.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from random import Random

import pytest
from starlette.types import ASGIApp

from kosci.adapters.bell import InProcessBell
from kosci.adapters.memory import MemoryStore
from kosci.adapters.vault import KeyVault
from kosci.bots import players
from kosci.coach.exact import Exact
from kosci.paper.press import Press
from kosci.service.presence import Presence
from kosci.service.solving import Solving
from kosci.service.tables import Tables
from kosci.web.app import application
from kosci.web.limits import Limits
from kosci.web.site import Parts, Site, Where, site
from tests.support.clock import FakeClock
from tests.web.browsing import Page, Reader

UNHURRIED = Limits(paces=None)  # tests play faster than people, while the clock stands still


class SeededChance:
    """Bytes that follow from a seed, never twice the same."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)

    def secret(self, size: int) -> bytes:
        """The next bytes."""
        return self._rng.randbytes(size)


@dataclass
class House:
    """A site with all its parts at hand."""

    limits: Limits = field(default_factory=lambda: UNHURRIED)
    where: Where = field(default_factory=Where)
    store: MemoryStore = field(default_factory=MemoryStore)
    bell: InProcessBell = field(default_factory=InProcessBell)
    clock: FakeClock = field(default_factory=FakeClock)
    chance: SeededChance = field(default_factory=SeededChance)
    vault: KeyVault = field(default_factory=lambda: KeyVault(b"k" * 32))
    exact: Exact | None = None
    seconds: float = 0.0

    def __post_init__(self) -> None:
        computers = players(self.exact.advice if self.exact else None)
        self.tables = Tables(self.store, self.bell, self.clock, self.chance, self.vault, players=computers)
        self.presence = Presence(self.clock)
        solving = Solving(self.exact) if self.exact else None
        parts = Parts(self.tables, self.presence, self.bell, self.chance, self.vault, self.exact, solving, Press())
        self.site: Site = site(parts, self.where, self.limits, lambda: self.seconds)
        self.app: ASGIApp = application(self.site)
        self.readers: list[Reader] = []

    def reader(self, lang: str = "pl", *, origin: str = "http://localhost", address: str = "10.0.0.1") -> Reader:
        """Another browser."""
        reader = Reader(self.app, lang, origin, address)
        self.readers.append(reader)
        return reader

    async def version(self, table: str) -> int:
        """The number of facts of a table."""
        return len(await self.store.read(table))


@pytest.fixture
async def open_house() -> AsyncIterator[Callable[..., House]]:
    """Opens sites; every browser is closed at the end."""
    houses: list[House] = []

    def opened(limits: Limits | None = None, where: Where | None = None, exact: Exact | None = None) -> House:
        house = House(limits or UNHURRIED, where or Where(), exact=exact)
        houses.append(house)
        return house

    yield opened
    for house in houses:
        for reader in house.readers:
            await reader.client.aclose()


@pytest.fixture
def house(open_house: Callable[..., House]) -> House:
    """A fresh site."""
    return open_house()


async def laid(
    reader: Reader, variant: str = "general", mode: str = "device", changes: dict[str, str] | None = None
) -> Page:
    """The page of a table that was laid by the form: Anna and Ola, unless something else is typed."""
    page = await reader.get(f"/new?variant={variant}&mode={mode}")
    names = {"name-1": "Anna"} | ({"name-2": "Ola", "who-2": "person"} if mode == "device" else {})
    return await reader.send(page.form("/new"), names | (changes or {}))


def table_of(page: Page) -> str:
    """The id of the table whose page this is."""
    return page.url.split("?")[0].split("/")[2]
