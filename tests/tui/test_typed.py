"""What may be typed at a table: the notation and its short forms, and what is none."""

import pytest

from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score
from kosci.locale.languages import words_in
from kosci.tui.typed import Act, Hint, Leave, Quit, Reader, Show, Typed, TypedError, Undo
from kosci.variants import info

ROWS = info("yatzi").rows


def reader(lang: str = "pl", *, used: tuple[str, ...] = (), is_deciding: bool = True) -> Reader:
    words = words_in(lang)
    names = {row: words.row(row, "yatzi") for row in ROWS}
    return Reader(names, [row for row in ROWS if row not in used], is_race=False, is_deciding=is_deciding)


def race(*, is_deciding: bool = True) -> Reader:
    return Reader({}, (), is_race=True, is_deciding=is_deciding)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("roll", Roll()),
        ("r", Roll()),
        ("keep 5 5", Keep((5, 5))),
        ("KEEP 5,5", Keep((5, 5))),
        ("k 5 5", Keep((5, 5))),
        ("k55", Keep((5, 5))),
        ("55", Keep((5, 5))),
        ("5 2 5", Keep((2, 5, 5))),
        ("keep", Keep(())),
        ("k", Keep(())),
        ("score full_house", Score("full_house")),
        ("s full_house", Score("full_house")),
        ("s full", Score("full_house")),
        ("s 9", Score("full_house")),
        ("s9", Score("full_house")),
        ("s 14", Score("rigol")),
        ("ful", Score("full_house")),
        ("Mały strit", Score("small_straight")),
        ("maly", Score("small_straight")),
        ("trzy", Score("three_of_a_kind")),
        ("score three-of-a-kind", Score("three_of_a_kind")),
        ("s piątki", Score("fives")),
        ("end", End()),
        ("e", End()),
    ],
)
def test_a_move_of_a_sheet_game(line: str, move: Move) -> None:
    assert reader().read(f"  {line}  ") == Act(move)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("roll-on", RollOn(())),
        ("r", RollOn(())),
        ("roll-on 1 5", RollOn((1, 5))),
        ("r15", RollOn((1, 5))),
        ("r 1 5", RollOn((1, 5))),
        ("15", RollOn((1, 5))),
        ("bank", Bank(())),
        ("b", Bank(())),
        ("bank 1 5", Bank((1, 5))),
        ("b15", Bank((1, 5))),
        ("roll", Roll()),
    ],
)
def test_a_move_of_tysiac(line: str, move: Move) -> None:
    assert race().read(line) == Act(move)


def test_r_is_the_first_roll_where_no_dice_lie() -> None:
    assert race(is_deciding=False).read("r") == Act(Roll())
    assert race(is_deciding=False).read("") == Act(Roll())
    assert reader(is_deciding=False).read("") == Act(Roll())
    assert reader().read("") == Show("board")


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("u", Undo()),
        ("undo", Undo()),
        ("q", Quit()),
        ("QUIT", Quit()),
        ("?", Show("help")),
        ("h", Hint()),
        ("hint", Hint()),
        ("help", Show("help")),
        ("t", Show("board")),
        ("sheet", Show("board")),
        ("rules", Show("rules")),
        ("leave", Leave("")),
        ("leave Olek", Leave("Olek")),
        ("s 1!", Act(Score("ones"), is_sure=True)),
    ],
)
def test_what_is_no_move(line: str, typed: Typed) -> None:
    assert reader().read(line) == typed


def test_a_beginning_that_several_rows_share_names_them_unless_one_alone_is_open() -> None:
    with pytest.raises(TypedError) as caught:
        reader("en").read("s five")
    assert caught.value.code == "row-ambiguous"
    assert caught.value.params["allowed"] == ("Fives", "Five of a kind")
    assert reader("en", used=("five_of_a_kind",)).read("s five") == Act(Score("fives"))


def test_a_whole_name_is_meant_though_others_begin_so() -> None:
    assert reader("uk").read("s ятзі") == Act(Score("five_of_a_kind"))
    assert reader("en").read("s fives") == Act(Score("fives"))


def test_a_row_that_is_none_goes_to_the_rules_which_say_so() -> None:
    assert reader().read("score sevens") == Act(Score("sevens"))


@pytest.mark.parametrize(
    "line", ["dance", "s", "b x", "keep x", "5 7", "k 9", "r 5", "undo 3", "🎲", "-", "s 0", "s 15"]
)
def test_what_means_nothing_is_refused(line: str) -> None:
    with pytest.raises(RuleError) as caught:
        reader().read(line)
    assert line.rsplit(maxsplit=1)[-1] in str(caught.value.params["given"])
