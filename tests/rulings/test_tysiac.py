"""Tysiąc point by point, T1 to T7, with every option and the combinations that meet."""

from fractions import Fraction

import pytest

from kosci.engine.errors import IllegalMoveError, NotAwaitedError, RuleError
from kosci.engine.game import Moved, Passed, Rolled, ToMove, ToRoll, apply
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score
from kosci.engine.race import Race, RacePosition
from tests.engine.games import a_game, a_race, events, places, race_after, results


def at(banked: tuple[int, ...], turn: int, roll: str, *, final: tuple[int, ...] | None = None) -> RacePosition:
    """The first seat to decide about a roll, with these points."""
    dice = tuple(sorted(map(int, roll)))
    return RacePosition(banked, (False,) * len(banked), 0, turn, dice, final=final)


def about_to_roll(banked: tuple[int, ...], turn: int, rolling: int) -> RacePosition:
    """The first seat's dice are to fall."""
    return RacePosition(banked, (False,) * len(banked), 0, turn, (), rolling)


def refusal(race: Race, position: RacePosition, move: Move) -> str:
    """The code with which a move is refused, or an empty text."""
    try:
        apply(race, position, Moved(position.mover, move))
    except IllegalMoveError as error:
        assert move not in race.legal_moves(position)
        return error.code
    return ""


def names(race: Race, position: RacePosition) -> set[str]:
    """Which kinds of moves are legal."""
    return {type(move).__name__ for move in race.legal_moves(position)}


# --- T1 -------------------------------------------------------------------------------------------


def test_t1_five_dice_the_starter_by_lot_then_clockwise() -> None:
    game = a_game("tysiac")
    start = game.start(3)
    assert game.awaiting(start) == ToRoll(0, 1)
    position = start
    for face in (2, 5, 3):
        position = apply(game, position, Rolled((face,)))
    order = []
    for _ in range(4):
        awaiting = game.awaiting(position)
        assert isinstance(awaiting, ToMove)
        assert game.legal_moves(position) == (Roll(),)
        order.append(awaiting.seat)
        position = apply(game, position, Moved(awaiting.seat, Roll()))
        assert game.awaiting(position) == ToRoll(awaiting.seat, 5)
        position = apply(game, position, Rolled((2, 3, 4, 6, 6)))
    assert order == [1, 2, 0, 1]


# --- T2 -------------------------------------------------------------------------------------------


def test_t2_dice_of_different_rolls_never_combine() -> None:
    race = a_race()
    position = race_after(
        race, 2, "1: roll; rolled 1 1 2 3 4; 1: roll-on; rolled 1 2 3; 1: roll-on; rolled 1 1; 1: bank"
    )
    assert position.banked == (20 + 10 + 20, 0), "five ones in three rolls are neither a triple nor five alike"


def test_t2_five_alike_of_fewer_dice_or_two_rolls_do_not_win() -> None:
    race = a_race()
    position = race_after(race, 2, "1: roll; rolled 2 2 2 1 3; 1: roll-on; rolled 2")
    assert (position.banked, race.awaiting(position)) == ((0, 0), ToMove(1))


def test_t2_five_alike_win_at_once_and_are_written_as_banked_turn_and_1000() -> None:
    race = a_race()
    position = race_after(
        race, 2, "1: roll; rolled 5 5 2 3 4; 1: bank; 2: roll; rolled 2 3 4 6 6;"
        "1: roll; rolled 1 1 1 5 5; 1: roll-on; rolled 2 2 2 2 2"
    )  # fmt: skip
    assert [(r.points, r.place) for r in results(race, position)] == [(10 + 110 + 1000, 1), (0, 2)]


@pytest.mark.parametrize("straight", ["1 2 3 4 5", "2 3 4 5 6"])
def test_t2_a_straight_is_150_for_all_five_and_nothing_added(straight: str) -> None:
    race = a_race()
    position = race_after(race, 2, f"1: roll; rolled {straight}; 1: bank")
    assert position.banked == (150, 0)


# --- T3 -------------------------------------------------------------------------------------------


def test_t3_all_that_scores_is_set_aside_and_the_rest_rolls_on() -> None:
    race = a_race()
    position = race_after(race, 2, "1: roll; rolled 5 5 3 2 4")
    assert race.legal_moves(position) == (Bank((5, 5)), RollOn((5, 5)))
    position = apply(race, position, Moved(0, RollOn()))
    assert (position.turn, race.awaiting(position)) == (10, ToRoll(0, 3))


