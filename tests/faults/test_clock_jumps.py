"""A clock that is set by hours, forward or back: what is due falls due when it would have, and once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from kosci.engine.game import Passed
from kosci.engine.moves import Roll, Score
from kosci.service import steward as steward_module
from kosci.service.duties import Close, due
from kosci.service.steward import Steward
from kosci.service.tables import NewSeat, NewTable
from kosci.service.view import View
from kosci.table import Settings
from kosci.table.facts import Closed, Played, StandIn
from kosci.variants import load
from kosci.web.limits import Limits
from tests.service.conftest import House
from tests.web.conftest import House as Site
from tests.web.conftest import laid, table_of
from tests.web.test_streams import opened

ANNA, MAJA = "anna" * 16, "maja" * 16
JUMPS = [timedelta(hours=5), timedelta(hours=-5)]
LOOKS = 30  # as often as the steward looks, before it is said that nothing was due


@pytest.fixture
async def house() -> House:
    """A fresh house, whose steward sweeps many times a second."""
    return House()


@pytest.fixture
async def steward(house: House, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Steward]:
    """A steward at work."""
    monkeypatch.setattr(steward_module, "SWEEP_SECONDS", 0.002)
    one = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(1))
    task = asyncio.create_task(one.run())
    await asyncio.sleep(0)
    yield one
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def jump(house: House, by: timedelta) -> None:
    house.clock.set(house.clock.now() + by)


async def looked(house: House, steward: Steward, table: str) -> View:
    """The table when everything was done that is due."""
    for _ in range(LOOKS):
        steward.wake(table)
        await asyncio.sleep(0.003)
    return await house.tables.view(table)


async def count(house: House, table: str, kind: type) -> int:
    """How many such facts there are."""
    return sum(isinstance(fact, kind) for fact in (await house.tables.game_file(table)).facts)


async def two_people(house: House, **settings: int | str) -> tuple[View, str]:
    """A running game of two people on two devices, and the mover's device; both are here."""
    chosen = Settings(**settings)  # type: ignore[arg-type]  # each test names settings that exist
    table = await house.tables.create(NewTable(load("yahtzee"), chosen, [NewSeat("Anna")]), ANNA)
    await house.tables.join(table, NewSeat("Maja"), MAJA)
    await house.tables.start(table, ANNA)
    view = await house.tables.view(table)
    assert view.table.mover is not None
    for device in (ANNA, MAJA):
        house.presence.opened(table, device)
    return view, view.seats[view.table.mover].device or ""


@pytest.mark.parametrize("by", JUMPS, ids=str)
async def test_a_computer_moves_when_its_pause_is_over(house: House, steward: Steward, by: timedelta) -> None:
    """Neither five hours later nor at once."""
    seats = [NewSeat("Anna"), NewSeat(bot="greedy")]
    new = NewTable(load("general", {"first": "seat"}), Settings(pace="slow", undo=False), seats, start=True)
    table = await house.tables.create(new, ANNA)
    await house.tables.move(table, ANNA, 0, Roll())
    await house.tables.move(table, ANNA, 0, Score("chance"))
    moves = await count(house, table, Played)
    house.clock.pass_seconds(1)
    jump(house, by)
    await looked(house, steward, table)
    assert await count(house, table, Played) == moves
    house.clock.pass_seconds(1.1)
    await looked(house, steward, table)
    assert await count(house, table, Played) == moves + 1


@pytest.mark.parametrize("by", JUMPS, ids=str)
async def test_the_absent_are_replaced_after_a_minute(house: House, steward: Steward, by: timedelta) -> None:
    """S11: counted by time that has gone by; once."""
    view, mover = await two_people(house)
    house.presence.closed(view.id, mover)
    house.clock.pass_seconds(20)
    jump(house, by)
    assert (await looked(house, steward, view.id)).table.seats[view.table.mover or 0].stand_in is None
    house.clock.pass_seconds(35)
    assert await count(house, view.id, StandIn) == 0
    assert (await looked(house, steward, view.id)).table.seats[view.table.mover or 0].stand_in is None
    house.clock.pass_seconds(6)
    await looked(house, steward, view.id)
    assert await count(house, view.id, StandIn) == 1


