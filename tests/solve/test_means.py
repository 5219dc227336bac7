"""Exact means: what best play averages, held against published values and values found by other programs."""

import pytest

from kosci.engine.options import Value
from kosci.solve.solver import solve
from tests.engine.games import ALL_SHEETS, a_sheet
from tests.solve.solving import solution

MEANS: list[tuple[str, dict[str, Value], float]] = [
    ("yahtzee", {}, 254.5877287345),
    ("yahtzee", {"joker": "free_choice"}, 254.5896094820),  # Verhoeff 1999: 254.5896
    ("yahtzee", {"joker": "none", "extra": "none"}, 245.8707745141),  # Glenn 2006: 245.87
    ("yahtzee", {"extra": "none"}, 246.0862712),
    ("yahtzee", {"joker": "none", "extra": "each"}, 253.9702412),
    ("general", {}, 250.213091),
    ("yatzy", {}, 248.4399893779),
]


@pytest.mark.parametrize(("variant", "options", "mean"), MEANS)
def test_mean_of_best_play(variant: str, options: dict[str, Value], mean: float) -> None:
    assert solution(variant, **options).mean == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize("variant", ["general", "general-full-upper", "yahtzee"])
def test_states_are_those_that_can_come_about(variant: str) -> None:
    assert solution(variant).states == 536_448


def test_yatzy_has_more_states_than_the_games_of_thirteen_rows() -> None:
    """As many as a solver of its own for this game counts."""
    assert solution("yatzy").states == 1_430_528


def test_states_that_the_rest_of_the_game_cannot_tell_apart_are_one() -> None:
    without_joker_and_extra = solution("yahtzee", joker="none", extra="none")
    assert without_joker_and_extra.states == 536_448 * 2 // 3  # the box is open or closed
    upper_rows_alone = 2794 - 1  # upper rows with their totals; the empty sheet counts below
    full_upper_part = 64  # totals 0 to 63 or more
    lower_sets = 2**6 * 3 - 1
    assert solution("yahtzee", upper_first=True).states == 1 + upper_rows_alone + full_upper_part * lower_sets


@pytest.mark.parametrize("variant", ALL_SHEETS)
def test_values_do_not_depend_on_the_number_of_threads(variant: str) -> None:
    values = [solve(a_sheet(variant), threads=threads).values.tobytes() for threads in (1, 3)]
    assert values == [solution(variant).values.tobytes()] * 2


def test_progress_rises_to_the_whole() -> None:
    told: list[float] = []
    solve(a_sheet("yahtzee", upper_first=True), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) == 13


def test_solution_says_what_it_took() -> None:
    found = solution("yahtzee")
    assert found.seconds > 0
    assert found.cpu_seconds > 0
    assert found.table_bytes == found.values[: found.game.size].nbytes
    assert found.table_bytes < 8 * found.states


# --- options that must make a game better or worse ------------------------------------------

NEVER_WORSE: list[tuple[str, dict[str, Value], dict[str, Value]]] = [
    ("yatzi", {"turns": 13}, {"turns": 14}),
    ("yatzi", {"zero": "only_if_nothing_fits"}, {"zero": "any"}),
    ("yahtzee", {"upper_first": True}, {"upper_first": False}),
    ("yahtzee", {"bonus_at": 64}, {"bonus_at": 63}),
    ("yahtzee", {"bonus": 35}, {"bonus": 50}),
    ("yatzi", {"rigol": 40}, {"rigol": 50}),
    ("general", {"joker": "none", "extra": "none"}, {}),
]


@pytest.mark.parametrize(("variant", "worse", "better"), NEVER_WORSE)
def test_what_allows_more_or_pays_more_is_worth_more(
    variant: str, worse: dict[str, Value], better: dict[str, Value]
) -> None:
    assert solution(variant, **worse).mean < solution(variant, **better).mean


def test_a_bonus_of_1_is_worth_35_on_top_where_one_point_wins_it_surely() -> None:
    """With a threshold of 1 the bonus is lost only by six zeros, which best play never has to write."""
    assert solution("yahtzee", bonus_at=1, bonus=35).mean - solution("yahtzee", bonus=0).mean == pytest.approx(
        35, abs=1e-6
    )
