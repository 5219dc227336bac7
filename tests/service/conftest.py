"""A service over a memory store, with a clock that a test moves and dice that a seed makes.

Nothing real is opened here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import pytest

from kosci.adapters.bell import InProcessBell
from kosci.adapters.memory import MemoryStore
from kosci.adapters.vault import KeyVault
from kosci.bots import BOTS, BotInfo
from kosci.service.presence import Presence
from kosci.service.tables import Tables
from tests.support.clock import FakeClock


class SeededChance:
    """Bytes that follow from a seed, never twice the same."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def secret(self, size: int) -> bytes:
        """The next bytes."""
        return self._rng.randbytes(size)


@dataclass
class House:
    """Everything a service test needs."""

    store: MemoryStore = field(default_factory=MemoryStore)
    bell: InProcessBell = field(default_factory=InProcessBell)
    clock: FakeClock = field(default_factory=FakeClock)
    chance: SeededChance = field(default_factory=lambda: SeededChance(1))
    vault: KeyVault = field(default_factory=lambda: KeyVault(b"k" * 32))

    def __post_init__(self) -> None:
        self.tables = self.process()
        self.presence = Presence(self.clock)

    def process(self, players: Mapping[str, BotInfo] = BOTS) -> Tables:
        """Another process over the same store: it remembers nothing of the first."""
        return Tables(self.store, self.bell, self.clock, self.chance, self.vault, players=players)


@pytest.fixture
def house() -> House:
    """A fresh house."""
    return House()