@pytest.mark.parametrize("by", JUMPS, ids=str)
async def test_who_is_here_stays_here(house: House, steward: Steward, by: timedelta) -> None:
    """A stream is open: no jump makes anybody absent."""
    view, _ = await two_people(house)
    house.clock.pass_seconds(50)
    jump(house, by)
    for _ in range(3):
        await looked(house, steward, view.id)
        house.clock.pass_seconds(50)
    assert await count(house, view.id, StandIn) == 0


@pytest.mark.parametrize("by", JUMPS, ids=str)
async def test_a_turn_has_its_time(house: House, steward: Steward, by: timedelta) -> None:
    """Also by the clock of turns nobody loses more or less than was agreed."""
    view, _ = await two_people(house, clock=60, away="pass")
    house.clock.pass_seconds(25)
    jump(house, by)
    await looked(house, steward, view.id)
    house.clock.pass_seconds(33)
    assert (await looked(house, steward, view.id)).table.mover == view.table.mover
    house.clock.pass_seconds(3)
    assert (await looked(house, steward, view.id)).table.mover != view.table.mover
    assert await count(house, view.id, Passed) == 1


@pytest.mark.parametrize("by", JUMPS, ids=str)
async def test_a_finished_table_closes_after_ten_seconds(house: House, steward: Steward, by: timedelta) -> None:
    """Its last entry can be taken back until then; it closes once."""
    new = NewTable(load("tysiac", {"first": "seat"}), seats=[NewSeat("Anna"), NewSeat("Maja")], start=True)
    table = await house.tables.create(new, ANNA)
    await house.tables.leave(table, ANNA, 0)
    house.clock.pass_seconds(4)
    jump(house, by)
    assert (await looked(house, steward, table)).row.state == "over"
    house.clock.pass_seconds(5)
    assert (await looked(house, steward, table)).row.state == "over"
    house.clock.pass_seconds(1.1)
    assert (await looked(house, steward, table)).row.state == "closed"
    assert await count(house, table, Closed) == 1


async def test_a_clock_set_back_while_no_server_runs(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes to the table afterwards has it looked at; nothing waits for the clock to catch up."""
    monkeypatch.setattr(steward_module, "SWEEP_SECONDS", 0.002)
    new = NewTable(load("tysiac", {"first": "seat"}), seats=[NewSeat("Anna"), NewSeat("Maja")], start=True)
    table = await house.tables.create(new, ANNA)
    await house.tables.leave(table, ANNA, 0)
    jump(house, timedelta(hours=-5))
    house.tables = house.process()
    found = due(await house.tables.view(table), house.presence)
    assert found is not None
    assert found.duty == Close()
    assert found.at - house.clock.now() == timedelta(seconds=10)
    later = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(2))
    task = asyncio.create_task(later.run())
    await looked(house, later, table)
    house.clock.pass_seconds(11)
    assert (await looked(house, later, table)).row.state == "closed"
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("by", JUMPS, ids=str)
async def test_streams_and_limits_know_nothing_of_the_clock(by: timedelta) -> None:
    """A stream goes on with its beat; who has laid too many tables has to wait an hour, not a jump."""
    site = Site(Limits(heartbeat_seconds=0.02, tables_an_hour=1))
    reader = site.reader()
    page = await laid(reader)
    async with opened(site, reader, f"{page.url}/events") as stream:
        version = await stream.version()
        site.clock.set(site.clock.now() + by)
        assert await stream.version() == version
        form = (await reader.get("/new?variant=general&mode=device")).form("/new")
        assert (await reader.send(form, {"name-1": "Anna"})).status == 429
        site.seconds += 3601
        assert table_of(await laid(reader)) != table_of(page)
    await reader.client.aclose()
