"""What is written down of best play is what the solver finds; nothing is written down of other rules."""

from pathlib import Path

import pytest

from kosci.coach.exact import Exact
from kosci.coach.means import format_means, parse_means, usual_means
from kosci.engine.race import Race
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.variants import catalogue, fingerprint, load


@pytest.mark.parametrize("variant", [one.id for one in catalogue()])
def test_the_means_of_the_usual_rules_are_those_of_the_solver(variant: str, tmp_path: Path) -> None:
    """A changed variant needs `tools/means.py`."""
    exact, game = Exact(Library(KeptSolutions(tmp_path))), load(variant)
    if isinstance(game, Race):
        means = exact.race_means(game)
        assert usual_means(game) == pytest.approx((means.turn, means.turns_alone, means.first_wins), abs=1e-8)
    else:
        assert usual_means(game) == pytest.approx((exact.prepare(game),), abs=1e-8)


def test_other_rules_have_none() -> None:
    assert usual_means(load("yahtzee", {"bonus": 36})) is None
    assert usual_means(load("tysiac", {"first": "seat"})) is None


def test_the_file_reads_both_ways() -> None:
    games = {load("yahtzee"): (254.587728734,), load("tysiac", {"target": 500}): (34.5, 15.25, 0.53)}
    assert parse_means(format_means(games)) == {fingerprint(game): means for game, means in games.items()}
