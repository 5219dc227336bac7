"""Solved games and small games for tests.

Solves each game once a process; no number of a game stands here.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from kosci.engine.card import Card
from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.advisor import Advisor
from kosci.solve.solution import Solution
from kosci.solve.solver import solve
from kosci.variants import build, describe
from tests.engine.games import a_sheet


@cache
def _solution(rules: str, options: tuple[tuple[str, Value], ...]) -> Solution:
    return solve(a_sheet(rules, **dict(options)))


def solution(variant: str, /, **options: Value) -> Solution:
    """The solution of a variant."""
    return _solution(variant, tuple(sorted(options.items())))


def advisor(variant: str, /, **options: Value) -> Advisor:
    """The advisor of a variant."""
    return Advisor(solution(variant, **options))


def small_game(rows: Iterable[str], turns: int | None = None, /, **options: Value) -> Scorecard:
    """A game of a few rows of `yatzi`, with its options changed: rules that came from no file."""
    data: dict[str, Any] = describe(a_sheet("yatzi"))
    wanted = set(rows)
    data["rows"] = [row for row in data["rows"] if row["id"] in wanted]
    data["turns"] = turns or len(data["rows"])
    data["options"] |= options
    rules = build(data)
    assert isinstance(rules, Scorecard)
    return rules


def before_turn(card: Card) -> SheetPosition:
    """The position of one player before a turn."""
    return SheetPosition((card,), (False,))
