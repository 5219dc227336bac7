"""Rolls, rows, bonus and totals of the sheet games: S1 to S7, C2 and C4."""

import pytest

from kosci.engine.card import Card
from kosci.engine.dice import as_dice
from kosci.engine.errors import DiceError, IllegalMoveError, NotAwaitedError, RuleError
from kosci.engine.game import Moved, Rolled, ToMove, ToRoll, apply
from kosci.engine.moves import Keep, Roll, Score
from kosci.engine.options import Value
from tests.engine.games import SHEETS, a_sheet, events, mid_turn, on_card, sheet_after

# --- S1, S2, S3: the rolls of a turn ---------------------------------------------------------


@pytest.mark.parametrize("variant", SHEETS)
def test_s2_the_first_roll_is_the_players_own_act(variant: str) -> None:
    rules = a_sheet(variant)
    start = rules.start(1)
    assert rules.awaiting(start) == ToMove(0)
    assert rules.legal_moves(start) == (Roll(),)
    assert rules.awaiting(apply(rules, start, Moved(0, Roll()))) == ToRoll(0, 5)


@pytest.mark.parametrize("variant", SHEETS)
def test_s1_a_turn_has_at_most_three_rolls(variant: str) -> None:
    rules = a_sheet(variant)
    third = sheet_after(rules, 1, "1: roll; rolled 1 2 3 4 6; 1: keep 1 2 3 4; rolled 6; 1: keep 1 2 3 4; rolled 6")
    assert not any(isinstance(move, Keep) for move in rules.legal_moves(third))
    for move in (Keep((1, 2, 3, 4)), Keep(), Roll()):
        with pytest.raises(IllegalMoveError) as refused:
            apply(rules, third, Moved(0, move))
        assert refused.value.code == "no-rolls-left"


def test_s2_a_die_kept_earlier_may_be_rolled_later() -> None:
    rules = a_sheet("yahtzee")
    second = sheet_after(rules, 1, "1: roll; rolled 6 6 1 2 3; 1: keep 6 6; rolled 1 2 3")
    third = apply(rules, apply(rules, second, Moved(0, Keep((1, 2, 3)))), Rolled((4, 5)))
    assert third.dice == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(("kept", "count"), [("", 5), ("5", 4), ("5 5", 3), ("5 5 2", 2), ("5 5 2 3", 1)])
def test_s2_the_dice_not_kept_are_rolled(kept: str, count: int) -> None:
    rules = a_sheet("general")
    position = sheet_after(rules, 1, f"1: roll; rolled 5 2 5 3 6; 1: keep {kept}")
    assert rules.awaiting(position) == ToRoll(0, count)
    assert len(apply(rules, position, Rolled((1,) * count)).dice) == 5


def test_s2_keeping_all_five_is_refused_with_score_now() -> None:
    rules = a_sheet("general")
    rolled = sheet_after(rules, 1, "1: roll; rolled 5 5 5 5 2")
    with pytest.raises(IllegalMoveError, match="score now") as refused:
        apply(rules, rolled, Moved(0, Keep((2, 5, 5, 5, 5))))
    assert refused.value.code == "keep-all"
    assert Keep((2, 5, 5, 5, 5)) not in rules.legal_moves(rolled)


@pytest.mark.parametrize(
    "keeps", ["", "; 1: keep 5 5; rolled 1 1 1", "; 1: keep; rolled 1 2 3 4 5; 1: keep 1; rolled 1 2 3 4"]
)
def test_s3_the_player_may_stop_after_any_roll(keeps: str) -> None:
    rules = a_sheet("general")
    position = sheet_after(rules, 1, f"1: roll; rolled 5 5 2 3 6{keeps}; 1: score chance")
    assert position.cards[0].values[rules.index["chance"]] is not None
    assert rules.legal_moves(position) == (Roll(),)


