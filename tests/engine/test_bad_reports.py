"""RULES.md section 5 for turns with real dice: whatever is told and cannot be is refused with its reason."""

from typing import Any

import pytest

from kosci.engine.errors import DiceError, NotationError, RuleError
from kosci.engine.game import Begun, Event, Game, Over, Passed, apply, format_event, parse_event, replay
from kosci.engine.reported import Reported
from tests.engine.games import ALL_SHEETS, SHEETS, VARIANTS, a_game, events

HAS_50 = "1: reported five_of_a_kind =50; 2: passed; 1: reported fives =15; 2: passed"


def refused(variant: str, story: str, event: Event, first: str = "seat") -> RuleError:
    """The error with which an event is refused; the position is the same before and after."""
    game: Game[Any] = a_game(variant, first=first)
    position = replay(game, 2, events(story))
    line = game.format_position(position)
    with pytest.raises(RuleError) as error:
        apply(game, position, event)
    assert game.format_position(position) == line
    assert "\n" not in str(error.value)
    return error.value


@pytest.mark.parametrize("variant", ALL_SHEETS)
@pytest.mark.parametrize("odd", [0, 7, -1, 5.0, "5", True, None, float("nan"), [5]], ids=repr)
def test_dice_that_are_no_faces(variant: str, odd: object) -> None:
    dice: Any = (5, 5, 5, 5, odd)
    error = refused(variant, "", Reported(0, "fives", dice))
    assert isinstance(error, DiceError)
    assert (error.code, error.params["given"]) == ("bad-face", repr(odd))


@pytest.mark.parametrize("variant", ALL_SHEETS)
@pytest.mark.parametrize("dice", [(), (5,), (5,) * 4, (5,) * 6, (5,) * 50])
def test_dice_that_are_not_five(variant: str, dice: tuple[int, ...]) -> None:
    error = refused(variant, "", Reported(0, "fives", dice))
    assert (error.code, error.params["number"], error.params["least"]) == ("dice-number", len(dice), 5)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("row", ["", "Fives", "FIVES", "five", "fives ", "piątki", "<b>fives</b>", "BANK", "None"])
def test_a_row_that_is_unknown_empty_or_in_the_wrong_case(variant: str, row: str) -> None:
    error = refused(variant, "", Reported(0, row, points=5))
    assert (error.code, error.params["given"]) == ("row-unknown", row)
    assert repr(row) in str(error)


def test_a_row_of_another_game() -> None:
    assert refused("general", "", Reported(0, "one_pair", points=10)).code == "row-unknown"
    assert refused("yatzi", "", Reported(0, "bank", points=10)).code == "row-unknown"
    assert refused("tysiac", "", Reported(0, "fives", points=10)).params["allowed"] == ("bank", "bust", "wins")


@pytest.mark.parametrize("variant", ALL_SHEETS)
@pytest.mark.parametrize("told", [{"points": 10}, {"points": 0}, {"dice": (1, 5, 5, 5, 6)}])
def test_a_row_that_is_used(variant: str, told: dict[str, Any]) -> None:
    story = "1: reported fives =15; 2: reported fives 1 2 3 4 5"
    for seat, before in ((0, story), (1, f"{story}; 1: passed")):
        error = refused(variant, before, Reported(seat, "fives", **told))
        assert error.code == "row-used"
        assert "ones, twos" in str(error)


@pytest.mark.parametrize("variant", SHEETS)
@pytest.mark.parametrize(
    ("row", "points", "possible"),
    [
        ("fives", 7, "0, 5, 10, 15, 20, 25"),
        ("fives", -5, "0, 5, 10, 15, 20, 25"),
        ("fives", 30, "0, 5, 10, 15, 20, 25"),
        ("threes", 23, "0, 3, 6, 9, 12, 15"),
        ("five_of_a_kind", 49, "0, 50"),
        ("full_house", 24, "0, 25"),
        ("chance", 0, "5–30"),
        ("chance", 31, "5–30"),
        ("three_of_a_kind", 4, "0, 5–30"),
    ],
)
def test_points_that_the_row_cannot_hold(variant: str, row: str, points: int, possible: str) -> None:
    error = refused(variant, "", Reported(0, row, points=points))
    assert error.code == "report-impossible"
    assert error.params == {"row": row, "points": points, "possible": possible}


@pytest.mark.parametrize("variant", ALL_SHEETS)
@pytest.mark.parametrize("odd", [15.0, True, "15", float("nan"), [15]], ids=repr)
def test_points_that_are_no_whole_number(variant: str, odd: Any) -> None:  # noqa: ANN401 (as a browser may send it)
    assert refused(variant, "", Reported(0, "fives", points=odd)).code == "report-impossible"


