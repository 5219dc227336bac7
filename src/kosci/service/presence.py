"""Who is at a table now: the browsers that have a page of it open, and when each was last heard of.

Kept in this process only: after a restart everybody counts as just seen.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from kosci.service.ports import Clock

_FORGOTTEN_AFTER = timedelta(days=1)
_MOST_SEEN = 10_000
_BACK_AFTER = timedelta(seconds=10)  # who was silent longer counts as having come


class Presence:
    """The devices seen at each table; `on_change` hears of every table where somebody came or went."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = clock.now()
        self._seen: dict[tuple[str, str], datetime] = {}
        self._open: dict[tuple[str, str], int] = {}
        self.on_change: Callable[[str], None] = _nobody

    def seen(self, table: str, device: str) -> None:
        """The device asked for or sent something just now."""
        has_come = self.away_for(table, device) > _BACK_AFTER or (table, device) not in self._seen
        self._seen[table, device] = self._clock.now()
        if len(self._seen) > _MOST_SEEN:
            self._forget()
        if has_come:
            self.on_change(table)

    def opened(self, table: str, device: str) -> None:
        """The device opened an event stream."""
        self._open[table, device] = self._open.get((table, device), 0) + 1
        self._seen[table, device] = self._clock.now()
        self.on_change(table)

    def closed(self, table: str, device: str) -> None:
        """The device's event stream ended."""
        left = self._open.get((table, device), 0) - 1
        if left > 0:
            self._open[table, device] = left
        else:
            self._open.pop((table, device), None)
        self._seen[table, device] = self._clock.now()
        self.on_change(table)

    def is_here(self, table: str, device: str) -> bool:
        """Whether the device has a stream of the table open."""
        return (table, device) in self._open

    def last_seen(self, table: str, device: str) -> datetime:
        """When the device was last heard of; now while a stream is open."""
        if self.is_here(table, device):
            return self._clock.now()
        return self._seen.get((table, device), self._since)

    def away_for(self, table: str, device: str) -> timedelta:
        """How long nothing has been heard of the device; zero while a stream is open."""
        return self._clock.now() - self.last_seen(table, device)

    def _forget(self) -> None:
        old = self._clock.now() - _FORGOTTEN_AFTER
        for key in [key for key, at in self._seen.items() if at < old and key not in self._open]:
            del self._seen[key]


def _nobody(_: str) -> None:
    """Nobody listens yet."""
