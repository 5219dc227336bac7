"""Playing on with the same people: one next table, whoever asks and however often; a series and its pad (C3, S9)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kosci.adapters.open import open_store
from kosci.engine.reported import Reported
from kosci.service.pads import Series, series_of
from kosci.service.series import (
    can_begin_at_once,
    change_players,
    following,
    game_of,
    is_in_series,
    may_play_on,
    rematch,
    sequel_of,
    staying,
)
from kosci.service.steward import Steward
from kosci.service.tables import NewSeat, NewTable
from kosci.service.tokens import id_of_next
from kosci.service.view import View
from kosci.table import Settings
from kosci.table.facts import Continued
from kosci.table.series import MOST_GAMES, began
from kosci.table.verify import verify
from kosci.variants import Rules, load
from tests.service.conftest import House
from tests.service.test_tables import ANNA, MAJA, OLA, refusal
from tests.support.finished import play_on

SHORT = load("tysiac", {"target": 100})  # a game that is over after a few turns


@pytest.fixture(params=["memory", "sqlite"])
async def racing(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    """A house over each of these stores."""
    store = await open_store("memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/kosci.sqlite")
    yield House(store=store)  # type: ignore[arg-type]  # any store will do
    await store.close()


async def begun(house: House, game: Rules = SHORT, *, bot: bool = False) -> str:
    """A game of Anna, the host, Maja and Ola, each with a device, begun."""
    seats = [NewSeat("Anna"), *([NewSeat(bot="greedy")] if bot else [])]
    table = await house.tables.create(NewTable(game, Settings(away="wait"), seats), ANNA)
    await house.tables.join(table, NewSeat("Maja", language="uk"), MAJA)
    await house.tables.join(table, NewSeat("Ola"), OLA)
    await house.tables.start(table, ANNA)
    return table


async def played(house: House, table: str) -> View:
    """The table with its game played to the end; not closed."""
    while not (view := await house.tables.view(table)).table.is_over:
        seat = view.table.mover
        assert seat is not None
        if view.seats[seat].bot is not None:
            play = view.table.play
            assert play is not None
            move = house.tables.players["greedy"].move(play.game, play.position, Random(1))
            await house.tables.bot_move(table, seat, move, at=view.version)
        else:
            await play_on(house.tables, table, view.seats[seat].device or "", most=1)
    return view


async def finished(house: House, game: Rules = SHORT, *, bot: bool = False) -> View:
    """A game of these three that is over."""
    return await played(house, await begun(house, game, bot=bot))


async def next_game(house: House, view: View, device: str = ANNA) -> View:
    """The game after it, played to its end."""
    return await played(house, await rematch(house.tables, view.id, device))


async def series(house: House, table: str) -> Series:
    """The series of a table."""
    return await series_of(house.tables, await house.tables.view(table))


async def test_a_rematch_is_the_same_people_on_the_same_devices_begun_at_once(house: House) -> None:
    """The same rules and settings and computers, a seed and shares of its own, by whoever asks first."""
    before = await finished(house, bot=True)
    table = await rematch(house.tables, before.id, OLA)
    view = await house.tables.view(table)
    assert view.row.state == "running"
    assert [(seat.name, seat.bot, seat.device, seat.language) for seat in view.seats] == [
        (seat.name, seat.bot, seat.device, seat.language) for seat in before.seats
    ]
    assert (view.table.game, view.table.settings) == (before.table.game, before.table.settings)
    assert view.row.host == ANNA
    assert view.table.commitment != before.table.commitment
    assert {seat.digest for seat in view.table.seats}.isdisjoint(seat.digest for seat in before.table.seats)
    assert all(seat.drawn for seat in view.table.seats)
    old = await house.tables.view(before.id)
    assert old.row.state == "closed"
    assert old.table.is_continued
    assert (await following(house.tables, old) or view).id == table
    await played(house, table)
    await house.tables.close(table, OLA)
    assert verify((await house.tables.game_file(table)).facts).verdict == "right"


async def test_the_start_moves_one_seat_to_the_left_from_game_to_game(house: House) -> None:
    """The first game's starter is found by lot, the others follow; after six games a new pad begins (C3, T1)."""
    view = await finished(house)
    starters = [began(view.table)]
    for number in range(2, MOST_GAMES + 1):
        view = await next_game(house, view, MAJA)
        assert game_of(view) == number
        starters.append(began(view.table))
        assert not view.table.is_continued
    first = starters[0]
    assert first is not None
    assert starters == [(first + step) % 3 for step in range(MOST_GAMES)]
    last = await series(house, view.id)
    assert last.pad.is_full
    assert last.pad.winners
    new = await house.tables.view(await rematch(house.tables, view.id, ANNA))
    sequel = sequel_of(new)
    assert sequel is not None
    assert (sequel.series, sequel.game, sequel.previous) == (new.id, 1, view.id)
    assert new.table.rolls >= 3  # drawn by lot again
    assert len((await series(house, new.id)).games) == 1
    assert not is_in_series(new)
    assert not is_in_series(await house.tables.view(view.id)) or game_of(view) == MOST_GAMES


