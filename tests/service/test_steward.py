"""What is done when no person does it: computers move, absent people are stood in for, tables are closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from kosci.bots import players
from kosci.coach.exact import Exact
from kosci.engine.game import Over
from kosci.engine.moves import Roll, Score
from kosci.service.duties import BotMove, Close, Look, PassTurn, Replace, due, turn_ends
from kosci.service.errors import ServiceError
from kosci.service.ports import TableState
from kosci.service.solving import Solved, Solving
from kosci.service.steward import ABANDONED_AFTER, Steward
from kosci.service.tables import NewSeat, NewTable
from kosci.service.view import View
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.table import Settings
from kosci.table.verify import verify
from kosci.variants import load
from tests.service.conftest import House

ANNA, MAJA = "anna" * 16, "maja" * 16


async def two_devices(house: House, **settings: str | int | bool) -> View:
    """A running game of two people on two devices."""
    chosen = Settings(**settings)  # type: ignore[arg-type]  # each test names settings that exist
    table = await house.tables.create(NewTable(load("yahtzee"), chosen, [NewSeat("Anna")]), ANNA)
    await house.tables.join(table, NewSeat("Maja"), MAJA)
    await house.tables.start(table, ANNA)
    return await house.tables.view(table)


def devices(view: View) -> tuple[str, str]:
    """The mover's device and the other's."""
    assert view.table.mover is not None
    return view.seats[view.table.mover].device or "", view.seats[1 - view.table.mover].device or ""


async def test_an_absent_mover_is_replaced_after_a_while_if_somebody_waits(house: House) -> None:
    """S11: sixty seconds by default, counted from the later of last seen and the turn's beginning."""
    view = await two_devices(house)
    mover, other = devices(view)
    house.presence.opened(view.id, mover)
    house.presence.opened(view.id, other)
    since = house.clock.now()
    looking = due(view, house.presence)
    assert looking is not None
    assert looking.duty == Look()
    house.clock.pass_seconds(30)
    house.presence.closed(view.id, mover)
    found = due(view, house.presence)
    assert found is not None
    assert found.duty == Replace(view.table.mover or 0)
    assert (found.at - since).total_seconds() == 90


async def test_nobody_is_replaced_while_nobody_waits(house: House) -> None:
    """A game that all have put down stays as it is."""
    view = await two_devices(house)
    house.clock.pass_seconds(3600)
    assert due(view, house.presence) is None


async def test_one_device_alone_is_never_replaced(house: House) -> None:
    """A phone that goes round the table may sleep."""
    seats = [NewSeat("Anna"), NewSeat("Maja")]
    table = await house.tables.create(NewTable(load("general"), seats=seats, start=True), ANNA)
    view = await house.tables.view(table)
    house.clock.pass_seconds(10)
    assert due(view, house.presence) is None


@pytest.mark.parametrize(("away", "duty"), [("pass", PassTurn), ("bot", Replace), ("wait", type(None))])
async def test_the_table_says_what_happens_to_an_absent_mover(house: House, away: str, duty: type) -> None:
    """Pass, a computer, or waiting."""
    view = await two_devices(house, away=away)
    house.presence.opened(view.id, devices(view)[1])
    found = due(view, house.presence)
    assert isinstance(found.duty if found else None, duty)


async def test_a_computer_leaves_three_seconds_to_take_an_entry_back(house: House) -> None:
    """And none where entries are not taken back."""
    for undo, seconds in ((True, 3), (False, 0)):
        settings = Settings(pace="at_once", undo=undo)
        new = NewTable(
            load("yahtzee", {"first": "seat"}), settings, [NewSeat("Anna"), NewSeat(bot="greedy")], start=True
        )
        table = await house.tables.create(new, ANNA)
        await house.tables.move(table, ANNA, 0, Roll())
        await house.tables.move(table, ANNA, 0, Score("chance"))
        found = due(await house.tables.view(table), house.presence)
        assert found is not None
        assert found.duty == BotMove(1, "greedy")
        assert (found.at - house.clock.now()).total_seconds() == seconds