def test_s3_a_row_is_used_once() -> None:
    rules = a_sheet("general")
    position = sheet_after(rules, 1, "1: roll; rolled 5 5 2 3 6; 1: score chance; 1: roll; rolled 1 1 1 1 1")
    with pytest.raises(IllegalMoveError) as refused:
        apply(rules, position, Moved(0, Score("chance")))
    assert refused.value.code == "row-used"


def test_s3_scoring_comes_after_the_first_roll() -> None:
    rules = a_sheet("general")
    for move in (Score("chance"), Keep((5,))):
        with pytest.raises(IllegalMoveError, match="roll first") as refused:
            apply(rules, rules.start(1), Moved(0, move))
        assert refused.value.code == "roll-first"


def test_s2_rolling_all_again_is_keeping_none_and_not_a_first_roll() -> None:
    rules = a_sheet("general")
    rolled = sheet_after(rules, 1, "1: roll; rolled 5 5 2 3 6")
    with pytest.raises(IllegalMoveError) as refused:
        apply(rules, rolled, Moved(0, Roll()))
    assert refused.value.code == "keep-or-score"
    assert rules.awaiting(apply(rules, rolled, Moved(0, Keep()))) == ToRoll(0, 5)


# --- S4: zeros ----------------------------------------------------------------------------------


def test_s4_any_open_row_may_take_a_zero_while_others_would_give_points() -> None:
    rules = a_sheet("general")
    entries = {entry.row: entry.points for entry in rules.entries(rules.empty_card(), (5, 5, 5, 5, 5))}
    assert len(entries) == 13
    assert entries["ones"] == entries["full_house"] == 0


@pytest.mark.parametrize(
    ("sheet", "dice", "rows"),
    [
        ("", "23466", {"twos", "threes", "fours", "sixes", "chance"}),
        ("chance=20", "12233", {"ones", "twos", "threes"}),
        ("chance=20,ones=1,twos=4,threes=6,sixes=6", "11223", "all others"),
        ("chance=20,sixes=6", "66661", {"ones", "three_of_a_kind", "four_of_a_kind", "rigol"}),
        ("sixes=6", "66665", {"fives", "chance", "three_of_a_kind", "four_of_a_kind"}),
    ],
)
def test_s4_only_if_nothing_fits(sheet: str, dice: str, rows: set[str] | str) -> None:
    rules = a_sheet("yatzi", zero="only_if_nothing_fits")
    card = on_card(rules, sheet)
    written = {entry.row for entry in rules.entries(card, as_dice(map(int, dice)))}
    unused = {row.id for row, value in zip(rules.rows, card.values, strict=True) if value is None}
    assert written == (unused if rows == "all others" else rows)


def test_s4_a_row_whose_demand_is_met_never_takes_zero() -> None:
    rules = a_sheet("general")
    position = mid_turn(rules.empty_card(), (3, 3, 3, 2, 2))
    after = apply(rules, position, Moved(0, Score("full_house")))
    assert after.cards[0].values[rules.index["full_house"]] == 25


# --- S5 and C4: the misprints that are no rules ---------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "row", "points"),
    [
        ("12345", "large_straight", 40),
        ("12346", "large_straight", 0),
        ("33324", "threes", 9),
        ("33324", "twos", 2),
        ("33324", "fours", 4),
        ("52553", "sixes", 0),
        ("52553", "three_of_a_kind", 20),
        ("55555", "full_house", 0),
        ("22345", "small_straight", 30),
        ("12356", "small_straight", 0),
    ],
)
def test_c4_one_roll_fills_one_row_with_its_own_value(dice: str, row: str, points: int) -> None:
    rules = a_sheet("yahtzee")
    position = mid_turn(rules.empty_card(), map(int, dice))
    card = apply(rules, position, Moved(0, Score(row))).cards[0]
    assert card.values[rules.index[row]] == points
    assert card.filled == 1


