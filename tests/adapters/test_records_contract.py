"""What every store promises about results and people, held against memory, SQLite and a real PostgreSQL."""

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from kosci.adapters.open import open_store
from kosci.adapters.postgres import PostgresStore
from kosci.adapters.schema import METADATA
from kosci.adapters.sqlite import SqliteStore
from kosci.service.ports import Batch, SeatRow, Store
from kosci.service.record_ports import NOBODY, NewId, Played, ResultRow
from tests.adapters.making import NOON, batch, seat_row, table_row

ANNA, MAJA, TABLET = "anna's phone", "maja's phone", "anna's tablet"


@pytest.fixture
def new_id() -> NewId:
    """Ids that are never the same."""
    numbers: Iterator[int] = count()
    return lambda: f"person-{next(numbers):05}"


def result(table: str = "a", seat: int = 0, **changes: object) -> ResultRow:
    made = ResultRow(
        table=f"table-{table}",
        seat=seat,
        name="Łucja 🎲",
        played=Played("general", "bonus=50", "f" * 64),
        players=2,
        finished_at=NOON,
        points=231,
        place=1,
        turns=None,
        bonus=True,
        extras=1,
        rows={"ones": 3, "chance": 0},
        coached=False,
        dice="drawn",
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # each change is of its field's type


async def finished(store: Store, name: str, *devices: str | None) -> None:
    """A closed table with a seat for each of these devices, hosted by the first."""
    seats = [seat_row(name, seat, device=device) for seat, device in enumerate(devices)]
    row = replace(table_row(name, state="closed"), host=devices[0] or "nobody")
    await store.create(row, batch(name, 0, "created", seats=seats))


async def whose(store: Store, device: str) -> list[ResultRow]:
    found = await store.records.person(device)
    return await store.records.results(found.id) if found else []


async def test_results_are_kept_for_the_person_of_each_seat(store: Store, new_id: NewId) -> None:
    await finished(store, "a", ANNA, MAJA, ANNA, None)
    rows = [result(seat=seat, name=f"name {seat}", turns=seat, bonus=None) for seat in range(4)]
    await store.records.record("table-a", rows, new_id)
    assert await whose(store, ANNA) == [rows[0], rows[2]]
    assert await whose(store, MAJA) == [rows[1]]
    assert await store.records.person(TABLET) is None


async def test_a_table_is_recorded_once(store: Store, new_id: NewId) -> None:
    """A result that was deleted does not come back."""
    await finished(store, "a", ANNA)
    assert await store.records.unrecorded(ANNA, 10) == ["table-a"]
    await store.records.record("table-a", [result()], new_id)
    assert await store.records.unrecorded(ANNA, 10) == []
    assert await store.records.drop(ANNA, "table-a", 0)
    assert not await store.records.drop(ANNA, "table-a", 0)
    assert not await store.records.drop(MAJA, "table-a", 0)
    await store.records.record("table-a", [result()], new_id)
    assert await whose(store, ANNA) == []


async def test_a_table_without_results_is_recorded_too(store: Store, new_id: NewId) -> None:
    await finished(store, "a", ANNA)
    await store.records.record("table-a", [], new_id)
    assert await store.records.unrecorded(ANNA, 10) == []
    assert await store.records.person(ANNA) is None


async def test_only_closed_tables_of_the_device_wait_to_be_recorded(store: Store) -> None:
    await finished(store, "a", ANNA)
    await finished(store, "b", MAJA, ANNA)
    await finished(store, "c", MAJA)
    await store.create(replace(table_row("d", state="over"), host=ANNA), batch("d", seats=[seat_row("d", device=ANNA)]))
    assert await store.records.unrecorded(ANNA, 10) == ["table-a", "table-b"]
    assert await store.records.unrecorded(ANNA, 1) == ["table-a"]


async def test_results_come_in_the_order_of_time_and_by_rules(store: Store, new_id: NewId) -> None:
    other = replace(result("b"), played=Played("general", "", "e" * 64), finished_at=NOON - timedelta(days=1))
    assert await store.records.add(ANNA, [result("a"), other], new_id) == 2
    assert await whose(store, ANNA) == [other, result("a")]
    person = await store.records.person(ANNA)
    assert person is not None
    assert await store.records.results(person.id, "f" * 64) == [result("a")]
    assert await store.records.results("nobody") == []


async def test_what_is_added_twice_counts_once_and_stays_as_it_was(store: Store, new_id: NewId) -> None:
    assert await store.records.add(ANNA, [result("a"), result("b")], new_id) == 2
    assert await store.records.add(ANNA, [result("b", points=1), result("c"), result("c")], new_id) == 1
    assert [row.points for row in await whose(store, ANNA)] == [231, 231, 231]
    assert await store.records.add(MAJA, [result("a")], new_id) == 1
    assert await store.records.add(ANNA, [], new_id) == 0


async def test_a_personal_link_is_one_at_a_time(store: Store, new_id: NewId) -> None:
    await store.records.set_link(ANNA, "digest 1", new_id)
    await store.records.set_link(MAJA, "digest 2", new_id)
    found = await store.records.person_by_link("digest 1")
    assert found == await store.records.person(ANNA)
    await store.records.set_link(ANNA, "digest 3", new_id)
    assert await store.records.person_by_link("digest 1") is None
    await store.records.set_link(ANNA, None, new_id)
    assert await store.records.person_by_link("digest 3") is None
    assert await store.records.person_by_link("digest 2") is not None


async def test_joining_makes_two_people_one_and_counts_double_results_once(store: Store, new_id: NewId) -> None:
    await store.records.add(ANNA, [result("a"), result("b")], new_id)
    await store.records.add(TABLET, [result("b", imported=True), result("c")], new_id)
    await store.records.set_link(ANNA, "digest", new_id)
    anna = await store.records.person_by_link("digest")
    assert anna is not None
    assert await store.records.join(TABLET, anna.id)
    assert await store.records.join(TABLET, anna.id)
    await store.records.join(MAJA, anna.id)
    joined = await store.records.person(TABLET)
    assert joined == replace(anna, devices=tuple(sorted((ANNA, MAJA, TABLET))))
    assert await store.records.results(anna.id) == [result("a"), result("b"), result("c")]


async def test_a_person_parts_from_their_other_devices(store: Store, new_id: NewId) -> None:
    """A lost phone sees nothing any more, nor does who has the link."""
    await store.records.add(ANNA, [result("a")], new_id)
    await store.records.set_link(ANNA, "digest", new_id)
    anna = await store.records.person(ANNA)
    assert anna is not None
    await store.records.join(TABLET, anna.id)
    await store.records.part(TABLET)
    assert await store.records.person(TABLET) == replace(anna, devices=(TABLET,), link=None)
    assert await store.records.person(ANNA) is None
    assert await whose(store, TABLET) == [result("a")]
    await store.records.part(MAJA)
    assert await store.records.person(MAJA) is None


async def test_nobody_joins_who_is_not_there_any_more(store: Store, new_id: NewId) -> None:
    await store.records.add(TABLET, [result("c")], new_id)
    assert not await store.records.join(TABLET, "person-9")
    assert await whose(store, TABLET) == [result("c")]


async def test_erasing_leaves_nobody_and_touches_nobody_else(store: Store, new_id: NewId) -> None:
    await finished(store, "a", ANNA, MAJA)
    await finished(store, "b", MAJA, TABLET)
    await finished(store, "c", MAJA)
    await store.records.record("table-a", [result("a"), result("a", 1)], new_id)
    await store.records.set_link(ANNA, "digest", new_id)
    anna = await store.records.person(ANNA)
    assert anna is not None
    await store.records.join(TABLET, anna.id)
    assert await store.records.erase(TABLET) == ["table-a", "table-b"]
    for device in (ANNA, TABLET):
        assert await store.records.person(device) is None
        assert await store.tables_of(device, ("closed",)) == []
    assert await store.records.results(anna.id) == []
    assert await store.records.person_by_link("digest") is None
    assert await store.seats("table-a") == [
        replace(seat_row("a", 0), name=NOBODY, device=None, language=""),
        seat_row("a", 1, device=MAJA),
    ]
    assert (await store.table("table-a")).host == NOBODY
    assert (await store.table("table-c")).host == MAJA
    assert await whose(store, MAJA) == [result("a", 1)]
    assert await store.records.erase(TABLET) == []


async def test_a_device_of_which_nothing_is_recorded_is_erased_too(store: Store) -> None:
    await finished(store, "a", ANNA)
    assert await store.records.erase(ANNA) == ["table-a"]
    assert (await store.seats("table-a"))[0].name == NOBODY


async def test_an_erased_host_does_not_come_back_with_an_old_row(store: Store) -> None:
    """Another process may write the row as it knew it."""
    row = replace(table_row("a"), host=ANNA)
    await store.create(row, batch("a"))
    await store.records.erase(ANNA)
    await store.save(row)
    await store.append(Batch("table-a", 1, ["x"], NOON, row=replace(row, state="closed")))
    after = await store.table("table-a")
    assert (after.host, after.state) == (NOBODY, "closed")


async def test_results_of_an_erased_seat_are_nobodys(store: Store, new_id: NewId) -> None:
    await finished(store, "a", ANNA)
    await store.records.erase(ANNA)
    await store.records.record("table-a", [result()], new_id)
    assert await store.records.person(ANNA) is None


async def test_recording_and_erasing_at_once_leave_nothing(store: Store, new_id: NewId) -> None:
    for number in range(8):
        await finished(store, f"{number}", ANNA)
    done = [store.records.record(f"table-{number}", [result(f"{number}")], new_id) for number in range(8)]
    await asyncio.gather(*done[:4], store.records.erase(ANNA), *done[4:])
    assert await store.records.person(ANNA) is None
    assert await whose(store, ANNA) == []


async def test_recording_many_tables_at_once_makes_one_person(store: Store, new_id: NewId) -> None:
    for number in range(8):
        await finished(store, f"{number}", ANNA)
    await asyncio.gather(
        *(store.records.record(f"table-{number}", [result(f"{number}")], new_id) for number in range(8))
    )
    assert len(await whose(store, ANNA)) == 8


# --- no trace -------------------------------------------------------------------------------------


async def fill(store: Store, new_id: NewId) -> list[str]:
    """Many tables with a person to forget among others, so that pages are divided; what must be gone afterwards."""
    random = Random(24)  # pages of this one still hold an id after its rows are gone
    devices = [f"{random.getrandbits(256):064x}" for _ in range(12)]
    own, link, seat_link = devices[:2], "link" * 16, "seat link " * 6
    names = {device: f"Ola {at} " * random.randint(1, 5) for at, device in enumerate(devices)}
    names |= dict(zip(own, ("Eulalia Zapomniana", "Eulalia na tablecie"), strict=True))
    for number in range(160):
        name, sitting = f"{random.getrandbits(40):010x}", random.sample(devices, random.randint(1, 4))
        seats = [
            SeatRow(f"table-{name}", at, names[one], None, one, None, b"0", "uk") for at, one in enumerate(sitting)
        ]
        row, lines = replace(table_row(name, state="closed"), host=sitting[0]), "created" * random.randint(1, 40)
        await store.create(row, batch(name, 0, *(lines for _ in range(random.randint(1, 30))), seats=seats))
        await store.records.record(
            row.id, [result(name, at, name=names[one]) for at, one in enumerate(sitting)], new_id
        )
        if number > 140 and sitting[0] == own[0]:
            await store.save(row, [replace(seats[0], link=seat_link)])
            seat_link = f"{seat_link}."
    await store.records.set_link(own[0], link, new_id)
    found = await store.records.person(own[0])
    assert found is not None
    await store.records.join(own[1], found.id)
    return [*own, *(names[one] for one in own), link, "seat link ", found.id]


async def test_a_data_file_keeps_no_byte_of_who_was_erased(made_sqlite: Path, tmp_path: Path, new_id: NewId) -> None:
    """While the server runs on: the file, its log and its index, which are read as bytes."""
    path = tmp_path / "kosci.sqlite"
    await asyncio.to_thread(shutil.copy, made_sqlite, path)
    store = await open_store(path)
    assert isinstance(store, SqliteStore)
    secrets = await fill(store, new_id)
    files = [path, path.with_name("kosci.sqlite-wal"), path.with_name("kosci.sqlite-shm")]
    found = b"".join(file.read_bytes() for file in files)
    assert [secret for secret in secrets if secret.encode() not in found] == []
    await store.records.erase(secrets[0])
    found = b"".join(file.read_bytes() for file in files)
    assert [secret for secret in secrets if secret.encode() in found] == []
    assert b"Ola 11" in found
    await store.close()


async def test_postgresql_keeps_no_row_of_who_was_erased(made_postgres: str, new_id: NewId) -> None:
    store = await open_store(made_postgres)
    assert isinstance(store, PostgresStore)
    tables = [table.name for table in reversed(METADATA.sorted_tables)]
    async with store._engine.begin() as connection:
        for table in tables:
            await connection.execute(text(f"DELETE FROM {table}"))
    secrets = await fill(store, new_id)
    where = await store.tables_of(secrets[0], ("closed",))
    await store.presence.tell({(row.id, secrets[0]): NOON for row in where})
    await store.records.erase(secrets[1])
    async with store._engine.begin() as connection:
        whole = [str(row) for table in tables for row in await connection.execute(text(f"SELECT * FROM {table}"))]
    assert [secret for secret in secrets if any(secret in row for row in whole)] == []
    await store.close()
