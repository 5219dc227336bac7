"""The tables a device adds up a race by say what the engine says: of every roll, and of all that may be banked."""

from dataclasses import replace
from itertools import product

import pytest

from kosci.engine.dice import Dice, rolls
from kosci.engine.errors import IllegalMoveError
from kosci.engine.moves import Bank, RollOn
from kosci.engine.options import Value
from kosci.engine.race import Race
from kosci.engine.race_moves import refusal
from kosci.engine.race_reports import ENDS
from kosci.engine.race_scoring_tables import race_scoring_table
from kosci.engine.reported import Reported
from kosci.variants import load

EVERY_ROLL = [dice for count in range(1, 6) for dice, _ in rolls(count)]


def race(**options: Value) -> Race:
    """Tysiąc with some options."""
    game = load("tysiac", options)
    assert isinstance(game, Race)
    return game


def text(dice: Dice) -> str:
    """Dice as the tables name them."""
    return "".join(map(str, dice))


@pytest.mark.parametrize("set_aside", ["all", "any"])
def test_a_table_has_the_value_and_the_parts_of_every_roll(set_aside: str) -> None:
    """T2, T3: one to five dice, 461 rolls."""
    game = race(set_aside=set_aside)
    table = race_scoring_table(game)["rolls"]
    assert list(table) == [text(dice) for dice in EVERY_ROLL]
    for dice in EVERY_ROLL:
        value, parts = game.value(dice), [text(part) for part in game.parts(dice) if part]
        assert table[text(dice)] == [value.points, text(value.scoring), int(value.wins), parts]


@pytest.mark.parametrize(
    ("opening", "exact", "hot_dice"), [*product((0, 25, 50, 75, 100), (False, True), ("may", "must", "stop"))]
)
def test_what_may_be_done_with_all_points_at_every_standing(opening: int, exact: bool, hot_dice: str) -> None:
    """T5, T6: each banked total with each total of a turn, with a die left to roll and with none."""
    game = race(target=150, opening=opening, exact=exact, hot_dice=hot_dice)
    stands = race_scoring_table(game)["stands"]
    start = replace(game.start(1), contest=None)
    for banked, turn, roll in product(range(0, 150, 5), range(5, 260, 5), ((2, 5), (5,))):
        total = banked + turn
        place = "below" if total < 150 else "at" if total == 150 else "above"
        place = "opening" if not banked and turn < opening else place
        position = replace(start, banked=(banked,), turn=turn - 5, roll=roll)
        said = [refusal(game, position, move) for move in (Bank((5,)), RollOn((5,)))]
        codes = [None if error is None else error.code for error in said]
        assert stands[place][len(roll) == 1] == codes, (banked, turn, roll)


@pytest.mark.parametrize("bust", ["lose", "keep"])
def test_the_least_and_the_most_that_each_end_of_a_turn_brings(bust: str) -> None:
    """T4, T7: nothing is banked without a scoring die, five alike bring a thousand at least."""
    game = race(bust=bust, target=10000)
    table = race_scoring_table(game)
    start = replace(game.start(1), contest=None)
    for end, points in product(ENDS, range(2000)):
        can_be = table["least"][end] <= points <= table["most"].get(end, points) and points % table["step"] == 0
        try:
            game.after_report(start, Reported(0, end, points=points))
        except IllegalMoveError:
            assert not can_be, (end, points)
        else:
            assert can_be, (end, points)
