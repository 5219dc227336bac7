"""How much anybody may ask for: all numbers in one place, and the counters that hold to them.

Counts in this process only; knows no page and no table.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, Literal

from kosci.web.refusals import Refused

RECORDS_PATH = "/records/import"
Kind = Literal["pages", "commands", "dear", "joins"]
LimitsFor = Literal["public", "off"]  # the world, or a network whose people know each other
LIMITS_FOR: Final[tuple[LimitsFor, ...]] = ("public", "off")
_LEAST_SHARE = 3  # however many processes share a count, so many mistakes are everybody's


@dataclass(frozen=True, slots=True)
class Rate:
    """How often on the whole, and how often at once after a pause (a token bucket)."""

    a_second: float
    at_once: int


@dataclass(frozen=True, slots=True)
class Pace:
    """How often an address may do something, and how often one browser or program."""

    address: Rate
    device: Rate


@dataclass(frozen=True, slots=True)
class Paces:
    """How often anything may be asked for: generous to people and to a class behind one address, tight for a flood.

    `commands` let a phone send at once what it kept of an evening without a connection; `dear` are the pages that cost
    work: reviews, PDFs, logs, records, the tables a device scores by.
    """

    pages: Pace = Pace(Rate(40, 600), Rate(10, 120))
    commands: Pace = Pace(Rate(20, 400), Rate(8, 150))
    dear: Pace = Pace(Rate(4, 120), Rate(1, 30))
    joins: Pace = Pace(Rate(0.2, 120), Rate(1 / 30, 20))

    def of(self, kind: Kind) -> Pace:
        """The pace of a kind of request."""
        pace: Pace = getattr(self, kind)
        return pace


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the pages; change one here or hand other ones to `create_app`. None is no limit.

    A class of forty phones behind one address has to work: an address may lay sixty tables an hour
    and hold hundreds of streams. `solved_an_hour` counts solved games, a race by the size of its target, the
    results of best play as ten; `records_an_hour` what is changed about records. Records that are brought along, in
    `records_bytes`, are some five thousand games. A body has to arrive within `body_seconds`.
    """

    body_bytes: int = 64 * 1024
    records_bytes: int = 4 * 1024 * 1024
    body_seconds: float = 30.0
    fields: int = 200
    paces: Paces | None = field(default_factory=Paces)
    tables_an_hour: int | None = 60
    tokens_an_hour: int | None = 120
    wrong_codes_a_minute: int | None = 10
    solved_an_hour: int | None = 400
    printed_an_hour: int | None = 400
    records_an_hour: int | None = 120
    streams_a_table: int = 200
    spectators_a_table: int = 50
    streams_a_browser: int = 8
    streams_an_address: int | None = 500
    heartbeat_seconds: float = 15.0

    def most_bytes(self, path: str) -> int:
        """How long the body of a request to this path may be."""
        return self.records_bytes if path == RECORDS_PATH else self.body_bytes

    def in_closed_network(self) -> "Limits":
        """Without what counts how much an address or a browser asks for; what is dear or guesses stays limited."""
        return replace(self, paces=None, tables_an_hour=None, tokens_an_hour=None, streams_an_address=None)

    def shared_by(self, processes: int) -> "Limits":
        """The part of one of so many processes in what is counted by the hour, so that all together keep to it."""

        def part(whole: int | None) -> int | None:
            return None if whole is None else max(_LEAST_SHARE, ceil(whole / processes))

        return replace(
            self,
            tables_an_hour=part(self.tables_an_hour),
            tokens_an_hour=part(self.tokens_an_hour),
            wrong_codes_a_minute=part(self.wrong_codes_a_minute),
            solved_an_hour=part(self.solved_an_hour),
            printed_an_hour=part(self.printed_an_hour),
            records_an_hour=part(self.records_an_hour),
        )


class Throttle:
    """How much each address and each browser has asked for lately, by kinds of requests."""

    def __init__(self, paces: Paces | None, now: Callable[[], float]) -> None:
        self._paces = paces
        self._now = now
        self._buckets: dict[tuple[Kind, str], Buckets] = {}

    def check(self, kind: Kind, *, address: str | None = None, device: str | None = None) -> None:
        """Count one request of an address, a browser or both; Refused, with the time to wait, where it is too many."""
        if self._paces is None:
            return
        pace = self._paces.of(kind)
        for who, key, rate in (("address", address, pace.address), ("device", device, pace.device)):
            if key is None:
                continue
            buckets = self._buckets.setdefault((kind, who), Buckets(rate, self._now))
            wait = buckets.take(key)
            if wait > 0:
                raise Refused(429, f"too many {kind} of one {who}", retry=ceil(wait))


class Buckets:
    """A bucket a key that fills at a rate, and each request takes one from it; the oldest keys are forgotten first."""

    MOST_KEYS = 20_000

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate = rate
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take one, and 0; where none is left nothing is taken, and the seconds until there is one are given."""
        now, rate = self._now(), self._rate
        left, at = self._left.get(key, (float(rate.at_once), now))
        left = min(float(rate.at_once), left + (now - at) * rate.a_second)
        is_taken = left >= 1
        self._left[key] = (left - 1 if is_taken else left, now)
        self._left.move_to_end(key)
        while len(self._left) > self.MOST_KEYS:
            self._left.popitem(last=False)
        return 0.0 if is_taken else (1 - left) / rate.a_second


class Meter:
    """How often each key did something within the last `seconds`; the oldest keys are forgotten first."""

    MOST_KEYS = 10_000

    def __init__(self, most: int | None, seconds: float, now: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._now = now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def is_full(self, key: str) -> bool:
        """Whether the key has used up what it may do for now."""
        if self._most is None:
            return False
        times = self._times.get(key)
        while times and times[0] <= self._now() - self._seconds:
            times.popleft()
        return times is not None and len(times) >= self._most

    def count(self, key: str) -> None:
        """The key did it once more."""
        if self._most is None:
            return
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