@pytest.mark.parametrize("move", [Bank((5,)), RollOn((5,)), Bank((5, 3)), Bank((1,)), Bank((5, 5, 5)), RollOn((3,))])
def test_t3_nothing_else_can_be_set_aside(move: Move) -> None:
    race = a_race()
    code = refusal(race, at((0, 0), 0, "55324"), move)
    assert code == (
        "aside-refused" if move in (Bank((5,)), RollOn((5,)), Bank((5, 3)), RollOn((3,))) else "keep-not-on-table"
    )


@pytest.mark.parametrize(
    ("roll", "aside", "points"),
    [
        ("11123", "1", 10),
        ("11123", "1 1", 20),
        ("11123", "1 1 1", 100),
        ("11115", "1 1 1", 100),
        ("55523", "5", 5),
        ("55523", "5 5", 10),
        ("55523", "5 5 5", 50),
        ("22223", "2 2 2", 20),
        ("22223", "2 2 2 2", 40),
        ("12345", "1", 10),
        ("12345", "1 5", 15),
        ("12345", "1 2 3 4 5", 150),
        ("23456", "5", 5),
    ],
)
def test_t3_any_part_in_which_every_die_scores(roll: str, aside: str, points: int) -> None:
    race = a_race(set_aside="any")
    position = race_after(race, 2, f"1: roll; rolled {' '.join(roll)}; 1: bank {aside}")
    assert position.banked == (points, 0)
    position = race_after(race, 2, f"1: roll; rolled {' '.join(roll)}; 1: roll-on {aside}")
    rest = 5 - len(aside.split())
    assert (position.turn, position.rolling) == (points, rest or 5)


@pytest.mark.parametrize("aside", ["2", "2 2", "1 2", "1 2 2 2 3", "3"])
def test_t3_any_is_not_a_part_with_a_die_that_does_not_score(aside: str) -> None:
    race = a_race(set_aside="any")
    dice = tuple(map(int, aside.split()))
    assert refusal(race, at((0, 0), 0, "12223"), Bank(dice)) == "aside-refused"


def test_t3_any_five_alike_still_wins() -> None:
    race = a_race(set_aside="any")
    assert places(race, race_after(race, 2, "1: roll; rolled 1 1 1 1 1")) == [1, 2]


def test_t3_no_dice_named_means_all_that_score() -> None:
    for race in (a_race(), a_race(set_aside="any")):
        position = race_after(race, 2, "1: roll; rolled 1 1 1 5 2; 1: bank")
        assert position.banked == (105, 0)


# --- T4 -------------------------------------------------------------------------------------------


def test_t4_a_bust_loses_the_turn_and_never_what_is_banked() -> None:
    race = a_race()
    position = race_after(
        race,
        2,
        "1: roll; rolled 1 1 1 2 3; 1: bank; 2: roll; rolled 2 3 4 6 6;"
        "1: roll; rolled 1 1 1 2 3; 1: roll-on; rolled 2 3",
    )
    assert (position.banked, race.awaiting(position)) == ((100, 0), ToMove(1))


def test_t4_keep_banks_what_the_turn_had_before_the_failed_roll() -> None:
    race = a_race(bust="keep")
    position = race_after(race, 2, "1: roll; rolled 1 1 1 2 3; 1: roll-on; rolled 2 3")
    assert (position.banked, race.awaiting(position)) == ((100, 0), ToMove(1))


def test_t4_keep_gives_0_to_one_who_starts_and_scores_nothing() -> None:
    race = a_race(bust="keep")
    position = race_after(race, 2, "1: roll; rolled 2 3 4 6 6")
    assert (position.banked, race.awaiting(position)) == ((0, 0), ToMove(1))


def test_t4_keep_can_bring_the_target() -> None:
    race = a_race(bust="keep")
    position = apply(race, about_to_roll((900, 0), 100, 2), Rolled((2, 3)))
    assert [(r.points, r.place) for r in results(race, position)] == [(1000, 1), (0, 2)]


def test_t4_keep_under_the_opening_banks_nothing() -> None:
    race = a_race(bust="keep", opening=100)
    assert apply(race, about_to_roll((0, 0), 95, 2), Rolled((2, 3))).banked == (0, 0)
    assert apply(race, about_to_roll((0, 0), 100, 2), Rolled((2, 3))).banked == (100, 0)
    assert apply(race, about_to_roll((100, 0), 5, 2), Rolled((2, 3))).banked == (105, 0)


# --- T5 -------------------------------------------------------------------------------------------

HOT = "11155"  # 110