@pytest.mark.parametrize("dice", ["11116", "22225", "33334", "33344", "11115", "11666", "66666", "66661"])
@pytest.mark.parametrize(("rigol", "pays"), [(50, 50), (45, 45), (40, 40), ("sum", None), (0, 0)])
def test_s5_rigol_is_exactly_four_and_the_opposite_face(dice: str, rigol: Value, pays: int | None) -> None:
    rules = a_sheet("yatzi", rigol=rigol)
    hand = as_dice(map(int, dice))
    met = dice in ("11116", "22225", "33334", "66661")
    points = next(entry.points for entry in rules.entries(rules.empty_card(), hand) if entry.row == "rigol")
    assert points == ((sum(hand) if pays is None else pays) if met else 0)


# --- S6: the upper bonus -------------------------------------------------------------------------

# 62, 63 and 64 in the upper part; the last of them is 63 and one more.
AT_62 = "ones=2,twos=6,threes=9,fours=12,fives=15,sixes=18"
AT_63 = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18"
AT_64 = "ones=4,twos=6,threes=9,fours=12,fives=15,sixes=18"


@pytest.mark.parametrize(
    ("variant", "sheet", "total"),
    [
        *((variant, AT_62, 62) for variant in SHEETS),
        *((variant, AT_63, 98) for variant in SHEETS[:3]),
        ("yatzi", AT_63, 63),
        *((variant, AT_64, 99) for variant in SHEETS),
        *((variant, "twos=10,threes=15,fours=20,fives=25,sixes=30", 135) for variant in SHEETS),
    ],
)
def test_s6_35_at_63_and_in_yatzi_above_63_and_nothing_more(variant: str, sheet: str, total: int) -> None:
    rules = a_sheet(variant)
    assert rules.total(on_card(rules, sheet)) == total


@pytest.mark.parametrize(
    ("variant", "sheet", "is_earned", "is_lost"),
    [
        ("general", "", False, False),
        ("general", AT_63, True, False),
        ("general", AT_62, False, True),
        ("yatzi", AT_63, False, True),
        ("yatzi", AT_64, True, False),
        # Earned before the upper part is full.
        ("general", "fours=8,fives=25,sixes=30", True, False),
        ("yatzi", "fours=8,fives=25,sixes=30", False, False),
        # Lost as soon as five of each open row are not enough, and not before.
        ("general", "ones=3,twos=6,threes=9,fours=4,fives=10,sixes=30", False, True),
        ("general", "ones=3,twos=6,threes=9,fours=4,fives=10", False, True),
        ("general", "ones=3,twos=6,threes=9,fours=4,fives=15", False, False),
        ("general", "ones=3,twos=6,threes=9,fours=0,fives=15", False, False),
        ("general", "ones=2,twos=6,threes=9,fours=0,fives=15", False, True),
        ("yatzi", "ones=3,twos=6,threes=9,fours=0,fives=15", False, True),
        ("yatzi", "ones=4,twos=6,threes=9,fours=0,fives=15", False, False),
    ],
)
def test_s6_certain_either_way_as_soon_as_it_is(variant: str, sheet: str, is_earned: bool, is_lost: bool) -> None:
    rules = a_sheet(variant)
    state = rules.bonus_state(on_card(rules, sheet))
    assert (state.is_earned, state.is_lost) == (is_earned, is_lost)
    assert (state.at, state.pays) == (rules.bonus_at, 35)


def test_s6_turns_that_are_passed_can_lose_the_bonus() -> None:
    rules = a_sheet("yatzi")
    lower = dict.fromkeys((row.id for row in rules.rows if row.section == "lower"), 0)
    sheet = {**lower, "ones": 4, "twos": 6, "threes": 9, "fours": 12}
    card = Card(tuple(sheet.get(row.id) for row in rules.rows))
    assert rules.turns_left(card) == 1
    # One turn and two rows: 31 + 30 is not more than 63, though 31 + 25 + 30 would be.
    assert rules.bonus_state(card).is_lost
    passed = Card((*card.values[:3], None, *card.values[4:]), passed=1)
    assert rules.turns_left(passed) == 1
    assert rules.bonus_state(passed).is_lost