@pytest.mark.parametrize("variant", ALL_SHEETS)
def test_dice_and_points_that_do_not_agree(variant: str) -> None:
    error = refused(variant, "", Reported(0, "fives", (1, 5, 5, 5, 6), 20))
    assert (error.code, error.params["possible"]) == ("report-impossible", "15")


@pytest.mark.parametrize("variant", VARIANTS)
def test_neither_dice_nor_points(variant: str) -> None:
    row = "bank" if variant == "tysiac" else "fives"
    assert refused(variant, "", Reported(0, row)).code == "report-empty"


@pytest.mark.parametrize("variant", ["general", "yahtzee"])
def test_j3_e1_a_joker_or_none_is_never_guessed(variant: str) -> None:
    error = refused(variant, HAS_50, Reported(0, "large_straight", points=40))
    assert error.code == "report-alike"
    assert error.params == {"row": "large_straight", "points": 40}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seat", [1, 2, -1, 99, True, None, "0", 0.0], ids=repr)
def test_a_turn_of_another_seat(variant: str, seat: Any) -> None:  # noqa: ANN401 (as a browser may send it)
    row = "bank" if variant == "tysiac" else "fives"
    for event in (Reported(seat, row, points=15), Passed(seat)):
        assert refused(variant, "", event).code == "not-your-turn"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_turn_before_it_is_settled_who_begins_and_a_beginning_twice(variant: str) -> None:
    row, first = ("bank", "lot") if variant == "tysiac" else ("fives", "roll")
    assert refused(variant, "", Reported(0, row, points=15), first).code == "begin-first"
    assert refused(variant, "2: begun", Begun(0), first).code == "has-begun"
    assert refused(variant, "", Begun(5), first).code == "no-seat"
    assert refused(variant, "1: left", Begun(0), first).code in {"has-left", "game-over"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_turn_after_the_end(variant: str) -> None:
    game: Game[Any] = a_game(variant, first="seat")
    story = "1: left; 2: left" if variant != "tysiac" else "1: reported bank =1000"
    assert isinstance(game.awaiting(replay(game, 2, events(story))), Over)
    row = "bank" if variant == "tysiac" else "fives"
    assert refused(variant, story, Reported(1, row, points=15)).code == "game-over"


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("bank", 33),
        ("bank", 0),
        ("bank", -5),
        ("bank", 35.0),
        ("bank", True),
        ("bank", "35"),
        ("bust", 35),
        ("bust", -5),
        ("wins", 35),
        ("wins", 999),
        ("wins", 0),
    ],
)
def test_t4_t7_points_that_no_turn_of_tysiac_brings(row: str, points: Any) -> None:  # noqa: ANN401 (as above)
    error = refused("tysiac", "", Reported(0, row, points=points))
    assert (error.code, error.params["points"]) == ("report-race-points", points)


def test_dice_say_nothing_of_a_whole_turn_of_tysiac() -> None:
    assert refused("tysiac", "", Reported(0, "bank", (1, 1, 1, 2, 3), 100)).code == "report-race-points"


def test_t6_a_turn_above_an_exact_target_or_below_the_entrance() -> None:
    game: Game[Any] = a_game("tysiac", first="seat", exact=True, target=100)
    position = replay(game, 2, events("1: reported bank =90; 2: reported bust"))
    with pytest.raises(RuleError):
        apply(game, position, Reported(0, "bank", points=20))
    entering: Game[Any] = a_game("tysiac", first="seat", opening=50)
    with pytest.raises(RuleError):
        apply(entering, entering.start(2), Reported(0, "bank", points=45))


@pytest.mark.parametrize(
    "text",
    [
        "1: reported",
        "1: reported fives fives",
        "1: reported fives 5 5 5 5 x",
        "1: reported fives 5 5 5 5 7",
        "1: reported fives =",
        "1: reported fives =-5",
        "1: reported fives =1.5",
        "1: reported fives =²",
        "1: reported fives =5 =5",
        "1: reported fives =5 5 5 5 1 1",
        "1: reported fives =10000000000",
        "0: reported fives =5",
        "x: reported fives =5",
        "1: begun 2",
    ],
)
def test_a_text_that_tells_no_turn(text: str) -> None:
    with pytest.raises(NotationError):
        parse_event(text)


@pytest.mark.parametrize(
    "event",
    [
        Begun(1),
        Reported(0, "fives", (1, 5, 5, 5, 6)),
        Reported(11, "fives", points=0),
        Reported(0, "chance", (1, 1, 1, 1, 1), 5, alike=True),
        Reported(0, "large_straight", points=40, alike=False),
        Reported(2, "bust"),
    ],
    ids=format_event,
)
def test_what_is_told_is_read_back(event: Event) -> None:
    assert parse_event(format_event(event)) == event
