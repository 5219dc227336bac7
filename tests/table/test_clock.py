"""The turn clock: a setting of the table, and time given to whoever is to move; the table itself knows no time."""

import pytest

from kosci.engine.errors import OptionError, RuleError
from kosci.engine.moves import Roll, Score
from kosci.table.facts import Extended, format_fact, parse_fact
from kosci.table.settings import Settings, format_settings, parse_settings
from kosci.table.story import GaveTime
from kosci.table.table import Table
from kosci.table.transitions import MOST_EXTENSIONS
from kosci.variants import load
from tests.table.making import Played


def game(**settings: int | str) -> Played:
    """A game of three people, the first to move."""
    chosen = Settings(**{"clock": 60, **settings})  # type: ignore[arg-type]  # each test names settings that exist
    return Played(load("yahtzee", {"first": "seat"}), 3, chosen).start()


def refusal(table: Table, seat: int) -> str:
    with pytest.raises(RuleError) as refused:
        table.extend(seat)
    return refused.value.code


def test_there_is_no_clock_unless_somebody_wants_one() -> None:
    assert Settings().clock == 0
    assert parse_settings("").clock == 0
    assert parse_settings(format_settings(Settings(clock=86_400))).clock == 86_400
    with pytest.raises(OptionError):
        Settings(clock=7)


def test_who_is_to_move_takes_more_time_once_a_turn() -> None:
    played = game()
    played.do(played.table.extend(0))
    assert list(played.table.extended) == [0]
    assert refusal(played.table, 0) == "clock-once"
    played.move(Roll())
    assert refusal(played.table, 0) == "clock-once", "it is the same turn"
    played.move(Score("chance"))
    assert not played.table.extended, "another turn begins with its own time"
    played.do(played.table.extend(1))


def test_others_give_more_time_as_often_as_they_like_within_reason() -> None:
    played = game()
    for number in range(MOST_EXTENSIONS):
        played.do(played.table.extend(1 + number % 2))
    assert refusal(played.table, 1) == refusal(played.table, 0) == "clock-most"


def test_giving_time_is_told_and_takes_no_entry_out_of_reach() -> None:
    """The story has it; what was entered last can still be taken back."""
    played = game()
    played.move(Roll()).move(Score("chance"))
    undoable = played.table.undoable
    played.do(played.table.extend(2))
    assert played.table.running.story[-1] == GaveTime(2)
    assert played.table.undoable == undoable
    assert played.table.moved_at == played.table.version - 1, "a move that is on its way is not stale for it"


def test_an_entry_taken_back_gives_its_turn_a_new_time() -> None:
    played = game()
    before = played.table.turn_at
    played.move(Roll()).move(Score("chance"))
    assert played.table.turn_at > before
    played.do(played.table.undo(0))
    assert played.table.turn_at == played.table.version


@pytest.mark.parametrize("rolls", [1, 2])
def test_a_turn_begins_where_the_one_before_has_ended_and_lasts_through_its_rolls(rolls: int) -> None:
    played = game()
    played.move(Roll()).move(Score("chance"))
    began = played.table.version
    for _ in range(rolls):
        played.random_move() if played.table.running.faces else played.move(Roll())
        if played.table.mover != 1:
            break
        assert played.table.turn_at == began


def test_no_time_is_given_where_no_clock_runs() -> None:
    """No clock at all; real dice; a computer's turn; to or from nobody; before and after the game."""
    assert refusal(game(clock=0).table, 1) == "clock-off"
    assert refusal(game(dice="real").table, 1) == "clock-off"
    stood_in = game()
    stood_in.do(stood_in.table.stand_in(0, "greedy"))
    assert refusal(stood_in.table, 1) == "clock-off"
    left = game()
    left.do(left.table.leave(2))
    assert refusal(left.table, 2) == "clock-off"
    assert refusal(left.table, 3) == "no-seat"
    assert refusal(game().to_the_end().table, 0) == "clock-off"
    assert refusal(Played(load("yahtzee"), 2, Settings(clock=60)).table, 0) == "not-started"


def test_the_fact_as_a_line() -> None:
    assert format_fact(Extended(1)) == "2: extended"
    assert parse_fact("2: extended") == Extended(1)