def test_t5_may_bank_or_roll_all_five_again_with_the_turns_points() -> None:
    race = a_race()
    position = at((0, 0), 20, HOT)
    assert names(race, position) == {"Bank", "RollOn"}
    rolled = apply(race, position, Moved(0, RollOn()))
    assert (rolled.turn, race.awaiting(rolled)) == (130, ToRoll(0, 5))
    assert apply(race, position, Moved(0, Bank())).banked == (130, 0)


def test_t5_hot_dice_over_several_rolls() -> None:
    race = a_race()
    position = race_after(race, 2, "1: roll; rolled 1 1 1 2 3; 1: roll-on; rolled 5 5; 1: roll-on")
    assert (position.turn, race.awaiting(position)) == (110, ToRoll(0, 5))


def test_t5_must_roll_all_five_again() -> None:
    race = a_race(hot_dice="must")
    assert names(race, at((0, 0), 20, HOT)) == {"RollOn"}
    assert refusal(race, at((0, 0), 20, HOT), Bank()) == "hot-dice-must"


def test_t5_must_unless_the_turn_already_brings_the_player_to_the_target() -> None:
    race = a_race(hot_dice="must")
    assert names(race, at((885, 0), 0, HOT)) == {"RollOn"}
    assert names(race, at((890, 0), 0, HOT)) == {"Bank", "RollOn"}
    assert names(race, at((870, 0), 20, HOT)) == {"Bank", "RollOn"}


def test_t5_stop_banks() -> None:
    race = a_race(hot_dice="stop")
    assert names(race, at((0, 0), 20, HOT)) == {"Bank"}
    assert refusal(race, at((0, 0), 20, HOT), RollOn()) == "hot-dice-stop"


@pytest.mark.parametrize("hot_dice", ["may", "must", "stop"])
def test_t5_is_about_all_five_dice_only(hot_dice: str) -> None:
    race = a_race(hot_dice=hot_dice)
    assert names(race, at((0, 0), 0, "11152")) == {"Bank", "RollOn"}


@pytest.mark.parametrize("hot_dice", ["may", "must", "stop"])
def test_t5_with_any_part_only_the_parts_of_all_dice_are_hot(hot_dice: str) -> None:
    race = a_race(hot_dice=hot_dice, set_aside="any")
    moves = race.legal_moves(at((0, 0), 0, HOT))
    every = (1, 1, 1, 5, 5)
    assert (Bank(every) in moves) == (hot_dice != "must")
    assert (RollOn(every) in moves) == (hot_dice != "stop")
    assert {Bank((1,)), RollOn((1,)), Bank((5, 5)), RollOn((1, 1, 5))} <= set(moves)


# --- T6: the target -------------------------------------------------------------------------------


def test_t6_the_first_with_1000_or_more_wins_at_once() -> None:
    race = a_race()
    assert [(r.points, r.place) for r in results(race, apply(race, at((900, 990), 0, "11123"), Moved(0, Bank())))] == [
        (1000, 1),
        (990, 2),
    ]
    above = apply(race, at((950, 990), 0, "11123"), Moved(0, Bank()))
    assert [(r.points, r.place) for r in results(race, above)] == [(1050, 1), (990, 2)]


def test_t6_points_of_the_turn_do_not_win_before_they_are_banked() -> None:
    race = a_race()
    position = at((900, 0), 50, "11123")
    assert names(race, position) == {"Bank", "RollOn"}
    busted = apply(race, apply(race, position, Moved(0, RollOn())), Rolled((2, 3)))
    assert (busted.banked, race.awaiting(busted)) == ((900, 0), ToMove(1))


@pytest.mark.parametrize("target", [100, 550, 10000])
def test_t6_the_target_is_an_option(target: int) -> None:
    race = a_race(target=target)
    assert race.awaiting(apply(race, at((target - 105, 0), 0, "11123"), Moved(0, Bank()))) == ToMove(1)
    assert places(race, apply(race, at((target - 100, 0), 0, "11123"), Moved(0, Bank()))) == [1, 2]


def test_t6_five_alike_win_below_a_higher_target() -> None:
    race = a_race(target=10000)
    position = apply(race, about_to_roll((0, 9000), 0, 5), Rolled((3,) * 5))
    assert [(r.points, r.place) for r in results(race, position)] == [(1000, 1), (9000, 2)]


# --- T6: opening ----------------------------------------------------------------------------------


@pytest.mark.parametrize("opening", [25, 50, 75, 100])
def test_t6_opening_refuses_to_bank_less_until_one_has_banked_once(opening: int) -> None:
    race = a_race(opening=opening)
    below = at((0, 400), opening - 10, "52366")
    assert refusal(race, below, Bank()) == "opening"
    assert names(race, below) == {"RollOn"}
    assert refusal(race, at((0, 400), opening - 5, "52366"), Bank()) == ""
    assert refusal(race, at((opening, 400), 0, "52366"), Bank()) == ""


