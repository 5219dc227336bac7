"""The published examples and counts, from data files: one test a case."""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest

from kosci.engine.card import Row
from kosci.engine.dice import as_dice, rolls
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import card_of
from kosci.engine.starting import Contest
from kosci.variants import load
from tests.engine.games import SHEETS, a_race, a_sheet

DATA = Path(__file__).parent / "data"


def read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return data


ODDS = read("odds")
NATURAL = [(name, case) for name in ("seed_examples", "faults_scoring") for case in read(name)["cases"]]


def shown(case: Mapping[str, Any]) -> str:
    return "-".join(str(value) for key, value in case.items() if key in {"source", "dice", "row", "state", "variant"})


@pytest.mark.parametrize(("_file", "case"), NATURAL, ids=[f"S5-{name}-{shown(case)}" for name, case in NATURAL])
def test_natural_value_of_a_worked_example(_file: str, case: Mapping[str, Any]) -> None:
    dice = as_dice(case["dice"])
    asked = [a_sheet(variant) for variant in SHEETS]
    having = [rules for rules in asked if case["row"] in rules.index]
    assert len(having) == (1 if case["row"] == "rigol" else len(SHEETS))
    for rules in having:
        entry = next(entry for entry in rules.entries(rules.empty_card(), dice) if entry.row == case["row"])
        assert (entry.points, entry.extra, entry.joker) == (case["points"], 0, False)


JOKERS = read("joker_states")["cases"]


@pytest.mark.parametrize("case", JOKERS, ids=[f"J-{shown(case)}" for case in JOKERS])
def test_five_alike_once_more(case: Mapping[str, Any]) -> None:
    rules = load(case["variant"], case.get("set"))
    assert isinstance(rules, Scorecard)
    entries = rules.entries(card_of(rules, case["sheet"]), as_dice(case["dice"]))
    assert {entry.row: [entry.points, entry.extra] for entry in entries} == case["legal"]


ROLLS = read("tysiac")


@pytest.mark.parametrize("case", ROLLS["cases"], ids=[f"T2-{shown(case)}" for case in ROLLS["cases"]])
def test_value_of_one_roll_of_tysiac(case: Mapping[str, Any]) -> None:
    value = a_race().value(as_dice(case["dice"], least=1))
    assert (value.points, len(value.scoring), value.wins) == (case["points"], case["scoring_dice"], case["wins"])


@pytest.mark.parametrize(("count", "odds"), ROLLS["bust_odds"].items())
def test_t4_bust_odds_are_exact(count: str, odds: str) -> None:
    race = a_race()
    assert race.bust_chance(race.start(1), int(count)) == Fraction(odds)
    busts = sum(weight for dice, weight in rolls(int(count)) if race.value(dice).points == 0)
    assert f"{busts}/{6 ** int(count)}" == odds


@pytest.mark.parametrize(("row_id", "count"), ODDS["counts_of_7776"].items())
def test_s5_number_of_rolls_that_meet_a_row(row_id: str, count: int) -> None:
    rules = a_sheet("yatzi")
    row: Row = rules.rows[rules.index[row_id]]
    assert sum(weight for dice, weight in rolls(5) if row.is_met(dice)) == count


@pytest.mark.parametrize(("seats", "chance"), ODDS["roll_off_tie"].items())
def test_s9_chance_that_the_roll_off_must_be_repeated(seats: str, chance: float) -> None:
    sums: Counter[int] = Counter()
    for dice, weight in rolls(5):
        sums[sum(dice)] += weight
    count = int(seats)
    tied = 0
    for totals in combinations_with_replacement(sorted(sums), count):
        if isinstance(after_round(tuple(range(count)), totals), Contest):
            orders = factorial(count) // prod(map(factorial, Counter(totals).values()))
            tied += orders * prod(sums[total] for total in totals)
    assert float(Fraction(tied, 6 ** (5 * count))) == pytest.approx(chance, abs=5e-7)


def after_round(seats: tuple[int, ...], totals: tuple[int, ...]) -> Contest | int:
    outcome: Contest | int = Contest(seats)
    for total in totals:
        assert isinstance(outcome, Contest)
        outcome = outcome.after_roll(total)
    return outcome
