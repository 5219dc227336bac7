"""Who is at a table now: the browsers that have a page of it open, and when each was last heard of.

Kept in this process, which may be told what others know: who is not heard of at all counts as seen at its start.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from kosci.service.jumps import Jump
from kosci.service.ports import Clock

_FORGOTTEN_AFTER = timedelta(days=1)
_MOST_SEEN = 10_000
HERE_FOR = timedelta(seconds=15)  # who was heard of elsewhere within this time is here: it is told every few seconds
AHEAD = timedelta(minutes=1)  # so far the clocks of two machines may be apart
_BACK_AFTER = timedelta(seconds=10)  # who was silent longer counts as having come


class Presence:
    """The devices seen at each table; `on_come` hears of every table where somebody has come here.

    What other processes have heard is told by whoever shares it with them.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = clock.now()
        self._seen: dict[tuple[str, str], datetime] = {}
        self._open: dict[tuple[str, str], int] = {}
        self._elsewhere: dict[tuple[str, str], datetime] = {}
        self.on_come: Callable[[str], None] = _nobody

    def now(self) -> datetime:
        """The present moment."""
        return self._clock.now()

    def seen(self, table: str, device: str) -> None:
        """The device asked for or sent something just now."""
        has_come = self.away_for(table, device) > _BACK_AFTER or (table, device) not in self._seen
        self._seen[table, device] = self._clock.now()
        if len(self._seen) > _MOST_SEEN:
            self._forget()
        if has_come:
            self.on_come(table)

    def opened(self, table: str, device: str) -> None:
        """The device opened an event stream."""
        self._open[table, device] = self._open.get((table, device), 0) + 1
        self._seen[table, device] = self._clock.now()
        self.on_come(table)

    def closed(self, table: str, device: str) -> None:
        """The device's event stream ended."""
        left = self._open.get((table, device), 0) - 1
        if left > 0:
            self._open[table, device] = left
        else:
            self._open.pop((table, device), None)
        self._seen[table, device] = self._clock.now()

    def is_here(self, table: str, device: str) -> bool:
        """Whether the device has a stream of the table open, here or, as far as is known, elsewhere."""
        if (table, device) in self._open:
            return True
        told = self._elsewhere.get((table, device))
        return told is not None and self._clock.now() - told < HERE_FOR

    def last_seen(self, table: str, device: str) -> datetime:
        """When the device was last heard of; now while a stream is open."""
        if self.is_here(table, device):
            return self._clock.now()
        key = (table, device)
        known = (self._seen.get(key), self._elsewhere.get(key))
        return max((at for at in known if at is not None), default=self._since)

    def away_for(self, table: str, device: str) -> timedelta:
        """How long nothing has been heard of the device; zero while a stream is open."""
        return self._clock.now() - self.last_seen(table, device)

    def follow(self, jump: Jump) -> None:
        """The clock was set: who was seen how long ago stays as it is."""
        self._since = jump.moved(self._since)
        self._seen = {key: jump.moved(at) for key, at in self._seen.items()}
        self._elsewhere = {key: jump.moved(at) for key, at in self._elsewhere.items()}

    # --- telling other processes ------------------------------------------------------------

    def open_tables(self) -> set[str]:
        """The tables of which somebody has a stream open here."""
        return {table for table, _ in self._open}

    def heard_here(self, since: datetime) -> dict[tuple[str, str], datetime]:
        """When devices were last heard of in this process, those heard of since a moment, by table and device."""
        now = self._clock.now()
        return {key: at for key, at in self._seen.items() if at >= since} | dict.fromkeys(self._open, now)

    def told(self, heard: Mapping[tuple[str, str], datetime]) -> None:
        """Take in when devices were last heard of in any process."""
        now = self._clock.now()
        # What is told of later than now was written before the clock was set back: who is here tells it anew.
        self._elsewhere |= {key: at for key, at in heard.items() if at <= now + AHEAD}
        if len(self._elsewhere) > _MOST_SEEN:
            self._forget()

    def _forget(self) -> None:
        old = self._clock.now() - _FORGOTTEN_AFTER
        for key in [key for key, at in self._seen.items() if at < old and key not in self._open]:
            del self._seen[key]
        for key in [key for key, at in self._elsewhere.items() if at < old]:
            del self._elsewhere[key]


def _nobody(_: str) -> None:
    """Nobody listens yet."""