def test_t6_no_opening_threshold_by_default() -> None:
    race = a_race()
    assert refusal(race, at((0, 0), 0, "52366"), Bank()) == ""


def test_t5_t6_opening_and_stop_leave_a_move() -> None:
    race = a_race(opening=100, hot_dice="stop")
    low = at((0, 0), 0, "22215")  # 35, all five dice
    assert names(race, low) == {"RollOn"}
    assert race.awaiting(apply(race, low, Moved(0, RollOn()))) == ToRoll(0, 5)
    assert names(race, at((0, 0), 65, "22215")) == {"Bank"}
    assert names(race, at((100, 0), 0, "22215")) == {"Bank"}


def test_t5_t6_opening_and_must_agree() -> None:
    race = a_race(opening=100, hot_dice="must", target=100)
    assert names(race, at((0, 0), 0, "22215")) == {"RollOn"}
    assert names(race, at((0, 0), 65, "22215")) == {"Bank", "RollOn"}


# --- T6: exact ------------------------------------------------------------------------------------


def test_t6_exact_wins_with_just_the_target() -> None:
    race = a_race(exact=True)
    assert places(race, apply(race, at((900, 0), 0, "11123"), Moved(0, Bank()))) == [1, 2]


def test_t6_exact_a_turn_above_the_target_is_a_bust() -> None:
    race = a_race(exact=True)
    position = apply(race, about_to_roll((905, 0), 0, 5), Rolled((1, 1, 1, 2, 3)))
    assert (position.banked, race.awaiting(position)) == ((905, 0), ToMove(1))
    kept = a_race(exact=True, bust="keep")
    position = apply(kept, about_to_roll((905, 0), 20, 3), Rolled((1, 1, 1)))
    assert (position.banked, kept.awaiting(position)) == ((925, 0), ToMove(1))


def test_t6_exact_with_any_part_is_a_bust_only_if_every_part_is_above() -> None:
    race = a_race(exact=True, set_aside="any")
    position = apply(race, about_to_roll((980, 0), 0, 5), Rolled((1, 1, 1, 2, 3)))
    assert set(race.legal_moves(position)) == {Bank((1,)), RollOn((1,)), Bank((1, 1)), RollOn((1, 1))}
    assert refusal(race, position, Bank((1, 1, 1))) == "exact"
    assert refusal(race, position, RollOn((1, 1, 1))) == "exact"
    assert refusal(race, position, Bank()) == "exact"
    busted = apply(race, about_to_roll((995, 0), 0, 5), Rolled((1, 1, 1, 2, 3)))
    assert race.awaiting(busted) == ToMove(1)


def test_t6_exact_five_alike_win_above_the_target() -> None:
    race = a_race(exact=True)
    position = apply(race, about_to_roll((995, 0), 0, 5), Rolled((6,) * 5))
    assert [(r.points, r.place) for r in results(race, position)] == [(1995, 1), (0, 2)]


def test_t6_exact_counts_the_turn_when_it_says_how_likely_a_bust_is() -> None:
    race = a_race(exact=True)
    assert race.bust_chance(about_to_roll((995, 0), 0, 1)) == Fraction(5, 6), "only a 5 fits"
    assert race.bust_chance(about_to_roll((985, 0), 10, 1)) == Fraction(5, 6)
    assert race.bust_chance(about_to_roll((1000, 0), 0, 5)) == 1 - Fraction(6, 6**5), "only five alike help"


def test_t5_t6_exact_and_must() -> None:
    race = a_race(exact=True, hot_dice="must")
    assert names(race, at((890, 0), 0, HOT)) == {"Bank", "RollOn"}
    assert names(race, at((885, 0), 0, HOT)) == {"RollOn"}


# --- T6: last round -------------------------------------------------------------------------------


def test_t6_last_round_each_other_seat_has_one_more_turn_and_the_highest_wins() -> None:
    race = a_race(last_round=True)
    position = apply(race, at((900, 950, 0), 0, "11123"), Moved(0, Bank()))
    assert race.awaiting(position) == ToMove(1)
    for event in events("2: roll; rolled 1 1 1 2 3; 2: bank; 3: roll; rolled 2 3 4 6 6"):
        position = apply(race, position, event)
    assert [(r.points, r.place) for r in results(race, position)] == [(1000, 2), (1050, 1), (0, 3)]


