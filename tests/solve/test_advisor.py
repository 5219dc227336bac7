"""What moves are worth, held against known values; how they are ranked; what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from kosci.engine.errors import DiceError, SheetError
from kosci.engine.moves import Keep, Move, Score, parse_move
from kosci.engine.sheet_text import parse_sheet
from kosci.solve.advisor import Advisor
from kosci.solve.errors import SolveError
from kosci.solve.options import TIED, ranked
from kosci.solve.solver import solve
from tests.engine.games import ALL_SHEETS, a_sheet
from tests.rulings.test_last_rows import card_of
from tests.solve.solving import advisor, small_game, solution

VALUES = json.loads((Path(__file__).parents[1] / "rulings" / "data" / "values.json").read_text(encoding="utf-8"))
FIRST_TURN = [
    ("66666", 2, "score five_of_a_kind", 320.8306),
    ("55666", 2, "keep 6 6 6", 265.1134),
    ("22333", 2, "keep 3 3 3", 259.6460),
    ("12346", 2, "keep 1 2 3 4", 251.1314),
    ("16666", 0, "score sixes", 268.2318),
    ("12466", 0, "score ones", 239.6289),
]


@pytest.mark.parametrize(("dice", "rolls_left", "move", "value"), FIRST_TURN)
def test_best_move_of_the_first_turn(dice: str, rolls_left: int, move: str, value: float) -> None:
    found = advisor("yahtzee")
    best = found.values(found.rules.empty_card(), map(int, dice), rolls_left)[0]
    assert best.move == parse_move(move)
    assert best.value == pytest.approx(value, abs=5e-5)
    assert (best.cost, best.place) == (0, 1)


@pytest.mark.parametrize("case", VALUES["last_rows"], ids=lambda case: f"{case['variant']}-{'+'.join(case['open'])}")
def test_value_of_the_last_rows(case: dict[str, Any]) -> None:
    found = advisor(case["variant"])
    card = card_of(found.rules, case["open"], case["upper"], case["box"])
    assert found.value(card) - found.rules.total(card) == pytest.approx(case["value"], abs=1e-6)


@pytest.mark.parametrize("variant", ALL_SHEETS)
def test_turn_is_consistent_with_the_solution(variant: str) -> None:
    found = advisor(variant)
    card = parse_sheet(found.rules, "fives=15,five_of_a_kind=50,chance=22")
    turn = found.turn(card)
    assert turn.before == pytest.approx(found.value(card), abs=1e-9)
    assert [len(hands) for hands in turn.hands] == [252] * 3
    assert all((more >= fewer - 1e-12).all() for fewer, more in zip(turn.hands, turn.hands[1:], strict=False))


# --- ranking --------------------------------------------------------------------------------


def test_every_different_keep_and_row_stands_once_best_first() -> None:
    found = advisor("yahtzee")
    options = found.values(found.rules.empty_card(), (2, 3, 5, 5, 5), 2)
    assert len({option.move for option in options}) == len(options) == 13 + 15
    assert [option.value for option in options] == sorted((option.value for option in options), reverse=True)
    assert all(option.cost == pytest.approx(options[0].value - option.value) for option in options)
    assert Keep((2, 3, 5, 5, 5)) not in {option.move for option in options}


def test_no_keep_without_rolls_left() -> None:
    found = advisor("yahtzee")
    options = found.values(found.rules.empty_card(), (2, 3, 5, 5, 5), 0)
    assert all(isinstance(option.move, Score) for option in options)


def test_rows_a_duty_forbids_are_no_options() -> None:
    found = advisor("yahtzee")
    card = parse_sheet(found.rules, "five_of_a_kind=50")
    (only,) = found.values(card, (5, 5, 5, 5, 5), 0)
    assert only.move == Score("fives")


def test_equal_moves_share_their_place_and_stay_as_given() -> None:
    low, tied, also, top = (Score(row) for row in ("ones", "twos", "threes", "fours"))
    moves: list[tuple[Move, float]] = [(low, 1.0), (tied, 2.0), (also, 2.0 + TIED / 2), (top, 3.0)]
    options = ranked(moves)
    assert [(option.move, option.place) for option in options] == [(top, 1), (tied, 2), (also, 2), (low, 4)]


def test_equal_rows_and_keeps_stand_rows_first_then_the_smallest_keep() -> None:
    """In the last row, the box, two fives are worth as much as two others of another face."""
    found = advisor("yahtzee")
    rows = (row.id for row in found.rules.rows if row.id != "five_of_a_kind")
    card = parse_sheet(found.rules, ",".join(f"{row}=0" for row in rows))
    options = found.values(card, (2, 2, 5, 5, 6), 1)
    assert [option.move for option in options if option.place == 1] == [Keep((2, 2)), Keep((5, 5))]


# --- cards with turns passed over -----------------------------------------------------------


def test_a_passed_turn_makes_a_game_of_fewer_turns() -> None:
    rules = small_game(("sixes", "full_house", "five_of_a_kind"))
    found = Advisor(solve(rules))
    passed = rules.after_pass(rules.start(1)).cards[0]
    shorter = small_game(("sixes", "full_house", "five_of_a_kind"), 2)
    assert found.value(passed) == pytest.approx(Advisor(solve(shorter)).value(shorter.empty_card()), abs=1e-9)
    assert found.turn(passed).before == pytest.approx(found.value(passed), abs=1e-9)
    with pytest.raises(SolveError, match="solve the game with 2 turns"):
        solve(rules).value(passed)


def test_a_full_card_is_worth_its_total() -> None:
    found = solution("yahtzee")
    card = parse_sheet(found.rules, ",".join(f"{row.id}=0" for row in found.rules.rows))
    assert found.value(card) == 0


# --- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize("rolls_left", [3, -1, True])
def test_a_number_of_rolls_left_that_cannot_be_is_refused(rolls_left: int) -> None:
    found = advisor("yahtzee")
    with pytest.raises(SolveError, match="0 to 2 are possible"):
        found.values(found.rules.empty_card(), (1, 2, 3, 4, 5), rolls_left)


def test_dice_that_are_no_hand_are_refused() -> None:
    found = advisor("yahtzee")
    with pytest.raises(DiceError, match="exactly 5 are needed"):
        found.values(found.rules.empty_card(), (1, 2, 3, 4), 2)


def test_a_full_card_has_no_moves() -> None:
    rules = a_sheet("yahtzee")
    card = parse_sheet(rules, ",".join(f"{row.id}=0" for row in rules.rows))
    with pytest.raises(SheetError, match="the sheet is full"):
        advisor("yahtzee").values(card, (1, 2, 3, 4, 5), 2)
