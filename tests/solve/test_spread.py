"""The exact distribution of the final total: known numbers, the slow way, and what must hold of any distribution."""

from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest

from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard
from kosci.solve.solver import solve
from kosci.solve.spread import Distribution, distribution
from kosci.variants import build, describe
from tests.engine.games import SHEETS, a_sheet
from tests.solve.solving import before_turn, small_game, solution
from tests.solve.spread_oracle import SpreadOracle
from tests.solve.test_oracle import SMALL

EXACT = 1e-9


@cache
def yahtzee() -> Distribution:
    """Found once: it takes two seconds."""
    return distribution(solution("yahtzee"))


# --- numbers known from elsewhere -------------------------------------------------------------


def test_standard_deviation_bonus_and_extras_of_yahtzee() -> None:
    found = yahtzee()
    assert found.standard_deviation == pytest.approx(59.60788, abs=5e-6)
    assert found.bonus == pytest.approx(0.681222, abs=1e-6)
    assert found.extras == pytest.approx(0.095801, abs=1e-6)


def test_percentiles_of_yahtzee() -> None:
    found = [yahtzee().percentile(percent) for percent in (1, 5, 25, 50, 75, 95, 99)]
    assert found == [151, 180, 217, 248, 272, 388, 474]


TAILS = {
    100: 0.999986,
    150: 0.991230,
    200: 0.863569,
    250: 0.483681,
    300: 0.143264,
    400: 0.0383402,
    500: 0.00718867,
    800: 4.392e-6,
    1575: 1.37e-20,
}


@pytest.mark.parametrize("total", TAILS)
def test_chance_of_so_much_or_more_in_yahtzee(total: int) -> None:
    digits = 5e-4 if TAILS[total] < 1e-5 else 2e-6
    digits = 5e-3 if TAILS[total] < 1e-10 else digits
    assert yahtzee().at_least(total) == pytest.approx(TAILS[total], rel=digits)


def test_no_game_of_yahtzee_ends_above_its_highest_total() -> None:
    assert yahtzee().last == 1575
    assert yahtzee().at_least(1576) == 0


OTHERS: list[tuple[str, dict[str, Value], float]] = [
    ("yahtzee", {"joker": "none", "extra": "none"}, 39.8208),
    ("yahtzee", {"joker": "free_choice"}, 59.6117),
    ("yatzy", {}, 38.4964),
]


@pytest.mark.long
@pytest.mark.parametrize(("variant", "options", "deviation"), OTHERS)
def test_standard_deviation_of_other_games(variant: str, options: dict[str, Value], deviation: float) -> None:
    found = distribution(solution(variant, **options))
    assert found.standard_deviation == pytest.approx(deviation, abs=5e-5)


# --- what must hold of any --------------------------------------------------------------------


def check_whole(rules: Scorecard, mean: float, found: Distribution) -> None:
    """All chances together are 1, and the mean is the solved one, as a sum of rows, bonus and extras too."""
    assert found.chances.min() >= 0
    assert found.chances.sum() == pytest.approx(1, abs=EXACT)
    assert found.mean == pytest.approx(mean, abs=EXACT)
    parts = sum(found.rows) + found.bonus * rules.bonus + found.extras * rules.extra_pays
    assert parts == pytest.approx(mean, abs=EXACT)


def test_chances_of_yahtzee_are_whole_and_their_mean_is_the_solved_value() -> None:
    check_whole(a_sheet("yahtzee"), solution("yahtzee").mean, yahtzee())


ALL: list[tuple[str, dict[str, Value]]] = [
    *((variant, {}) for variant in SHEETS),
    ("yatzi", {"turns": 14, "extra": "each", "zero": "only_if_nothing_fits", "joker": "forced"}),
    ("yahtzee", {"upper_first": True, "bonus": 0}),
    ("general", {"joker": "own_row", "joker_needs_50": True, "extra": "second"}),
]


@pytest.mark.long
@pytest.mark.parametrize(("variant", "options"), ALL)
def test_chances_are_whole_and_their_mean_is_the_solved_value(variant: str, options: dict[str, Value]) -> None:
    found = solution(variant, **options)
    check_whole(found.rules, found.mean, distribution(found))


def test_chances_do_not_depend_on_the_number_of_threads() -> None:
    found = solution("yahtzee", upper_first=True)
    runs = [distribution(found, threads=threads) for threads in (1, 2, 3)]
    assert len({(run.first, run.chances.tobytes(), run.rows) for run in runs}) == 1
    check_whole(found.rules, found.mean, runs[0])


