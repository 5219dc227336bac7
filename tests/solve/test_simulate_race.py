"""Simulated games of Tysiąc: the same ones whoever plays them, and won as often as exact play says."""

from math import sqrt
from random import Random

import numpy as np
import pytest

from kosci.engine.moves import Move
from kosci.engine.options import Value
from kosci.engine.race import Race, RacePosition
from kosci.solve.race import RaceSolution, solve_race
from kosci.solve.race_advisor import RaceAdvisor
from kosci.solve.race_model import turn_model
from kosci.solve.race_turn import best_turn, turn_table
from kosci.solve.simulate_engine import Mover
from kosci.solve.simulate_race import RaceSimulation, simulate_duels, simulate_race
from kosci.variants import Position, Rules
from tests.engine.games import a_race

READINGS: list[dict[str, Value]] = [
    {"target": 300, "first": "lot"},
    {"target": 300, "first": "roll", "set_aside": "any", "hot_dice": "must"},
    {"target": 250, "bust": "keep", "hot_dice": "stop"},
    {"target": 1050, "set_aside": "any", "bust": "keep", "hot_dice": "must"},
]


def solved(**options: Value) -> RaceSolution:
    return solve_race(a_race(**options))


def best_by_advice(found: RaceSolution) -> Mover:
    """The player that asks for advice and takes the first of the best."""
    advisor = RaceAdvisor(found)

    def move(_: Rules, position: Position, __: Random) -> Move:
        assert isinstance(position, RacePosition)
        return advisor.best_move(position)

    return move


def by_turns(game: Race) -> Mover:
    """The player that plays each turn for points."""
    table = turn_table(turn_model(game))

    def move(_: Rules, position: Position, __: Random) -> Move:
        assert isinstance(position, RacePosition)
        return best_turn(table, game, position)

    return move


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
    fast = simulate_duels(found, 12, 7, same_dice=same_dice)
    by_advice = simulate_race(found.game, [best_by_advice(found)] * 2, 12, 7, same_dice=same_dice)
    assert same(fast, by_advice)


def test_two_best_players_win_as_often_as_exact_play_says() -> None:
    games, found = 10_000, solved(hot_dice="stop")
    first, second = simulate_duels(found, games, 1).seats
    wins = np.mean(first.places == 1)
    assert abs(wins - 0.523050311671) < 3 * sqrt(0.25 / games)
    assert (first.places + second.places == 3).all()
    assert ((first.points >= 1000) == (first.places == 1)).all()
    assert (first.turns - second.turns == (first.places == 1)).all()  # the first seat starts


def test_the_lot_gives_both_the_start_alike() -> None:
    games, found = 5000, solved(target=200, first="lot")
    first, second = simulate_duels(found, games, 2, same_dice=True).seats
    assert abs(np.mean(first.places == 1) - 0.5) < 3 * sqrt(0.25 / games)
    has_started = first.turns - second.turns == (first.places == 1)
    assert abs(has_started.mean() - 0.5) < 3 * sqrt(0.25 / games)


def test_one_who_plays_each_turn_for_points_gets_the_best_mean_of_a_turn() -> None:
    game = a_race(target=10_000)
    (alone,) = simulate_race(game, [by_turns(game)], 5, 1).seats
    assert (alone.points >= 10_000).sum() + (alone.places == 1).sum() > 0
    gained = alone.points.sum() / alone.turns.sum()
    assert gained == pytest.approx(turn_table(turn_model(game)).mean, rel=0.2)


def test_the_games_do_not_depend_on_how_many_there_are_and_progress_is_told() -> None:
    found, told = solved(target=200), list[float]()
    many, few = (simulate_duels(found, games, 5, progress=told.append) for games in (60, 20))
    for seat, part in zip(many.seats, few.seats, strict=True):
        assert seat.points[:20].tolist() == part.points.tolist()
    assert told.count(1.0) == 2
