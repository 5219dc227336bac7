"""Positions as one line: play goes on from what is read, and what no game could reach is refused."""

from typing import Any

import pytest

from kosci.engine.dice import as_dice
from kosci.engine.errors import NotationError, RuleError, SheetError
from kosci.engine.game import Game, Over, ToMove, ToRoll, replay
from kosci.engine.options import Value
from kosci.variants import format_position, load, parse_position
from tests.engine.games import VARIANTS, a_game, a_race, a_sheet, events

EMPTY = "card=" + ",".join("." * 13) + ";0;0"
TWELVE = "card=" + ",".join(["0"] * 12) + ",.;0;0"
FULL = "card=" + ",".join(["0"] * 13) + ";0;0"

STORIES = [
    "",
    "1: roll",
    "1: roll; rolled 1 1 1 2 3",
    "1: passed; 2: roll; rolled 1 1 1 2 3",
    "1: left; 2: roll",
    "1: left; 2: left",
]
SHEET_STORIES = [
    "1: roll; rolled 1 1 1 2 3; 1: keep 1 1 1",
    "1: roll; rolled 1 1 1 2 3; 1: keep; rolled 5 5 5 5 5; 1: keep 5 5 5 5",
    "1: roll; rolled 1 1 1 2 3; 1: keep; rolled 5 5 5 5 5; 1: keep 5; rolled 5 5 5 6; 1: score ones",
    "1: left; 2: left; 3: roll; rolled 1 1 1 2 3; 3: end",
]
RACE_STORIES = [
    "1: roll; rolled 1 1 1 2 3; 1: roll-on",
    "1: roll; rolled 1 1 1 2 3; 1: roll-on; rolled 1 5; 1: roll-on",
    "1: roll; rolled 1 1 1 2 3; 1: roll-on; rolled 1 2; 1: bank",
    "1: roll; rolled 1 1 1 1 1",
]


def awaits_alike(game: Game[Any], line: str) -> object:
    position: Any
    read, position = parse_position(line)
    assert read == game
    assert game.format_position(position) in line
    awaiting = game.awaiting(position)
    assert isinstance(awaiting, (ToMove, ToRoll, Over))
    return awaiting


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("first", ["seat", "roll", "lot"])
def test_a_position_is_one_line_from_which_play_goes_on(variant: str, first: str) -> None:
    game = load(variant, {"first": first})
    stories = [*STORIES, *(RACE_STORIES if variant == "tysiac" else SHEET_STORIES)]
    if first != "seat":
        stories = [
            "",
            "rolled 6 6 6 6 6",
            "rolled 6 6 6 6 6; 2: left",
            "rolled 6 6 6 6 6; rolled 6 6 6 6 6; rolled 1 1 1 1 1",
        ]
        stories = [
            story.replace(" 6 6 6 6", "").replace(" 1 1 1 1", "") if first == "lot" else story for story in stories
        ]
    for story in stories:
        rules: Game[Any] = game
        position = replay(rules, 3, events(story))
        line = format_position(game, position)
        assert "\n" not in line
        assert parse_position(line) == (game, position)
        assert awaits_alike(rules, line) == rules.awaiting(position)


def test_a_position_names_the_options_that_differ() -> None:
    game = load("yatzi", {"turns": 14, "rigol": "sum", "joker": "forced", "upper_first": True})
    assert isinstance(game, type(a_sheet("yatzi")))
    line = format_position(game, game.start(1))
    assert line.startswith("yatzi joker=forced upper_first=true rigol=sum turns=14 | ")
    assert parse_position(line)[0] == game


GOOD_SHEETS = [
    f"to=1 rolls=0 dice=- {EMPTY}",
    f"to=1 rolls=1 dice=- {EMPTY}",
    f"to=1 rolls=1 dice=12345 {EMPTY}",
    f"to=1 rolls=2 dice=55 {EMPTY}",
    f"to=1 rolls=2 dice=- {EMPTY} {EMPTY}",
    f"to=1 rolls=3 dice=55123 {TWELVE}",
    f"to=2 rolls=0 dice=- {EMPTY} {EMPTY} left=1",
    f"to=1 rolls=0 dice=- {FULL} ended",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} left=1,2 ended",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:30,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} {EMPTY} contest=1:5,3:",
    f"{EMPTY}",
]

