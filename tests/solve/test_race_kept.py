"""Solved races on disk: solved once, and again where the file is damaged."""

from pathlib import Path

import pytest

from kosci.engine.race import Race
from kosci.solve.errors import SolveError
from kosci.solve.kept import KeptSolutions
from kosci.solve.race import RaceSolution, solve_race
from kosci.solve.race_kept import race_solution
from kosci.solve.race_model import RaceNotSolvedError
from kosci.variants import load


def race(**options: str | int | bool) -> Race:
    game = load("tysiac", {"target": 100, **options})
    assert isinstance(game, Race)
    return game


def must_not_solve(game: Race) -> RaceSolution:
    raise AssertionError(game)


def test_a_race_is_solved_once(tmp_path: Path) -> None:
    kept = KeptSolutions(tmp_path)
    first = race_solution(kept, race(), solve_race)
    again = race_solution(kept, race(), must_not_solve)
    assert again.values.chances.tobytes() == first.values.chances.tobytes()
    assert again.values.waits.tobytes() == first.values.waits.tobytes()
    assert (again.seconds, again.cpu_seconds) == (first.seconds, first.cpu_seconds)
    assert (again.turn_mean, again.table_bytes) == (first.turn_mean, first.table_bytes)
    assert not again.values.chances.flags.writeable


def test_every_reading_has_a_solution_of_its_own(tmp_path: Path) -> None:
    kept = KeptSolutions(tmp_path)
    readings: list[Race] = [race(), race(bust="keep"), race(set_aside="any"), race(target=150)]
    found = {race_solution(kept, game, solve_race).first_wins for game in readings}
    assert len(found) == len(list(tmp_path.iterdir())) == 4


def test_a_damaged_race_is_solved_again_with_a_notice(tmp_path: Path) -> None:
    told: list[SolveError] = []
    kept = KeptSolutions(tmp_path, told.append)
    first = race_solution(kept, race(), solve_race)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    assert race_solution(kept, race(), solve_race).first_wins == first.first_wins
    assert [error.code for error in told] == ["solution-damaged"]
    assert race_solution(kept, race(), must_not_solve).first_wins == first.first_wins


def test_what_is_not_solved_is_refused_before_the_disk_is_asked(tmp_path: Path) -> None:
    with pytest.raises(RaceNotSolvedError):
        race_solution(KeptSolutions(tmp_path), race(exact=True), must_not_solve)
    assert list(tmp_path.iterdir()) == []