@pytest.mark.parametrize("first", ["roll", "seat"])
async def test_it_moves_however_the_first_starter_was_found(house: House, first: str) -> None:
    """Also where the first seat starts without a roll (S9)."""
    view = await finished(house, load("tysiac", {"target": 100, "first": first}))
    seat = began(view.table)
    assert seat is not None
    after = await house.tables.view(await rematch(house.tables, view.id, ANNA))
    assert after.table.mover == began(after.table) == (seat + 1) % 3


async def test_leavers_stay_behind(house: House) -> None:
    """S10, C3: who left does not sit in the next game, and is skipped where it would be theirs to begin."""
    table = await begun(house)
    first = began((await house.tables.view(table)).table)
    assert first is not None
    gone = (first + 1) % 3
    leaver = (ANNA, MAJA, OLA)[gone]
    await house.tables.leave(table, leaver, gone)
    view = await played(house, table)
    assert not may_play_on(view, leaver)
    assert await refusal(rematch(house.tables, table, leaver)) == "series-not-there"
    after = await house.tables.view(await rematch(house.tables, table, (ANNA, MAJA, OLA)[first]))
    assert [seat.name for seat in after.seats] == [seat.name for seat in view.seats if seat.seat != gone]
    assert after.row.host != leaver
    assert after.table.mover is not None
    assert after.seats[after.table.mover].name == view.seats[(first + 2) % 3].name


async def test_too_few_play_on_only_after_others_have_come(house: House) -> None:
    """C1: a rematch needs as many as play the game; as a lobby the next game waits for others."""
    table = await begun(house)
    for seat, device in ((1, MAJA), (2, OLA)):
        await house.tables.leave(table, device, seat)
    view = await house.tables.view(table)
    assert view.table.is_over
    assert not can_begin_at_once(view)
    assert await refusal(rematch(house.tables, table, ANNA)) == "series-too-few"
    assert (await house.tables.view(table)).row.state == "over"
    lobby = await house.tables.view(await change_players(house.tables, table, ANNA))
    assert lobby.row.state == "lobby"
    assert lobby.row.code is not None
    assert [seat.name for seat in lobby.seats] == ["Anna"]


async def test_alone_one_plays_on_alone(house: House) -> None:
    """A solo series: each game's result, nobody's win (S8)."""
    game = load("yahtzee")
    table = await house.tables.create(NewTable(game, seats=[NewSeat("Anna")], start=True), ANNA)
    first = await played(house, table)
    second = await next_game(house, first)
    found = await series(house, second.id)
    assert [game.state for game in found.games] == ["over", "over"]
    (line,) = found.pad.lines
    assert [cell and cell.points for cell in line.cells] == [
        result.points
        for view in (first, second)
        for result in view.table.awaiting.results  # type: ignore[union-attr]
    ]
    assert found.pad.winners == ()


async def test_a_running_game_has_no_rematch_and_stays_as_it_is(house: House) -> None:
    """Neither for its host, who may end a table."""
    table = await begun(house)
    version = (await house.tables.view(table)).version
    for asking in (rematch, change_players):
        assert await refusal(asking(house.tables, table, ANNA)) == "series-not-over"
    assert (await house.tables.view(table)).version == version
    assert await following(house.tables, await house.tables.view(table)) is None