@pytest.mark.parametrize(("bonus_at", "bonus", "total"), [(1, 200, 262), (105, 200, 62), (62, 0, 62), (62, 1, 63)])
def test_s6_threshold_and_bonus_are_options(bonus_at: int, bonus: int, total: int) -> None:
    rules = a_sheet("general", bonus_at=bonus_at, bonus=bonus)
    assert rules.total(on_card(rules, AT_62)) == total


def test_s6_progress_is_also_told_against_three_of_each_written_face() -> None:
    rules = a_sheet("general")
    state = rules.bonus_state(on_card(rules, "ones=3,fives=20,sixes=12"))
    assert (state.upper, state.against_par) == (35, 0 + 5 - 6)


def test_s7_total_is_rows_bonus_and_100_for_each_extra() -> None:
    rules = a_sheet("yahtzee")
    card = on_card(rules, f"{AT_63},five_of_a_kind=50,chance=30,large_straight=40", extras=2)
    assert rules.total(card) == 63 + 35 + 50 + 30 + 40 + 200


# --- C2 and section 3 ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SHEETS)
def test_c2_upper_rows_first_also_for_five_alike(variant: str) -> None:
    rules = a_sheet(variant, upper_first=True)
    five_open = on_card(rules, "ones=3,twos=6,threes=9,fours=12,fives=15")
    assert [entry.row for entry in rules.entries(five_open, (5,) * 5)] == ["sixes"]
    full = on_card(rules, AT_62)
    assert len(rules.entries(full, (5,) * 5)) == len(rules.lower_rows)


@pytest.mark.parametrize(("variant", "rows", "turns"), [*((v, 13, 13) for v in SHEETS[:3]), ("yatzi", 14, 13)])
def test_rows_and_turns(variant: str, rows: int, turns: int) -> None:
    rules = a_sheet(variant)
    assert (len(rules.rows), rules.turns) == (rows, turns)


@pytest.mark.parametrize("turns", [13, 14])
def test_yatzi_leaves_a_row_blank_in_13_turns_and_none_in_14(turns: int) -> None:
    rules = a_sheet("yatzi", turns=turns)
    position = rules.start(1)
    for row in rules.rows[:13]:
        for event in events(f"1: roll; rolled 1 1 1 1 1; 1: score {row.id}"):
            position = apply(rules, position, event)
    assert position.has_ended == (turns == 13)
    if turns == 13:
        assert position.cards[0].values[-1] is None
        with pytest.raises(NotAwaitedError) as refused:
            apply(rules, position, Moved(0, Roll()))
        assert refused.value.code == "game-over"
    else:
        assert rules.legal_moves(position) == (Roll(),)


@pytest.mark.parametrize("variant", SHEETS)
def test_a_full_card_takes_nothing_more(variant: str) -> None:
    for joker in ("own_row", "full_upper", "forced", "free_choice", "none"):
        rules = a_sheet(variant, joker=joker)
        full = {row.id: 0 for row in rules.rows[-rules.turns :]} | {"five_of_a_kind": 50}
        card = Card(tuple(full.get(row.id) for row in rules.rows))
        for face in range(1, 7):
            assert rules.entries(card, (face,) * 5) == ()


@pytest.mark.parametrize("faces", [(5, 5), (5, 5, 5, 5, 5, 5), (), (0, 1, 2, 3, 4), (1, 2, 3, 4, 7)])
def test_a_roll_is_of_the_awaited_number_of_faces_1_to_6(faces: tuple[int, ...]) -> None:
    rules = a_sheet("general")
    awaiting = sheet_after(rules, 1, "1: roll")
    with pytest.raises(DiceError):
        apply(rules, awaiting, Rolled(faces))


def test_dice_that_are_not_awaited_are_refused() -> None:
    rules = a_sheet("general")
    for position in (rules.start(1), sheet_after(rules, 1, "1: roll; rolled 1 2 3 4 5")):
        with pytest.raises(RuleError) as refused:
            apply(rules, position, Rolled((1, 2, 3, 4, 5)))
        assert refused.value.code == "no-dice-awaited"
