"""When tables are to be looked at, and who is where: what every store promises to the processes that share it."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from kosci.adapters.open import open_store
from kosci.service.duty_ports import Deadline
from kosci.service.ports import Conflict, Store
from tests.adapters.making import NOON, batch, new_table, seat_row, table_row

LATER = NOON + timedelta(seconds=60)
NEVER = Deadline(None)


async def due(store: Store, before: datetime = LATER, *, now: datetime = LATER, lease: int = 30) -> list[str]:
    return await store.deadlines.claim(before, now, now + timedelta(seconds=lease), 100)


async def test_a_table_without_a_deadline_is_never_due(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1))
    assert await due(store) == []


async def test_a_deadline_is_stored_with_the_facts_and_due_when_its_time_has_come(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1, due=LATER))
    assert await due(store, LATER - timedelta(microseconds=1)) == []
    assert await due(store, LATER) == ["table-a"]


async def test_a_new_table_can_have_a_deadline(store: Store) -> None:
    """One at which computers begin at once."""
    await store.create(table_row("a"), batch("a", due=NOON))
    assert await due(store) == ["table-a"]


@pytest.mark.parametrize("beside", [{}, {"seats": [seat_row("a")]}, {"row": table_row("a", state="over")}])
async def test_the_deadline_of_a_batch_replaces_the_one_before_with_whatever_is_stored(
    store: Store, beside: dict[str, object]
) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    assert await due(store, lease=1000) == ["table-a"]
    wanted = replace(batch("a", 1, due=LATER), **beside)  # type: ignore[arg-type]  # each names fields of a batch
    await store.append(wanted)
    assert await due(store, NOON) == []
    assert await due(store, LATER) == ["table-a"], "nobody has claimed the new one"


@pytest.mark.parametrize("beside", [{}, {"seats": [seat_row("a")]}, {"row": table_row("a", state="over")}])
async def test_a_batch_can_say_that_nothing_will_be_due(store: Store, beside: dict[str, object]) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.append(replace(batch("a", 1), deadline=NEVER, **beside))  # type: ignore[arg-type]  # fields of a batch
    assert await due(store) == []


async def test_a_batch_that_says_nothing_of_a_deadline_leaves_it(store: Store) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.append(batch("a", 1))
    await store.append(batch("a", 2, seats=[seat_row("a")]))
    assert await due(store) == ["table-a"]


@pytest.mark.parametrize("deadline", [Deadline(LATER), NEVER])
@pytest.mark.parametrize("seats", [[], [seat_row("a")]])
async def test_a_batch_that_came_too_late_changes_no_deadline(
    store: Store, deadline: Deadline, seats: list[object]
) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.append(batch("a", 1))
    with pytest.raises(Conflict):
        await store.append(replace(batch("a", 1), deadline=deadline, seats=seats))  # type: ignore[arg-type]
    assert await due(store, NOON) == ["table-a"]


async def test_the_earliest_come_first_and_not_more_than_asked_for(store: Store) -> None:
    for number, name in enumerate("cab"):
        await store.create(table_row(name), batch(name, due=NOON + timedelta(seconds=number)))
    claimed = [await store.deadlines.claim(LATER, NOON, LATER, 2) for _ in range(3)]
    assert claimed == [["table-c", "table-a"], ["table-b"], []]


async def test_what_is_claimed_comes_back_when_the_claim_has_ended(store: Store) -> None:
    """Whoever claimed it has died."""
    await store.create(table_row("a"), batch("a", due=NOON))
    assert await due(store, now=NOON, lease=30) == ["table-a"]
    assert await due(store, now=NOON + timedelta(seconds=29)) == []
    assert await due(store, now=NOON + timedelta(seconds=30)) == ["table-a"]


async def test_a_claim_is_held_as_long_as_somebody_works_at_it(store: Store) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.deadlines.hold("table-a", 1, LATER)
    assert await due(store, now=NOON) == []
    assert await due(store, now=LATER) == ["table-a"]


async def test_a_claim_of_what_is_past_holds_nothing(store: Store) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.append(batch("a", 1, due=NOON))
    await store.deadlines.hold("table-a", 1, LATER)
    assert await due(store, now=NOON) == ["table-a"]


async def test_a_deadline_is_put_off_by_whoever_found_nothing_to_do(store: Store) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.deadlines.set("table-a", Deadline(LATER), 1)
    assert await due(store, NOON) == []
    assert await due(store, LATER) == ["table-a"]
    await store.deadlines.set("table-a", NEVER, 1)
    assert await due(store, now=LATER + timedelta(days=1)) == []
    await store.deadlines.set("table-a", Deadline(NOON), 1)
    assert await due(store) == ["table-a"]


@pytest.mark.parametrize("deadline", [Deadline(LATER), NEVER])
async def test_who_looked_at_an_older_version_puts_nothing_off(store: Store, deadline: Deadline) -> None:
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.append(batch("a", 1, due=NOON))
    await store.deadlines.set("table-a", deadline, 1)
    assert await due(store, NOON) == ["table-a"]


async def test_a_deadline_of_no_table_is_nothing(store: Store) -> None:
    await store.deadlines.set("table-z", Deadline(NOON), 1)
    await store.deadlines.set("table-z", NEVER, 1)
    await store.deadlines.hold("table-z", 1, LATER)
    assert await due(store) == []


async def test_of_many_who_claim_at_once_each_deadline_goes_to_one(store: Store) -> None:
    names = [f"t{number}" for number in range(20)]
    for name in names:
        await store.create(table_row(name), batch(name, due=NOON))
    claims = await asyncio.gather(*(store.deadlines.claim(LATER, NOON, LATER, 3) for _ in range(10)))
    claimed = [table for claim in claims for table in claim]
    assert sorted(claimed) == sorted(set(claimed)), "none is claimed twice"
    rest = await due(store, now=NOON)
    assert sorted([*claimed, *rest]) == sorted(f"table-{name}" for name in names)


async def test_several_processes_claim_each_deadline_once(postgres_url: str) -> None:
    stores = [await open_store(postgres_url) for _ in range(4)]
    try:
        for number in range(40):
            await stores[0].create(table_row(f"t{number}"), batch(f"t{number}", due=NOON))
        claims = await asyncio.gather(*(store.deadlines.claim(LATER, NOON, LATER, 10) for store in stores * 2))
        claimed = [table for claim in claims for table in claim]
        claimed += await due(stores[0], now=NOON)
        assert sorted(claimed) == sorted(f"table-t{number}" for number in range(40))
    finally:
        for store in stores:
            await store.close()


async def test_a_deadline_outlives_its_process(lasting: str) -> None:
    store = await open_store(lasting)
    await store.create(table_row("a"), batch("a", due=NOON))
    await store.close()
    store = await open_store(lasting)
    assert await due(store) == ["table-a"]
    await store.close()


async def test_a_store_that_answers_says_so(store: Store) -> None:
    await store.ping()


async def test_processes_tell_each_other_who_is_where(store: Store) -> None:
    if store.presence is None:
        assert type(store).__name__ == "SqliteStore", "one process knows by itself"
        return
    t, u, v = "table-t", "table-u", "table-v"
    await store.create(table_row("t", host="anna"), batch("t", seats=[seat_row("t", 1, device="maja")]))
    await store.create(table_row("u"), batch("u", seats=[seat_row("u", 0, device="anna")]))
    await store.presence.tell({(t, "anna"): NOON, (t, "maja"): LATER, (u, "anna"): LATER})
    await store.presence.tell({(t, "anna"): LATER, (t, "maja"): NOON})
    assert await store.presence.heard([t]) == {(t, "anna"): LATER, (t, "maja"): LATER}
    assert await store.presence.heard([u, v]) == {(u, "anna"): LATER}
    before = NOON - timedelta(hours=5)
    await store.presence.tell({(t, "anna"): before})
    assert (await store.presence.heard([t]))[t, "anna"] == before, "the clock was set back: what it told before is void"
    await store.presence.tell({(t, "maja"): LATER + timedelta(days=1)})
    await store.presence.forget(LATER + timedelta(seconds=1))
    assert list(await store.presence.heard([t, u])) == [(t, "maja")]


async def test_nothing_is_told_of_who_is_not_at_the_table(store: Store) -> None:
    """Nor of who had their data deleted, however late a process tells of them."""
    if store.presence is None:
        assert type(store).__name__ == "SqliteStore", "one process knows by itself"
        return
    await store.create(table_row("t", host="anna"), batch("t", seats=[seat_row("t", 1, device="anna")]))
    told = {("table-t", "anna"): NOON, ("table-t", "maja"): NOON, ("table-z", "anna"): NOON}
    await store.presence.tell(told)
    assert await store.presence.heard(["table-t", "table-z"]) == {("table-t", "anna"): NOON}
    await store.records.erase("anna")
    await store.presence.tell(told)
    assert await store.presence.heard(["table-t", "table-z"]) == {}