BAD_SHEETS = [
    "",
    "to=1",
    "hello",
    "rnbqkbnr/pppppppp w KQkq",
    f"to=0 rolls=0 dice=- {EMPTY}",
    f"to=2 rolls=0 dice=- {EMPTY}",
    f"to=-1 rolls=0 dice=- {EMPTY}",
    f"to=x rolls=0 dice=- {EMPTY}",
    f"to=1.0 rolls=0 dice=- {EMPTY}",
    f"to=1 to=1 rolls=0 dice=- {EMPTY}",
    f"to=1 rolls=4 dice=12345 {EMPTY}",
    f"to=1 rolls=-1 dice=- {EMPTY}",
    f"to=1 rolls=0 dice=12345 {EMPTY}",
    f"to=1 rolls=1 dice=55 {EMPTY}",
    f"to=1 rolls=1 dice=123456 {EMPTY}",
    f"to=1 rolls=1 dice=12347 {EMPTY}",
    f"to=1 rolls=1 dice=0 {EMPTY}",
    f"to=1 rolls={'9' * 5000} dice=- {EMPTY}",
    f"to=1 rolls=0 dice=- {EMPTY} more",
    f"to=1 rolls=0 dice=- {EMPTY} extra=1",
    f"to=1 rolls=0 dice=- {EMPTY} =1",
    f"to=1 rolls=0 dice=- {FULL}",
    f"to=1 rolls=1 dice=12345 {FULL} ended",
    f"to=1 rolls=0 dice=- {EMPTY} left=1",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} left=3",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} left=0",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} left=",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} left=1",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} left=1,2",
    f"to=1 rolls=1 dice=- {EMPTY} {EMPTY} contest=1:,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:4,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:31,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:30,2:30",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:,2:30",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=2:,1:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:,1:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:,3:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:+9,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:1_0,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1,2",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} {EMPTY} left=1 contest=1:,2:",
    f"to=1 rolls=0 dice=- {TWELVE} {EMPTY} contest=1:,2:",
    f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:,2: ended",
    f"to=1 rolls=0 dice=- {' '.join([EMPTY] * 9)}",
    "to=1 rolls=0 dice=- card=.,.,.;0;0",
    "to=1 rolls=0 dice=- " + EMPTY.replace(";0;0", ""),
    "to=1 rolls=0 dice=- " + EMPTY.replace(";0;0", ";0"),
    "to=1 rolls=0 dice=- " + EMPTY.replace(";0;0", ";0;x"),
    "to=1 rolls=0 dice=- " + EMPTY.replace(";0;0", ";0;-1"),
    "to=1 rolls=0 dice=- " + EMPTY.replace(";0;0", ";0;14"),
    "to=1 rolls=0 dice=- " + EMPTY.replace("=.", "=x"),
    "to=1 rolls=0 dice=- " + EMPTY.replace("=.", "=6"),
    "to=1 rolls=0 dice=- " + EMPTY.replace("=.", "=-1"),
    "to=1 rolls=0 dice=- " + EMPTY.replace(";0;0", ";1;0"),
    "to=1 rolls=0 dice=- " + EMPTY.replace(";0;0", ";-1;0"),
]


@pytest.mark.parametrize("line", GOOD_SHEETS)
def test_a_sheet_position_that_can_be(line: str) -> None:
    game, position = parse_position(f"yahtzee | {line}")
    assert parse_position(format_position(game, position)) == (game, position)


@pytest.mark.parametrize("line", BAD_SHEETS, ids=lambda line: line.replace(EMPTY, "card")[:60])
def test_a_line_that_is_no_sheet_position(line: str) -> None:
    with pytest.raises((NotationError, SheetError)) as refused:
        a_sheet("yahtzee").parse_position(line)
    if isinstance(refused.value, NotationError):
        assert refused.value.code == "bad-position"


