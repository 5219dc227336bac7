"""RULES.md section 5 at the engine's one door: each is refused with a code and words, and nothing has changed."""

from typing import Any

import pytest

from kosci.engine.errors import DiceError, IllegalMoveError, NotAwaitedError, RuleError
from kosci.engine.game import Event, Game, Left, Moved, Over, Passed, Rolled, ToMove, apply, replay
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score
from tests.engine.games import SHEETS, VARIANTS, a_game, events

BEFORE_A_ROLL = ""
ROLLED = "1: roll; rolled 5 2 5 5 1"
THIRD = "1: roll; rolled 5 2 5 5 1; 1: keep 5 5 5; rolled 5 1; 1: keep 5 5 5; rolled 6 1"
SCORED = f"{ROLLED}; 1: score fives; 2: passed"
TO_FALL = "1: roll"


def refused(variant: str, story: str, event: Event) -> RuleError:
    """The error with which an event is refused; the position is the same before and after."""
    game: Game[Any] = a_game(variant, first="seat")
    position = replay(game, 2, events(story))
    line = game.format_position(position)
    with pytest.raises(RuleError) as error:
        apply(game, position, event)
    assert game.format_position(position) == line
    assert "\n" not in str(error.value)
    return error.value


ODD_FACES: list[object] = [0, 7, -1, 5.0, "5", True, None, float("nan"), [5]]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("odd", ODD_FACES, ids=repr)
def test_dice_that_are_no_faces(variant: str, odd: object) -> None:
    faces: Any = (5, 5, 5, 5, odd)
    error = refused(variant, TO_FALL, Rolled(faces))
    assert isinstance(error, DiceError)
    assert (error.code, error.params["given"]) == ("bad-face", repr(odd))
    assert repr(odd) in str(error)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("faces", [(), (5,), (5,) * 4, (5,) * 6, (5,) * 50])
def test_dice_that_are_not_as_many_as_are_to_fall(variant: str, faces: tuple[int, ...]) -> None:
    error = refused(variant, TO_FALL, Rolled(faces))
    assert (error.code, error.params["number"], error.params["least"]) == ("dice-number", len(faces), 5)


@pytest.mark.parametrize("variant", SHEETS)
@pytest.mark.parametrize(
    "row", ["", "Fives", "FIVES", "five", "fives ", "piątki", "<b>fives</b>", "ones=5", "0", "None"]
)
def test_a_row_that_is_unknown_empty_or_in_the_wrong_case(variant: str, row: str) -> None:
    error = refused(variant, ROLLED, Moved(0, Score(row)))
    assert (error.code, error.params["given"]) == ("row-unknown", row)
    assert repr(row) in str(error)
    assert "ones, twos" in str(error)


@pytest.mark.parametrize("variant", SHEETS)
def test_a_row_that_is_used_already(variant: str) -> None:
    error = refused(variant, f"{SCORED}; {ROLLED}", Moved(0, Score("fives")))
    assert (error.code, error.params["row"]) == ("row-used", "fives")
    assert "'fives'" in str(error)


