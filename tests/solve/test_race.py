"""Tysiąc solved: the known numbers, the engine looked at slowly, what every solution must be."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from kosci.engine.race import Race
from kosci.locale.explain import explain
from kosci.locale.languages import languages, words_in
from kosci.solve.race import RaceSolution, race_values, solve_race
from kosci.solve.race_model import Fall, Kind, Part, RaceNotSolvedError, Stand, TurnModel, turn_model
from kosci.solve.race_turn import turn_table
from kosci.variants import load
from tests.solve.race_oracle import Ended, Outcome, RaceOracle, Rolling, Won

READINGS = [
    {"set_aside": aside, "hot_dice": hot, "bust": bust}
    for aside, hot, bust in product(("all", "any"), ("may", "must", "stop"), ("lose", "keep"))
]
IDS = ["-".join(reading.values()) for reading in READINGS]
readings = pytest.mark.parametrize("reading", READINGS, ids=IDS)


def game(reading: Mapping[str, str | bool | int], target: int = 1000) -> Race:
    race = load("tysiac", {**reading, "target": target})
    assert isinstance(race, Race)
    return race


def solved(target: int, reading: Mapping[str, str]) -> RaceSolution:
    return solve_race(game(reading, target))


# --- known numbers --------------------------------------------------------------------------


def test_t5_the_default_reading_has_the_known_best_turn() -> None:
    assert solved(100, {}).turn_mean == pytest.approx(34.572658, abs=5e-7)


def test_t5_with_hot_dice_stop_the_race_to_a_thousand_has_the_known_values() -> None:
    solution = solved(1000, {"hot_dice": "stop"})
    assert solution.solo_turns == pytest.approx(31.984092595, abs=5e-10)
    assert solution.first_wins == pytest.approx(0.523050311671, abs=5e-13)
    assert solution.states == 40_000
    assert solution.table_bytes == 8 * 201 * 202


def test_bust_chances_are_those_of_the_rules() -> None:
    busts = [kind.bust for kind in turn_model(game({})).kinds]
    assert busts == [4 / 6, 16 / 36, 60 / 216, 204 / 1296, 600 / 7776]


def test_the_same_method_solves_pig() -> None:
    """One die: 2 to 6 add up, a 1 loses the turn; the first to 100 wins. Neller and Presser 2004: 0.530592725."""
    falls = tuple(Fall(1 / 6, (Part(face, 0),)) for face in range(2, 7))
    pig = TurnModel((Kind(1 / 6, 0.0, falls),), (Stand(0, may_bank=True),), start=0, keeps=False, win_pays=0)
    values = race_values(pig, 100)
    assert values.chances[100, 100] == pytest.approx(0.530592725, abs=5e-10)
    # Hold at 20 is known to be close to the best play alone; nothing is better than the best.
    assert 12.0 < values.waits[100] < 12.7


# --- the engine, looked at slowly -----------------------------------------------------------


@readings
def test_value_iteration_over_the_engine_finds_the_same_race(reading: dict[str, str]) -> None:
    """To 50 points and from no knowledge at all: sweep after sweep over everything the engine says can happen."""
    race = replace(game(reading), target=50)
    solution, oracle = solve_race(race), RaceOracle(race)
    waits, chances = np.zeros(10), np.zeros((10, 10))  # by points banked: mine, the other's
    for _ in range(500):
        before = np.append(waits, chances)
        for mine in reversed(range(10)):
            waits[mine] = 1 - oracle.turn(5 * mine, lambda points: -waits[points // 5 : points // 5 + 1], 0.0)[0]
            chances[mine] = oracle.turn(5 * mine, lambda points: 1 - chances[:, points // 5], 1.0)
        if np.abs(np.append(waits, chances) - before).max() < 1e-13:
            break
    assert np.abs(waits - solution.values.waits[:0:-1]).max() < 1e-9
    assert np.abs(chances - by_points(solution)).max() < 1e-9


@readings
def test_one_more_turn_of_the_engine_changes_no_chance_in_the_race_to_a_thousand(reading: dict[str, str]) -> None:
    """Against an opponent anywhere; only one set of chances can hold to itself, for some turns bring points."""
    race = game(reading, 1000)
    solution, oracle, alone = solve_race(race), RaceOracle(race), RaceOracle(race, seats=1)
    chances, waits = by_points(solution), solution.values.waits[:0:-1]
    for mine in (900, 985):
        found = oracle.turn(mine, lambda points: 1 - chances[:, points // 5], 1.0)
        assert np.abs(found - chances[mine // 5]).max() < 1e-14
        (turns,) = alone.turn(mine, lambda points: -waits[points // 5 : points // 5 + 1], 0.0)
        assert abs(1 - turns - waits[mine // 5]) < 1e-13


@pytest.mark.long
@pytest.mark.parametrize("target", [100, 150])
@readings
def test_a_sweep_over_the_engine_changes_nothing(reading: dict[str, str], target: int) -> None:
    """The chances hold to themselves, and only one set of chances can."""
    race = game(reading, target)
    solution, oracle = solve_race(race), RaceOracle(race)
    chances, waits = by_points(solution), solution.values.waits[:0:-1]
    alone = RaceOracle(race, seats=1)
    for mine in range(0, target, 5):
        found = oracle.turn(mine, lambda points: 1 - chances[:, points // 5], 1.0)
        assert np.abs(found - chances[mine // 5]).max() < 1e-13
        (turns,) = alone.turn(mine, lambda points: -waits[points // 5 : points // 5 + 1], 0.0)
        assert abs(1 - turns - waits[mine // 5]) < 1e-12


@readings
def test_the_best_turn_holds_to_what_the_engine_says(reading: dict[str, str]) -> None:
    """Whatever a turn holds, one more roll of the engine and the same table give what the table says."""
    race = replace(game(reading), target=10**6)
    oracle, table = RaceOracle(race), turn_table(turn_model(race))

    def worth(outcome: Outcome) -> float:
        match outcome:
            case Won():
                return points + race.alike_pays
            case Ended(banked):
                return banked
            case Rolling(turn, dice):
                return table.rolling(turn, dice - 1)

    for points in (0, 5, 35, 300, 350, 390, 2000, 2030, 5000):
        for dice in range(1, 6):
            falls = oracle.falls(0, Rolling(points, dice))
            expected = sum(chance * max(map(worth, choice)) for chance, choice in falls)
            assert table.rolling(points, dice - 1) == pytest.approx(expected, abs=1e-9)


# --- what every solution must be ------------------------------------------------------------


@readings
def test_more_points_are_never_worse(reading: dict[str, str]) -> None:
    solution = solved(400, reading)
    chances, waits = solution.values.chances, solution.values.waits
    assert ((chances[1:, 1:] > 0) & (chances[1:, 1:] < 1)).all()
    assert (np.diff(chances, axis=0) <= 1e-15).all()  # the farther I am
    assert (np.diff(chances, axis=1) >= -1e-15).all()  # the farther the other is
    assert (np.diff(waits) >= 0).all()
    assert waits[0] == 0
    assert waits[1] >= 1
    # To have the turn is worth something: whoever moves of two alike wins more often than not.
    assert (np.diag(chances)[1:] > 0.5).all()


@readings
def test_more_freedom_is_never_worse_alone(reading: dict[str, str]) -> None:
    freest = solved(200, {**reading, "set_aside": "any", "hot_dice": "may", "bust": "keep"})
    assert (freest.values.waits <= solved(200, reading).values.waits + 1e-12).all()


@readings
def test_nearer_targets_are_parts_of_farther_ones(reading: dict[str, str]) -> None:
    near, far = solved(150, reading).values.chances, solved(350, reading).values.chances
    assert np.abs(near - far[:31, :31]).max() < 1e-13


def test_solving_twice_gives_the_same_bytes() -> None:
    first, second = solved(300, {}), solved(300, {})
    assert first.values.chances.tobytes() == second.values.chances.tobytes()
    assert first.values.waits.tobytes() == second.values.waits.tobytes()


@pytest.mark.long
@readings
def test_far_targets_are_solved_too(reading: dict[str, str]) -> None:
    chances = solved(3000, reading).values.chances
    assert np.diff(chances, axis=0).max() < 1e-13
    assert np.diff(chances, axis=1).min() > -1e-13


def test_progress_is_told_from_nothing_to_all() -> None:
    told: list[float] = []
    solve_race(game({}, 500), progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < 0.1
    assert told[-1] == 1


# --- what is not solved ---------------------------------------------------------------------


@pytest.mark.parametrize(("option", "value"), [("opening", 50), ("exact", True), ("last_round", True)])
def test_t6_readings_that_are_not_solved_are_refused_by_name(option: str, value: int) -> None:
    with pytest.raises(RaceNotSolvedError) as caught:
        solve_race(game({option: value}))
    assert caught.value.code == "race-not-solved"
    assert caught.value.params == {"option": option}
    for lang in languages():
        assert option in explain(words_in(lang), caught.value)


def by_points(solution: RaceSolution) -> NDArray[np.float64]:
    """Chances by points banked instead of by levels left."""
    return solution.values.chances[:0:-1, :0:-1]