def test_progress_rises_to_the_whole() -> None:
    told: list[float] = []
    distribution(solve(small_game(("ones", "full_house", "five_of_a_kind"))), progress=told.append)
    assert told == sorted(told)
    assert len(told) == 3
    assert told[-1] == 1


# --- against the slow way ---------------------------------------------------------------------


def check_slow_way(rules: Scorecard) -> None:
    """Every total has the chance that it has when all that can happen is looked at."""
    found = distribution(solve(rules))
    slow = SpreadOracle(rules).chances(before_turn(rules.empty_card()))
    assert (found.first, found.last) == (min(slow), max(slow))
    for total in range(found.first - 1, found.last + 2):
        assert found.chance(total) == pytest.approx(slow.get(total, 0.0), abs=EXACT)
    check_whole(rules, sum(total * chance for total, chance in slow.items()), found)


SHORT = [name for name, (_, turns, _) in SMALL.items() if turns is not None]
FULL = [pytest.param(name, marks=pytest.mark.long) for name in SMALL if name not in SHORT]


@pytest.mark.parametrize("name", [*SHORT, *FULL])
def test_slow_way_and_pass_agree_on_small_games(name: str) -> None:
    rows, turns, options = SMALL[name]
    check_slow_way(replace(small_game(rows, turns, **options), rolls=2))  # three would take the slow way too long


def test_slow_way_and_pass_agree_on_three_rolls() -> None:
    check_slow_way(small_game(("sixes", "full_house", "five_of_a_kind"), 2, joker="forced", extra="each"))


def test_extras_of_several_turns_are_added_up() -> None:
    rows = ("sixes", "full_house", "five_of_a_kind")
    rules = replace(small_game(rows, joker="free_choice", extra="each", bonus_at=20), rolls=2)
    check_slow_way(rules)
    assert distribution(solve(rules)).last == 50 + 2 * 100 + 30 + 25 + rules.bonus


def test_equal_moves_go_to_the_lowest_row_also_where_upper_rows_stand_below_others() -> None:
    data = describe(small_game(("ones", "sixes", "full_house", "five_of_a_kind"), 2, extra="each", bonus_at=24))
    data["rows"] = data["rows"][::-1]
    rules = build(data)
    assert isinstance(rules, Scorecard)
    check_slow_way(replace(rules, rolls=2))


# --- what can be asked of it ------------------------------------------------------------------

#: 10 in one game of ten, 11 in two, none at 12, 13 in three, 14 in four.
PLAIN = Distribution(10, np.array([0.1, 0.2, 0.0, 0.3, 0.4]), 0.0, 0.0, ())


def test_mean_and_standard_deviation_are_those_of_the_chances() -> None:
    assert PLAIN.mean == pytest.approx(12.7)
    assert PLAIN.standard_deviation == pytest.approx(sqrt(0.1 * 7.29 + 0.2 * 2.89 + 0.3 * 0.09 + 0.4 * 1.69))


@pytest.mark.parametrize(
    ("total", "at_least", "below", "quantile"),
    [
        (9, 1.0, 0.0, 0.0),
        (10, 1.0, 0.0, 0.1),
        (10.5, 0.9, 0.1, 0.1),
        (11, 0.9, 0.1, 0.3),
        (12, 0.7, 0.3, 0.3),
        (14, 0.4, 0.6, 1.0),
        (15, 0.0, 1.0, 1.0),
        (-3, 1.0, 0.0, 0.0),
    ],
)
def test_a_total_has_a_chance_to_be_reached_missed_and_not_exceeded(
    total: float, at_least: float, below: float, quantile: float
) -> None:
    assert PLAIN.at_least(total) == pytest.approx(at_least)
    assert PLAIN.below(total) == pytest.approx(below)
    assert PLAIN.quantile_of(total) == pytest.approx(quantile)


def test_percentile_is_the_lowest_total_not_exceeded_in_so_many_games_of_a_hundred() -> None:
    found = [PLAIN.percentile(percent) for percent in (0, 5, 15, 29, 31, 59, 61, 100)]
    assert found == [10, 10, 11, 11, 13, 13, 14, 14]
    for percent in (-1, 100.5):
        with pytest.raises(ValueError, match="no percentage"):
            PLAIN.percentile(percent)


def test_percentiles_and_quantiles_are_each_others_inverse() -> None:
    found = yahtzee()
    for percent in range(1, 100):
        total = found.percentile(percent)
        assert found.quantile_of(total - 1) < percent / 100 <= found.quantile_of(total)
        assert found.below(total) + found.chance(total) == pytest.approx(found.quantile_of(total), abs=EXACT)
