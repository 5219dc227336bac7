"""Who starts, who ranks where, who leaves and who is away: S8 to S11 and C1, over both families."""

from itertools import product
from typing import Any

import pytest

from kosci.engine.errors import IllegalMoveError, NotAwaitedError
from kosci.engine.game import Game, Left, Moved, Over, Passed, Rolled, ToMove, ToRoll, apply, ranked, replay
from kosci.engine.moves import End, Roll, Score
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.engine.starting import Contest
from kosci.variants import info
from tests.engine.games import (
    SHEETS,
    VARIANTS,
    a_game,
    a_race,
    a_sheet,
    events,
    places,
    race_after,
    results,
    sheet_after,
)

# --- C1: seats ------------------------------------------------------------------------------------

RANGES = {"general": (2, 4), "general-full-upper": (2, 8), "yahtzee": (1, 8), "yatzi": (2, 5), "tysiac": (2, 8)}


@pytest.mark.parametrize(("variant", "seats"), list(product(RANGES, range(1, 11))))
def test_c1_seats_within_the_range_and_practice_alone(variant: str, seats: int) -> None:
    game = a_game(variant)
    least, most = RANGES[variant]
    assert game.players == (least, most)
    if seats == 1 or least <= seats <= most:
        game.start(seats)
        return
    with pytest.raises(IllegalMoveError) as refused:
        game.start(seats)
    assert refused.value.code == "seats-range"
    assert refused.value.params == {"given": seats, "least": least, "most": most}
    assert all(str(number) in str(refused.value) for number in (seats, least, most))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [0, -1, 1000, True, 2.0, float("nan"), "2", None])
def test_c1_any_other_number_of_seats_is_refused(variant: str, seats: object) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        a_game(variant).start(seats)  # type: ignore[arg-type]
    assert refused.value.code == "seats-range"
    assert str(seats) in str(refused.value)


@pytest.mark.parametrize("variant", VARIANTS)
def test_c1_solo_practice_is_possible_everywhere(variant: str) -> None:
    assert info(variant).solo
    game = a_game(variant)
    assert game.awaiting(game.start(1)) == ToMove(0)


# --- S8: ranking ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "left", "expected"),
    [
        ([231, 231, 95], [False] * 3, [1, 1, 3]),
        ([95, 231, 231], [False] * 3, [3, 1, 1]),
        ([5, 5, 5], [False] * 3, [1, 1, 1]),
        ([10, 30, 20], [False] * 3, [3, 1, 2]),
        ([40, 30, 30, 20], [False] * 4, [1, 2, 2, 4]),
        ([0], [False], [1]),
        ([300, 10, 20], [True, False, False], [3, 2, 1]),
        ([300, 10, 200], [True, False, True], [2, 1, 3]),
        ([300, 10, 300], [True, False, True], [2, 1, 2]),
        ([10, 20], [True, True], [2, 1]),
    ],
)
def test_s8_equal_totals_share_a_place_and_s10_leavers_come_last(
    points: list[int], left: list[bool], expected: list[int]
) -> None:
    assert [result.place for result in ranked(points, left)] == expected


# --- S9: who starts -------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "dice"), [*((variant, 5) for variant in SHEETS), ("tysiac", 1)])
def test_s9_default_is_the_roll_off_with_five_dice_and_in_tysiac_the_lot(variant: str, dice: int) -> None:
    game = a_game(variant)
    assert game.awaiting(game.start(2)) == ToRoll(0, dice)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("first", "dice"), [("roll", 5), ("lot", 1)])
