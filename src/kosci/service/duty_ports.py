"""What processes that share a store leave for each other: when tables are to be looked at, and who is where.

Ports and values only: what is due is decided in `duties`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a table is to be looked at by whichever process comes first: None where nothing will be due."""

    at: datetime | None


class Deadlines(Protocol):
    """When tables are to be looked at: rows that any process may take up, each by one at a time."""

    async def set(self, table: str, deadline: Deadline, version: int) -> None:
        """Replace the table's deadline, unless one of a later version stands; nobody has claimed it then."""

    async def claim(self, before: datetime, now: datetime, until: datetime, most: int) -> list[str]:
        """The tables, earliest first, whose deadline is not later than `before`, claimed for the caller until then.

        Left out are those that somebody has claimed beyond `now`.
        """

    async def hold(self, table: str, version: int, until: datetime) -> None:
        """Claim the table's deadline while it is acted on, if it is still of this version."""


class PresenceRows(Protocol):
    """Who was heard of at which table, told to one another by the processes that share a database."""

    async def tell(self, seen: Mapping[tuple[str, str], datetime]) -> None:
        """Store when devices were last heard of, by table and device; what is later stays.

        Nothing is stored of a device that neither sits nor hosts at the table.
        """

    async def heard(self, tables: Sequence[str]) -> Mapping[tuple[str, str], datetime]:
        """When each device was last heard of at these tables, by table and device."""

    async def forget(self, before: datetime) -> None:
        """Delete what is older."""
