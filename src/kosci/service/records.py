"""Records: what a person has come to in finished games, on all devices of theirs, until they delete it.

A person is an id that says nothing; who holds a device of theirs, or their personal link, is that person.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from kosci.service.errors import ServiceError
from kosci.service.ports import Chance, Clock, Store
from kosci.service.record_ports import Person, ResultRow
from kosci.service.record_reading import parse_records
from kosci.service.results import results_of
from kosci.service.tokens import new_id, new_token, token_digest
from kosci.service.view import Device, View
from kosci.variants import Rules, fingerprint

MOST_RESULTS = 5_000  # as many as a person may have brought along
_CAUGHT_UP = 200  # as many tables of earlier versions as are taken up at once
_OWN_OVER = 20  # as many games that wait to be closed


@dataclass(frozen=True, slots=True)
class Own:
    """What is kept of a person: the results in the order in which the games ended, and on how many devices.

    What is `unsettled` is not stored yet, for the last entry of its game may still be taken back.
    """

    results: tuple[ResultRow, ...] = ()
    devices: int = 1
    unsettled: frozenset[tuple[str, int]] = frozenset()
    has_link: bool = False


@dataclass(slots=True, eq=False)
class Records:
    """The results of a store; `view` gives a table as it is now."""

    _store: Store
    _clock: Clock
    _chance: Chance
    _view: Callable[[str], Awaitable[View]]

    # --- what there is ----------------------------------------------------------------------

    async def keep(self, view: View) -> None:
        """Store what people came to at a closed table, once."""
        await self._store.records.record(view.id, await self._results(view), self._new_id)

    async def own(self, device: Device, game: Rules | None = None) -> Own:
        """All that is kept of the person of a device, of one game or of all, games just finished among them."""
        await self._catch_up(device)
        person = await self._store.records.person(device)
        rules = None if game is None else fingerprint(game)
        kept = await self._store.records.results(person.id, rules) if person else []
        just_finished = [row for row in await self._just_finished(device, person) if rules in (None, row.played.rules)]
        known = {row.key for row in kept}
        found = [*kept, *(row for row in just_finished if row.key not in known)]
        results = tuple(sorted(found, key=lambda row: (row.finished_at, row.key)))
        unsettled = frozenset(row.key for row in just_finished) - known
        return Own(results, len(person.devices) if person else 1, unsettled, bool(person and person.link))

    async def totals(self, device: Device, game: Rules) -> tuple[int, ...]:
        """The final totals of the device's person in games of these rules, without those with advice."""
        return tuple(row.points for row in (await self.own(device, game)).results if not row.coached)

    async def _just_finished(self, device: Device, person: Person | None) -> list[ResultRow]:
        """What has not been stored because its last entry may still be taken back."""
        found: list[ResultRow] = []
        for one in person.devices if person else (device,):
            for row in (await self._store.tables_of(one, ("over",)))[:_OWN_OVER]:
                view = await self._view(row.id)
                found += [result for result in await self._results(view) if result.seat in view.own_seats(one)]
        return found

    async def _catch_up(self, device: Device) -> None:
        """Store what tables came to that an earlier version closed, or a process that was stopped at this point."""
        for table in await self._store.records.unrecorded(device, _CAUGHT_UP):
            await self.keep(await self._view(table))

    async def _results(self, view: View) -> tuple[ResultRow, ...]:
        if not view.table.is_over:
            return ()
        last = await self._store.read(view.id, view.table.moved_at - 1)
        return results_of(view, last[0].at)

    # --- other devices ----------------------------------------------------------------------

    async def make_link(self, device: Device) -> str:
        """A new token that brings the person's records to other devices; the one before opens nothing any more."""
        token = new_token(self._chance)
        await self._store.records.set_link(device, token_digest(token), self._new_id)
        return token

    async def void_link(self, device: Device) -> None:
        """Let the personal link open nothing any more."""
        if await self._store.records.person(device) is not None:
            await self._store.records.set_link(device, None, self._new_id)

    async def of_link(self, token: str) -> Person:
        """The person of a personal link; ServiceError where it is nobody's."""
        found = await self._store.records.person_by_link(token_digest(token))
        if found is None:
            raise _unknown_link()
        return found

    async def join(self, token: str, device: Device) -> None:
        """Make this device, with what is kept of it, the person's of the link; what both have counts once."""
        await self._catch_up(device)
        if not await self._store.records.join(device, (await self.of_link(token)).id):
            raise _unknown_link()

    async def part(self, device: Device) -> None:
        """Keep the records on this device alone: the others begin anew, and the personal link opens nothing."""
        await self._store.records.part(device)

    # --- bringing along and deleting --------------------------------------------------------

    async def load(self, device: Device, text: str) -> tuple[int, int]:
        """Add exported results: how many the text holds, and how many of them are new; refused whole or not at all."""
        given = await asyncio.to_thread(parse_records, text, self._clock.now(), MOST_RESULTS)
        own = (await self.own(device)).results
        new = {row.key for row in given} - {row.key for row in own}
        if len(own) + len(new) > MOST_RESULTS:
            message = f"{len(own)} results and {len(new)} new ones: at most {MOST_RESULTS} are kept"
            raise ServiceError("records-too-many", message, n=len(own) + len(new), most=MOST_RESULTS)
        return len(given), await self._added(device, [row for row in given if row.key in new])

    async def _added(self, device: Device, rows: Sequence[ResultRow]) -> int:
        return await self._store.records.add(device, rows, self._new_id)

    async def drop(self, device: Device, table: str, seat: int) -> None:
        """Delete one result for good; ServiceError where there is none."""
        if not await self._store.records.drop(device, table, seat):
            raise ServiceError("records-gone", "there is no such result, or it is deleted already")

    async def erase(self, device: Device) -> list[str]:
        """Delete the person of a device from the store; the tables where they sat or which they had laid."""
        return await self._store.records.erase(device)

    def _new_id(self) -> str:
        return new_id(self._chance)


def _unknown_link() -> ServiceError:
    return ServiceError("records-link-unknown", "this personal link opens no records any more")
