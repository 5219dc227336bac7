"""Advice for many positions: the same as for one, in every variant, and nothing else is taken."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from kosci.engine.card import Card, possible_values
from kosci.engine.errors import SheetError
from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import card_of
from kosci.solve.batch import OPEN, Positions, advise_many
from kosci.solve.errors import SolveError
from tests.solve.solving import advisor, solution

Position = tuple[Card, list[int], int]
GAMES: list[tuple[str, dict[str, Value]]] = [
    ("general", {}),
    ("yahtzee", {}),
    ("yahtzee", {"upper_first": True}),
    ("yatzi", {}),
    ("yatzi", {"turns": 14, "zero": "only_if_nothing_fits", "joker": "own_row"}),
]


def some_positions(rules: Scorecard, number: int) -> list[Position]:
    """Cards with anything on them, and dice that are often five alike."""
    random = Random(5)
    found: list[Position] = []
    while len(found) < number:
        filled = [row for row in rules.rows if random.random() < 0.5]
        values = {row.id: random.choice(possible_values(row)) for row in filled}
        try:
            card = card_of(rules, values, random.choice([0, 0, 1]))
        except SheetError:
            continue
        if rules.turns_left(card):
            dice = random.choice([[random.randint(1, 6)] * 5, random.choices(range(1, 7), k=5)])
            found.append((card, dice, random.randint(0, 2)))
    return found


def as_arrays(rules: Scorecard, positions: Sequence[Position]) -> Positions:
    box = rules.index[rules.box]
    cards = [card for card, _, _ in positions]
    used = [sum(1 << at for at, value in enumerate(card.values) if value is not None) for card in cards]
    boxes = [OPEN if (value := card.values[box]) is None else value for card in cards]
    return Positions(
        used=np.array(used, np.int32),
        box=np.array(boxes, np.int32),
        upper=np.array([rules.upper(card) for card in cards], np.int32),
        extras=np.array([card.extras for card in cards], np.int32),
        dice=np.array([dice for _, dice, _ in positions], np.int32),
        rolls_left=np.array([left for _, _, left in positions], np.int32),
    )


@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_many_positions_get_the_advice_that_each_gets_alone(variant: str, options: dict[str, Value]) -> None:
    found = advisor(variant, **options)
    rules = found.rules
    positions = some_positions(rules, 43)
    advice = advise_many(solution(variant, **options), as_arrays(rules, positions), threads=2)
    for at, (card, dice, rolls_left) in enumerate(positions):
        alone = {option.move: option.value for option in found.values(card, dice, rolls_left)}
        columns = np.flatnonzero(~np.isnan(advice.values[at])).tolist()
        together = {advice.move(at, column): advice.values[at, column] + rules.total(card) for column in columns}
        assert together == pytest.approx(alone, abs=1e-9)
        assert alone[advice.move(at, int(advice.best[at]))] == pytest.approx(max(alone.values()), abs=1e-9)


def test_no_positions_get_no_advice() -> None:
    rules = solution("yahtzee").rules
    nothing = as_arrays(rules, some_positions(rules, 1))
    nothing = Positions(*(getattr(nothing, name)[:0] for name in Positions.__slots__))
    assert advise_many(solution("yahtzee"), nothing).values.shape == (0, 44)


WRONG = {
    "used": [-1, 1 << 13, (1 << 13) - 1],
    "box": [50],  # although its row is not used
    "upper": [-1],
    "extras": [-1, 1],  # although the box is open
    "rolls_left": [-1, 3],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_position_that_cannot_be_is_refused(name: str, value: int) -> None:
    rules = solution("yahtzee").rules
    good = as_arrays(rules, [(rules.empty_card(), [1, 2, 3, 4, 5], 2)])
    with pytest.raises(SolveError, match=f"position 0: {name} is {value}, which cannot be"):
        advise_many(solution("yahtzee"), replace(good, **{name: np.array([value], np.int32)}))


@pytest.mark.parametrize("face", [0, 7])
def test_dice_that_are_no_faces_are_refused(face: int) -> None:
    rules = solution("yahtzee").rules
    wrong = as_arrays(rules, [(rules.empty_card(), [1, 2, 3, 4, face], 2)])
    with pytest.raises(SolveError, match="position 0: dice"):
        advise_many(solution("yahtzee"), wrong)
