"""Tables with real dice as the service keeps them: who may enter, what counts once, two phones at the same time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from random import Random

import pytest

from kosci.adapters.bell import InProcessBell
from kosci.adapters.open import open_store
from kosci.adapters.vault import KeyVault
from kosci.engine.errors import RuleError
from kosci.engine.game import Passed
from kosci.engine.moves import Roll, Score
from kosci.engine.reported import Reported
from kosci.engine.scorecard import SheetPosition
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.service.view import View
from kosci.table import Settings, Table
from kosci.table.play import Play
from kosci.variants import load
from tests.service.conftest import SeededChance
from tests.support.clock import FakeClock

ANNA, MAJA, OLA = "anna" * 16, "maja" * 16, "ola1" * 16


@pytest.fixture(params=["memory:", "sqlite"])
async def tables(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Tables]:
    """The use cases over each store."""
    address = request.param if request.param == "memory:" else str(tmp_path / "kosci.sqlite")
    store = await open_store(address)
    yield Tables(store, InProcessBell(), FakeClock(), SeededChance(1), KeyVault(b"k" * 32))
    await store.close()


async def refusal(command: Awaitable[object]) -> str:
    """The code of the refusal."""
    with pytest.raises(RuleError) as caught:
        await command
    return caught.value.code


async def laid(tables: Tables, variant: str = "yahtzee", **settings: str) -> str:
    """A table with real dice where Anna is host and Maja sits on her own phone; Anna begins."""
    new = NewTable(load(variant), Settings(dice="real", **settings), [NewSeat("Anna")])  # type: ignore[arg-type]
    table = await tables.create(new, ANNA)
    await tables.join(table, NewSeat("Maja"), MAJA)
    await tables.start(table, ANNA)
    await tables.real.begin(table, ANNA, 0)
    return table


async def play_of(tables: Tables, table: str) -> Play:
    play = (await tables.view(table)).table.play
    assert play is not None
    return play


async def card(tables: Tables, table: str, seat: int) -> dict[str, int]:
    """What stands on a seat's sheet."""
    play = await play_of(tables, table)
    assert isinstance(play.position, SheetPosition)
    values = play.position.cards[seat].values
    return {row.id: value for row, value in zip(play.game.rows, values, strict=True) if value is not None}  # type: ignore[union-attr]


async def test_any_phone_at_the_table_enters_for_any_seat(tables: Tables) -> None:
    table = await laid(tables)
    await tables.real.enter(table, MAJA, Reported(0, "threes", points=9), turn=1)
    await tables.real.enter(table, ANNA, Reported(1, "fives", (1, 2, 5, 5, 5)), turn=1)
    assert await card(tables, table, 0) == {"threes": 9}
    assert await card(tables, table, 1) == {"fives": 15}


async def test_who_does_not_sit_there_enters_nothing(tables: Tables) -> None:
    table = await laid(tables)
    real = tables.real
    for command in (
        real.enter(table, OLA, Reported(0, "threes", points=9), turn=1),
        real.tell(table, OLA, 0, (1, 2, 3, 4, 5), turn=1, roll=1),
        real.pass_turn(table, OLA, 0, turn=1),
        real.undo(table, OLA, 5),
        real.correct(table, OLA, 5, Passed(0)),
        real.begin(table, OLA, 0),
    ):
        assert await refusal(command) == "not-your-seat"


async def test_where_the_host_alone_enters_others_are_told_so(tables: Tables) -> None:
    table = await laid(tables, scorer="host")
    assert await refusal(tables.real.enter(table, MAJA, Reported(0, "threes", points=9), turn=1)) == "not-scorer"
    assert await refusal(tables.real.enter(table, OLA, Reported(0, "threes", points=9), turn=1)) == "not-your-seat"
    await tables.real.enter(table, ANNA, Reported(0, "threes", points=9), turn=1)
    seq = (await play_of(tables, table)).log[-1].seq
    assert await refusal(tables.real.correct(table, MAJA, seq, Passed(0))) == "not-scorer"
    assert await refusal(tables.real.undo(table, MAJA, seq)) == "not-scorer"


async def test_a_seat_that_is_not_to_move_or_not_there(tables: Tables) -> None:
    table = await laid(tables)
    assert await refusal(tables.real.enter(table, ANNA, Reported(1, "threes", points=9), turn=1)) == "not-your-turn"
    assert await refusal(tables.real.enter(table, ANNA, Reported(7, "threes", points=9), turn=1)) == "no-seat"
    assert await refusal(tables.real.tell(table, ANNA, 1, (1, 2, 3, 4, 5), turn=1, roll=1)) == "not-your-turn"
    assert await refusal(tables.real.pass_turn(table, ANNA, 1, turn=1)) == "not-your-turn"


async def test_one_command_sent_twice_counts_once(tables: Tables) -> None:
    table = await laid(tables)
    told = Reported(0, "threes", points=9)
    versions = [await tables.real.enter(table, ANNA, told, turn=1, command="c-1") for _ in range(2)]
    assert versions[0] == versions[1]
    assert len((await play_of(tables, table)).turns) == 2
    assert (await play_of(tables, table)).turns == (1, 0)
    seq = (await play_of(tables, table)).log[-1].seq
    corrected = Reported(0, "threes", points=12)
    versions = [await tables.real.correct(table, MAJA, seq, corrected, command="c-2") for _ in range(2)]
    versions += [await tables.real.undo(table, MAJA, seq, command="c-3") for _ in range(2)]
    assert versions[0] == versions[1] < versions[2] == versions[3]
    assert await card(tables, table, 0) == {}


