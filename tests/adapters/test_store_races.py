"""What happens when many write at once: one is first, the others are told, and nothing is stored by halves."""

import asyncio
from collections import Counter

import pytest

from kosci.adapters.open import open_store
from kosci.service.ports import Batch, Conflict, Store, Taken, UnknownTable
from tests.adapters.making import batch, lines_of, new_table, seat_row, table_row


async def outcome(store: Store, wanted: Batch) -> str:
    try:
        return f"version {await store.append(wanted)}"
    except (Conflict, Taken, UnknownTable) as refused:
        return type(refused).__name__


async def test_of_ten_appends_at_one_version_exactly_one_wins(store: Store) -> None:
    await new_table(store)
    rivals = (batch("a", 1, f"rival {number}", command=f"c-{number}") for number in range(10))
    outcomes = Counter(await asyncio.gather(*(outcome(store, rival) for rival in rivals)))
    assert outcomes == {"version 2": 1, "Conflict": 9}
    assert len(await lines_of(store)) == 2


async def test_of_ten_starts_at_one_version_exactly_one_seats_its_people(store: Store) -> None:
    await new_table(store)
    rivals = (
        batch("a", 1, f"rival {seat}", seats=[seat_row("a", seat)], row=table_row("a", code=f"CODE{seat}"))
        for seat in range(10)
    )
    outcomes = Counter(await asyncio.gather(*(outcome(store, rival) for rival in rivals)))
    assert outcomes == {"version 2": 1, "Conflict": 9}
    (seat,) = await store.seats("table-a")
    assert (await lines_of(store))[1] == f"rival {seat.seat}"
    assert (await store.table("table-a")).code == f"CODE{seat.seat}"


async def test_of_ten_appends_with_and_without_seats_exactly_one_wins(store: Store) -> None:
    await new_table(store)
    rivals = (
        batch("a", 1, f"rival {number}", seats=[seat_row("a")] if number % 2 else [], row=None) for number in range(10)
    )
    outcomes = Counter(await asyncio.gather(*(outcome(store, rival) for rival in rivals)))
    assert outcomes == {"version 2": 1, "Conflict": 9}
    assert len(await store.seats("table-a")) == int((await lines_of(store))[1].rpartition(" ")[2]) % 2


async def test_one_command_sent_ten_times_at_once_acts_once(store: Store) -> None:
    await new_table(store)
    same = batch("a", 1, "x", "y", command="c-1")
    outcomes = Counter(await asyncio.gather(*(outcome(store, same) for _ in range(10))))
    assert outcomes == {"version 3": 1, "Conflict": 9}
    assert await store.answered("table-a", "c-1") == 3


async def test_of_ten_tables_with_one_code_exactly_one_is_made(store: Store) -> None:
    async def made(name: str) -> str:
        try:
            return f"version {await store.create(table_row(name, state='lobby', code='KOT7'), batch(name))}"
        except Taken as refused:
            return refused.what

    outcomes = Counter(await asyncio.gather(*(made(str(number)) for number in range(10))))
    assert outcomes == {"version 1": 1, "code": 9}
    assert len(await store.in_state(["lobby"])) == 1


async def test_refusals_fail_no_neighbour_that_is_stored_at_the_same_time(store: Store) -> None:
    for name in "abcd":
        await new_table(store, name)
    await store.append(batch("a", 1, seats=[seat_row("a", link="link-1")]))
    outcomes = await asyncio.gather(
        outcome(store, batch("b", 1, "fine", "fine too")),
        outcome(store, batch("b", 7, "conflict")),
        outcome(store, batch("c", 1, "taken", seats=[seat_row("c", 1), seat_row("c", 2, link="link-1")])),
        outcome(store, batch("z", 1, "unknown")),
        outcome(store, batch("d", 1, "fine", seats=[seat_row("d")], row=table_row("d", state="over"))),
        outcome(store, batch("a", 2, "fine")),
    )
    assert list(outcomes) == ["version 3", "Conflict", "Taken", "UnknownTable", "version 2", "version 3"]
    assert (await lines_of(store, "b"))[1:] == ["fine", "fine too"]
    assert len(await lines_of(store, "c")) == 1
    assert await store.seats("table-c") == []
    assert (await store.table("table-d")).state == "over"


async def test_many_players_at_many_tables_leave_no_gap(store: Store) -> None:
    names = [f"t{number}" for number in range(5)]
    for name in names:
        await new_table(store, name)

    async def play(name: str, player: int) -> int:
        stored = 0
        while stored < 8:
            version = len(await store.read(f"table-{name}"))
            try:
                await store.append(batch(name, version, f"{player}:{stored}", command=f"{player}:{stored}"))
            except Conflict:
                continue
            stored += 1
        return stored

    await asyncio.gather(*(play(name, player) for name in names for player in range(4)))
    for name in names:
        facts = await store.read(f"table-{name}")
        assert [fact.seq for fact in facts] == list(range(1, 34))
        for player in range(4):
            own = [fact.line for fact in facts if fact.line.startswith(f"{player}:")]
            assert own == [f"{player}:{number}" for number in range(8)]


async def test_several_processes_on_one_postgresql_decide_by_the_key(postgres_url: str) -> None:
    stores = [await open_store(postgres_url) for _ in range(4)]
    try:
        await new_table(stores[0])
        for version in range(1, 6):
            rivals = [
                outcome(
                    store,
                    batch("a", version, "x", seats=[seat_row("a")] if number % 3 == 0 else []),
                )
                for number, store in enumerate(stores * 4)
            ]
            assert Counter(await asyncio.gather(*rivals)) == {f"version {version + 1}": 1, "Conflict": 15}
        assert [fact.seq for fact in await stores[3].read("table-a")] == [1, 2, 3, 4, 5, 6]
    finally:
        for store in stores:
            await store.close()


async def test_a_caller_who_goes_away_leaves_its_batch_whole(lasting: str) -> None:
    store = await open_store(lasting)
    await new_table(store)
    leaving = asyncio.create_task(store.append(batch("a", 1, "x", "y", seats=[seat_row("a")])))
    await asyncio.sleep(0)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await store.close()
    store = await open_store(lasting)
    assert len(await lines_of(store)) == (3 if await store.seats("table-a") else 1)
    version = len(await lines_of(store))
    assert await store.append(batch("a", version, "z")) == version + 1
    await store.close()


async def test_closing_finishes_what_is_being_written(lasting: str) -> None:
    store = await open_store(lasting)
    for name in "abcd":
        await new_table(store, name)
    answers = [asyncio.create_task(store.append(batch(name, 1, "x"))) for name in "abcd"]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*answers) == [2, 2, 2, 2]
    store = await open_store(lasting)
    assert [len(await lines_of(store, name)) for name in "abcd"] == [2, 2, 2, 2]
    await store.close()