async def test_a_stranger_gets_no_rematch(house: House) -> None:
    """Only who played to the end may ask."""
    view = await finished(house)
    assert await refusal(rematch(house.tables, view.id, "stranger" * 8)) == "series-not-there"
    assert await refusal(rematch(house.tables, "nowhere", ANNA)) == "table-unknown"


async def test_players_change_between_games(house: House) -> None:
    """Leaving and joining as C3 says: – for who was not there, places for those with all games."""
    view = await finished(house)
    first = began(view.table)
    assert first is not None
    lobby = await change_players(house.tables, view.id, MAJA)
    waiting = await house.tables.view(lobby)
    assert (waiting.row.state, waiting.row.host, waiting.names) == ("lobby", MAJA, view.names)
    assert [game.state for game in (await series(house, lobby)).games] == ["over", "lobby"]
    await house.tables.remove(lobby, MAJA, 0)
    new = "new1" * 16
    await house.tables.join(lobby, NewSeat("Zofia"), new)
    await house.tables.start(lobby, MAJA)
    started = await house.tables.view(lobby)
    assert started.names == ("Maja", "Ola", "Zofia")
    assert started.table.mover is not None
    to_begin = {0: "Maja", 1: "Ola", 2: "Zofia"}[first]  # the seat to the left of Ola's is Zofia's
    assert started.names[started.table.mover] == to_begin
    await played(house, lobby)
    found = await series(house, view.id)
    named = {found.name_of(line.player): line for line in found.pad.lines}
    assert list(named) == ["Anna", "Maja", "Ola", "Zofia"]
    shape = {name: [cell is not None for cell in line.cells] for name, line in named.items()}
    assert shape == {
        "Anna": [True, False],
        "Maja": [True, True],
        "Ola": [True, True],
        "Zofia": [False, True],
    }
    assert {name for name, line in named.items() if line.place is None} == {"Anna", "Zofia"}


async def test_who_was_removed_and_comes_back_keeps_the_line(house: House) -> None:
    """The same device and name are the same player, also in the games after."""
    view = await finished(house)
    lobby = await change_players(house.tables, view.id, ANNA)
    await house.tables.remove(lobby, ANNA, 1)
    await house.tables.join(lobby, NewSeat(" maja "), MAJA)
    await house.tables.start(lobby, ANNA)
    third = await next_game(house, await played(house, lobby))
    found = await series(house, third.id)
    assert [found.name_of(line.player) for line in found.pad.lines] == ["Anna", "maja", "Ola"]
    assert all(None not in line.cells for line in found.pad.lines)


async def test_a_seat_on_another_device_stays_the_same_player(house: House) -> None:
    """A personal link moves a seat between or within games; the pad follows."""
    view = await finished(house)
    second = await rematch(house.tables, view.id, ANNA)
    phone = "phone" * 12
    await house.tables.take_seat(await house.tables.personal_link(second, MAJA, 1), phone)
    third = await next_game(house, await played(house, second))
    assert third.seats[1].device == phone
    found = await series(house, third.id)
    assert len(found.pad.lines) == 3
    assert all(None not in line.cells for line in found.pad.lines)


async def test_who_was_deleted_does_not_break_the_pad(house: House) -> None:
    """Their points stay, their name does not; they are not seated again."""
    view = await finished(house)
    second = await next_game(house, view)
    for table in (view.id, second.id):
        now = await house.tables.view(table)
        await house.store.save(now.row, [replace(now.seats[1], name="", device=None)])
    another = house.process()
    now = await another.view(second.id)
    assert staying(now) == (0, 2)
    found = await series_of(another, now)
    assert [found.name_of(line.player) for line in found.pad.lines] == ["Anna", "", "Ola"]
    third = await another.view(await rematch(another, second.id, ANNA))
    assert third.names == ("Anna", "Ola")
    assert [game.number for game in (await series_of(another, third)).games] == [1, 2, 3]


async def test_a_table_of_one_phone_plays_on_there(house: House) -> None:
    """All seats on the host's device, with a computer among them."""
    seats = [NewSeat("Anna"), NewSeat("Maja"), NewSeat(bot="greedy")]
    table = await house.tables.create(NewTable(SHORT, seats=seats, start=True), ANNA)
    view = await played(house, table)
    after = await house.tables.view(await rematch(house.tables, view.id, ANNA))
    assert after.own_seats(ANNA) == (0, 1)
    assert [seat.bot for seat in after.seats] == [None, None, "greedy"]
    assert not after.table.is_over


