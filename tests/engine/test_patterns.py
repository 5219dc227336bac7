"""The vocabulary of row patterns on every hand: which dice meet a demand."""

import pytest

from kosci.engine.dice import Dice, is_part, rolls
from kosci.engine.patterns import PATTERNS, Anything, Exactly, Face, Groups, Opposite, Pattern, Straight

HANDS = [dice for dice, _ in rolls(5)]


@pytest.mark.parametrize(
    ("pattern", "dice", "matched"),
    [
        (Face(5), (2, 3, 5, 5, 5), (5, 5, 5)),
        (Face(1), (2, 3, 5, 5, 5), None),
        (Groups((3,)), (2, 3, 5, 5, 5), (5, 5, 5)),
        (Groups((3,)), (5, 5, 5, 5, 5), (5, 5, 5)),
        (Groups((3, 2)), (3, 3, 5, 5, 5), (5, 5, 5, 3, 3)),
        (Groups((3, 2)), (3, 3, 3, 5, 5), (3, 3, 3, 5, 5)),
        (Groups((3, 2)), (5, 5, 5, 5, 5), None),
        (Groups((2,)), (2, 2, 3, 5, 5), (5, 5)),
        (Groups((2, 2)), (2, 2, 3, 5, 5), (5, 5, 2, 2)),
        (Groups((2, 2)), (5, 5, 5, 5, 6), None),
        (Straight(4), (1, 2, 3, 4, 5), (2, 3, 4, 5)),
        (Straight(4), (1, 2, 3, 4, 6), (1, 2, 3, 4)),
        (Straight(4), (2, 3, 3, 4, 5), (2, 3, 4, 5)),
        (Straight(5), (1, 2, 3, 4, 6), None),
        (Straight(5), (2, 3, 4, 5, 6), (2, 3, 4, 5, 6)),
        (Exactly((1, 2, 3, 4, 5)), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5)),
        (Exactly((1, 2, 3, 4, 5)), (2, 3, 4, 5, 6), None),
        (Exactly((1, 1, 1)), (1, 1, 1, 2, 3), None),
        (Opposite(4), (1, 1, 1, 1, 6), (1, 1, 1, 1, 6)),
        (Opposite(4), (1, 6, 6, 6, 6), (1, 6, 6, 6, 6)),
        (Opposite(4), (1, 1, 1, 1, 5), None),
        (Opposite(4), (1, 1, 1, 6, 6), None),
        (Opposite(4), (1, 1, 1, 1, 1), None),
        (Anything(), (1, 2, 2, 4, 6), (1, 2, 2, 4, 6)),
    ],
)
def test_the_dice_that_meet_a_demand(pattern: Pattern, dice: Dice, matched: Dice | None) -> None:
    assert pattern.matched(dice) == matched


@pytest.mark.parametrize(
    "pattern",
    [Face(3), Groups((3,)), Groups((3, 2)), Groups((2, 2)), Straight(4), Exactly((1, 1, 2, 3, 4)), Opposite(4)],
)
def test_what_matches_lies_on_the_table(pattern: Pattern) -> None:
    matches = [(pattern.matched(dice), dice) for dice in HANDS]
    assert any(matched for matched, _ in matches)
    assert all(matched is None or is_part(matched, dice) for matched, dice in matches)


def test_every_pattern_has_a_name_for_variant_files() -> None:
    assert set(PATTERNS.values()) == {Face, Groups, Straight, Exactly, Opposite, Anything}
