"""The Scandinavian game, a file of its own rows (RULES.md Y1 to Y3)."""

import pytest

from kosci.engine.errors import OptionError
from kosci.variants import load
from tests.engine.games import a_sheet, on_card
from tests.rulings import counting

UPPER_AT_63 = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18"


def test_y1_fifteen_rows_and_as_many_turns() -> None:
    rules = a_sheet("yatzy")
    assert tuple(row.id for row in rules.rows) == (*counting.UPPER, *counting.YATZY_LOWER)
    assert rules.turns == 15


@pytest.mark.parametrize(("sheet", "total"), [(UPPER_AT_63.replace("ones=3", "ones=2"), 62), (UPPER_AT_63, 113)])
def test_y1_fifty_points_at_63(sheet: str, total: int) -> None:
    rules = a_sheet("yatzy")
    assert rules.total(on_card(rules, sheet)) == total


def test_y1_the_bonus_is_an_option() -> None:
    rules = a_sheet("yatzy", bonus_at=64, bonus=100)
    assert rules.total(on_card(rules, UPPER_AT_63)) == 63
    with pytest.raises(OptionError):
        load("yatzy", {"turns": 14})


@pytest.mark.parametrize(
    ("dice", "row", "points"),
    [
        ((1, 5, 5, 6, 6), "one_pair", 12),
        ((5, 5, 6, 6, 6), "one_pair", 12),
        ((1, 2, 3, 4, 6), "one_pair", 0),
        ((3, 3, 5, 5, 6), "two_pairs", 16),
        ((3, 3, 5, 5, 5), "two_pairs", 16),
        ((5, 5, 5, 5, 6), "two_pairs", 0),
        ((5, 5, 5, 5, 5), "two_pairs", 0),
        ((4, 4, 4, 5, 6), "three_of_a_kind", 12),
        ((4, 4, 4, 4, 6), "three_of_a_kind", 12),
        ((4, 4, 4, 4, 6), "four_of_a_kind", 16),
        ((4, 4, 4, 4, 4), "four_of_a_kind", 16),
        ((1, 2, 3, 4, 5), "small_straight", 15),
        ((2, 3, 4, 5, 6), "small_straight", 0),
        ((1, 2, 3, 4, 4), "small_straight", 0),
        ((2, 3, 4, 5, 6), "large_straight", 20),
        ((1, 2, 3, 4, 5), "large_straight", 0),
        ((2, 2, 6, 6, 6), "full_house", 22),
        ((6, 6, 6, 6, 6), "full_house", 0),
        ((6, 6, 6, 6, 6), "five_of_a_kind", 50),
        ((1, 3, 4, 6, 6), "chance", 20),
    ],
)
def test_y2_what_a_row_counts(dice: tuple[int, ...], row: str, points: int) -> None:
    rules = a_sheet("yatzy")
    assert rules.rows[rules.index[row]].natural(dice) == points


@pytest.mark.parametrize("sheet", ["", "five_of_a_kind=50", "five_of_a_kind=50,fives=15,sixes=0", "five_of_a_kind=0"])
def test_y2_y3_every_hand_counts_as_usual_whatever_stands_in_the_box(sheet: str) -> None:
    rules = a_sheet("yatzy")
    card = on_card(rules, sheet)
    for dice in counting.hands():
        found = {entry.row: (entry.points, entry.extra) for entry in rules.entries(card, dice)}
        assert found == {row: (counting.yatzy(row, dice), 0) for row in found}, dice
        assert len(found) == card.values.count(None)


def test_y3_a_house_may_play_it_with_a_joker() -> None:
    rules = a_sheet("yatzy", joker="forced", extra="each")
    found = {entry.row: entry for entry in rules.entries(on_card(rules, "five_of_a_kind=50,fives=15"), (5,) * 5)}
    assert {row: found[row].points for row in ("small_straight", "large_straight", "full_house", "chance")} == {
        "small_straight": 15,
        "large_straight": 20,
        "full_house": 0,
        "chance": 25,
    }
    assert {entry.extra for entry in found.values()} == {100}