@pytest.fixture
async def steward(house: House) -> AsyncIterator[Steward]:
    """A steward at work."""
    one = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(1))
    task = asyncio.create_task(one.run())
    await asyncio.sleep(0)
    yield one
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def until(house: House, steward: Steward, table: str, state: TableState) -> View:
    """The table once it is in a state; the clock goes on by itself meanwhile, players think in threads."""
    async with asyncio.timeout(100):
        while (view := await house.tables.view(table)).row.state != state:
            house.clock.pass_seconds(1)
            steward.wake(table)
            await asyncio.sleep(0.001)
    return view


@pytest.mark.parametrize("variant", ["general", "yatzi", "tysiac"])
async def test_computers_play_a_game_to_its_end_and_the_table_closes(
    house: House, steward: Steward, variant: str
) -> None:
    """From the first roll to the open seed, without a person."""
    seats = [NewSeat(bot="random"), NewSeat(bot="greedy")]
    table = await house.tables.create(NewTable(load(variant), seats=seats, start=True), ANNA)
    view = await until(house, steward, table, "closed")
    assert isinstance(view.table.awaiting, Over)
    assert verify((await house.tables.game_file(table)).facts).verdict == "right"


async def test_a_steward_takes_up_what_an_earlier_process_left(house: House) -> None:
    """A restart loses no turn of a computer."""
    seats = [NewSeat(bot="random"), NewSeat(bot="random")]
    table = await house.tables.create(NewTable(load("tysiac"), seats=seats, start=True), ANNA)
    house.tables = house.process()
    later = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(2))
    task = asyncio.create_task(later.run())
    await until(house, later, table, "closed")
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_a_stand_in_plays_for_the_absent(house: House, steward: Steward) -> None:
    """The one who waits sees the game go on."""
    view = await two_devices(house, pace="at_once")
    assert view.table.mover is not None
    house.presence.opened(view.id, devices(view)[1])
    mover = view.table.mover
    async with asyncio.timeout(100):
        while (now := await house.tables.view(view.id)).table.mover == mover:
            house.clock.pass_seconds(1)
            steward.wake(view.id)
            await asyncio.sleep(0.001)
    assert now.table.seats[mover].stand_in == "greedy"
    assert now.table.mover == 1 - mover


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


@pytest.fixture
async def full_house(house: House, exact: Exact) -> AsyncIterator[tuple[House, Steward, Solving]]:
    """A house with players on exact values, and a steward at work who has games solved for them."""
    solving = Solving(exact)
    house.tables = house.process(players(exact.advice))
    one = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(1), solving=solving)
    task = asyncio.create_task(one.run())
    await asyncio.sleep(0)
    yield house, one, solving
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.parametrize(
    ("variant", "names"),
    [("yatzy", ["easy", "best"]), ("tysiac", ["medium", "best"]), ("tysiac", ["hard", "easy", "best"])],
)
async def test_every_strength_plays_to_the_end(
    full_house: tuple[House, Steward, Solving], variant: str, names: list[str]
) -> None:
    """The steward has the game solved when the table is laid, not when a computer is to move."""
    house, steward, solving = full_house
    game = load(variant)
    table = await house.tables.create(NewTable(game, seats=[NewSeat(bot=name) for name in names], start=True), ANNA)
    view = await until(house, steward, table, "closed")
    assert isinstance(solving.state(game), Solved)
    assert isinstance(view.table.awaiting, Over)
    assert verify((await house.tables.game_file(table)).facts).verdict == "right"


async def test_a_game_nobody_needs_solved_is_not_solved(full_house: tuple[House, Steward, Solving]) -> None:
    """People, and players that need no values, wait for nothing."""
    house, steward, solving = full_house
    seats = [NewSeat("Anna"), NewSeat(bot="greedy")]
    table = await house.tables.create(NewTable(load("general"), seats=seats, start=True), ANNA)
    steward.wake(table)
    for _ in range(20):
        await asyncio.sleep(0)
    assert solving.state(load("general")) is None


async def test_the_best_stands_in_where_there_is_one(full_house: tuple[House, Steward, Solving]) -> None:
    """The absent lose as little as can be."""
    house, steward, _ = full_house
    view = await two_devices(house, pace="at_once")
    assert view.table.mover is not None
    house.presence.opened(view.id, devices(view)[1])
    house.clock.pass_seconds(120)
    async with asyncio.timeout(100):
        while (now := await house.tables.view(view.id)).table.mover == view.table.mover:
            house.clock.pass_seconds(1)
            steward.wake(view.id)
            await asyncio.sleep(0.001)
    assert now.table.seats[view.table.mover].stand_in == "best"


