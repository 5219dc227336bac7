"""Records: what is kept of finished games, for whom, how it travels, and that it goes for good."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from kosci.engine.errors import RuleError
from kosci.engine.moves import End, Roll
from kosci.engine.reported import Reported
from kosci.engine.scorecard import Scorecard
from kosci.service.changes import NewSeat
from kosci.service.duties import Vacate, due
from kosci.service.record_file import format_records, records_csv
from kosci.service.record_ports import NOBODY, Played, ResultRow
from kosci.service.record_reading import parse_records
from kosci.service.results import game_of, played_of
from kosci.service.tables import NewTable
from kosci.table import Settings
from kosci.variants import catalogue, load
from tests.service.conftest import House
from tests.support.finished import play_on, played
from tests.support.results import NOON, made

ANNA, MAJA, TABLET = "anna" * 16, "maja" * 16, "tabl" * 16


async def refusal(command: Awaitable[object]) -> RuleError:
    """The refusal of a command."""
    with pytest.raises(RuleError) as caught:
        await command
    return caught.value


async def own(house: House, device: str = ANNA) -> list[ResultRow]:
    """The results of a device's person."""
    return list((await house.tables.records.own(device)).results)


async def game(house: House, variant: str = "general", names: tuple[str, ...] = ("Anna",), host: str = ANNA) -> str:
    """A finished and closed game of one device."""
    table = await played(house.tables, load(variant), names, host)
    await house.tables.close(table, host)
    house.clock.pass_seconds(60)
    return table


# --- what is kept ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["general", "yatzi", "tysiac"])
async def test_a_closed_game_is_kept_with_all_that_its_sheet_says(house: House, variant: str) -> None:
    names = ("Anna", "Ola")
    table = await game(house, variant, names)
    play = (await house.tables.view(table)).table.play
    assert play is not None
    results = play.awaiting.results  # type: ignore[union-attr]  # the game is over
    rows = await own(house)
    assert [(row.key, row.name, row.points, row.place) for row in rows] == [
        ((table, at), names[at], results[at].points, results[at].place) for at in (0, 1)
    ]
    assert game_of(rows[0].played) == load(variant)
    assert rows[0].finished_at == house.clock.now() - timedelta(seconds=60)
    for row in rows:
        if isinstance(play.game, Scorecard):
            card = play.position.cards[row.seat]  # type: ignore[union-attr]  # a sheet game has sheets
            assert row.rows == {
                one.id: value for one, value in zip(play.game.rows, card.values, strict=True) if value is not None
            }
            assert (row.extras, row.bonus) == (card.extras, play.game.bonus_state(card).is_earned)
        else:
            assert (row.turns is not None) == (row.place == 1)
            assert row.rows == {}


async def test_a_race_alone_counts_its_turns(house: House) -> None:
    await game(house, "tysiac")
    (row,) = await own(house)
    assert row.points >= 1000
    assert row.turns is not None
    assert row.turns > 3


async def test_a_game_is_there_before_it_is_closed_and_follows_an_undo(house: House) -> None:
    """Its last entry can still be taken back; then it counts no more until it is made again."""
    table = await played(house.tables, load("general"), ["Anna"], ANNA)
    (before,) = await own(house)
    await house.tables.undo(table, ANNA, 0)
    assert await own(house) == []
    await play_on(house.tables, table, ANNA)
    assert [row.key for row in await own(house)] == [before.key]
    await house.tables.close(table, ANNA)
    assert len(await own(house)) == 1


async def test_a_correction_with_real_dice_is_what_counts(house: House) -> None:
    """A table of real dice is kept as it stands when it is closed."""
    new = NewTable(load("yahtzee"), Settings(dice="real"), [NewSeat("Anna")], start=True)
    table = await house.tables.create(new, ANNA)
    for turn, row in enumerate(load("yahtzee").index, start=1):  # type: ignore[union-attr]  # a sheet game
        await house.tables.real.enter(table, ANNA, Reported(0, row, (1, 2, 2, 3, 6)), turn=turn)
    (first,) = await own(house)
    view = await house.tables.view(table)
    play = view.table.play
    assert play is not None
    ones = next(one.seq for one in play.log if getattr(one.event, "row", "") == "ones")
    await house.tables.real.correct(table, ANNA, ones, Reported(0, "ones", (1, 1, 2, 3, 6)), at=view.version)
    await house.tables.close(table, ANNA)
    (row,) = await own(house)
    assert (row.points, row.rows["ones"], row.dice) == (first.points + 1, 2, "real")