def test_s9_everyone_rolls_the_highest_starts_and_play_goes_on_in_seat_order(
    variant: str, first: str, dice: int
) -> None:
    game = a_game(variant, first=first)
    position = game.start(3)
    for seat, face in enumerate((2, 6, 5)):
        assert game.awaiting(position) == ToRoll(seat, dice)
        assert game.legal_moves(position) == ()
        position = apply(game, position, Rolled((face,) * dice))
    order = []
    for _ in range(4):
        awaiting = game.awaiting(position)
        assert isinstance(awaiting, ToMove)
        order.append(awaiting.seat)
        position = apply(game, position, Passed(awaiting.seat))
    assert order == [1, 2, 0, 1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_s9_in_seat_order_the_first_seat_starts_without_a_roll(variant: str) -> None:
    game = a_game(variant, first="seat")
    assert game.awaiting(game.start(2)) == ToMove(0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_s9_those_tied_for_the_highest_roll_again_until_one_is_higher(variant: str) -> None:
    game = a_game(variant, first="lot")
    position = replay(game, 4, events("rolled 6; rolled 2; rolled 6; rolled 6"))
    assert game.awaiting(position) == ToRoll(0, 1)
    again = replay(game, 4, events("rolled 6; rolled 2; rolled 6; rolled 6; rolled 3; rolled 3; rolled 1"))
    assert game.awaiting(again) == ToRoll(0, 1)
    position = apply(game, again, Rolled((1,)))
    assert game.awaiting(position) == ToRoll(2, 1), "the seats at 6 and 3, not the ones at 2 or 1"
    assert game.awaiting(apply(game, position, Rolled((4,)))) == ToMove(2)
    assert game.awaiting(apply(game, position, Rolled((1,)))) == ToRoll(0, 1)


def test_s9_the_sum_decides_and_not_the_single_dice() -> None:
    rules = a_sheet("yahtzee")
    position = sheet_after(rules, 2, "rolled 6 6 1 1 1; rolled 4 4 4 4 4")
    assert rules.awaiting(position) == ToMove(1)
    assert isinstance(sheet_after(rules, 2, "rolled 6 6 1 1 1; rolled 3 3 3 3 3").contest, Contest)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("first", ["roll", "lot"])
def test_s9_nothing_but_dice_is_taken_while_it_lasts(variant: str, first: str) -> None:
    game = a_game(variant, first=first)
    start = game.start(2)
    for event, code in (
        (Moved(0, Roll()), "dice-awaited"),
        (Passed(0), "contest-not-passed"),
        (Passed(1), "not-your-turn"),
    ):
        with pytest.raises(NotAwaitedError) as refused:
            apply(game, start, event)
        assert refused.value.code == code


# --- S10: leaving ---------------------------------------------------------------------------------


def turn(seat: int, row: str, dice: str = "1 2 3 4 6") -> str:
    return f"{seat}: roll; rolled {dice}; {seat}: score {row};"


def seat_to_act(game: Game[Any], position: object) -> int:
    awaiting = game.awaiting(position)
    assert not isinstance(awaiting, Over)
    return awaiting.seat


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("before", ["", "1: roll", "1: roll; rolled 1 2 3 4 6"])
def test_s10_if_the_one_to_move_leaves_the_next_seat_moves_with_nothing_on_the_table(variant: str, before: str) -> None:
    game = a_game(variant, first="seat")
    position = replay(game, 3, events(before))
    after = apply(game, position, Left(0))
    assert game.awaiting(after) == ToMove(1)
    assert game.legal_moves(after) == (Roll(),)


@pytest.mark.parametrize("variant", VARIANTS)
def test_s10_the_seat_before_may_leave_without_a_turn_being_lost(variant: str) -> None:
    game = a_game(variant, first="seat")
    position = replay(game, 3, events("1: passed; 2: roll"))
    after = apply(game, position, Left(0))
    assert game.awaiting(after) == ToRoll(1, 5)
    after = apply(game, apply(game, after, Rolled((1, 2, 3, 4, 6))), Passed(1))
    assert seat_to_act(game, after) == 2
    assert seat_to_act(game, apply(game, after, Passed(2))) == 1, "the leaver's turns are passed over"


@pytest.mark.parametrize("variant", VARIANTS)
def test_s10_leaving_is_final(variant: str) -> None:
    game = a_game(variant, first="seat")
    gone = replay(game, 3, events("2: left"))
    for event, code in ((Left(1), "has-left"), (Passed(1), "not-your-turn"), (Moved(1, Roll()), "not-your-turn")):
        with pytest.raises(NotAwaitedError) as refused:
            apply(game, gone, event)
        assert refused.value.code == code


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seat", [3, -1, 99])
def test_s10_only_a_seat_of_the_table_can_leave(variant: str, seat: int) -> None:
    game = a_game(variant, first="seat")
    with pytest.raises(NotAwaitedError) as refused:
        apply(game, game.start(3), Left(seat))
    assert refused.value.code == "no-seat"


@pytest.mark.parametrize("variant", SHEETS)
def test_s10_the_sheet_is_frozen_and_the_leaver_ranks_after_all_who_stayed(variant: str) -> None:
    rules = a_sheet(variant, first="seat")
    position = sheet_after(rules, 3, turn(1, "chance", "6 6 6 6 5") + turn(2, "ones") + turn(3, "ones", "2 2 3 4 6"))
    card = position.cards[0]
    position = apply(rules, position, Left(0))
    while not isinstance(rules.awaiting(position), Over):
        seat = seat_to_act(rules, position)
        assert seat != 0
        position = apply(rules, position, Passed(seat))
    assert position.cards[0] == card
    assert [(r.points, r.place, r.left) for r in results(rules, position)] == [
        (29, 3, True),
        (1, 1, False),
        (0, 2, False),
    ]


@pytest.mark.parametrize("variant", SHEETS)
def test_s10_blank_rows_of_a_leaver_count_0(variant: str) -> None:
    rules = a_sheet(variant, first="seat")
    position = sheet_after(rules, 2, turn(1, "chance") + "2: left; 1: end")
    assert [r.points for r in results(rules, position)] == [16, 0]


@pytest.mark.parametrize("variant", SHEETS)
def test_s10_the_last_one_staying_may_finish(variant: str) -> None:
    rules = a_sheet(variant, first="seat")
    position = sheet_after(rules, 3, "2: left; 3: left")
    rows = [row.id for row in rules.rows][: rules.turns]
    for row in rows:
        assert End() in rules.legal_moves(position)
        for event in events(turn(1, row)):
            position = apply(rules, position, event)
    assert places(rules, position) == [1, 2, 2]
    assert position.cards[0].filled == rules.turns


@pytest.mark.parametrize("variant", SHEETS)
@pytest.mark.parametrize("before", ["", "1: roll; rolled 1 2 3 4 6"])
def test_s10_the_last_one_staying_may_end_the_game_now(variant: str, before: str) -> None:
    rules = a_sheet(variant, first="seat")
    position = sheet_after(rules, 2, f"2: left; {before}; 1: end")
    assert places(rules, position) == [1, 2]


@pytest.mark.parametrize("variant", SHEETS)
def test_s10_nobody_else_may_end_it(variant: str) -> None:
    rules = a_sheet(variant, first="seat")
    for position in (rules.start(2), rules.start(1), sheet_after(rules, 3, "2: left")):
        assert End() not in rules.legal_moves(position)
        with pytest.raises(IllegalMoveError) as refused:
            apply(rules, position, Moved(0, End()))
        assert refused.value.code == "end-not-last"


@pytest.mark.parametrize("variant", SHEETS)
def test_s10_the_last_one_staying_ends_it_also_after_leavers_in_the_starting_roll(variant: str) -> None:
    rules = a_sheet(variant)
    position = sheet_after(rules, 3, "rolled 1 1 1 1 1; 1: left; 3: left")
    assert rules.awaiting(position) == ToMove(1)
    assert rules.legal_moves(position) == (Roll(), End())


def test_s10_in_tysiac_the_last_one_staying_wins_at_once() -> None:
    race = a_race()
    position = race_after(race, 3, "1: roll; rolled 1 1 1 2 3; 1: bank; 1: left; 2: left")
    assert [(r.points, r.place, r.left) for r in results(race, position)] == [
        (100, 2, True),
        (0, 3, True),
        (0, 1, False),
    ]


def test_s10_in_tysiac_a_leaver_with_more_points_does_not_win() -> None:
    race = a_race()
    position = race_after(race, 2, "1: roll; rolled 1 1 1 2 3; 1: bank; 1: left")
    assert places(race, position) == [2, 1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_s10_when_all_have_left_the_game_ends(variant: str) -> None:
    game = a_game(variant, first="seat")
    if variant == "tysiac":
        solo = replay(game, 1, events("1: roll; rolled 1 2 3 4 6; 1: left"))
        assert [(r.place, r.left) for r in results(game, solo)] == [(1, True)]
        return
    position = replay(game, 3, events("2: left; 1: roll; 1: left; 3: left"))
    assert [(r.place, r.left) for r in results(game, position)] == [(1, True)] * 3


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("story", "awaited"),
    [
        # The one to roll leaves, and the next rolls.
        ("1: left", ToRoll(1, 1)),
        ("rolled 6; 2: left", ToRoll(2, 1)),
        # One who has rolled leaves with that roll.
        ("rolled 6; 1: left; rolled 2; rolled 3", ToMove(2)),
        ("rolled 6; rolled 5; 1: left; rolled 3", ToMove(1)),
        # The last to roll leaves, and those who rolled are settled.
        ("rolled 6; rolled 5; 3: left", ToMove(0)),
        ("rolled 6; rolled 6; 3: left", ToRoll(0, 1)),
        # One of two tied leaves, and the other starts.
        ("rolled 6; rolled 2; rolled 6; 1: left", ToMove(2)),
        ("rolled 6; rolled 2; rolled 6; rolled 4; 3: left", ToMove(0)),
        # One who is out of the roll leaves, and nothing changes.
        ("rolled 6; rolled 2; rolled 6; 2: left", ToRoll(0, 1)),
    ],
)
def test_s10_leaving_in_the_starting_roll(variant: str, story: str, awaited: object) -> None:
    game = a_game(variant, first="lot")
    assert game.awaiting(replay(game, 3, events(story))) == awaited


@pytest.mark.parametrize("variant", VARIANTS)
def test_s10_whoever_left_in_the_starting_roll_is_passed_over_from_the_first_turn(variant: str) -> None:
    game = a_game(variant, first="lot")
    position = replay(game, 4, events("rolled 6; rolled 2; 2: left; rolled 3; rolled 1; 1: passed"))
    assert game.awaiting(position) == ToMove(2)


@pytest.mark.parametrize("variant", SHEETS)
def test_s10_all_leave_in_the_starting_roll(variant: str) -> None:
    game = a_game(variant)
    position = replay(game, 2, events("1: left; 2: left"))
    assert places(game, position) == [1, 1]


def test_s10_in_tysiac_the_starting_roll_ends_with_the_last_one_staying_as_the_winner() -> None:
    game = a_game("tysiac")
    assert places(game, replay(game, 3, events("rolled 6; 1: left; 3: left"))) == [2, 1, 2]


# --- S11: being away ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SHEETS)
@pytest.mark.parametrize("before", ["", "1: roll", "1: roll; rolled 1 2 3 4 6", "1: roll; rolled 5 5 5 5 5; 1: keep 5"])
def test_s11_a_passed_turn_is_used_up_and_leaves_a_row_blank(variant: str, before: str) -> None:
    rules = a_sheet(variant, first="seat")
    position = apply(rules, sheet_after(rules, 2, before), Passed(0))
    assert rules.awaiting(position) == ToMove(1)
    assert position.cards[0].values == (None,) * len(rules.rows)
    assert rules.turns_left(position.cards[0]) == rules.turns - 1


@pytest.mark.parametrize("variant", SHEETS)
def test_s11_the_game_ends_on_time_with_one_more_row_blank_for_each_pass(variant: str) -> None:
    rules = a_sheet(variant, first="seat")
    position = sheet_after(rules, 1, "1: passed; 1: passed")
    rows = iter(rules.rows)
    while not isinstance(rules.awaiting(position), Over):
        for event in events(turn(1, next(rows).id)):
            position = apply(rules, position, event)
    assert position.cards[0].filled == rules.turns - 2
    assert position.cards[0].values.count(None) == len(rules.rows) - rules.turns + 2


@pytest.mark.parametrize(
    "before", ["", "1: roll", "1: roll; rolled 1 2 3 4 6", "1: roll; rolled 1 2 3 4 6; 1: roll-on"]
)
def test_s11_in_tysiac_a_passed_turn_loses_its_points(before: str) -> None:
    race = a_race()
    position = apply(race, race_after(race, 2, before), Passed(0))
    assert (position.banked, position.turn) == ((0, 0), 0)
    assert race.awaiting(position) == ToMove(1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_s11_only_the_seat_to_act_is_passed_over(variant: str) -> None:
    game = a_game(variant, first="seat")
    with pytest.raises(NotAwaitedError) as refused:
        apply(game, game.start(2), Passed(1))
    assert refused.value.code == "not-your-turn"


@pytest.mark.parametrize("variant", SHEETS)
def test_turns_alternate_and_every_seat_has_as_many(variant: str) -> None:
    rules: Scorecard = a_sheet(variant, first="seat")
    position: SheetPosition = rules.start(2)
    seats = []
    while not isinstance(rules.awaiting(position), Over):
        seat = seat_to_act(rules, position)
        seats.append(seat)
        position = apply(rules, position, Moved(seat, Roll()))
        position = apply(rules, position, Rolled((1, 2, 3, 4, 6)))
        position = apply(rules, position, Moved(seat, Score(rules.entries(position.cards[seat], position.dice)[0].row)))
    assert seats == [0, 1] * rules.turns
