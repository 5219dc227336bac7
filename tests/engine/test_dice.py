"""Dice as values and as text: what is dice and what is not (RULES.md section 5)."""

import pytest

from kosci.engine.dice import (
    as_dice,
    as_faces,
    format_dice,
    is_part,
    keeps,
    parse_dice,
    parse_faces,
    rolls,
    without,
)
from kosci.engine.errors import DiceError

NAN = float("nan")
NO_FACES: list[object] = [0, 7, -1, 5.0, "5", True, None, NAN, "", "⚄", 6.5, [5], 10**30]


@pytest.mark.parametrize("bad", NO_FACES, ids=repr)
@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_die_shows_a_whole_number_from_1_to_6(bad: object, place: int) -> None:
    values: list[object] = [5, 5, 5, 5, 5]
    values[place] = bad
    with pytest.raises(DiceError) as refused:
        as_dice(values)
    assert refused.value.code == "bad-face"
    assert repr(bad) in str(refused.value)
    assert "1 to 6" in str(refused.value)
    assert refused.value.params["given"] == repr(bad)


@pytest.mark.parametrize("count", [0, 1, 4, 6, 100])
def test_sheet_games_take_exactly_five_dice(count: int) -> None:
    with pytest.raises(DiceError) as refused:
        as_dice([5] * count)
    assert refused.value.code == "dice-number"
    assert f"is {count} dice" in str(refused.value)
    assert "exactly 5" in str(refused.value)


@pytest.mark.parametrize("count", [0, 6])
def test_tysiac_takes_one_to_five_dice(count: int) -> None:
    with pytest.raises(DiceError, match="1 to 5") as refused:
        as_dice([5] * count, least=1)
    assert refused.value.params["number"] == count


def test_dice_are_a_multiset_and_faces_keep_their_order() -> None:
    assert as_dice([5, 2, 5, 3, 1]) == as_dice((1, 2, 3, 5, 5)) == (1, 2, 3, 5, 5)
    assert as_faces([5, 2, 5, 3, 1]) == (5, 2, 5, 3, 1)


@pytest.mark.parametrize("text", ["5,5,2,1,3", "5 5 2 1 3", "55213", " 5, 5,2 ,1, 3 ", "5,5 2 1,3"])
def test_dice_are_read_apart_by_commas_or_spaces_or_run_together(text: str) -> None:
    assert parse_dice(text) == (1, 2, 3, 5, 5)
    assert parse_faces(text) == (5, 5, 2, 1, 3)


NO_DICE = [
    "5,5,5,5,7",
    "0,5,5,5,5",
    "5,5,5,5,-1",
    "5.0,5,5,5,5",
    '"5",5,5,5,5',
    "true,5,5,5,5",
    "null,5,5,5,5",
    "NaN,5,5,5,5",
    "5,,5,5,5",
    "5,5,5,5,5,",
    ",5,5,5,5,5",
    ",",
    "55,5,5,5",
    "５,5,5,5,5",
    "٥٥٥٥٥",
    "²5555",
    "5;5;5;5;5",
    "fives",
    "55556a",
    "+5,5,5,5,5",
    "5,5,5,5,5\x00",
]


@pytest.mark.parametrize("text", NO_DICE)
def test_other_texts_are_no_dice_and_are_quoted(text: str) -> None:
    with pytest.raises(DiceError) as refused:
        parse_dice(text)
    assert refused.value.code == "bad-dice"
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("text", ["5,5,5,5", "5,5,5,5,5,5", "5", "", "55555" * 1000])
def test_a_wrong_number_of_dice_is_quoted_and_counted(text: str) -> None:
    with pytest.raises(DiceError) as refused:
        parse_dice(text)
    assert refused.value.code == "dice-number"
    assert repr(text) in str(refused.value)


def test_keeps_of_a_hand_are_its_parts() -> None:
    hand = (1, 1, 2, 6, 6)
    assert keeps(hand)[0] == ()
    assert keeps(hand)[-1] == hand
    assert len(keeps(hand)) == 3 * 2 * 3
    assert all(is_part(keep, hand) and tuple(sorted(keep + without(hand, keep))) == hand for keep in keeps(hand))


@pytest.mark.parametrize("count", range(6))
def test_rolls_weigh_all_orders(count: int) -> None:
    assert sum(weight for _, weight in rolls(count)) == 6**count
    assert all(parse_dice(format_dice(dice), least=0) == dice for dice, _ in rolls(count))


def test_equal_dice_are_counted_apart() -> None:
    assert is_part((5, 5), (1, 2, 3, 5, 5))
    assert not is_part((5, 5, 5), (1, 2, 3, 5, 5))
    assert not is_part((4,), (1, 2, 3, 5, 5))
