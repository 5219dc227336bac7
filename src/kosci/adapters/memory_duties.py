"""When tables are to be looked at, and who is where, in memory.

Never shares a value that its caller could change.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from kosci.adapters.schema import utc
from kosci.service.duty_ports import Deadline
from kosci.service.presence import AHEAD


@dataclass(frozen=True, slots=True)
class _Row:
    at: datetime
    version: int
    claimed_until: datetime | None = None


@dataclass(slots=True, eq=False)
class MemoryDeadlines:
    """The deadlines of a store in memory, of the tables that it knows."""

    _tables: Collection[str]
    _rows: dict[str, _Row] = field(default_factory=dict)

    async def set(self, table: str, deadline: Deadline, version: int) -> None:
        """Replace the table's deadline, unless one of a later version stands."""
        self.put(table, deadline, version)

    def put(self, table: str, deadline: Deadline, version: int) -> None:
        """Replace the table's deadline, unless one of a later version stands."""
        known = self._rows.get(table)
        if table not in self._tables or (known is not None and known.version > version):
            return
        if deadline.at is None:
            self._rows.pop(table, None)
        else:
            self._rows[table] = _Row(utc(deadline.at), version)

    async def claim(self, before: datetime, now: datetime, until: datetime, most: int) -> list[str]:
        """The tables whose deadline has come, for the caller alone until then."""
        due = [
            (row.at, table)
            for table, row in self._rows.items()
            if row.at <= before and (row.claimed_until is None or row.claimed_until <= now)
        ]
        found = [table for _, table in sorted(due)[:most]]
        for table in found:
            self._rows[table] = replace(self._rows[table], claimed_until=until)
        return found

    async def hold(self, table: str, version: int, until: datetime) -> None:
        """Claim the table's deadline while it is acted on."""
        known = self._rows.get(table)
        if known is not None and known.version == version:
            self._rows[table] = replace(known, claimed_until=until)


@dataclass(slots=True, eq=False)
class MemoryPresence:
    """Who was heard of where, for services of one test that stand for several processes."""

    _is_at: Callable[[str, str], bool]
    _seen: dict[tuple[str, str], datetime] = field(default_factory=dict)

    async def tell(self, seen: Mapping[tuple[str, str], datetime]) -> None:
        """Store when devices were last heard of; what is later stays."""
        for key, at in ((key, at) for key, at in seen.items() if self._is_at(*key)):
            known = self._seen.get(key, utc(at))
            self._seen[key] = max(utc(at), known) if known <= utc(at) + AHEAD else utc(at)

    async def heard(self, tables: Sequence[str]) -> Mapping[tuple[str, str], datetime]:
        """When each device was last heard of at these tables."""
        return {key: at for key, at in self._seen.items() if key[0] in tables and self._is_at(*key)}

    async def forget(self, before: datetime) -> None:
        """Delete what is older."""
        for key in [key for key, at in self._seen.items() if at < before]:
            del self._seen[key]
