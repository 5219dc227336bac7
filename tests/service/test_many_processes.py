"""Several processes on one store: each does what it stored itself, and takes up what another left, once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from random import Random

import pytest

from kosci.engine.moves import Roll, Score
from kosci.service import steward
from kosci.service.presence import HERE_FOR, Presence
from kosci.service.sharing import Sharing
from kosci.service.steward import GRACE, Steward
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.table import Settings
from kosci.variants import load
from tests.service.conftest import House

ANNA, MAJA = "anna" * 16, "maja" * 16


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of these tests is moved by hand: nobody has to wait for a sweep."""
    monkeypatch.setattr(steward, "SWEEP_SECONDS", 0.001)


@dataclass
class Process:
    """What one server process has of its own."""

    tables: Tables
    presence: Presence
    sharing: Sharing


@asynccontextmanager
async def process(house: House) -> AsyncIterator[Process]:
    """A server process over the store of a house, with its steward at work."""
    tables, presence = house.process(), Presence(house.clock)
    sharing = Sharing(presence, house.store.presence)
    one = Steward(tables, house.store, house.bell, house.clock, presence, rng=Random(1), sharing=sharing)
    task = asyncio.create_task(one.run())
    await asyncio.sleep(0.01)
    try:
        yield Process(tables, presence, sharing)
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def settled(is_so: Callable[[], bool] = lambda: False) -> bool:
    """Whether it becomes so, given time in which all that can be done without the clock is done."""
    for _ in range(100):
        if is_so():
            return True
        await asyncio.sleep(0.002)
    return is_so()


def computers(pace: str = "normal") -> NewTable:
    seats = [NewSeat(bot="random"), NewSeat(bot="random")]
    return NewTable(load("yahtzee", {"first": "seat"}), Settings(pace=pace), seats, start=True)


async def length(house: House, table: str) -> int:
    return len(await house.store.read(table))


async def test_what_a_dead_process_left_is_taken_up_after_a_grace(house: House) -> None:
    """Not before: the one that stored it has it to itself for so long."""
    async with process(house) as other:
        table = await house.tables.create(computers(), ANNA)  # whoever laid it follows nothing any more
        begun = await length(house, table)
        house.clock.pass_seconds(0.9 + GRACE.total_seconds() - 0.1)
        await settled()
        assert await length(house, table) == begun
        house.clock.pass_seconds(0.2)
        for _ in range(20):
            await settled(lambda: len(house.store._facts[table]) > begun)
        assert await length(house, table) > begun
        assert (await other.tables.view(table)).version == await length(house, table)


async def test_a_new_process_takes_up_at_once_what_is_overdue(house: House) -> None:
    """A restart is no more than a pause."""
    table = await house.tables.create(computers(), ANNA)
    begun = await length(house, table)
    house.clock.pass_seconds(1)
    async with process(house):
        assert await settled(lambda: len(house.store._facts[table]) > begun)


async def test_of_many_processes_one_makes_each_move(house: House) -> None:
    """All sweep, all hear of it; the log has each turn once, and nobody's thinking is thrown away."""
    async with AsyncExitStack() as stack:
        for _ in range(4):
            await stack.enter_async_context(process(house))
        table = await house.tables.create(computers(), ANNA)
        for _ in range(5):
            before = await length(house, table)
            house.clock.pass_seconds(0.9 + GRACE.total_seconds())
            assert await settled(lambda before=before: len(house.store._facts[table]) > before)  # type: ignore[misc]
            await settled()
            lines = [stored.line for stored in (await house.store.read(table))[before:]]
            assert sum(not line.startswith("rolled") for line in lines) == 1


async def test_a_row_of_a_table_where_nothing_is_due_is_taken_away(house: House) -> None:
    """Two people who have both put their phones down cost nothing from then on."""
    table = await house.tables.create(NewTable(load("yahtzee", {"first": "seat"}), seats=[NewSeat("Anna")]), ANNA)
    await house.tables.join(table, NewSeat("Maja"), MAJA)
    await house.tables.start(table, ANNA)
    house.clock.pass_seconds(3600)
    async with process(house):
        assert await settled(lambda: house.store.deadlines._rows[table].at > house.clock.now()), (
            "all count as just seen"
        )
        house.clock.pass_seconds(60 + GRACE.total_seconds())
        assert await settled(lambda: not house.store.deadlines._rows)


