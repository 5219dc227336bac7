"""Records of tables with real dice: whole turns in a line, told rolls in blocks, corrections beside them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosci.engine.game import Begun, Passed, Rolled
from kosci.engine.reported import Reported
from kosci.table.facts import Continued, Corrected, Undone
from kosci.table.gamefile import GameFile, format_game, parse_game
from kosci.table.record import format_record, parse_record, read_record
from kosci.variants import Rules, load
from tests.laws.strategies import examples, games
from tests.table.real import real_game

BY_HAND = """
# Five plastic dice, and the sheet on a phone.
kosci record 1
game general
table dice=real
player Anna
player Olek

1. Olek  5 5 5 2 2  full_house
1. Anna  threes 9

2. Olek
   2 5 5 1 6  keep 5 5
   5 5 3 5 6  fives
Anna five_of_a_kind 50
- corrected 1. Anna  3 3 3 3 1  threes

3. Olek passed
3. Anna  large_straight 40 +100
"""


def read(text: str) -> GameFile:
    game = parse_record(text)
    assert isinstance(game, GameFile)
    return game


@given(games(), st.integers(0, 2**32), st.sampled_from([0, 5, 30, 80]))
@settings(parent=examples(12))
def test_a_game_is_read_back_to_the_same_log_from_both_forms(rules: Rules, seed: int, steps: int) -> None:
    game = real_game(rules, Random(seed), steps)
    assert parse_record(format_record(game)) == game
    assert parse_game(format_game(game)) == game


@given(games(), st.integers(0, 2**32), st.data())
@settings(parent=examples(8))
def test_what_stands_before_a_bad_line_is_kept(rules: Rules, seed: int, data: st.DataObject) -> None:
    game = real_game(rules, Random(seed), 25)
    lines = format_record(game).splitlines()
    heading = max(at for at, line in enumerate(lines) if line.startswith("share ")) + 1
    at = data.draw(st.integers(heading, len(lines)))
    reading = read_record("\n".join([*lines[:at], "   ~~~", *lines[at:]]))
    assert reading.error is not None
    assert reading.error.params["line"] == at + 1
    if reading.game is not None:
        assert isinstance(reading.game, GameFile)
        assert game.facts[: len(reading.game.facts)] == reading.game.facts


def test_a_game_written_by_hand_is_its_log() -> None:
    game = read(BY_HAND)
    told = [fact for fact in game.facts if isinstance(fact, Begun | Reported | Corrected | Passed | Rolled)]
    assert told == [
        Begun(1),
        Reported(1, "full_house", (2, 2, 5, 5, 5)),
        Reported(0, "threes", points=9),
        Rolled((2, 5, 5, 1, 6)),
        Rolled((3, 5, 6)),
        Reported(0, "five_of_a_kind", points=50),
        Corrected(7, Reported(0, "threes", (1, 3, 3, 3, 3))),
        Passed(1),
        Reported(0, "large_straight", points=40, alike=True),
    ]
    tidy = format_record(game)
    assert "\n- Olek begun\n" in tidy
    assert "\n- corrected 1. Anna  1 3 3 3 3  threes 12\n" in tidy
    assert tidy.endswith("\n3. Anna  large_straight 40 +100 alike\n")
    assert read(tidy) == game


def test_an_entry_that_fits_no_more_is_marked_with_a_comment() -> None:
    text = BY_HAND + "- corrected 1. Anna  large_straight 40 not-alike\n"
    tidy = format_record(read(text))
    assert tidy.endswith("not-alike\n# 3. Anna does not fit any more\n")
    assert read(tidy) == read(text)


@pytest.mark.parametrize(
    ("line", "column", "cause"),
    [
        ("4. Olek  threes 23", 10, "'threes' cannot take 23 here: 0, 3, 6, 9, 12, 15 can stand there"),
        ("4. Olek  5 5 5 2 2  three_of_a_kind 20", 37, "'three_of_a_kind' is worth 19 here, not 20"),
        ("4. Olek  ones 3 +100", 17, "'ones' brings an extra of 0 here, not 100"),
        ("4. Olek  fives 10", 10, "the row 'fives' is filled already"),
        ("4. Anna  fives 10", 1, "'4. Olek' is expected here"),
        ("3. Olek  ones 3", 1, "'4. Olek' is expected here"),
        ("4. Olek  chance", 10, "a report for 'chance' names its dice or its points"),
        ("4. Olek  keep 5 5", 10, "'keep' is not 3 3 3 5 6 threes"),
        ("4. Olek  5 5 5 2 2", 19, "something is missing: 3 3 3 5 6 threes"),
        ("4. Olek  5 5 5 2  chance", 10, "'5 5 5 2' is 4 dice"),
        ("4. Olek  5 5 5 2 7  chance", 10, "'5 5 5 2 7' is not dice"),
        ("4. Olek  chance 20 perhaps", 20, "'perhaps' is too much"),
        ("- corrected 4. Olek  ones 3", 13, "'4. Olek' is no entry that could be corrected"),
        ("- corrected 1. Zoe  ones 3", 16, "names no player"),
        ("- corrected 1. Anna  threes 11", 22, "'threes' cannot take 11 here"),
        ("- corrected 1. Anna  3 3 3 1 1  threes 6", 40, "'threes' is worth 9 here, not 6"),
        ("- Olek begun", 1, "the game has begun already"),
        ("- continued", 1, "only a finished game is followed by another"),
    ],
)
def test_a_wrong_line_is_refused_with_line_column_and_reason(line: str, column: int, cause: str) -> None:
    reading = read_record(BY_HAND + line)
    assert reading.error is not None
    assert cause in str(reading.error)
    assert (reading.error.params["line"], reading.error.params["column"]) == (BY_HAND.count("\n") + 1, column)
    assert reading.game == read(BY_HAND)


def test_j3_a_joker_or_a_natural_value_is_asked_for() -> None:
    text = BY_HAND.replace("large_straight 40 +100", "large_straight 40")
    assert "say which" in str(read_record(text).error)
    assert read(f"{text.rstrip()} not-alike") != read(f"{text.rstrip()} alike")


def test_what_was_told_last_is_taken_back_roll_by_roll() -> None:
    text = BY_HAND + "4. Olek\n 1 2 3 4 5\n- undone\n- undone\n- undone\n3. Olek chance 7\n"
    game = read(text)
    assert sum(isinstance(fact, Undone) for fact in game.facts) == 3
    assert read(format_record(game)) == game


TYSIAC = """kosci record 1
game tysiac target=200 bust=keep
table dice=real
player Anna
player Olek
1. Anna  bank = 85
1. Olek  bust = 35
2. Anna
   1 1 2 3 4  roll-on 1 1
   2 3 4  bust = 20