async def test_computers_leavers_and_stand_ins_have_no_results(house: House) -> None:
    """S10, S11; what the others came to counts."""
    seats = [NewSeat("Anna"), NewSeat("Ola"), NewSeat("Ewa"), NewSeat(bot="greedy")]
    table = await house.tables.create(NewTable(load("yahtzee"), seats=seats, start=True), ANNA)
    await house.tables.leave(table, ANNA, 1)
    await house.tables.stand_in(table, ANNA, 2, "greedy")
    await house.tables.bring_back(table, ANNA, 2)
    await _with_computers(house, table)
    await house.tables.close(table, ANNA)
    assert [row.name for row in await own(house)] == ["Anna"]


async def _with_computers(house: House, table: str) -> None:
    while not (view := await house.tables.view(table)).table.is_over:
        seat, play = view.table.mover, view.table.play
        assert seat is not None
        assert play is not None
        if view.table.seats[seat].acting_bot is None:
            await play_on(house.tables, table, ANNA, most=1)
        else:
            move = play.game.legal_moves(play.position)[-1]  # type: ignore[arg-type]  # of its own game
            await house.tables.bot_move(table, seat, move, at=view.version)


async def test_a_game_ended_early_by_the_last_one_is_no_result(house: House) -> None:
    """S10: the last one staying may end it now; a sheet with open turns is held against no other."""
    table = await played(house.tables, load("general"), ["Anna", "Ola"], ANNA, most=20)
    await house.tables.leave(table, ANNA, 1)
    await house.tables.move(table, ANNA, 0, End())
    await house.tables.close(table, ANNA)
    assert await own(house) == []


async def test_a_race_won_because_all_others_left_has_no_turns(house: House) -> None:
    table = await house.tables.create(
        NewTable(load("tysiac"), seats=[NewSeat("Anna"), NewSeat("Ola")], start=True), ANNA
    )
    await house.tables.leave(table, ANNA, 1)
    await house.tables.close(table, ANNA)
    (row,) = await own(house)
    assert (row.place, row.turns) == (1, None)


async def test_games_with_advice_are_marked(house: House) -> None:
    new = NewTable(load("general"), Settings(coach="always"), [NewSeat("Anna")], start=True)
    table = await house.tables.create(new, ANNA)
    await play_on(house.tables, table, ANNA)
    await house.tables.close(table, ANNA)
    assert [row.coached for row in await own(house)] == [True]
    assert await house.tables.records.totals(ANNA, load("general")) == ()


async def test_totals_are_those_of_just_these_rules(house: House) -> None:
    await game(house, "general", ("Anna", "Ola"))
    table = await played(house.tables, load("general", {"bonus": 50}), ["Anna"], ANNA)
    await house.tables.close(table, ANNA)
    rows = await own(house)
    assert [row.played.options for row in rows] == ["", "", "bonus=50"]
    assert await house.tables.records.totals(ANNA, load("general")) == tuple(row.points for row in rows[:2])
    assert await house.tables.records.totals(ANNA, load("general", {"bonus": 50})) == (rows[2].points,)
    assert await house.tables.records.totals(MAJA, load("general")) == ()


async def test_what_an_earlier_version_closed_is_taken_up(house: House) -> None:
    """Or a process that was stopped between the closing and the keeping."""
    table = await game(house)
    house.store.records._recorded.clear()
    house.store.records._results.clear()
    house.store.records._devices.clear()
    assert [row.key for row in await own(house)] == [(table, 0)]
    assert [row.key for row in await own(house)] == [(table, 0)]


async def test_each_has_what_they_played_on_their_own_device(house: House) -> None:
    table = await house.tables.create(NewTable(load("yahtzee"), seats=[NewSeat("Anna")]), ANNA)
    await house.tables.join(table, NewSeat("Maja"), MAJA)
    await house.tables.start(table, ANNA)
    while not (view := await house.tables.view(table)).table.is_over:
        seat = view.table.mover
        assert seat is not None
        await play_on(house.tables, table, view.seats[seat].device or "", most=1)
    await house.tables.close(table, ANNA)
    assert [(row.name, row.players) for row in await own(house)] == [("Anna", 2)]
    assert [(row.name, row.players) for row in await own(house, MAJA)] == [("Maja", 2)]


# --- other devices --------------------------------------------------------------------------------


async def test_a_personal_link_brings_the_records_to_another_device(house: House) -> None:
    """And adds those of that device; only the digest of the link is kept."""
    await game(house)
    await game(house, "yahtzee", ("Anna",), TABLET)
    records = house.tables.records
    token = await records.make_link(ANNA)
    await records.join(token, TABLET)
    for device in (ANNA, TABLET):
        found = await records.own(device)
        assert [row.played.variant for row in found.results] == ["general", "yahtzee"]
        assert (found.devices, found.has_link) == (2, True)
    assert token not in repr(house.store.records._links)


