"""Reasons: what people are told of the difference of two moves, and that it adds up as it is shown."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.coach.reasons import MOST, Gain, reasons_for, reasons_for_best, reasons_of
from kosci.engine.moves import Keep, Score
from kosci.engine.sheet_text import parse_sheet
from kosci.solve.advisor import Advisor
from kosci.solve.flow import Expectations
from kosci.solve.solver import solve
from tests.engine.games import a_sheet
from tests.solve.solving import advisor, small_game

RULES = a_sheet("yahtzee")
POINTS = st.floats(-30, 30).map(lambda points: points if abs(points) > 1e-6 else 0.0)


def differing(bonus: float = 0.0, extras: float = 0.0, **rows: float) -> Expectations:
    """A difference in these rows only."""
    return Expectations(tuple(rows.get(row.id, 0.0) for row in RULES.rows), bonus, extras)


def test_largest_gains_and_losses_come_first_and_the_rest_is_summed_up() -> None:
    found = reasons_of(
        RULES,
        differing(bonus=1.5, extras=-0.3, ones=-0.5, fours=4.0, fives=0.3, sixes=0.2, chance=-1.0, full_house=-2.0),
    )
    assert found.gains == (Gain("row", "fours", 4.0), Gain("bonus", "", 1.5), Gain("row", "fives", 0.3))
    assert found.losses == (Gain("row", "full_house", -2.0), Gain("row", "chance", -1.0), Gain("row", "ones", -0.5))
    assert (found.rest, found.total) == (-0.1, 2.2)


def test_of_equal_ones_the_lowest_row_comes_first_then_the_bonus_then_extras() -> None:
    found = reasons_of(RULES, differing(bonus=1.0, extras=1.0, chance=1.0, twos=1.0, ones=-3.0))
    assert [gain.row or gain.kind for gain in found.gains] == ["twos", "chance", "bonus"]


def test_tenths_are_rounded_so_that_they_add_up() -> None:
    """0.34 three times is 1.02: shown are 0.4, 0.3, 0.3 and 1.0."""
    found = reasons_of(RULES, differing(ones=0.34, twos=0.34, threes=0.34))
    assert [gain.points for gain in found.gains] == [0.4, 0.3, 0.3]
    assert (found.rest, found.total) == (0.0, 1.0)


@given(st.lists(POINTS, min_size=15, max_size=15))
def test_what_is_told_and_the_rest_are_the_total_in_tenths(points: list[float]) -> None:
    difference = Expectations(tuple(points[:13]), *points[13:])
    found = reasons_of(RULES, difference)
    told = (*found.gains, *found.losses)
    true = dict(zip([*(row.id for row in RULES.rows), "bonus", "extras"], points, strict=True))
    assert len(found.gains) <= MOST
    assert len(found.losses) <= MOST
    assert sum(round(gain.points * 10) for gain in told) + round(found.rest * 10) == round(found.total * 10)
    assert abs(found.total - difference.total) <= 0.05 + 1e-9
    assert all(abs(gain.points - true[gain.row or gain.kind]) < 0.1 + 1e-9 for gain in told)
    assert all(gain.points > 0 for gain in found.gains)
    assert all(gain.points < 0 for gain in found.losses)


# --- of moves ---------------------------------------------------------------------------------


def test_the_best_move_is_told_against_the_second() -> None:
    found = advisor("yahtzee")
    card = parse_sheet(found.rules, "ones=3,twos=4,threes=9,fives=15,sixes=18,small_straight=30,three_of_a_kind=22")
    best, second, *_ = found.values(card, (1, 2, 4, 4, 6), 0)
    told = reasons_for_best(found, card, (1, 2, 4, 4, 6), 0)
    assert told == reasons_for(found, card, (1, 2, 4, 4, 6), 0, better=best.move, other=second.move)
    assert told is not None
    assert told.total == pytest.approx(best.value - second.value, abs=0.05)


def test_in_the_last_row_the_whole_regret_is_in_that_row() -> None:
    found = advisor("yahtzee")
    filled = (row.id for row in found.rules.rows if row.id != "chance")
    card = parse_sheet(found.rules, ",".join(f"{row}=0" for row in filled))
    told = reasons_for(found, card, (1, 1, 1, 1, 6), 1, better=Keep((6,)), other=Score("chance"))
    assert told.gains == (Gain("row", "chance", 10.0),)  # 6 + 4 · 3.5 = 20 against 10
    assert (told.losses, told.rest, told.total) == ((), 0.0, 10.0)


def test_where_there_is_one_move_there_is_nothing_to_tell() -> None:
    found = advisor("yahtzee")
    card = parse_sheet(found.rules, "five_of_a_kind=50")
    assert reasons_for_best(found, card, (5, 5, 5, 5, 5), 0) is None


def test_turns_passed_over_make_a_game_of_fewer_turns() -> None:
    found = Advisor(solve(small_game(("sixes", "full_house", "five_of_a_kind"))))
    card = replace(parse_sheet(found.rules, "full_house=0"), passed=1)
    told = reasons_for(found, card, (1, 2, 6, 6, 6), 0, better=Score("sixes"), other=Score("five_of_a_kind"))
    assert told.gains == (Gain("row", "sixes", 18.0),)
    assert (told.losses, told.total) == ((), 18.0)
