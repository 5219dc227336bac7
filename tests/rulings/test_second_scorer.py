"""The engine against the second scorer and the second reading of the rules in `counting`."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

import pytest

from kosci.engine.card import Card
from kosci.engine.dice import keeps, rolls
from kosci.engine.options import SHEET_OPTIONS, Choice, Value
from kosci.engine.scorecard import Scorecard
from kosci.variants import info
from tests.engine.games import SHEETS, a_race, a_sheet
from tests.rulings import counting
from tests.rulings.counting import BOX, LOWER, UPPER, Legal

CHOICES = {name: spec.values for name, spec in SHEET_OPTIONS.items() if isinstance(spec, Choice)}
ARGUABLE = ("joker", "joker_needs_50", "extra", "zero", "upper_first")
COMBINATIONS = [dict(zip(ARGUABLE, values, strict=True)) for values in product(*(CHOICES[name] for name in ARGUABLE))]


def engine_legal(rules: Scorecard, card: Card, dice: tuple[int, ...]) -> Legal:
    return {entry.row: (entry.points, entry.extra) for entry in rules.entries(card, dice)}


def card_with(rules: Scorecard, sheet: Mapping[str, int], extras: int) -> Card:
    return Card(tuple(sheet.get(row.id) for row in rules.rows), extras)


def defaults(variant: str) -> dict[str, Value]:
    return dict(info(variant).defaults)


def test_s1_there_are_252_hands_and_they_weigh_7776() -> None:
    assert [dice for dice, _ in rolls(5)] == counting.hands()
    assert sum(weight for _, weight in rolls(5)) == len(counting.ordered_rolls())
    assert len({keep for dice, _ in rolls(5) for keep in keeps(dice)}) == 462


@pytest.mark.parametrize("rigol", [50, 45, 40, "sum", 0])
def test_s5_every_hand_in_rigol_for_each_value_of_the_option(rigol: Value) -> None:
    rules = a_sheet("yatzi", rigol=rigol)
    for dice in counting.hands():
        assert rules.rows[rules.index["rigol"]].natural(dice) == counting.natural("rigol", dice, rigol), dice


@pytest.mark.parametrize("variant", SHEETS)
def test_s5_every_hand_in_every_row_of_an_empty_sheet(variant: str) -> None:
    rules = a_sheet(variant)
    rows = (*UPPER, *LOWER, *(("rigol",) if variant == "yatzi" else ()))
    assert tuple(row.id for row in rules.rows) == rows
    for dice in counting.hands():
        expected = {row: (counting.natural(row, dice), 0) for row in rows}
        assert engine_legal(rules, rules.empty_card(), dice) == expected, dice


@pytest.mark.parametrize("variant", SHEETS)
@pytest.mark.parametrize("box", [0, 50])
def test_every_hand_in_every_row_once_the_box_is_filled(variant: str, box: int) -> None:
    rules = a_sheet(variant)
    rows = [row.id for row in rules.rows]
    for sheet in ({BOX: box}, {BOX: box} | dict.fromkeys(UPPER, 0), {BOX: box, "fives": 15, "chance": 20}):
        for dice in counting.hands():
            expected = counting.legal(rows, sheet, 0, dice, defaults(variant))
            assert engine_legal(rules, card_with(rules, sheet, 0), dice) == expected, (sheet, dice)


@pytest.mark.parametrize("variant", SHEETS)
@pytest.mark.parametrize("zero", CHOICES["zero"])
@pytest.mark.parametrize("upper_first", CHOICES["upper_first"])
def test_s4_c2_every_hand_on_sheets_where_the_zero_policy_bites(variant: str, zero: Value, upper_first: Value) -> None:
    rules = a_sheet(variant, zero=zero, upper_first=upper_first)
    rows = [row.id for row in rules.rows]
    options = {**defaults(variant), "zero": zero, "upper_first": upper_first}
    lower = rows[len(UPPER) :]
    for sheet in (
        {"chance": 20},
        dict.fromkeys(("chance", *UPPER[:5]), 0),
        dict.fromkeys(UPPER, 0),
        dict.fromkeys(lower, 0),
    ):
        for dice in counting.hands():
            expected = counting.legal(rows, sheet, 0, dice, options)
            assert engine_legal(rules, card_with(rules, sheet, 0), dice) == expected, (sheet, dice)


def subsets(rows: Iterable[str]) -> Iterator[tuple[str, ...]]:
    rows = tuple(rows)
    return (part for size in range(len(rows) + 1) for part in combinations(rows, size))


def states(rules: Scorecard, uppers: Iterable[tuple[str, ...]], face: int) -> Iterator[dict[str, int]]:
    """Sheets that tell apart: the box open, 0, 50; the own row used or not; these other upper rows; any lower rows."""
    lower = [row.id for row in rules.rows if row.section == "lower" and row.id != BOX]
    own = UPPER[face - 1]
    for others, used, has_own, box in product(uppers, subsets(lower), (False, True), (None, 0, 50)):
        sheet = dict.fromkeys((*others, *used), 0)
        sheet |= {own: 3 * face} if has_own else {}
        yield sheet | ({} if box is None else {BOX: box})


@pytest.mark.parametrize("variant", SHEETS)
def test_section_2_every_state_of_the_sheet_for_five_alike(variant: str) -> None:
    rules = a_sheet(variant)
    rows = [row.id for row in rules.rows]
    others = [row for row in UPPER if row != "fives"]
    for sheet in states(rules, [(), ("ones",), tuple(others[:4]), tuple(others)], 5):
        for extras in (0, 1):
            expected = counting.legal(rows, sheet, extras, (5,) * 5, defaults(variant))
            got = engine_legal(rules, card_with(rules, sheet, extras), (5,) * 5)
            assert got == (expected if len(sheet) < rules.turns else {}), (sheet, extras)


# What a mixed card can tell apart in the lower part: any of three joker rows, one that takes its sum, one a 0, none.
TELLING = ((), ("chance",), ("full_house", "rigol"), ("large_straight",), ("rigol",))


@pytest.mark.parametrize(("variant", "face"), [("general", 1), ("yatzi", 6)])
def test_section_2_every_mixed_card_for_five_alike(variant: str, face: int) -> None:
    others = tuple(row for row in UPPER if row != UPPER[face - 1])
    for options in COMBINATIONS:
        rules = a_sheet(variant, **options)
        rows = [row.id for row in rules.rows]
        lower = {row for row in rows if row not in UPPER and row != BOX}
        opens = {frozenset(lower & set(telling)) for telling in TELLING} | {frozenset(lower)}
        for box, own, used, still, extras in product(
            (None, 0, 50),
            ((), (UPPER[face - 1],)),
            ((), others[:2], others),
            opens,
            (0, 1) if options["extra"] == "second" else (0,),
        ):
            sheet = dict.fromkeys((*own, *used, *(lower - still)), 0) | ({} if box is None else {BOX: box})
            expected = counting.legal(rows, sheet, extras, (face,) * 5, options)
            got = engine_legal(rules, card_with(rules, sheet, extras), (face,) * 5)
            assert got == (expected if len(sheet) < rules.turns else {}), (options, sheet, extras)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_t2_every_roll_of_tysiac(count: int) -> None:
    race = a_race()
    for dice in counting.hands(count):
        value = race.value(dice)
        assert (value.points, len(value.scoring), value.wins) == counting.roll_value(dice), dice


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_t3_every_part_of_every_roll_that_may_be_set_aside(count: int) -> None:
    everything, anything = a_race(), a_race(set_aside="any")
    for dice in counting.hands(count):
        points, scoring, wins = counting.roll_value(dice)
        if not points or wins:
            continue
        (part,) = everything.parts(dice)
        assert len(part) == scoring
        assert everything.value(part).points == points or len(part) < count
        parts = anything.parts(dice)
        assert len(set(parts)) == len(parts)
        assert set(parts) == counting.scoring_parts(dice), dice
        assert all(anything.value(part).points == counting.roll_value(part)[0] for part in parts)
