"""The use cases: seats and hosts, versions, commands sent twice, several processes over one store."""

import asyncio
from collections.abc import Awaitable

import pytest

from kosci.engine.errors import RuleError
from kosci.engine.moves import Keep, Move, Roll, Score
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.service.tokens import format_code
from kosci.service.view import View
from kosci.table import Settings, fair, format_fact
from kosci.table.verify import verify
from kosci.variants import load
from tests.service.conftest import House

ANNA, MAJA, OLA = "anna" * 16, "maja" * 16, "ola1" * 16


async def refusal(command: Awaitable[object]) -> str:
    """The code of the refusal."""
    with pytest.raises(RuleError) as caught:
        await command
    return caught.value.code


async def by_link(house: House, variant: str = "yahtzee") -> str:
    """A lobby where Anna is host and Maja has joined."""
    table = await house.tables.create(NewTable(load(variant), seats=[NewSeat("Anna")]), ANNA)
    await house.tables.join(table, NewSeat("Maja"), MAJA)
    return table


async def started(house: House, variant: str = "yahtzee") -> View:
    """The same, begun."""
    table = await by_link(house, variant)
    await house.tables.start(table, ANNA)
    return await house.tables.view(table)


def device_of(view: View) -> str:
    """The device of the seat to move."""
    assert view.table.mover is not None
    return view.seats[view.table.mover].device or ""


async def move(tables: Tables, view: View, what: Move, command: str | None = None) -> int:
    """A move of whoever is to move."""
    assert view.table.mover is not None
    return await tables.move(view.id, device_of(view), view.table.mover, what, at=view.version, command=command)


async def test_a_hot_seat_table_begins_at_once(house: House) -> None:
    """Everybody on one device, the starting rolls already made."""
    seats = [NewSeat("Anna"), NewSeat("Maja"), NewSeat(bot="greedy")]
    table = await house.tables.create(NewTable(load("general"), seats=seats, start=True), ANNA)
    view = await house.tables.view(table)
    assert view.own_seats(ANNA) == (0, 1)
    assert view.table.rolls >= 3
    assert view.row.state == "running"
    assert view.row.code is None


async def test_a_lobby_is_found_by_code_and_link_until_it_starts(house: House) -> None:
    """The short code opens only a waiting lobby and dies at the start."""
    table = await by_link(house)
    view = await house.tables.view(table)
    code = view.row.code
    assert code is not None
    for typed in (code, format_code(code).lower(), f" {code[:3]}-{code[3:]} "):
        found = await house.tables.by_code(typed)
        assert found is not None
        assert found.id == table
    assert await house.tables.by_code("no code") is None
    await house.tables.start(table, ANNA)
    assert await house.tables.by_code(code) is None
    assert (found := await house.tables.by_join_token(view.row.join_token)) is not None
    assert found.id == table
    assert await house.tables.by_join_token(view.row.watch_token) is None
    assert await house.tables.by_watch_token(view.row.watch_token) is not None


async def test_only_the_host_starts_and_seats_computers(house: House) -> None:
    """A name or an id opens nothing."""
    table = await by_link(house)
    assert await refusal(house.tables.start(table, MAJA)) == "not-host"
    assert await refusal(house.tables.add_bot(table, MAJA, "greedy")) == "not-host"
    assert await refusal(house.tables.add_bot(table, ANNA, "deep-blue")) == "bot-unknown"
    await house.tables.add_bot(table, ANNA, "greedy")
    assert (await house.tables.view(table)).seats[2].bot == "greedy"


async def test_a_seat_is_freed_in_the_lobby_by_its_person_or_the_host(house: House) -> None:
    """Those behind move up, and nothing of the name stays."""
    table = await by_link(house)
    await house.tables.join(table, NewSeat("Ola"), OLA)
    assert await refusal(house.tables.remove(table, OLA, 1)) == "not-your-seat"
    await house.tables.remove(table, MAJA, 1)
    view = await house.tables.view(table)
    assert view.names == ("Anna", "Ola")
    assert view.own_seats(OLA) == (1,)
    assert [seat.name for seat in await house.store.seats(table)] == ["Anna", "Ola", ""]
    await house.tables.join(table, NewSeat("Maja"), MAJA)
    await house.tables.start(table, ANNA)
    assert (await house.process().view(table)).names == ("Anna", "Ola", "Maja")
    assert await refusal(house.tables.remove(table, MAJA, 2)) == "already-started"


async def test_a_table_over_its_seats_is_refused_with_the_range(house: House) -> None:
    """C1: `general` seats four."""
    table = await by_link(house, "general")
    for name in ("Ola", "Ala"):
        await house.tables.join(table, NewSeat(name), OLA)
    with pytest.raises(RuleError) as caught:
        await house.tables.join(table, NewSeat("Ula"), OLA)
    assert caught.value.code == "table-full"
    assert caught.value.params == {"least": 2, "most": 4}