2. Olek  bust
- corrected 1. Anna  bank = 100
3. Anna
   1 2 3 3 4
3. Anna  bank = 120
- continued
"""


def test_turns_of_tysiac_are_told_by_what_they_brought() -> None:
    game = read(TYSIAC)
    assert isinstance(game.facts[-1], Continued)
    tidy = format_record(game)
    assert tidy.endswith("- continued\n\nresult\n   1. Anna  240\n   2. Olek  35\n")
    assert read(tidy) == game


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("bank = 85", "bank = 33", "cannot bring 33"),
        ("bank = 85", "bank", "names its points"),
        ("bank = 85", "1 1 bank = 20", "'1 1' is too much"),
        ("bank = 85", "bank 1 1 = 20", "'bank' is not bank = 35"),
        ("bank = 85", "twos 4", "'twos' is not roll-on 1 5"),
        ("corrected 1. Anna  bank = 100", "corrected 3. Olek  bank = 100", "is no entry"),
    ],
)
def test_a_wrong_turn_of_tysiac_is_refused(old: str, new: str, cause: str) -> None:
    assert cause in str(read_record(TYSIAC.replace(old, new)).error)


def test_whole_turns_stand_only_at_a_table_with_real_dice() -> None:
    text = BY_HAND.replace("table dice=real", "table pace=slow")
    assert read_record(text).error is not None


def test_computers_do_not_sit_at_a_table_with_real_dice() -> None:
    assert "a computer cannot roll real dice" in str(read_record(BY_HAND.replace("Olek", "@greedy")).error)


def test_the_random_games_hold_all_that_can_happen() -> None:
    made = [real_game(load(variant), Random(seed), 60) for seed in range(4) for variant in ("yahtzee", "tysiac")]
    kinds = {type(fact) for game in made for fact in game.facts}
    assert {Reported, Corrected, Undone, Passed, Rolled, Begun} <= kinds
    text = "".join(map(format_record, made))
    assert all(word in text for word in (" alike", " not-alike", "- corrected", " = ", "- undone", "  passed"))
