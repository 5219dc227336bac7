"""Simulated games of Tysiąc: the same ones whoever plays them, and won as often as exact play says."""

from math import sqrt

import numpy as np
import pytest

from kosci.bots import bot
from kosci.engine.options import Value
from kosci.solve.race import RaceSolution, solve_race
from kosci.solve.race_model import turn_model
from kosci.solve.race_player import exact_player, turn_player
from kosci.solve.race_turn import turn_table
from kosci.solve.simulate_race import ExactRacer, RaceSimulation, simulate_race
from tests.engine.games import a_race

READINGS: list[dict[str, Value]] = [
    {"target": 300, "first": "lot"},
    {"target": 300, "first": "roll", "set_aside": "any", "hot_dice": "must"},
    {"target": 250, "bust": "keep", "hot_dice": "stop"},
    {"target": 1050, "set_aside": "any", "bust": "keep", "hot_dice": "must"},
]


def solved(**options: Value) -> RaceSolution:
    return solve_race(a_race(**options))


def same(one: RaceSimulation, other: RaceSimulation) -> bool:
    """Whether every seat came to the same in every game."""
    pairs = zip(one.seats, other.seats, strict=True)
    names = ("points", "turns", "places")
    return all(np.array_equal(getattr(seat, name), getattr(like, name)) for seat, like in pairs for name in names)


@pytest.mark.parametrize(("options", "same_dice"), list(zip(READINGS, [False, True] * 2, strict=True)))
def test_the_kernel_plays_the_very_games_that_advice_plays_through_the_engine(
    options: dict[str, Value], same_dice: bool
) -> None:
    found = solved(**options)
    fast = simulate_race(found.game, [ExactRacer(found)] * 2, 12, 7, same_dice=same_dice)
    by_advice = simulate_race(found.game, [exact_player(found)] * 2, 12, 7, same_dice=same_dice)
    assert same(fast, by_advice)


def test_one_of_two_best_players_may_sit_among_others() -> None:
    found = solved(target=200)
    game = found.game
    mixed = simulate_race(game, [ExactRacer(found), bot("greedy")], 5, 3)
    assert same(mixed, simulate_race(game, [exact_player(found), bot("greedy")], 5, 3))


def test_two_best_players_win_as_often_as_exact_play_says() -> None:
    games, found = 10_000, solved(hot_dice="stop")
    first, second = simulate_race(found.game, [ExactRacer(found)] * 2, games, 1).seats
    wins = np.mean(first.places == 1)
    assert abs(wins - 0.523050311671) < 3 * sqrt(0.25 / games)
    assert (first.places + second.places == 3).all()
    assert ((first.points >= 1000) == (first.places == 1)).all()
    assert (first.turns - second.turns == (first.places == 1)).all()  # the first seat starts


def test_the_lot_gives_both_the_start_alike() -> None:
    games, found = 5000, solved(target=200, first="lot")
    first, second = simulate_race(found.game, [ExactRacer(found)] * 2, games, 2, same_dice=True).seats
    assert abs(np.mean(first.places == 1) - 0.5) < 3 * sqrt(0.25 / games)
    has_started = first.turns - second.turns == (first.places == 1)
    assert abs(has_started.mean() - 0.5) < 3 * sqrt(0.25 / games)


def test_one_who_plays_each_turn_for_points_gets_the_best_mean_of_a_turn() -> None:
    game = a_race(target=10_000)
    (alone,) = simulate_race(game, [turn_player(game)], 5, 1).seats
    assert (alone.points >= 10_000).sum() + (alone.places == 1).sum() > 0
    gained = alone.points.sum() / alone.turns.sum()
    assert gained == pytest.approx(turn_table(turn_model(game)).mean, rel=0.2)


def test_the_games_do_not_depend_on_how_many_there_are_and_progress_is_told() -> None:
    found, told = solved(target=200), list[float]()
    players = [ExactRacer(found)] * 2
    many, few = (simulate_race(found.game, players, games, 5, progress=told.append) for games in (60, 20))
    for seat, part in zip(many.seats, few.seats, strict=True):
        assert seat.points[:20].tolist() == part.points.tolist()
    assert told.count(1.0) == 2
