"""What is kept of finished games for the people who played them, and the store that keeps it.

Ports and values only: no use case, no SQL, no rule stands here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

NOBODY = "—"
"""The name of a seat, and the host of a table, whose person has deleted everything."""

NewId = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Played:
    """Which rules a result comes from: the variant, the options that differ, the fingerprint of all of it."""

    variant: str
    options: str
    rules: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a person came to in one finished game; the table and the seat are its key.

    `turns` counts those of a race that was won, `rows` the points of a sheet's rows without the blank ones; `bonus`
    is None where there is none to earn. `dice` are `drawn` or `real`.
    """

    table: str
    seat: int
    name: str
    played: Played
    players: int
    finished_at: datetime
    points: int
    place: int
    turns: int | None = None
    bonus: bool | None = None
    extras: int = 0
    rows: Mapping[str, int] = field(default_factory=dict)
    coached: bool = False
    dice: str = "drawn"
    imported: bool = False

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from every other result of the same person."""
        return self.table, self.seat

    @property
    def is_race(self) -> bool:
        """Whether it comes from a race, which has no sheet."""
        return not self.rows


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with results: an id that says nothing, their devices, the digest of their personal link."""

    id: str
    devices: tuple[str, ...]
    link: str | None = None


class RecordStore(Protocol):
    """The results, whose they are, and the devices of each person."""

    async def record(self, table: str, results: Sequence[ResultRow], new_id: NewId) -> None:
        """Store the results of a table once, each for the person of its seat's device.

        What a seat without a device came to is nobody's. The second call for a table changes nothing.
        """

    async def unrecorded(self, device: str, most: int) -> list[str]:
        """Closed tables where this device sits and whose results have not been stored yet."""

    async def person(self, device: str) -> Person | None:
        """The person of a device, None where nothing is kept of it."""

    async def person_by_link(self, link: str) -> Person | None:
        """The person whose personal link has this digest."""

    async def results(self, person: str, rules: str | None = None) -> list[ResultRow]:
        """The results of a person in the order in which the games ended, all or those of some rules."""

    async def add(self, device: str, results: Sequence[ResultRow], new_id: NewId) -> int:
        """Store results for the person of a device, those that are there already once; how many were new."""

    async def set_link(self, device: str, link: str | None, new_id: NewId) -> None:
        """Give the person of a device this personal link instead of the one before, or none."""

    async def join(self, device: str, person: str) -> bool:
        """Make the person of this device, with all their devices and results, one with another; whether there is one.

        What both have counts once.
        """

    async def part(self, device: str) -> None:
        """Let all other devices of the person be theirs no more, and their link open nothing."""

    async def drop(self, device: str, table: str, seat: int) -> bool:
        """Delete one result for good; whether it was there."""

    async def erase(self, device: str) -> list[str]:
        """Delete the person of a device for good: results, link, devices, and the name at every table.

        A seat is NOBODY's afterwards and has no device, a table no host. Gives the tables that were changed.
        """