async def test_a_new_link_voids_the_old_and_a_voided_one_opens_nothing(house: House) -> None:
    records = house.tables.records
    old, new = await records.make_link(ANNA), await records.make_link(ANNA)
    assert (await refusal(records.join(old, TABLET))).code == "records-link-unknown"
    assert await records.of_link(new) == await house.store.records.person(ANNA)
    await records.void_link(ANNA)
    await records.void_link(MAJA)
    assert (await refusal(records.of_link(new))).code == "records-link-unknown"


# --- export and import ----------------------------------------------------------------------------


def everything() -> list[ResultRow]:
    """A result of every variant, and of some with options, with advice and with real dice."""
    games = [load(one.id) for one in catalogue()]
    games += [load("yahtzee", {"joker": "none", "bonus": 0}), load("tysiac", {"target": 300, "exact": True})]
    rows = [
        made(game, at, "=SUMA(A1)", coached=at == 2, dice=("drawn", "real")[at % 2]) for at, game in enumerate(games)
    ]
    return sorted(rows, key=lambda row: row.table)


async def test_exported_records_import_again(house: House) -> None:
    """On the same server they count once; on another they are all there, marked as imported."""
    await game(house, "general", ("Anna", "Ola"))
    await game(house, "tysiac")
    rows = await own(house)
    text = format_records(rows)
    assert await house.tables.records.load(ANNA, text) == (3, 0)
    assert await own(house) == rows
    assert await house.tables.records.load(MAJA, text) == (3, 3)
    assert await own(house, MAJA) == [replace(row, imported=True) for row in rows]
    again = format_records(await own(house, MAJA))
    elsewhere = House(clock=house.clock)
    assert await elsewhere.tables.records.load(TABLET, f"\ufeff{again}") == (3, 3)
    assert [replace(row, imported=False) for row in await own(elsewhere, TABLET)] == rows
    assert await elsewhere.tables.records.load(TABLET, format_records([])) == (0, 0)


def test_results_of_every_variant_are_read_as_they_were_written() -> None:
    rows = everything()
    read = parse_records(format_records(rows), NOON, 100)
    assert list(read) == [replace(row, imported=True) for row in rows]


def test_the_table_for_spreadsheets_has_every_row_and_no_formula() -> None:
    rows = everything()
    lines = [line.split(",") for line in records_csv(rows).split("\r\n")]
    heading = lines[0]
    assert len(lines) == len(rows) + 2
    assert {row for variant in catalogue() for row in variant.rows} <= set(heading)
    for line, row in zip(lines[1:], rows, strict=False):
        assert line[heading.index("name")] == "'=SUMA(A1)"
        assert line[heading.index("points")] == str(row.points)
        assert line[heading.index("chance")] == str(row.rows.get("chance", ""))


Change = Callable[[dict[str, object]], object]
WRONG: dict[str, tuple[Change, str]] = {
    "no object": (lambda one: one.clear(), "records-value"),
    "an unknown variant": (lambda one: one.update(variant="poker"), "records-rules"),
    "an unknown option": (lambda one: one.update(options="bonus=9999"), "records-rules"),
    "rules that have changed": (lambda one: one.update(rules="0" * 64), "records-rules-changed"),
    "other options than the rules": (lambda one: one.update(options="bonus=50"), "records-rules-changed"),
    "a table that is none": (lambda one: one.update(table="../../etc/passwd"), "records-value"),
    "a seat beyond the table": (lambda one: one.update(seat=3), "records-value"),
    "too many players": (lambda one: one.update(players=9), "records-value"),
    "a place beyond the players": (lambda one: one.update(place=0), "records-value"),
    "points its rows do not give": (lambda one: one.update(points=1574), "records-sum"),
    "negative points": (lambda one: one.update(points=-5), "records-value"),
    "points as text": (lambda one: one.update(points="200"), "records-value"),
    "points as a fraction": (lambda one: one.update(points=200.0), "records-value"),
    "yes as points": (lambda one: one.update(points=True), "records-value"),
    "a bonus that was not earned": (lambda one: one.update(bonus=not one["bonus"]), "records-value"),
    "more extras than the sheet allows": (lambda one: one.update(extras=13), "records-sheet"),
    "a row that is none": (lambda one: one.update(rows={"aces": 3}), "records-sheet"),
    "a value that a row cannot hold": (lambda one: one.update(rows={"fives": 7}), "records-sheet"),
    "a value as text": (lambda one: one.update(rows={"fives": "5"}), "records-sheet"),
    "no rows": (lambda one: one.update(rows={}, points=0, extras=0), "records-value"),
    "turns on a sheet": (lambda one: one.update(turns=13), "records-value"),
    "a day that is none": (lambda one: one.update(finished_at="2026-02-30T10:00:00+00:00"), "records-value"),
    "a moment without a zone": (lambda one: one.update(finished_at="2026-02-20T10:00:00"), "records-value"),
    "a moment to come": (lambda one: one.update(finished_at="2999-01-01T00:00:00+00:00"), "records-value"),
    "dice of another kind": (lambda one: one.update(dice="loaded"), "records-value"),
    "a blank name": (lambda one: one.update(name="  "), "records-name"),
    "a name with direction marks": (lambda one: one.update(name="a\u202eb"), "records-name"),
    "half a character": (lambda one: one.update(name="a\ud800"), "records-value"),
    "a missing field": (lambda one: one.pop("coached"), "records-value"),
}


