"""Moves and events as lines: what is read, and what is refused with the line quoted."""

import pytest

from kosci.engine.errors import NotationError
from kosci.engine.game import Event, Left, Moved, Passed, Rolled, format_event, parse_event
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score, format_move, parse_move

MOVES: list[tuple[str, Move]] = [
    ("roll", Roll()),
    ("keep 5 5", Keep((5, 5))),
    ("keep", Keep()),
    ("score full_house", Score("full_house")),
    ("bank", Bank()),
    ("bank 1 5 5", Bank((1, 5, 5))),
    ("roll-on", RollOn()),
    ("roll-on 1 1", RollOn((1, 1))),
    ("end", End()),
]


@pytest.mark.parametrize(("text", "move"), MOVES)
def test_a_move_is_one_line_both_ways(text: str, move: Move) -> None:
    assert format_move(move) == text
    assert parse_move(text) == move
    assert parse_move(f"  {text} \n") == move


@pytest.mark.parametrize("text", ["keep 5 2 5", "keep 5,2,5", "keep 525", "keep  2 5  5"])
def test_dice_of_a_move_are_read_in_any_order(text: str) -> None:
    assert parse_move(text) == Keep((2, 5, 5))


NO_MOVES = [
    "",
    " ",
    "Roll",
    "ROLL",
    "roll 5",
    "roll-on x",
    "keep 7",
    "keep 0",
    "keep -1",
    "keep five",
    "keep 1 1 1 1 1 1",
    "keep 5,,5",
    "score",
    "score ",
    "score full house",
    "score a b",
    "Score full_house",
    "bank 9",
    "end now",
    "hold 5 5",
    "keep5",
    "<b>roll</b>",
    "\x00",
]


@pytest.mark.parametrize("text", NO_MOVES)
def test_another_line_is_no_move_and_is_quoted(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    assert refused.value.code == "bad-move"
    assert repr(text) in str(refused.value)
    assert refused.value.params["given"] == text


EVENTS: list[tuple[str, Event]] = [
    ("1: roll", Moved(0, Roll())),
    ("2: keep 5 5", Moved(1, Keep((5, 5)))),
    ("8: score chance", Moved(7, Score("chance"))),
    ("rolled 5 2 5", Rolled((5, 2, 5))),
    ("rolled 6", Rolled((6,))),
    ("3: passed", Passed(2)),
    ("4: left", Left(3)),
]


@pytest.mark.parametrize(("text", "event"), EVENTS)
def test_an_event_is_one_line_both_ways_and_seats_count_from_1(text: str, event: Event) -> None:
    assert format_event(event) == text
    assert parse_event(text) == event
    assert parse_event(f" {text}\n") == event


NO_EVENTS = [
    "",
    "roll",
    "rolled",
    "rolled 7",
    "rolled 1 2 3 4 5 6",
    "Rolled 5",
    "0: roll",
    "-1: roll",
    "01: roll",
    "1.0: roll",
    "one: roll",
    ": roll",
    "1 roll",
    "１: roll",
    "²: roll",
    "1" * 5000 + ": roll",
]


@pytest.mark.parametrize("text", NO_EVENTS, ids=lambda text: text[:20])
def test_another_line_is_no_event_and_is_quoted(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_event(text)
    assert refused.value.code == "bad-event"
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("text", ["1:", "1: ", "1: Passed", "1: leave", "1: keep 7"])
def test_an_event_with_no_move_in_it_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_event(text)
    assert refused.value.code == "bad-move"