async def test_another_seat_or_table_cannot_be_moved(house: House) -> None:
    """Another's seat, somebody who does not sit here, a seat that is not there, the seat not on turn."""
    view = await started(house)
    mover = view.table.mover
    assert mover is not None
    other = MAJA if device_of(view) == ANNA else ANNA
    tables = house.tables
    assert await refusal(tables.move(view.id, other, mover, Roll())) == "not-your-seat"
    assert await refusal(tables.move(view.id, OLA, mover, Roll())) == "not-your-seat"
    assert await refusal(tables.move(view.id, other, 7, Roll())) == "not-your-seat"
    assert await refusal(tables.move(view.id, other, 1 - mover, Roll())) == "not-your-turn"
    assert await refusal(tables.move("nowhere", other, mover, Roll())) == "table-unknown"
    assert (await tables.view(view.id)).version == view.version


async def test_of_ten_commands_at_once_one_wins(house: House) -> None:
    """Nine are told they are stale, within one process and over several."""
    view = await started(house)
    for tables in ([house.tables] * 10, [house.process() for _ in range(10)]):
        view = await house.process().view(view.id)
        what: Move = Roll() if not view.table.play or not view.table.play.faces else Keep()
        commands = (move(one, view, what, command=f"{number}-{view.version}") for number, one in enumerate(tables))
        answers = await asyncio.gather(*commands, return_exceptions=True)
        codes = sorted(answer.code for answer in answers if isinstance(answer, RuleError))
        assert codes == ["stale"] * 9
        assert [answer for answer in answers if isinstance(answer, int)] == [view.version + 2]


async def test_a_command_sent_twice_acts_once(house: House) -> None:
    """At once, later, and through another process: the first answer each time."""
    view = await started(house)
    answers = await asyncio.gather(*(move(house.tables, view, Roll(), command="same") for _ in range(3)))
    answers += await asyncio.gather(*(move(house.process(), view, Roll(), command="same") for _ in range(3)))
    assert answers == [view.version + 2] * 6
    assert (await house.process().view(view.id)).version == view.version + 2


async def test_joining_twice_with_one_command_takes_one_seat(house: House) -> None:
    """A double tap on "join"."""
    table = await by_link(house)
    for _ in range(2):
        assert await house.tables.join(table, NewSeat("Ola"), OLA, command="tap") == 2
    assert len((await house.tables.view(table)).seats) == 3


async def test_laying_a_table_twice_with_one_command_lays_one(house: House) -> None:
    """A double tap on "play", at once, later, and after a restart; another's command is another table."""
    new = NewTable(load("general"), seats=[NewSeat("Anna"), NewSeat("Maja")], start=True)
    at_once = await asyncio.gather(*(house.tables.create(new, ANNA, command="tap") for _ in range(3)))
    later = await house.process().create(new, ANNA, command="tap")
    assert {*at_once, later} == {later}
    assert await house.tables.create(new, MAJA, command="tap") != later
    assert len(await house.tables.tables_of(ANNA)) == 1


async def test_somebody_joining_spoils_no_command(house: House) -> None:
    """Only an event, an undo or a correction makes a version stale; being away and coming back do not."""
    view = await started(house)
    assert view.table.mover is not None
    other = 1 - view.table.mover
    await house.tables.stand_in(view.id, None, other, "greedy")
    assert await move(house.tables, view, Roll()) == view.version + 3


async def test_a_version_from_the_future_is_stale(house: House) -> None:
    """A database put back from a copy must not accept commands made for what is lost."""
    view = await started(house)
    assert view.table.mover is not None
    late = house.tables.move(view.id, device_of(view), view.table.mover, Roll(), at=view.version + 1)
    assert await refusal(late) == "stale"


async def test_a_refused_command_changes_nothing(house: House) -> None:
    """The log, the rows and the memory stay as they were."""
    view = await started(house)
    log = await house.store.read(view.id)
    assert await refusal(move(house.tables, view, Score("fives"))) == "roll-first"
    assert await refusal(move(house.tables, view, Keep((7,)))) == "bad-face"
    assert await house.store.read(view.id) == log
    assert await house.tables.view(view.id) == view


async def test_a_process_left_behind_catches_up(house: House) -> None:
    """A refusal on an old position is decided again on the newest one."""
    view = await started(house)
    behind = house.process()
    await behind.view(view.id)
    await move(house.tables, view, Roll())
    newest = await house.tables.view(view.id)
    assert await move(behind, newest, Keep()) == newest.version + 2


async def test_undo_is_stored_and_opens_the_turn_again(house: House) -> None:
    """The seat of the last entry, until the next roll."""
    view = await started(house)
    seat = view.table.mover
    assert seat is not None
    await move(house.tables, view, Roll())
    await move(house.tables, await house.tables.view(view.id), Score("chance"))
    await house.tables.undo(view.id, device_of(view), seat)
    again = await house.process().view(view.id)
    assert again.table.mover == seat
    assert again.table.play is not None
    assert len(again.table.play.faces) == 5