def given(*rows: ResultRow) -> dict[str, list[dict[str, object]]]:
    """What an export of these results holds."""
    data: dict[str, list[dict[str, object]]] = json.loads(format_records(rows))
    return data


@pytest.mark.parametrize(("change", "code"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_result_is_refused_with_its_number(change: Change, code: str) -> None:
    data = given(made(load("general"), 1, players=2), made(load("general"), 2, players=2))
    assert len(parse_records(json.dumps(data), NOON, 10)) == 2
    change(data["results"][1])
    with pytest.raises(RuleError) as refused:
        parse_records(json.dumps(data), NOON, 10)
    assert (refused.value.code, refused.value.params["number"]) == (code, 2)


async def test_one_wrong_result_and_nothing_is_taken(house: House) -> None:
    data = given(made(load("general"), 1), made(load("general"), 2))
    data["results"][1]["points"] = 1574
    assert (await refusal(house.tables.records.load(ANNA, json.dumps(data)))).code == "records-sum"
    assert await own(house) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda one: one.update(turns=None), "turns"),
        (lambda one: one.update(turns=0), "turns"),
        (lambda one: one.update(points=995), "points"),
        (lambda one: one.update(rows={"ones": 3}), "rows"),
        (lambda one: one.update(extras=1), "rows"),
    ],
)
def test_a_wrong_race_is_refused(change: Change, field: str) -> None:
    data = given(made(load("tysiac")))
    change(data["results"][0])
    with pytest.raises(RuleError) as refused:
        parse_records(json.dumps(data), NOON, 10)
    assert refused.value.params["field"] == field


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "records-broken"),
        ("{", "records-broken"),
        ("[" * 100_000, "records-broken"),
        ('{"kind": NaN}', "records-broken"),
        ("[]", "records-other"),
        ('{"kind": "kosci records", "version": 2, "results": []}', "records-other"),
        ('{"kind": "kosci records", "version": 1}', "records-other"),
        (f'{{"kind": "kosci records", "version": 1, "results": [{"1," * 5_000}1]}}', "records-too-many"),
        ('{"kind": "kosci records", "version": 1, "results": [1]}', "records-value"),
    ],
)
async def test_a_text_that_holds_no_records_is_refused(house: House, text: str, code: str) -> None:
    assert (await refusal(house.tables.records.load(ANNA, text))).code == code


def test_no_more_than_so_many_are_kept() -> None:
    text = format_records(made(load("tysiac"), number) for number in range(4))
    assert len(parse_records(text, NOON, 4)) == 4
    with pytest.raises(RuleError) as refused:
        parse_records(text, NOON, 3)
    assert refused.value.params == {"n": 4, "most": 3}


def test_rules_that_are_known_no_more_are_nobodys_game() -> None:
    known = played_of(load("general"))
    assert game_of(known) == load("general")
    assert game_of(replace(known, rules="0" * 64)) is None
    assert game_of(Played("poker", "", "")) is None


# --- deleting -------------------------------------------------------------------------------------


async def test_a_single_result_is_deleted_for_good(house: House) -> None:
    table = await game(house, "general", ("Anna", "Ola"))
    await house.tables.records.drop(ANNA, table, 0)
    assert [row.name for row in await own(house)] == ["Ola"]
    assert (await refusal(house.tables.records.drop(ANNA, table, 0))).code == "records-gone"
    assert (await refusal(house.tables.records.drop(MAJA, table, 1))).code == "records-gone"