async def test_an_abandoned_table_is_closed_and_its_seed_opened(house: House) -> None:
    """Expiry: a lobby that nobody started, long ago."""
    table = await house.tables.create(NewTable(load("general"), seats=[NewSeat("Anna")]), ANNA)
    house.clock.pass_seconds(ABANDONED_AFTER.total_seconds() + 1)
    late = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(3))
    task = asyncio.create_task(late.run())
    for _ in range(100):
        await asyncio.sleep(0)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert (await house.tables.view(table)).table.seed is not None


async def test_a_finished_table_closes_after_ten_seconds(house: House) -> None:
    """The last entry can be taken back until then."""
    new = NewTable(load("tysiac", {"first": "seat"}), seats=[NewSeat("Anna"), NewSeat("Maja")], start=True)
    table = await house.tables.create(new, ANNA)
    await house.tables.leave(table, ANNA, 0)
    found = due(await house.tables.view(table), house.presence)
    assert found is not None
    assert found.duty == Close()
    assert (found.at - house.clock.now()).total_seconds() == 10


# --- the turn clock -------------------------------------------------------------------------


def timed(settings: Settings) -> NewTable:
    """A game of two people on one phone, the first to move."""
    return NewTable(load("yahtzee", {"first": "seat"}), settings, [NewSeat("Anna"), NewSeat("Maja")], start=True)


@pytest.mark.parametrize(("away", "duty"), [("bot", Replace(0)), ("pass", PassTurn(0)), ("wait", PassTurn(0))])
async def test_whose_time_is_up_is_like_somebody_absent(house: House, away: str, duty: object) -> None:
    """Also with a phone that is connected, and on one phone that goes round."""
    new = NewTable(
        load("yahtzee", {"first": "seat"}),
        Settings(clock=30, away=away),
        [NewSeat("Anna"), NewSeat("Maja")],
        start=True,
    )
    table = await house.tables.create(new, ANNA)
    house.presence.opened(table, ANNA)
    began = house.clock.now()
    house.clock.pass_seconds(5)
    await house.tables.move(table, ANNA, 0, Roll())
    found = due(await house.tables.view(table), house.presence)
    assert found is not None
    assert (found.duty, (found.at - began).total_seconds()) == (duty, 30), "rolling takes no new time"
    await house.tables.extend(table, ANNA, 0)
    found = due(await house.tables.view(table), house.presence)
    assert found is not None
    assert (found.at - began).total_seconds() == 60
    await house.tables.move(table, ANNA, 0, Score("chance"))
    view = await house.tables.view(table)
    assert turn_ends(view) == house.clock.now() + timedelta(seconds=30), "the next turn has its own"


async def test_time_runs_out_and_the_turn_is_passed_once(house: House, steward: Steward) -> None:
    """Time given at the last moment counts: what was due then is so no more."""
    new = NewTable(
        load("yahtzee", {"first": "seat"}),
        Settings(clock=30, away="pass"),
        [NewSeat("Anna"), NewSeat("Maja")],
        start=True,
    )
    table = await house.tables.create(new, ANNA)
    stale_at = (await house.tables.view(table)).version
    house.clock.pass_seconds(29)
    await house.tables.extend(table, ANNA, 1)
    with pytest.raises(ServiceError):
        await house.tables.pass_turn(table, None, 0, at=stale_at)
    house.clock.pass_seconds(30)
    steward.wake(table)
    await asyncio.sleep(0.01)
    assert (await house.tables.view(table)).table.mover == 0
    house.clock.pass_seconds(1)
    async with asyncio.timeout(100):
        while (view := await house.tables.view(table)).table.mover == 0:
            steward.wake(table)
            await asyncio.sleep(0.001)
    lines = [stored.line for stored in await house.store.read(table)]
    assert lines.count("1: passed") == 1
    assert view.table.mover == 1


async def test_a_clock_goes_on_over_a_restart(house: House) -> None:
    """Games over days: when a turn ends follows from the log alone."""
    table = await house.tables.create(timed(Settings(clock=604_800)), ANNA)
    began = house.clock.now()
    house.clock.pass_seconds(100_000)
    assert turn_ends(await house.process().view(table)) == began + timedelta(days=7)
    assert house.store.deadlines._rows[table].at == began + timedelta(days=7)
