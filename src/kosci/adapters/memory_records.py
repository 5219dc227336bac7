"""Results and people in memory, beside the tables of the store in memory.

Never shares a value that its caller could change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kosci.adapters.schema import utc
from kosci.service.ports import SeatRow, TableRow
from kosci.service.record_ports import NOBODY, NewId, Person, ResultRow

Key = tuple[str, int]


@dataclass(slots=True, eq=False)
class MemoryRecords:
    """Everything in dictionaries; no await stands between looking and writing, so each command is whole."""

    _rows: dict[str, TableRow]
    _seats: dict[str, dict[int, SeatRow]]
    _devices: dict[str, str] = field(default_factory=dict)
    _links: dict[str, str | None] = field(default_factory=dict)
    _results: dict[str, dict[Key, ResultRow]] = field(default_factory=dict)
    _recorded: set[str] = field(default_factory=set)

    async def record(self, table: str, results: Sequence[ResultRow], new_id: NewId) -> None:
        """Store the results of a table once, each for the person of its seat's device."""
        if table in self._recorded:
            return
        self._recorded.add(table)
        for result in results:
            device = self._seats[table][result.seat].device
            if device is not None:
                self._put(self._person_of(device, new_id), result)

    async def unrecorded(self, device: str, most: int) -> list[str]:
        """Closed tables of this device whose results have not been stored yet."""
        closed = (row for row in self._rows.values() if row.state == "closed" and row.id not in self._recorded)
        return [row.id for row in closed if device in _devices_at(self._seats[row.id])][:most]

    async def person(self, device: str) -> Person | None:
        """The person of a device."""
        person = self._devices.get(device)
        return None if person is None else self._whole(person)

    async def person_by_link(self, link: str) -> Person | None:
        """The person of a personal link."""
        return next((self._whole(person) for person, known in self._links.items() if known == link), None)

    async def results(self, person: str, rules: str | None = None) -> list[ResultRow]:
        """The results of a person, all or those of some rules."""
        found = [row for row in self._results.get(person, {}).values() if rules in (None, row.played.rules)]
        return sorted((_copied(row) for row in found), key=lambda row: (row.finished_at, row.table, row.seat))

    async def add(self, device: str, results: Sequence[ResultRow], new_id: NewId) -> int:
        """Store results for the person of a device, those that are there already once."""
        person = self._person_of(device, new_id)
        before = len(self._results[person])
        for result in results:
            self._put(person, result)
        return len(self._results[person]) - before

    async def set_link(self, device: str, link: str | None, new_id: NewId) -> None:
        """Give the person of a device this personal link, or none."""
        self._links[self._person_of(device, new_id)] = link

    async def join(self, device: str, person: str) -> bool:
        """Make the person of this device one with another; whether there is one."""
        if person not in self._links:
            return False
        old = self._devices.get(device)
        self._devices[device] = person
        if old is None or old == person:
            return True
        for result in self._results.pop(old).values():
            self._put(person, result)
        del self._links[old]
        self._devices = {one: person if whose == old else whose for one, whose in self._devices.items()}
        return True

    async def part(self, device: str) -> None:
        """Let all other devices of the person be theirs no more, and their link open nothing."""
        person = self._devices.get(device)
        if person is not None:
            self._links[person] = None
            self._devices = {one: whose for one, whose in self._devices.items() if whose != person or one == device}

    async def drop(self, device: str, table: str, seat: int) -> bool:
        """Delete one result for good."""
        return self._results.get(self._devices.get(device, ""), {}).pop((table, seat), None) is not None

    async def erase(self, device: str) -> list[str]:
        """Delete the person of a device for good, and the name at every table."""
        person = self._devices.get(device)
        own = {one for one, whose in self._devices.items() if whose == person} | {device}
        changed = [table for table in self._rows if self._erase_at(table, own)]
        if person is not None:
            self._devices = {one: whose for one, whose in self._devices.items() if whose != person}
            del self._links[person], self._results[person]
        return changed

    def _erase_at(self, table: str, own: set[str]) -> bool:
        seats, row = self._seats[table], self._rows[table]
        is_touched = row.host in own or any(seat.device in own for seat in seats.values())
        if row.host in own:
            self._rows[table] = replace(row, host=NOBODY)
        self._seats[table] = {
            number: replace(seat, name=NOBODY, device=None, link=None, language="") if seat.device in own else seat
            for number, seat in seats.items()
        }
        return is_touched

    def _person_of(self, device: str, new_id: NewId) -> str:
        if device not in self._devices:
            person = self._devices[device] = new_id()
            self._links[person], self._results[person] = None, {}
        return self._devices[device]

    def _whole(self, person: str) -> Person:
        devices = tuple(sorted(device for device, whose in self._devices.items() if whose == person))
        return Person(person, devices, self._links[person])

    def _put(self, person: str, result: ResultRow) -> None:
        self._results[person].setdefault(result.key, _copied(result))


def _devices_at(seats: Mapping[int, SeatRow]) -> set[str | None]:
    return {seat.device for seat in seats.values()}


def _copied(result: ResultRow) -> ResultRow:
    return replace(result, finished_at=utc(result.finished_at), rows=dict(result.rows))