def test_no_starting_roll_where_the_first_seat_starts() -> None:
    with pytest.raises(NotationError):
        a_sheet("yahtzee", first="seat").parse_position(f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:,2:")
    with pytest.raises(NotationError):
        a_sheet("yahtzee", first="lot").parse_position(f"to=1 rolls=0 dice=- {EMPTY} {EMPTY} contest=1:17,2:")
    with pytest.raises(NotationError):
        a_race().parse_position("to=1 turn=0 roll=- rolling=0 banked=0,0 contest=1:,2:")


GOOD_RACES: list[tuple[str, dict[str, Value]]] = [
    ("banked=0", {}),
    ("to=2 turn=0 roll=- rolling=0 banked=10,20", {}),
    ("to=1 turn=0 roll=- rolling=5 banked=10,20", {}),
    ("to=1 turn=0 roll=12346 rolling=0 banked=10,20", {}),
    ("to=1 turn=10 roll=1 rolling=0 banked=10,20", {}),
    ("to=1 turn=10 roll=- rolling=4 banked=10,20", {}),
    ("to=1 turn=0 roll=- rolling=0 banked=10,20,0 left=2", {}),
    ("to=1 turn=0 roll=- rolling=0 banked=1000,20 winner=1 ended", {}),
    ("to=1 turn=0 roll=- rolling=0 banked=10,20 left=2 winner=1 ended", {}),
    ("to=1 turn=0 roll=- rolling=0 banked=0,0 contest=1:6,2:", {"first": "lot"}),
    ("to=2 turn=0 roll=- rolling=0 banked=1000,20 final=2", {"last_round": True}),
    ("to=1 turn=1000 roll=- rolling=5 banked=990,20", {}),
]
BAD_RACES: list[tuple[str, dict[str, Value]]] = [
    ("", {}),
    ("to=1 turn=0 roll=- rolling=0", {}),
    ("banked=", {}),
    ("banked=x", {}),
    ("banked=-5", {}),
    ("banked=0 =1", {}),
    ("banked=0 card=1", {}),
    ("banked=0,0,0,0,0,0,0,0,0", {}),
    ("banked=0 turn=-5", {}),
    ("banked=0 rolling=6", {}),
    ("banked=0 rolling=-1", {}),
    ("banked=0 rolling=4", {}),
    ("banked=0 turn=10", {}),
    ("banked=0 roll=1", {}),
    ("banked=0 roll=23466", {}),
    ("banked=0 roll=11111", {}),
    ("banked=0 roll=12346 rolling=5", {}),
    ("banked=0 to=2", {}),
    ("banked=0 left=1", {}),
    ("banked=0,0 left=2", {}),
    ("banked=0,0,0 left=1,2,3", {}),
    ("banked=0,0,0 left=4", {}),
    ("banked=0,0,0 left=1", {}),
    ("banked=0,0 winner=1", {}),
    ("banked=0,0 winner=3 ended", {}),
    ("banked=1000,0", {}),
    ("banked=1000,0 to=2 final=2", {}),
    ("banked=0,0 final=1", {"last_round": True}),
    ("banked=1000,0 final=2", {"last_round": True}),
    ("banked=1000,0 final=", {"last_round": True}),
    ("banked=1000,0 to=2 final=2,2", {"last_round": True}),
    ("banked=1000,0,0 to=2 final=2,3 left=3", {"last_round": True}),
    ("banked=1000,0 to=2 final=2 ended", {"last_round": True}),
    ("banked=0,0 contest=1:7,2:", {"first": "lot"}),
    ("banked=0,0 contest=1:0,2:", {"first": "lot"}),
    ("banked=5,0 contest=1:6,2:", {"first": "lot"}),
    ("banked=0,0 turn=5 contest=1:6,2:", {"first": "lot"}),
    ("banked=0,0 contest=1:6,2: ended", {"first": "lot"}),
    ("banked=995 roll=11123", {"exact": True}),
    (f"banked={'9' * 5000}", {}),
]


@pytest.mark.parametrize(("line", "options"), GOOD_RACES)
def test_a_race_position_that_can_be(line: str, options: dict[str, Value]) -> None:
    race = a_race(**options)
    position = race.parse_position(line)
    assert race.parse_position(race.format_position(position)) == position


@pytest.mark.parametrize(("line", "options"), BAD_RACES, ids=[line[:60] for line, _ in BAD_RACES])
def test_a_line_that_is_no_race_position(line: str, options: dict[str, Value]) -> None:
    with pytest.raises(NotationError) as refused:
        a_race(**options).parse_position(line)
    assert refused.value.code == "bad-position"
    assert repr(line)[1:-1] in str(refused.value)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad-position"),
        ("yahtzee", "bad-position"),
        (" | to=1", "bad-position"),
        (f"poker | {EMPTY}", "variant-unknown"),
        (f"YAHTZEE | {EMPTY}", "variant-unknown"),
        (f"yahtzee rigol=50 | {EMPTY}", "option-unknown"),
        (f"yahtzee joker=wild | {EMPTY}", "option-value"),
        (f"yahtzee joker | {EMPTY}", "option-form"),
        (f"yahtzee joker=none joker=forced | {EMPTY}", "option-twice"),
        ("yahtzee | banked=0,0", "bad-position"),
        (f"tysiac | {EMPTY}", "bad-position"),
    ],
)
def test_a_whole_line_is_refused_by_what_is_wrong_in_it(line: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_position(line)
    assert refused.value.code == code


def test_dice_of_a_position_are_read_in_any_order() -> None:
    game = a_game("yahtzee")
    position = game.parse_position(f"to=1 rolls=1 dice=53152 {EMPTY}")
    assert position.dice == as_dice([1, 2, 3, 5, 5])