async def test_ten_taps_at_once_from_two_phones_lay_one_table(racing: House) -> None:
    """In two processes over one store: everybody comes to the same table, and it is noted once."""
    view = await finished(racing)
    processes = (racing.tables, racing.process())
    asked = [
        asking(processes[number % 2], view.id, (ANNA, MAJA, OLA)[number % 3])
        for number in range(10)
        for asking in ((rematch,) if number else (change_players,))
    ]
    tables = set(await asyncio.gather(*asked))
    assert tables == {id_of_next(view.id)}
    for process in processes:
        old = await process.view(view.id)
        assert old.table.is_continued
        assert old.row.state == "closed"
    facts = (await racing.tables.game_file(view.id)).facts
    assert sum(isinstance(fact, Continued) for fact in facts) == 1
    assert await rematch(racing.process(), view.id, OLA) == id_of_next(view.id)


async def test_a_rematch_while_the_steward_closes_the_table(racing: House) -> None:
    """Whoever closes it, the same people play on at one table."""
    view = await finished(racing)
    other = racing.process()
    closing = [other.close(view.id, at=view.version), racing.tables.close(view.id, OLA, at=view.version)]
    asked = [rematch(racing.tables, view.id, ANNA), rematch(other, view.id, MAJA)]
    outcomes = await asyncio.gather(*closing, *asked)
    assert set(outcomes[2:]) == {id_of_next(view.id)}
    assert (await racing.process().view(view.id)).table.is_continued


async def test_an_entry_taken_back_meanwhile_goes_before_a_rematch(racing: House) -> None:
    """The game runs again: no table is laid for the next one."""
    table = await begun(racing)
    view = await racing.tables.view(table)
    while not view.table.is_over or view.table.undoable is None:
        if view.table.is_over:  # won by five alike, which nobody takes back: another table
            table = await begun(racing)
            view = await racing.tables.view(table)
        assert view.table.mover is not None
        await play_on(racing.tables, table, view.seats[view.table.mover].device or "", most=1)
        view = await racing.tables.view(table)
    other = racing.process()
    await other.view(table)  # seen as over
    seat = view.table.undoable[0]
    await racing.tables.undo(table, view.seats[seat].device or "", seat)
    racing.tables._shelf.forget(table)
    assert await refusal(rematch(other, table, ANNA)) == "series-not-over"
    assert await following(other, await other.view(table)) is None
    assert (await other.view(table)).row.state == "running"


async def test_the_steward_leaves_a_continued_table_alone(house: House) -> None:
    """What is closed and continued needs nothing done."""
    view = await finished(house)
    await rematch(house.tables, view.id, ANNA)
    version = (await house.tables.view(view.id)).version
    steward = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(1))
    working = asyncio.create_task(steward.run())
    for _ in range(20):
        await asyncio.sleep(0)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert (await house.tables.view(view.id)).version == version


async def test_with_real_dice_the_next_game_knows_who_begins(house: House) -> None:
    """The first game's starter is told by the people, the others follow (S9, C3); they may still say otherwise."""
    seats = [NewSeat("Anna"), NewSeat("Maja")]
    new = NewTable(load("tysiac"), Settings(dice="real"), seats, start=True)
    table = await house.tables.create(new, ANNA)
    await house.tables.real.begin(table, ANNA, 1)
    await house.tables.real.enter(table, ANNA, Reported(1, "wins", points=1000), turn=1)
    view = await house.tables.view(table)
    assert view.table.is_over
    following = await house.tables.view(await rematch(house.tables, table, ANNA))
    assert following.table.settings.is_real
    assert following.table.is_begun
    assert following.table.mover == began(following.table) == 0
    assert following.table.rolls == 0
    undoable = following.table.undoable
    assert undoable is not None
    await house.tables.undo(following.id, ANNA, undoable[0])
    await house.tables.real.begin(following.id, ANNA, 1)
    assert (await house.tables.view(following.id)).table.mover == 1
