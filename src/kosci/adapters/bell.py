"""The bell of one process.

Never carries data and never waits for a listener: what rings while nobody takes it counts once.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kosci.service.ports import Ring


class InProcessEar:
    """One listener: the tables that rang since it was last asked, each once, the earliest first."""

    __slots__ = ("_has_rung", "_rung")

    def __init__(self) -> None:
        self._rung: dict[str, Ring] = {}
        self._has_rung = asyncio.Event()

    def hear(self, ring: Ring) -> None:
        """Keep that this table rang, until somebody waits for it."""
        known = self._rung.get(ring.table)
        self._rung[ring.table] = ring if known is None else known.with_later(ring)
        self._has_rung.set()

    async def wait(self, seconds: float) -> Ring | None:
        """A table that rang since the last call, or None after that many seconds."""
        if not self._rung:
            try:
                async with asyncio.timeout(seconds):
                    await self._has_rung.wait()
            except TimeoutError:
                # It may have rung in the very moment the time was up.
                if not self._rung:
                    return None
        ring = self._rung.pop(next(iter(self._rung)))
        if not self._rung:
            self._has_rung.clear()
        return ring


class InProcessBell:
    """Rings for all listeners in this process, on one event loop."""

    is_connected = True  # there is nobody else

    def __init__(self) -> None:
        self._ears: dict[str | None, set[InProcessEar]] = {}

    async def ring(self, table: str, version: int | None = None) -> None:
        """Wake everybody who listens to this table, and those who listen to all."""
        self.sound(Ring(table, version))

    def sound(self, ring: Ring) -> None:
        """Let everybody hear a ring."""
        for listened in (ring.table, None):
            for ear in self._ears.get(listened, ()):
                ear.hear(ring)

    def rouse(self) -> None:
        """Wake everybody who listens to one table, as if each had rung."""
        for table, ears in self._ears.items():
            for ear in ears if table is not None else ():
                ear.hear(Ring(table or ""))

    @asynccontextmanager
    async def listen(self, table: str | None = None) -> AsyncIterator[InProcessEar]:
        """Listen to one table, or to all of them."""
        ear = InProcessEar()
        self._ears.setdefault(table, set()).add(ear)
        try:
            yield ear
        finally:
            ears = self._ears[table]
            ears.discard(ear)
            if not ears:
                del self._ears[table]