async def two_people(by: Tables, **settings: str | int) -> str:
    """A running game of Anna, who is to move, and Maja."""
    chosen = Settings(**settings)  # type: ignore[arg-type]  # each test names settings that exist
    table = await by.create(NewTable(load("yahtzee", {"first": "seat"}), chosen, [NewSeat("Anna")]), ANNA)
    await by.join(table, NewSeat("Maja"), MAJA)
    await by.start(table, ANNA)
    return table


async def share(*processes: Process) -> None:
    """What happens every few seconds."""
    for one in processes:
        await one.sharing.share()


async def test_who_is_here_at_one_process_is_here_for_the_other(house: House) -> None:
    """S11: nobody is stood in for whose phone is connected, to whichever process."""
    async with process(house) as one, process(house) as two:
        table = await two_people(one.tables, pace="at_once")
        one.presence.opened(table, MAJA)
        two.presence.opened(table, ANNA)
        for _ in range(30):
            house.clock.pass_seconds(5)
            await share(one, two)
            await settled(lambda: True)
        assert one.presence.is_here(table, ANNA)
        assert two.presence.is_here(table, MAJA)
        assert (await one.tables.view(table)).table.seats[0].stand_in is None
        two.presence.closed(table, ANNA)
        for _ in range(int(HERE_FOR.total_seconds() + 60) // 5 + 2):
            house.clock.pass_seconds(5)
            await share(one, two)
            await settled(lambda: True)
        assert await settled(lambda: "1: stand-in greedy" in [fact.line for fact in house.store._facts[table]])
        lines = [fact.line for fact in house.store._facts[table]]
        assert lines.count("1: stand-in greedy") == 1


async def test_who_comes_back_to_wait_has_the_absent_stood_in_for(house: House) -> None:
    """The row was taken away while nobody waited; whoever comes has it looked at again."""
    async with process(house) as one:
        table = await two_people(one.tables)
        house.clock.pass_seconds(3600)
        assert await settled(lambda: not house.store.deadlines._rows)
        one.presence.opened(table, MAJA)
        assert await settled(lambda: "1: stand-in greedy" in [fact.line for fact in house.store._facts[table]])


async def test_a_roll_leaves_the_deadline_of_its_turn(house: House) -> None:
    """It is stored once a turn, not with each move."""
    table = await two_people(house.tables)
    row = house.store.deadlines._rows[table]
    house.clock.pass_seconds(1)
    await house.tables.move(table, ANNA, 0, Roll())
    assert house.store.deadlines._rows[table] == row
    await house.tables.move(table, ANNA, 0, Score("chance"))
    after = house.store.deadlines._rows[table]
    assert after.at == row.at + timedelta(seconds=1)
    assert after.version == await length(house, table)


async def test_a_table_of_one_device_has_no_deadline(house: House) -> None:
    """A phone that goes round the table may sleep."""
    seats = [NewSeat("Anna"), NewSeat("Maja")]
    await house.tables.create(NewTable(load("general"), seats=seats, start=True), ANNA)
    assert not house.store.deadlines._rows


async def test_a_long_thought_is_not_taken_up_by_another_process(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever thinks says so: a game that has to be solved first takes longer than the grace."""
    from kosci.service import hands

    monkeypatch.setattr(hands, "_HOLD_AFTER", 0.005)
    monkeypatch.setattr(hands, "_HOLD_EVERY", 0.005)
    release = asyncio.Event()

    async def slow(*_: object) -> object:
        await release.wait()
        return Roll()

    monkeypatch.setattr(asyncio, "to_thread", slow)
    async with process(house) as one:
        table = await one.tables.create(computers("at_once"), ANNA)
        assert await settled(lambda: house.store.deadlines._rows[table].claimed_until is not None)
        house.clock.pass_seconds(GRACE.total_seconds() + 5)
        now = house.clock.now()
        assert await house.store.deadlines.claim(now, now, now, 9) == []
        release.set()
        assert await settled(lambda: len(house.store._facts[table]) > 5)
