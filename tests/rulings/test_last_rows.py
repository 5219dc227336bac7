"""What the last open rows are worth under best play, by a small expectimax that asks only the engine.

Joker, bonus, threshold and legality meet in one number each.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kosci.engine.card import Card
from kosci.engine.dice import rolls
from kosci.engine.game import Over, ToMove
from kosci.engine.scorecard import Scorecard, SheetPosition
from tests.engine.games import a_sheet
from tests.rulings.counting import BOX, UPPER

CASES = json.loads((Path(__file__).parent / "data" / "values.json").read_text(encoding="utf-8"))["last_rows"]


def card_of(rules: Scorecard, open_rows: list[str], upper: int, box: int) -> Card:
    """A card with only these rows open: the upper ones that are used sum to `upper`, the lower ones hold 0."""
    values = {row.id: 0 for row in rules.rows if row.id not in open_rows} | {BOX: box}
    for face, row in reversed(list(enumerate(UPPER, start=1))):
        if row in values:
            taken = min(upper // face, 5) * face
            values[row] = taken
            upper -= taken
    assert upper == 0
    return Card(tuple(values.get(row.id) for row in rules.rows))


def value(rules: Scorecard, position: SheetPosition, known: dict[SheetPosition, float]) -> float:
    """The expected final total under best play, from what the engine says can happen and nothing else."""
    if position in known:
        return known[position]
    match rules.awaiting(position):
        case Over(results):
            worth = float(results[0].points)
        case ToMove():
            after = (rules.after_move(position, move) for move in rules.legal_moves(position))
            worth = max(value(rules, following, known) for following in after)
        case awaiting:
            fallen = ((rules.after_roll(position, dice), weight) for dice, weight in rolls(awaiting.count))
            worth = sum(weight * value(rules, following, known) for following, weight in fallen) / 6**awaiting.count
    known[position] = worth
    return worth


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case['variant']}-{'+'.join(case['open'])}-{case['upper']}" for case in CASES]
)
def test_value_of_the_last_rows(case: Mapping[str, Any]) -> None:
    rules = a_sheet(case["variant"])
    card = card_of(rules, case["open"], case["upper"], case["box"])
    assert rules.upper(card) == case["upper"]
    best = value(rules, SheetPosition((card,), (False,)), {})
    assert best - rules.total(card) == pytest.approx(case["value"], abs=1e-6)
