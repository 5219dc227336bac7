"""Tells other processes on the same store who is here, and hears from them who is there.

Never decides anything by it: who is away is asked of `Presence`.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta

from kosci.service.duty_ports import PresenceRows
from kosci.service.ports import Unavailable
from kosci.service.presence import Presence

EVERY_SECONDS = 5.0
KEPT_FOR = timedelta(days=1)
_FORGET_EVERY = 720  # rounds
_log = logging.getLogger(__name__)


class Sharing:
    """Presence over several processes; `run` it as a task, `ask` before somebody is taken to be away."""

    def __init__(self, presence: Presence, rows: PresenceRows) -> None:
        self._presence = presence
        self._rows = rows
        self._told = presence.now()

    async def run(self) -> None:
        """Tell and hear every few seconds, until cancelled."""
        rounds = 0
        while True:
            try:
                await self.share()
                if rounds % _FORGET_EVERY == 0:
                    await self._rows.forget(self._presence.now() - KEPT_FOR)
            except Unavailable:
                _log.warning("who is here is told to the other processes later: the store does not answer")
            rounds += 1
            await asyncio.sleep(EVERY_SECONDS)

    async def share(self) -> None:
        """Tell what was heard here since the last time, and hear of the tables that are open here."""
        now = self._presence.now()
        heard = self._presence.heard_here(self._told)
        if heard:
            await self._rows.tell(heard)
        self._told = now
        await self.ask(sorted(self._presence.open_tables()))

    async def ask(self, tables: Sequence[str]) -> None:
        """Hear who was at these tables."""
        if tables:
            self._presence.told(await self._rows.heard(tables))