async def told_by(tables: Tables, table: str, device: str, reported: Reported) -> str:
    try:
        await tables.real.enter(table, device, reported, turn=1, command=f"{device[:4]}-{reported.points}")
    except RuleError as error:
        return error.code
    return "entered"


async def test_of_phones_that_enter_one_turn_at_once_the_first_counts_and_the_others_are_told(tables: Tables) -> None:
    table = await laid(tables)
    rivals = (
        told_by(tables, table, device, Reported(0, "threes", points=points))
        for device, points in ((ANNA, 9), (MAJA, 9), (ANNA, 12), (MAJA, 15))
    )
    assert Counter(await asyncio.gather(*rivals)) == {"entered": 1, "turn-told": 3}
    assert (await play_of(tables, table)).turns == (1, 0)


async def test_of_phones_that_tell_one_roll_at_once_one_wins(tables: Tables) -> None:
    table = await laid(tables)

    async def told(device: str, faces: tuple[int, ...]) -> str:
        try:
            await tables.real.tell(table, device, 0, faces, turn=1, roll=1)
        except RuleError as error:
            return error.code
        return "entered"

    outcomes = Counter(await asyncio.gather(told(ANNA, (1, 2, 3, 4, 5)), told(MAJA, (2, 2, 3, 4, 5))))
    assert outcomes == {"entered": 1, "turn-told": 1}
    assert (await play_of(tables, table)).rolls_told == 1


async def test_told_rolls_are_written_by_a_move_of_the_seats_own_phone(tables: Tables) -> None:
    table = await laid(tables)
    await tables.real.tell(table, MAJA, 0, (1, 3, 3, 5, 6), turn=1, roll=1)
    await tables.real.tell(table, ANNA, 0, (3, 4, 4), (2, 3), turn=1, roll=2)
    assert (await play_of(tables, table)).faces == (3, 3, 3, 4, 4)
    assert await refusal(tables.move(table, MAJA, 0, Score("threes"))) == "not-your-seat"
    await tables.move(table, ANNA, 0, Score("threes"))
    assert await card(tables, table, 0) == {"threes": 9}
    assert await refusal(tables.move(table, MAJA, 1, Roll())) == "dice-real"


async def test_a_correction_for_another_position_is_stale_and_one_without_position_is_not(tables: Tables) -> None:
    table = await laid(tables)
    version = await tables.real.enter(table, ANNA, Reported(0, "threes", points=9), turn=1)
    seq = (await play_of(tables, table)).log[-1].seq
    await tables.real.correct(table, MAJA, seq, Reported(0, "threes", points=12), at=version)
    assert await refusal(tables.real.correct(table, ANNA, seq, Reported(0, "threes", points=6), at=version)) == "stale"
    await tables.real.correct(table, ANNA, seq, Reported(0, "threes", points=6))
    assert await card(tables, table, 0) == {"threes": 6}


async def test_a_turn_entered_late_is_that_turn_and_not_the_next(tables: Tables) -> None:
    """What waited on a phone without a connection names its turn: it is never taken for a later one."""
    table = await laid(tables)
    await tables.real.enter(table, ANNA, Reported(0, "threes", points=9), turn=1)
    await tables.real.enter(table, ANNA, Reported(1, "threes", points=9), turn=1)
    assert await refusal(tables.real.enter(table, MAJA, Reported(0, "fours", points=8), turn=1)) == "turn-told"
    assert await refusal(tables.real.enter(table, MAJA, Reported(0, "fours", points=8), turn=3)) == "turn-told"
    await tables.real.enter(table, MAJA, Reported(0, "fours", points=8), turn=2)


async def test_computers_do_not_sit_down_where_people_roll(tables: Tables) -> None:
    new = NewTable(load("yahtzee"), Settings(dice="real"), [NewSeat("Anna")])
    table = await tables.create(new, ANNA)
    assert await refusal(tables.add_bot(table, ANNA, "greedy")) == "computer-real"


async def test_nothing_is_told_where_dice_are_drawn(tables: Tables) -> None:
    new = NewTable(load("yahtzee", {"first": "seat"}), seats=[NewSeat("Anna")], start=True)
    table = await tables.create(new, ANNA)
    real = tables.real
    assert await refusal(real.enter(table, ANNA, Reported(0, "threes", points=9), turn=1)) == "dice-drawn"
    assert await refusal(real.tell(table, ANNA, 0, (1, 2, 3, 4, 5), turn=1, roll=1)) == "dice-drawn"
    assert await refusal(real.begin(table, ANNA, 0)) == "dice-drawn"


async def test_whoever_reads_the_store_anew_sees_the_corrected_game(tables: Tables) -> None:
    table = await laid(tables, "tysiac")
    random = Random(1)
    for number in range(1, 6):
        for seat in (0, 1):
            points = 5 * random.randint(1, 20)
            await tables.real.enter(table, ANNA, Reported(seat, "bank", points=points), turn=number)
    entries = [one.seq for one in (await play_of(tables, table)).log[1:]]
    await tables.real.correct(table, MAJA, entries[2], Reported(0, "bust"))
    view = await tables.view(table)
    game = await tables.game_file(table)
    assert Table.rebuilt(game.facts).play == view.table.play
    assert is_newer(view, entries[-1])


def is_newer(view: View, seq: int) -> bool:
    """Whether something was stored after this fact."""
    return view.version > seq
