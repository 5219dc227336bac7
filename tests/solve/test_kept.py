"""Solutions on disk: solved once, checked when read, solved again when damaged, the oldest use goes first."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kosci.engine.scorecard import Scorecard
from kosci.solve.errors import SolveError
from kosci.solve.kept import KeptSolutions
from kosci.solve.solution import Solution
from kosci.solve.solver import solve
from tests.solve.solving import small_game


class Solving:
    """A solver that remembers what it was asked."""

    def __init__(self) -> None:
        self.solved: list[Scorecard] = []

    def __call__(self, rules: Scorecard) -> Solution:
        self.solved.append(rules)
        return solve(rules)


RULES = small_game(("sixes", "full_house", "five_of_a_kind"), bonus_at=18, bonus=35)
OTHER = small_game(("sixes", "full_house", "five_of_a_kind"), bonus_at=18, bonus=34)


def must_not_solve(rules: Scorecard) -> Solution:
    raise AssertionError(rules)


def notices(folder: Path) -> tuple[KeptSolutions, list[SolveError]]:
    told: list[SolveError] = []
    return KeptSolutions(folder, told.append), told


def test_a_game_is_solved_once(tmp_path: Path) -> None:
    kept, told = notices(tmp_path / "not there yet")
    first = kept.solution(RULES, solve)
    again = kept.solution(RULES, must_not_solve)
    assert (again.mean, again.seconds, again.cpu_seconds) == (first.mean, first.seconds, first.cpu_seconds)
    assert again.states == first.states
    assert again.value(RULES.empty_card()) == first.value(RULES.empty_card())
    assert told == []
    assert [path.name for path in (tmp_path / "not there yet").iterdir()] == [kept.path(RULES).name]


def test_every_option_has_a_solution_of_its_own(tmp_path: Path) -> None:
    kept, solving = KeptSolutions(tmp_path), Solving()
    assert kept.solution(RULES, solving).mean > kept.solution(OTHER, solving).mean
    assert solving.solved == [RULES, OTHER]


def cut_off(data: bytes) -> bytes:
    return data[:-1]


def flip_the_last_bit(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def flip_a_bit_of_the_head(data: bytes) -> bytes:
    at = data.index(b"seconds")
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def empty(_data: bytes) -> bytes:
    return b""


def other_words(_data: bytes) -> bytes:
    return b"\x00\xff no solution\n"


@pytest.mark.parametrize("damage", [cut_off, flip_the_last_bit, flip_a_bit_of_the_head, empty, other_words])
def test_a_damaged_file_is_solved_again_with_a_notice(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    kept, told = notices(tmp_path)
    right = kept.solution(RULES, solve).mean
    path = kept.path(RULES)
    path.write_bytes(damage(path.read_bytes()))
    solving = Solving()
    assert kept.solution(RULES, solving).mean == right
    assert solving.solved == [RULES]
    assert [notice.code for notice in told] == ["solution-damaged"]
    assert kept.solution(RULES, must_not_solve).mean == right


def test_the_file_of_another_game_is_solved_again(tmp_path: Path) -> None:
    kept, told = notices(tmp_path)
    kept.solution(RULES, solve)
    larger = small_game(("ones", "sixes", "full_house", "five_of_a_kind"))
    kept.path(RULES).rename(kept.path(larger))
    assert kept.solution(larger, solve).mean == solve(larger).mean
    assert [notice.code for notice in told] == ["solution-damaged"]


def test_the_solution_used_longest_ago_goes_first(tmp_path: Path) -> None:
    plenty = KeptSolutions(tmp_path)
    games = [small_game(("sixes", "full_house", "five_of_a_kind"), bonus=bonus) for bonus in (1, 2, 3)]
    for age, rules in zip((300, 200, 100), games, strict=True):
        plenty.solution(rules, solve)
        os.utime(plenty.path(rules), (1e9 - age, 1e9 - age))
    plenty.solution(games[0], must_not_solve)  # used now, so no longer the oldest
    size = plenty.path(games[0]).stat().st_size
    kept = KeptSolutions(tmp_path, most_bytes=3 * size + size // 2)
    kept.solution(RULES, solve)
    assert [kept.path(rules).exists() for rules in (*games, RULES)] == [True, False, True, True]


def test_a_solution_larger_than_the_limit_is_given_all_the_same(tmp_path: Path) -> None:
    kept = KeptSolutions(tmp_path, most_bytes=10)
    assert kept.solution(RULES, solve).mean == kept.solution(RULES, must_not_solve).mean


def test_where_nothing_can_be_written_the_solution_is_given_with_a_notice(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    kept, told = notices(tmp_path / "a file")
    assert kept.solution(RULES, solve).mean > 0
    assert [notice.code for notice in told] == ["solution-not-kept"]
