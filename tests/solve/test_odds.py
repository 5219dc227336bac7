"""The odds of patterns from the same operator: games of one row that pays 1."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kosci.engine.scorecard import Scorecard
from kosci.solve.solver import solve
from kosci.variants import build, describe
from tests.engine.games import a_sheet

ODDS = json.loads((Path(__file__).parents[1] / "rulings" / "data" / "odds.json").read_text(encoding="utf-8"))["rolls_3"]


@pytest.mark.parametrize("row", ODDS)
def test_chance_of_a_pattern_within_three_rolls(row: str) -> None:
    data: dict[str, Any] = describe(a_sheet("yatzi"))
    (only,) = (own for own in data["rows"] if own["id"] == row)
    rules = build(data | {"rows": [only | {"pays": 1}], "box": row, "turns": 1})
    assert isinstance(rules, Scorecard)
    assert solve(rules).mean == pytest.approx(float(Fraction(ODDS[row])), abs=1e-12)