CASES: list[tuple[str, str, Event, type[RuleError], str]] = [
    ("a fourth roll", THIRD, Moved(0, Keep((5, 5, 5))), IllegalMoveError, "no-rolls-left"),
    ("a fourth roll of all", THIRD, Moved(0, Keep()), IllegalMoveError, "no-rolls-left"),
    ("a roll with all dice kept", ROLLED, Moved(0, Keep((1, 2, 5, 5, 5))), IllegalMoveError, "keep-all"),
    ("a first roll again", ROLLED, Moved(0, Roll()), IllegalMoveError, "keep-or-score"),
    ("scoring before the first roll", BEFORE_A_ROLL, Moved(0, Score("ones")), IllegalMoveError, "roll-first"),
    ("keeping before the first roll", BEFORE_A_ROLL, Moved(0, Keep((5,))), IllegalMoveError, "roll-first"),
    ("keeping a face that is not there", ROLLED, Moved(0, Keep((6,))), IllegalMoveError, "keep-not-on-table"),
    ("keeping a die too many", ROLLED, Moved(0, Keep((5, 5, 5, 5))), IllegalMoveError, "keep-not-on-table"),
    ("keeping six dice", ROLLED, Moved(0, Keep((5,) * 6)), DiceError, "dice-number"),
    ("keeping no face", ROLLED, Moved(0, Keep((7,))), DiceError, "bad-face"),
    ("dice before they are asked for", BEFORE_A_ROLL, Rolled((1, 2, 3, 4, 5)), NotAwaitedError, "no-dice-awaited"),
    ("dice sent twice", ROLLED, Rolled((5, 2, 5, 5, 1)), NotAwaitedError, "no-dice-awaited"),
    ("a roll asked for twice", TO_FALL, Moved(0, Roll()), NotAwaitedError, "dice-awaited"),
    ("scoring while dice are to fall", TO_FALL, Moved(0, Score("ones")), NotAwaitedError, "dice-awaited"),
    ("a move before one's turn", BEFORE_A_ROLL, Moved(1, Roll()), NotAwaitedError, "not-your-turn"),
    ("a move by another seat", ROLLED, Moved(1, Score("ones")), NotAwaitedError, "not-your-turn"),
    ("a move sent twice", f"{ROLLED}; 1: score fives", Moved(0, Score("fives")), NotAwaitedError, "not-your-turn"),
    ("a pass of another seat", BEFORE_A_ROLL, Passed(1), NotAwaitedError, "not-your-turn"),
    ("a pass sent twice", "1: passed", Passed(0), NotAwaitedError, "not-your-turn"),
    ("a seat that is not there moves", ROLLED, Moved(7, Score("ones")), NotAwaitedError, "not-your-turn"),
    ("a seat that is not there leaves", ROLLED, Left(2), NotAwaitedError, "no-seat"),
    ("a seat below the first leaves", ROLLED, Left(-1), NotAwaitedError, "no-seat"),
    ("leaving twice", "2: left", Left(1), NotAwaitedError, "has-left"),
    ("banking in a sheet game", ROLLED, Moved(0, Bank()), IllegalMoveError, "move-of-another-game"),
    ("rolling on in a sheet game", ROLLED, Moved(0, RollOn((5,))), IllegalMoveError, "move-of-another-game"),
    ("ending among others", ROLLED, Moved(0, End()), IllegalMoveError, "end-not-last"),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize("variant", SHEETS)
def test_a_move_at_the_wrong_time_or_of_the_wrong_dice(
    variant: str, case: tuple[str, str, Event, type[RuleError], str]
) -> None:
    _, story, event, kind, code = case
    error = refused(variant, story, event)
    assert type(error) is kind
    assert error.code == code


@pytest.mark.parametrize("odd", [5.0, "5", True, None, float("nan"), 0, 7], ids=repr)
@pytest.mark.parametrize("kind", [Keep, Bank, RollOn])
def test_moves_with_dice_that_are_none(odd: object, kind: type[Keep] | type[Bank] | type[RollOn]) -> None:
    dice: Any = (odd,)
    variant = "yahtzee" if kind is Keep else "tysiac"
    error = refused(variant, ROLLED, Moved(0, kind(dice)))
    assert (error.code, error.params["given"]) == ("bad-face", repr(odd))


ODD_SEATS: list[object] = [0.0, False, "0", None, float("nan")]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("odd", ODD_SEATS, ids=repr)
def test_a_seat_is_a_whole_number(variant: str, odd: Any) -> None:  # noqa: ANN401
    assert refused(variant, BEFORE_A_ROLL, Moved(odd, Roll())).code == "not-your-turn"
    assert refused(variant, BEFORE_A_ROLL, Passed(odd)).code == "not-your-turn"
    assert refused(variant, BEFORE_A_ROLL, Left(odd)).code == "no-seat"


@pytest.mark.parametrize("variant", VARIANTS)
def test_after_the_end_nothing_is_taken(variant: str) -> None:
    game = a_game(variant, first="seat")
    position = replay(game, 1, events("1: left"))
    assert isinstance(game.awaiting(position), Over)
    late: list[Event] = [Moved(0, Roll()), Rolled((1, 2, 3, 4, 5)), Passed(0), Left(0), Left(5), Moved(0, End())]
    for event in late:
        with pytest.raises(NotAwaitedError, match="after the end") as error:
            apply(game, position, event)
        assert error.value.code == "game-over"


@pytest.mark.parametrize("variant", SHEETS)
def test_one_who_is_refused_moves_on_as_if_nothing_had_been(variant: str) -> None:
    game = a_game(variant, first="seat")
    position = replay(game, 2, events(ROLLED))
    wrong: list[Move] = [Keep((6,)), Score("Fives"), Bank(), Roll(), End()]
    for move in wrong:
        with pytest.raises(RuleError):
            apply(game, position, Moved(0, move))
    after = apply(game, position, Moved(0, Score("fives")))
    assert game.awaiting(after) == ToMove(1)