def test_t6_last_round_ties_share() -> None:
    race = a_race(last_round=True)
    position = apply(race, at((900, 900), 0, "11123"), Moved(0, Bank()))
    for event in events("2: roll; rolled 1 1 1 2 3; 2: bank"):
        position = apply(race, position, event)
    assert [(r.points, r.place) for r in results(race, position)] == [(1000, 1), (1000, 1)]


def test_t6_last_round_goes_round_the_table_to_the_one_before() -> None:
    race = a_race(last_round=True)
    position = RacePosition((0, 900, 0), (False,) * 3, 1, 0, (1, 1, 1, 2, 3))
    position = apply(race, position, Moved(1, Bank()))
    order = []
    for _ in range(2):
        awaiting = race.awaiting(position)
        assert isinstance(awaiting, ToMove)
        order.append(awaiting.seat)
        position = apply(race, position, Passed(awaiting.seat))
    assert order == [2, 0]
    assert places(race, position) == [2, 1, 2]


def test_t6_last_round_five_alike_still_win_at_once() -> None:
    race = a_race(last_round=True, target=1500)
    position = apply(race, at((1400, 100, 0), 0, "11123"), Moved(0, Bank()))
    for event in events("2: roll; rolled 4 4 4 4 4"):
        position = apply(race, position, event)
    assert [(r.points, r.place) for r in results(race, position)] == [(1500, 2), (1100, 1), (0, 3)]


def test_t6_last_round_reaching_the_target_again_adds_no_turns() -> None:
    race = a_race(last_round=True)
    position = apply(race, at((900, 900, 900), 0, "11123"), Moved(0, Bank()))
    for event in events("2: roll; rolled 1 1 1 2 3; 2: bank; 3: roll; rolled 1 1 1 1 5; 3: bank"):
        position = apply(race, position, event)
    assert [(r.points, r.place) for r in results(race, position)] == [(1000, 2), (1000, 2), (1105, 1)]


def test_t6_last_round_alone_is_over_at_once() -> None:
    race = a_race(last_round=True)
    assert places(race, apply(race, at((900,), 0, "11123"), Moved(0, Bank()))) == [1]


@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ("2: left; 3: passed", [1, 3, 2]),  # the one to move leaves
        ("3: left; 2: passed", [1, 2, 3]),  # one still to come leaves
        ("1: left; 2: passed; 3: passed", [3, 1, 1]),  # the one who began it leaves
        ("2: passed; 3: left", [1, 2, 3]),  # the last one to move leaves
    ],
)
def test_t6_s10_leaving_in_the_last_round(story: str, expected: list[int]) -> None:
    race = a_race(last_round=True)
    position = apply(race, at((900, 0, 0), 0, "11123"), Moved(0, Bank()))
    for event in events(story):
        position = apply(race, position, event)
    assert places(race, position) == expected


def test_t4_t6_last_round_bust_keep_begins_it_too() -> None:
    race = a_race(last_round=True, bust="keep")
    position = apply(race, about_to_roll((900, 0), 100, 2), Rolled((2, 3)))
    assert race.awaiting(position) == ToMove(1)
    assert places(race, apply(race, position, Passed(1))) == [1, 2]


# --- T7 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [Bank(), RollOn(), Bank((1,)), RollOn((5, 5))])
def test_t7_banking_with_nothing_scored_is_refused(move: Move) -> None:
    race = a_race()
    assert refusal(race, race.start(2), move) == "nothing-to-bank"


@pytest.mark.parametrize("move", [Bank(), RollOn(), Roll()])
def test_t7_nothing_is_decided_while_dice_are_to_fall(move: Move) -> None:
    race = a_race()
    with pytest.raises(NotAwaitedError) as refused:
        apply(race, race_after(race, 2, "1: roll"), Moved(0, move))
    assert refused.value.code == "dice-awaited"


def test_t7_rolling_before_the_decision_is_refused() -> None:
    race = a_race()
    position = race_after(race, 2, "1: roll; rolled 1 2 3 4 6")
    assert refusal(race, position, Roll()) == "decide-first"
    with pytest.raises(RuleError) as refused:
        apply(race, position, Rolled((1, 2, 3, 4)))
    assert refused.value.code == "no-dice-awaited"


@pytest.mark.parametrize("move", [Keep((1,)), Keep(), Score("ones"), End()])
def test_moves_of_the_sheet_games_are_no_moves_here(move: Move) -> None:
    race = a_race()
    for position in (race.start(2), race_after(race, 2, "1: roll; rolled 1 2 3 4 6")):
        assert refusal(race, position, move) == "move-of-another-game"