async def test_leaving_is_final_and_the_seats_own(house: House) -> None:
    """S10: the turn passes to the next seat."""
    view = await started(house)
    seat = view.table.mover
    assert seat is not None
    other = view.seats[1 - seat].device or ""
    assert await refusal(house.tables.leave(view.id, other, seat)) == "not-your-seat"
    await house.tables.leave(view.id, device_of(view), seat)
    after = await house.tables.view(view.id)
    assert after.table.mover == 1 - seat
    assert await refusal(house.tables.leave(view.id, device_of(view), seat)) == "has-left"


async def test_a_person_comes_back_with_a_move(house: House) -> None:
    """S11: a computer stood in; acting takes the seat back."""
    view = await started(house)
    seat = view.table.mover
    assert seat is not None
    await house.tables.stand_in(view.id, None, seat, "greedy")
    await move(house.tables, view, Roll())
    assert (await house.tables.view(view.id)).table.seats[seat].acting_bot is None


async def test_the_dice_are_the_committed_ones_and_the_seed_comes_last(house: House) -> None:
    """Nothing readable holds the seed before the end; afterwards everything verifies."""
    view = await started(house, "tysiac")
    assert await refusal(house.tables.close(view.id, MAJA)) == "not-host"
    seed = house.vault.unseal(view.row.sealed_seed)
    lines = "\n".join(stored.line for stored in await house.store.read(view.id))
    assert fair.commitment(seed) in lines
    assert seed.hex() not in lines
    assert seed not in view.row.sealed_seed
    assert verify((await house.tables.game_file(view.id)).facts).verdict == "not-yet"
    await house.tables.close(view.id, ANNA)
    file = await house.tables.game_file(view.id)
    assert format_fact(file.facts[-1]) == f"closed {seed.hex()}"
    assert verify(file.facts).verdict == "right"
    assert (await house.tables.view(view.id)).row.state == "closed"
    assert await refusal(house.tables.move(view.id, ANNA, 0, Roll())) == "table-closed"


async def test_a_share_from_the_browser_is_used_and_marked(house: House) -> None:
    """Sixteen bytes, no more and no less."""
    share = b"s" * 16
    seats = [NewSeat("Anna", share=share), NewSeat("Maja")]
    table = await house.tables.create(NewTable(load("general"), seats=seats, start=True), ANNA)
    view = await house.tables.view(table)
    assert view.table.shares[0] == share
    assert [seat.drawn for seat in view.table.seats] == [False, True]
    bad = NewTable(load("general"), seats=[NewSeat("Anna", share=b"short")])
    assert await refusal(house.tables.create(bad, ANNA)) == "bad-share"


async def test_a_personal_link_brings_the_seat_to_another_device(house: House) -> None:
    """The link before opens nothing; the host's only seat brings the host's rights."""
    table = await by_link(house)
    old = await house.tables.personal_link(table, ANNA, 0)
    link = await house.tables.personal_link(table, ANNA, 0)
    assert await refusal(house.tables.take_seat(old, OLA)) == "link-unknown"
    assert await house.tables.take_seat(link, OLA) == (table, 0)
    view = await house.tables.view(table)
    assert view.own_seats(OLA) == (0,)
    assert view.is_host(OLA)
    assert not view.is_in(ANNA)
    assert await refusal(house.tables.personal_link(table, ANNA, 0)) == "not-your-seat"


async def test_the_tables_of_a_device_are_those_not_finished(house: House) -> None:
    """What the home page lists."""
    view = await started(house)
    assert [one.id for one in await house.tables.tables_of(MAJA)] == [view.id]
    await house.tables.close(view.id, ANNA)
    assert await house.tables.tables_of(MAJA) == []


async def test_a_table_that_cannot_be_laid_is_not_laid(house: House) -> None:
    """Too many seats, a name twice, nobody to start with."""
    names = ["Ola", "Ala", "Ula", "Ela", "Iga"]
    many = NewTable(load("general"), seats=[NewSeat(name) for name in names])
    assert await refusal(house.tables.create(many, ANNA)) == "table-full"
    twice = NewTable(load("general"), seats=[NewSeat("Ola"), NewSeat("OLA ")])
    assert await refusal(house.tables.create(twice, ANNA)) == "name-taken"
    assert await refusal(house.tables.create(NewTable(load("general"), start=True), ANNA)) == "too-few-players"
    assert await house.tables.tables_of(ANNA) == []


async def test_settings_travel_with_the_log(house: House) -> None:
    """Another process reads them from the first fact."""
    settings = Settings(undo=False, away="wait", away_after=120, pace="slow")
    table = await house.tables.create(NewTable(load("yatzi"), settings), ANNA)
    assert (await house.process().view(table)).table.settings == settings
