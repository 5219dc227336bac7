"""Luck is held against all games of best play, in points and in turns alike."""

import pytest

from kosci.coach.ledger import Ledger, Luck
from kosci.coach.lucky import luckier_than
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.variants import load


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(KeptSolutions(tmp_path_factory.mktemp("solutions")))


def luck_of(amount: float) -> Luck:
    return Luck(1, 1, 1, (1,), (1,), 0.0, amount, amount)


@pytest.mark.parametrize("total", [151, 248, 474])
def test_who_plays_best_is_luckier_than_all_lower_totals(library: Library, total: int) -> None:
    game = load("general")
    assert isinstance(game, Scorecard)
    chances, start = library.distribution(game), library.sheet(game).value(game.empty_card())
    share = luckier_than(chances, Ledger(0, "points", 1, start, float(total), (luck_of(total - start),)))
    assert share == pytest.approx(sum(chances.chance(lower) for lower in range(chances.first, total)))


@pytest.mark.parametrize("turns", [12, 30, 55])
def test_who_runs_a_race_best_is_luckier_than_all_that_need_more_turns(library: Library, turns: int) -> None:
    game = load("tysiac")
    assert isinstance(game, Race)
    chances, start = library.turns_alone(game), library.race(game).solution.solo_turns
    book = Ledger(0, "turns", -1, start, float(turns), (luck_of(start - turns),), spent=turns)
    share = luckier_than(chances, book)
    assert share == pytest.approx(1 - sum(chances.chance(fewer) for fewer in range(turns + 1)), abs=1e-9)


def test_nothing_is_said_of_a_race_that_was_not_run_to_its_end(library: Library) -> None:
    game = load("tysiac")
    assert isinstance(game, Race)
    waits = library.race(game).solution.solo_turns
    under_way = Ledger(0, "turns", -1, waits, waits + 3, (), spent=3)
    assert luckier_than(library.turns_alone(game), under_way) is None
