"""How much anybody may ask for: all numbers in one place, and the counters that hold to them.

Counts in this process only; knows no page and no table.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

RECORDS_PATH = "/records/import"


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the pages; change one here or hand other ones to `create_app`.

    A class of forty phones behind one address has to work: an address may lay sixty tables an hour
    and hold any number of streams. `solved_an_hour` counts solved games, a race by the size of its target, the
    results of best play as ten; `records_an_hour` what is changed about records. Records that are brought along, in
    `records_bytes`, are some five thousand games. A body has to arrive within `body_seconds`.
    """

    body_bytes: int = 64 * 1024
    records_bytes: int = 4 * 1024 * 1024
    fields: int = 200
    tables_an_hour: int = 60
    wrong_codes_a_minute: int = 10
    solved_an_hour: int = 400
    printed_an_hour: int = 400
    records_an_hour: int = 120
    streams_a_table: int = 200
    spectators_a_table: int = 50
    streams_a_browser: int = 8
    heartbeat_seconds: float = 15.0

    def most_bytes(self, path: str) -> int:
        """How long the body of a request to this path may be."""
        return self.records_bytes if path == RECORDS_PATH else self.body_bytes


class Meter:
    """How often each key did something within the last `seconds`; the oldest keys are forgotten first."""

    MOST_KEYS = 10_000

    def __init__(self, most: int, seconds: float, now: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._now = now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def is_full(self, key: str) -> bool:
        """Whether the key has used up what it may do for now."""
        times = self._times.get(key)
        while times and times[0] <= self._now() - self._seconds:
            times.popleft()
        return times is not None and len(times) >= self._most

    def count(self, key: str) -> None:
        """The key did it once more."""
        self._times.setdefault(key, deque(maxlen=self._most)).append(self._now())
        self._times.move_to_end(key)
        while len(self._times) > self.MOST_KEYS:
            self._times.popitem(last=False)


def address_key(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 a home or phone has of IPv6.

    >>> address_key("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::'
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)