async def test_who_deletes_everything_is_nobody_at_every_table(house: House) -> None:
    """Finished games show a dash, and the game of the others goes on (S10)."""
    finished = await game(house, "general", ("Anna", "Ola"))
    running = await house.tables.create(NewTable(load("yahtzee"), seats=[NewSeat("Maja")]), MAJA)
    await house.tables.join(running, NewSeat("Anna"), ANNA)
    await house.tables.start(running, MAJA)
    await house.tables.personal_link(running, ANNA, 1)
    token = await house.tables.records.make_link(ANNA)
    await house.tables.records.join(token, TABLET)
    await house.tables.forget(TABLET)
    for device in (ANNA, TABLET):
        assert await own(house, device) == []
        assert await house.tables.tables_of(device) == []
        assert await house.store.records.person(device) is None
    view = await house.tables.view(finished)
    assert view.names == (NOBODY, NOBODY)
    assert not view.is_in(ANNA)
    file = await house.tables.game_file(finished)
    assert file.names == (NOBODY, NOBODY)
    going = await house.tables.view(running)
    assert going.names == ("Maja", NOBODY)
    assert going.table.mover == 0
    await play_on(house.tables, running, MAJA)
    await house.tables.close(running, MAJA)
    assert [row.name for row in await own(house, MAJA)] == ["Maja"]
    assert (await refusal(house.tables.records.of_link(token))).code == "records-link-unknown"
    for kept in (house.store._seats, house.store._rows, house.store.records):
        assert not [secret for secret in (ANNA, TABLET, "Anna", "Ola") if secret in repr(kept)]


async def test_other_processes_show_no_name_that_was_deleted(house: House) -> None:
    """Nor do they write it back: what they know of a table may be old."""
    other = house.process()
    finished = await game(house)
    running = await house.tables.create(NewTable(load("yahtzee"), seats=[NewSeat("Anna")]), ANNA)
    await house.tables.join(running, NewSeat("Maja"), MAJA)
    await house.tables.start(running, ANNA)
    assert (await other.view(finished)).names == ("Anna",)
    assert (await other.view(running)).names == ("Anna", "Maja")
    await house.tables.forget(ANNA)
    assert (await other.view(finished)).names == (NOBODY,)
    assert (await other.view(running)).names == (NOBODY, "Maja")
    await other.move(running, MAJA, 1, Roll())
    await play_on(other, running, MAJA)
    await other.close(running, None)
    assert "anna" not in repr(house.store._seats) + repr(house.store._rows) + repr(house.store.records)


async def test_waiting_tables_lose_the_seat_and_end_with_their_host(house: House) -> None:
    """Nobody is left waiting at a table that nobody can begin."""
    joined = await house.tables.create(NewTable(load("yahtzee"), seats=[NewSeat("Maja")]), MAJA)
    for name in ("Anna", "Ola"):
        await house.tables.join(joined, NewSeat(name), ANNA)
    await house.tables.join(joined, NewSeat("Ewa"), TABLET)
    hosted = await house.tables.create(NewTable(load("general"), seats=[NewSeat("Anna")]), ANNA)
    await house.tables.join(hosted, NewSeat("Maja"), MAJA)
    await house.tables.forget(ANNA)
    view = await house.tables.view(joined)
    assert (view.names, view.row.state) == (("Maja", "Ewa"), "lobby")
    assert [seat.device for seat in view.seats] == [MAJA, TABLET]
    assert (await house.tables.view(hosted)).row.state == "closed"
    await house.tables.start(joined, MAJA)


async def test_a_game_alone_ends_when_its_player_deletes_everything(house: House) -> None:
    table = await played(house.tables, load("general"), ["Anna"], ANNA, most=9)
    await house.tables.forget(ANNA)
    assert (await house.tables.view(table)).table.is_over
    await house.tables.close(table)
    assert await own(house) == []


async def test_who_sits_nowhere_can_delete_too(house: House) -> None:
    await house.tables.forget(ANNA)
    assert (await house.tables.records.own(ANNA)).results == ()


async def test_a_deletion_that_was_broken_off_is_finished_by_whoever_looks(house: House) -> None:
    """The names are gone first; then the seats are due to be given up, whichever process sees it."""
    table = await house.tables.create(NewTable(load("yahtzee"), seats=[NewSeat("Maja")]), MAJA)
    await house.tables.join(table, NewSeat("Anna"), ANNA)
    await house.tables.start(table, MAJA)
    await house.store.records.erase(ANNA)
    other = house.process()
    found = due(await other.view(table), house.presence)
    assert found is not None
    assert found.duty == Vacate()
    await other.vacate(table)
    view = await other.view(table)
    assert view.table.play is not None
    assert view.table.play.position.left == (False, True)
    after = due(view, house.presence)
    assert after is None or after.duty != Vacate()
