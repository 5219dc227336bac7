"""Advice at a table: who may have it, what it marks, and which choice it judges."""

from collections.abc import Callable

import pytest

from kosci.engine.errors import RuleError
from kosci.engine.moves import Keep, Roll, Score
from kosci.table import Settings, Table, format_fact, parse_fact
from kosci.table.facts import Advised, StandIn
from kosci.table.gamefile import GameFile, format_game, parse_game
from kosci.table.settings import format_settings, parse_settings
from kosci.table.story import TookAdvice
from kosci.table.verify import verify
from kosci.variants import load
from tests.table.making import Played


def game(coach: str = "on_demand", variant: str = "yahtzee", seats: int = 2) -> Played:
    """A game that seat 0 begins."""
    return Played(load(variant, {"first": "seat"}), seats, Settings(coach=coach)).start()


def advised(played: Played) -> int | None:
    """The seat that may see its advice now."""
    return played.table.advised


def refusal(act: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(RuleError) as caught:
        act()
    return caught.value.code


def test_advice_is_one_line_of_the_log() -> None:
    """A fact of a seat, written and read back; a game file keeps it, and the table after it is the same."""
    assert format_fact(Advised(1)) == "2: advised"
    assert parse_fact("2: advised") == Advised(1)
    played = game().move(Roll())
    played.do(played.table.advise(0)).move(Score("chance"))
    text = format_game(GameFile(("Anna", "Ola"), tuple(played.facts)))
    assert "1: advised" in text
    assert parse_game(text).table == played.table == Table.rebuilt(played.facts)


def test_a_log_from_before_the_setting_is_read_as_on_demand() -> None:
    """Old logs without the word still parse."""
    assert parse_settings("undo=true,away=bot,away_after=60,pace=normal") == Settings()
    for coach in ("on_demand", "always", "off"):
        assert parse_settings(format_settings(Settings(coach=coach))).coach == coach


def test_advice_asked_for_marks_the_seat_for_good_and_is_told() -> None:
    """Nobody is marked before; afterwards the seat is, whatever is taken back."""
    played = game().move(Roll())
    assert not played.table.coached
    version = played.table.moved_at
    played.do(played.table.advise(0))
    assert played.table.coached == {0}
    assert advised(played) == 0
    assert played.table.moved_at == version
    play = played.table.play
    assert play is not None
    assert play.story[-1] == TookAdvice(0)
    assert played.table.advise(0) == []
    played.move(Score("chance"))
    played.do(played.table.undo(0))
    assert played.table.coached == {0}
    assert advised(played) is None


def test_advice_holds_for_what_is_decided_now_and_no_longer() -> None:
    """After the choice it has to be asked for again; the choice is remembered until the seat's next."""
    played = game().move(Roll())
    position = played.table.running.position
    played.do(played.table.advise(0)).move(Keep(()))
    assert advised(played) is None
    judged = played.table.coaching.last_of(0)
    assert judged is not None
    assert (judged.position, judged.move) == (position, Keep(()))
    played.move(Score("chance")).move(Roll())
    assert played.table.coaching.last_of(0) is None
    assert played.table.coaching.last_of(1) is None


def test_a_roll_is_no_choice_and_an_entry_taken_back_is_none_either() -> None:
    """What was made with advice is judged until the next choice; what was taken back is not."""
    played = game(seats=1).move(Roll())
    played.do(played.table.advise(0)).move(Score("chance")).move(Roll())
    assert played.table.coaching.last_of(0) is not None
    played = game(seats=1).move(Roll())
    played.do(played.table.advise(0)).move(Score("chance"))
    played.do(played.table.undo(0))
    assert played.table.coaching.last_of(0) is None


def test_always_marks_every_person_from_the_start_and_needs_no_asking() -> None:
    """Nobody has to ask, and asking adds nothing; before a roll there is nothing to see."""
    played = game("always")
    assert played.table.coached == {0, 1}
    assert advised(played) is None
    played.move(Roll())
    assert advised(played) == 0
    assert played.table.advise(0) == []
    played.move(Score("chance"))
    assert played.table.coaching.last_of(0) is not None


def test_advice_is_refused_with_its_reason() -> None:
    """Off, before a roll, not the seat to move, no such seat, before the start, after the end."""
    lobby = Played(load("yahtzee"))
    assert refusal(lambda: lobby.table.advise(0)) == "not-started"
    assert refusal(lambda: game("off").move(Roll()).table.advise(0)) == "coach-off"
    assert refusal(lambda: game("off").table.after(Advised(0))) == "coach-off"
    assert refusal(lambda: game().table.advise(0)) == "coach-nothing"
    rolled = game().move(Roll()).table
    assert refusal(lambda: rolled.advise(1)) == "not-your-turn"
    assert refusal(lambda: rolled.advise(2)) == "no-seat"
    assert refusal(lambda: game().to_the_end().table.advise(0)) == "coach-nothing"


@pytest.mark.parametrize("coach", ["on_demand", "always"])
def test_computers_and_stand_ins_are_not_advised(coach: str) -> None:
    """While a computer acts for the seat nothing is shown to it and its choices are not judged."""
    played = game(coach).move(Roll()).do([StandIn(0, "greedy")])
    assert advised(played) is None
    assert refusal(lambda: played.table.advise(0)) == "coach-computer"
    played.move(Score("chance"))
    assert played.table.coaching.last_of(0) is None


def test_in_a_race_advice_is_for_dice_that_lie() -> None:
    """After a roll that scores, not before the turn's first."""
    played = game(variant="tysiac")
    assert refusal(lambda: played.table.advise(0)) == "coach-nothing"
    played.move(Roll())
    while not played.table.is_choosing:
        played.move(Roll())
    mover = played.table.mover
    assert mover is not None
    assert played.do(played.table.advise(mover)).table.coached == {mover}


@pytest.mark.parametrize("variant", ["yahtzee", "tysiac"])
@pytest.mark.parametrize("coach", ["on_demand", "always"])
def test_any_game_with_hints_is_the_same_when_it_is_rebuilt(variant: str, coach: str) -> None:
    """The log alone says who was advised, when, and on what; hints change nothing about the dice."""
    played = game(coach, variant)
    while not played.table.is_over:
        if played.table.is_choosing and played.rng.random() < 0.5 and played.table.mover is not None:
            played.do(played.table.advise(played.table.mover))
        played.random_move()
    assert Table.rebuilt(played.facts) == played.table
    assert played.table.coached == {0, 1}
    assert verify(played.facts, played.seed).verdict == "right"
    assert [fact for fact in played.facts if not isinstance(fact, Advised)] != played.facts or coach == "always"
