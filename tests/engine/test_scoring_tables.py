"""The tables a device scores by say what the engine says: for every hand, set of open rows and state of a card.

Looks up as a device does, in bulk; the rules are asked, never told again.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest

from kosci.engine import scoring_tables
from kosci.engine.dice import rolls
from kosci.engine.duties import HandBits, writable
from kosci.engine.duty_trees import duty_tree
from kosci.engine.options import SHEET_OPTIONS, Choice, Value
from kosci.engine.scorecard import Scorecard
from kosci.engine.scoring_tables import CARD_STATES, scoring_table
from kosci.variants import catalogue, load

Sets = npt.NDArray[np.int16]
DUTY_OPTIONS = ("joker", "joker_needs_50", "extra", "zero", "upper_first")
SHEETS = [variant.id for variant in catalogue() if variant.family == "scorecard"]
HANDS = [dice for dice, _ in rolls(5)]
ROWS = ("general", "yatzi", "yatzy")  # the games with rows of their own
DUTIES = {name: cast("Choice", SHEET_OPTIONS[name]).values for name in DUTY_OPTIONS}
NEEDED_BY_ALL = ("rows", "upper_bits", "lower_bits", "joker_bits", "paying_joker_bits", "upper_first", "zero")
HOUSES: list[dict[str, Value]] = [
    {},
    {"joker": "forced", "extra": "each", "zero": "only_if_nothing_fits", "upper_first": True},
    {"joker": "own_row", "joker_needs_50": True, "extra": "as_joker"},
    {"joker": "free_choice", "joker_needs_50": False, "extra": "second", "zero": "only_if_nothing_fits"},
]
NONE = np.int16(0)
POSSIBLE = ((None, 0), (0, 0), (50, 0), (50, 1))  # an extra takes 50 in the box (E1)
PARTS = ("rows", "jokers", "used", "paid")


def sheet(id_: str, **options: Value) -> Scorecard:
    """A sheet game."""
    game = load(id_, options)
    assert isinstance(game, Scorecard)
    return game


def looked_up(tree: Sequence[Any], open_rows: Sets) -> dict[str, Sets]:
    """What a tree says of many sets of open rows at once."""
    if len(tree) == 3:
        asked, *branches = tree
        yes, no = (looked_up(branch, open_rows) for branch in branches)
        is_yes = (open_rows & asked) != 0
        return {part: np.where(is_yes, yes.get(part, NONE), no.get(part, NONE)) for part in yes | no}
    *masks, refused = tree
    parts = {**dict(zip(PARTS, masks, strict=True)), **refused}
    return {part: open_rows & np.int16(mask) for part, mask in parts.items() if mask}


def told(rules: Scorecard, hand: HandBits, open_rows: Sets, box: int | None, extras: int) -> dict[str, Sets]:
    """What the engine says of them."""
    found = writable(rules, hand, cast("int", open_rows), box, extras)
    return {**{part: getattr(found, part) for part in PARTS}, **dict(found.refused)}


def differing(looked: Mapping[str, Sets], said: Mapping[str, Sets]) -> list[str]:
    """The parts that differ."""
    return [part for part in looked.keys() | said.keys() if np.any(looked.get(part, 0) != said.get(part, 0))]


def agree(rules: Scorecard, tree: Sequence[Any], hand: HandBits, box: int | None, extras: int) -> None:
    """A tree and the engine say the same of every set of open rows."""
    open_rows = np.arange(1 << len(rules.rows), dtype=np.int16)
    looked, said = looked_up(tree, open_rows), told(rules, hand, open_rows, box, extras)
    different = [part for part in looked | said if np.any(looked.get(part, NONE) != said.get(part, NONE))]
    assert not different, (hand, box, extras, different)


def fives(rules: Scorecard) -> list[HandBits]:
    """The hands of five alike."""
    return [rules.hands[dice] for dice in HANDS if dice[0] == dice[-1]]


def others(rules: Scorecard) -> set[HandBits]:
    """What all other hands mean to the rows."""
    return {rules.hands[dice] for dice in HANDS} - set(fives(rules))


@pytest.mark.parametrize("id_", SHEETS)
@pytest.mark.parametrize("options", HOUSES)
def test_a_table_says_what_the_rules_say_of_every_hand_state_and_set_of_open_rows(
    id_: str, options: Mapping[str, Value]
) -> None:
    """J1-J5, E1, S4, C2: the same rows may be written, count as jokers, pay extra, and are refused for the same."""
    rules = sheet(id_, **options)
    table = scoring_table(rules)
    asked = set()
    for dice, state in zip(HANDS, table["states"], strict=True):
        hand = rules.hands[dice]
        lines = zip(table["duties"][state], CARD_STATES, strict=True)
        asked |= {(tree, hand, card if hand.is_five else (None, 0)) for tree, card in lines}
    for tree, hand, card in asked:
        agree(rules, table["trees"][tree], hand, *card)


@pytest.mark.parametrize("id_", [ROWS[0], *(pytest.param(id_, marks=pytest.mark.long) for id_ in ROWS[1:])])
def test_five_alike_under_every_choice_of_the_options_that_change_duties(id_: str) -> None:
    """All 160 of them on each kind of card there is; what a hand means to the rows is none of theirs."""
    hands = fives(sheet(id_))
    for joker, needs_50, extra, zero, upper_first in product(*DUTIES.values()):
        rules = sheet(id_, **dict(zip(DUTIES, (joker, needs_50, extra, zero, upper_first), strict=True)))
        for hand, card in product(hands, POSSIBLE):
            agree(rules, scoring_tables._tree(duty_tree(rules, hand, *card)), hand, *card)


@pytest.mark.parametrize("id_", ROWS)
@pytest.mark.parametrize(("zero", "upper_first"), [*product(DUTIES["zero"], DUTIES["upper_first"])])
def test_other_hands_under_every_choice_of_the_options_that_change_duties(
    id_: str, zero: str, upper_first: bool
) -> None:
    """The rules are stripped of what is of five alike only: had it been asked for, it would fail."""
    rules = sheet(id_, zero=zero, upper_first=upper_first)
    only = SimpleNamespace(**{name: getattr(rules, name) for name in NEEDED_BY_ALL})
    for hand in others(rules):
        agree(cast("Scorecard", only), scoring_tables._tree(duty_tree(rules, hand, None, 0)), hand, None, 0)


def test_the_games_with_the_same_rows_are_tried_once() -> None:
    assert {sheet(id_).rows for id_ in SHEETS} == {sheet(id_).rows for id_ in ROWS}


@pytest.mark.parametrize("id_", SHEETS)
def test_a_table_has_the_points_of_every_hand_in_every_row(id_: str) -> None:
    """S5, J3; the box, the bonus and the extras are those of the rules."""
    rules = sheet(id_)
    table = scoring_table(rules)
    assert table["hands"] == ["".join(map(str, dice)) for dice in HANDS]
    assert table["points"] == [[row.natural(dice) for row in rules.rows] for dice in HANDS]
    assert [(row["id"], row["joker"]) for row in table["rows"]] == [(row.id, row.joker) for row in rules.rows]
    assert table["rows"][table["box"]]["id"] == rules.box
    assert [HANDS[at] for at in table["alike"]] == [(face,) * 5 for face in range(1, 7)]
    upper = [row for row in table["rows"] if row["section"] == "upper"]
    assert [(row["most"], row["par"]) for row in upper] == [(5 * face, 3 * face) for face in range(1, 7)]


@pytest.mark.parametrize("options", HOUSES)
def test_a_table_is_small(options: Mapping[str, Value]) -> None:
    """A phone fetches it once, in one moment."""
    text = json.dumps(scoring_table(sheet("yatzi", **options)), separators=(",", ":"))
    assert len(text) < 60_000
    assert len(gzip.compress(text.encode())) < 8_000
