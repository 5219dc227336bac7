"""How many turns the best play of Tysiąc alone needs: the solved mean, and the engine looked at slowly."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from kosci.solve.race import solve_race
from kosci.solve.race_spread import turns_alone
from tests.solve.race_oracle import Choice, Ended, Outcome, RaceOracle, Rolling, Won
from tests.solve.test_race import IDS, READINGS, game, solved

EXACT = 1e-9


@pytest.mark.parametrize("reading", READINGS[::2], ids=IDS[::2])
def test_chances_are_whole_and_their_mean_is_the_solved_number_of_turns(reading: dict[str, str]) -> None:
    solution = solved(300, reading)
    found = turns_alone(solution)
    assert found.chances.min() >= 0
    assert found.chances.sum() == pytest.approx(1, abs=EXACT)
    assert found.mean == pytest.approx(solution.solo_turns, abs=EXACT)


def test_t5_with_hot_dice_stop_half_of_all_games_to_a_thousand_take_up_to_32_turns() -> None:
    found = turns_alone(solved(1000, {"hot_dice": "stop"}))
    assert found.mean == pytest.approx(31.984092595, abs=5e-10)
    assert found.percentile(50) == 32
    assert found.below(32) < 0.5 < found.quantile_of(32)


def test_a_win_at_once_may_end_the_first_turn() -> None:
    """Five alike in the first roll wins (T3), and so does whoever rolls it later in the turn."""
    assert turns_alone(solved(1000, {})).chance(1) > 6 / 6**5


def test_many_levels_are_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solved(300, {})
    whole = turns_alone(solution).chances
    monkeypatch.setattr("kosci.solve.race_spread._SIDE_BY_SIDE", 25)
    assert turns_alone(solution).chances == pytest.approx(whole, abs=1e-15)


# --- the engine, looked at slowly -------------------------------------------------------------


class SlowTurns:
    """Where turns end that are played as well as can be, roll by roll through the engine."""

    def __init__(self, oracle: RaceOracle, waits: Mapping[int, float]) -> None:
        self.oracle = oracle
        self.waits = waits  # points banked -> turns still needed

    @cache  # noqa: B019 - one short test long
    def worth(self, banked: int, outcome: Outcome) -> float:
        match outcome:
            case Won():
                return 0.0
            case Ended(points):
                return -self.waits[points]
            case Rolling():
                falls = self.oracle.falls(banked, outcome)
                return sum(chance * max(self.worth(banked, one) for one in choice) for chance, choice in falls)

    @cache  # noqa: B019 - one short test long
    def ends(self, banked: int, outcome: Outcome) -> Mapping[Outcome, float]:
        if not isinstance(outcome, Rolling):
            return {outcome: 1.0}
        found: defaultdict[Outcome, float] = defaultdict(float)
        for chance, choice in self.oracle.falls(banked, outcome):
            for end, part in self.ends(banked, self.best(banked, choice)).items():
                found[end] += chance * part
        return found

    def best(self, banked: int, choice: Choice) -> Outcome:
        """Of equal choices the one with the fewest points, then the one that ends the turn."""
        best = max(self.worth(banked, one) for one in choice)
        good = [one for one in choice if self.worth(banked, one) >= best - EXACT]
        return min(good, key=lambda one: self._order(banked, one))

    def _order(self, banked: int, outcome: Outcome) -> tuple[int, bool]:
        match outcome:
            case Won():
                return 0, False
            case Ended(points):
                return points - banked, False
            case Rolling(turn, _):
                return turn, True


@pytest.mark.parametrize("reading", READINGS[1::3], ids=IDS[1::3])
def test_slow_way_finds_the_same_chances(reading: dict[str, str]) -> None:
    race = replace(game(reading), target=50)
    solution = solve_race(race)
    waits = {points: float(solution.values.waits[solution.level(points)]) for points in range(0, 50, 5)}
    slow = SlowTurns(RaceOracle(race, seats=1), waits)
    found = turns_alone(solution)
    standing = {0: 1.0}
    for turn in range(1, found.last + 1):
        after: defaultdict[int, float] = defaultdict(float)
        won = 0.0
        for banked, chance in standing.items():
            for end, part in slow.ends(banked, Rolling(0, race.dice)).items():
                if isinstance(end, Ended):
                    after[end.banked] += chance * part
                else:
                    won += chance * part
        assert found.chance(turn) == pytest.approx(won, abs=EXACT)
        standing = dict(after)
    assert np.isclose(sum(standing.values()), 0, atol=EXACT)
