"""Distributions at hand: found once, kept on disk beside the solutions, found again when a file is damaged."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kosci.coach.exact import Exact
from kosci.solve.errors import SolveError
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.solve.solver import solve
from kosci.solve.spread import Distribution, distribution
from kosci.solve.spread_kept import distribution_path, kept_distribution
from tests.solve.solving import small_game

RULES = replace(small_game(("sixes", "full_house", "five_of_a_kind"), bonus_at=18, bonus=35), rolls=2)
OTHER = replace(small_game(("sixes", "five_of_a_kind"), bonus_at=18, bonus=35), rolls=2)


def find() -> Distribution:
    return distribution(solve(RULES))


def must_not_find() -> Distribution:
    raise AssertionError


def same(one: Distribution, other: Distribution) -> bool:
    numbers = [(found.first, found.bonus, found.extras, found.rows, found.seconds) for found in (one, other)]
    return numbers[0] == numbers[1] and one.chances.tobytes() == other.chances.tobytes()


def test_a_distribution_is_found_once_a_machine(tmp_path: Path) -> None:
    kept = KeptSolutions(tmp_path)
    first = kept_distribution(kept, RULES, find)
    assert first.seconds > 0
    assert same(kept_distribution(kept, RULES, must_not_find), first)
    assert [path.name for path in tmp_path.iterdir()] == [distribution_path(kept, RULES).name]


def cut_off(data: bytes) -> bytes:
    return data[:-1]


def flip_the_last_bit(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize("damage", [cut_off, flip_the_last_bit])
def test_a_damaged_file_is_found_again_with_a_notice(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    told: list[SolveError] = []
    kept = KeptSolutions(tmp_path, told.append)
    right = kept_distribution(kept, RULES, find)
    path = distribution_path(kept, RULES)
    path.write_bytes(damage(path.read_bytes()))
    assert kept_distribution(kept, RULES, find).chances.tobytes() == right.chances.tobytes()
    assert [notice.code for notice in told] == ["solution-damaged"]


def test_the_file_of_another_game_is_not_believed(tmp_path: Path) -> None:
    told: list[SolveError] = []
    kept = KeptSolutions(tmp_path, told.append)
    right = kept_distribution(kept, RULES, find)
    distribution_path(kept, RULES).rename(distribution_path(kept, OTHER))
    assert len(kept_distribution(kept, OTHER, lambda: distribution(solve(OTHER))).rows) == 2
    assert [notice.code for notice in told] == ["solution-damaged"]
    assert same(kept_distribution(kept, RULES, lambda: right), right)


def test_the_library_solves_the_game_finds_its_distribution_and_has_it_at_hand(tmp_path: Path) -> None:
    told: list[float] = []
    exact = Exact(Library(KeptSolutions(tmp_path)))
    found = exact.distribution(RULES, told.append)
    assert found.mean == pytest.approx(exact.prepare(RULES), abs=1e-9)
    assert told == sorted(told)
    assert (told[0] < 0.2, told[-1]) == (True, 1)
    assert exact.distribution(RULES) is found
    assert same(Exact(Library(KeptSolutions(tmp_path))).distribution(RULES, told.append), found)
    assert len(list(tmp_path.iterdir())) == 2
