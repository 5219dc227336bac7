"""What best play expects in each row: held against the slow way, known chances, and the advisor's totals."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.card import Card
from kosci.engine.dice import FACES
from kosci.engine.errors import DiceError, IllegalMoveError
from kosci.engine.moves import Keep, Move, Roll, Score
from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import parse_sheet
from kosci.solve.advisor import Advisor
from kosci.solve.errors import SolveError
from kosci.solve.flow import Expectations, difference, expectations, get_ready
from kosci.solve.solver import solve
from kosci.variants import build, describe
from tests.engine.games import SHEETS, a_sheet
from tests.laws.strategies import examples
from tests.solve.flow_oracle import FlowOracle
from tests.solve.solving import advisor, before_turn, small_game, solution
from tests.solve.test_oracle import SMALL, last_turns

EXACT = 1e-9


def parts(found: Expectations) -> tuple[float, ...]:
    """The rows, the bonus, the extras."""
    return (*found.rows, found.bonus, found.extras)


def some_dice(random: Random) -> tuple[int, ...]:
    """Five dice, more often alike than chance has it."""
    return tuple(random.choice([3, *FACES]) for _ in range(5))


# --- from the first turn ----------------------------------------------------------------------

KNOWN: list[tuple[str, dict[str, Value], float, float]] = [
    ("yahtzee", {}, 0.681222, 0.095801),
    ("yahtzee", {"joker": "none", "extra": "none"}, 0.689777, 0.0),
]


@pytest.mark.parametrize(("variant", "options", "bonus", "extras"), KNOWN)
def test_chance_of_the_bonus_and_number_of_extras(
    variant: str, options: dict[str, Value], bonus: float, extras: float
) -> None:
    rules = a_sheet(variant, **options)
    found = expectations(solution(variant, **options), rules.empty_card())
    assert found.bonus / rules.bonus == pytest.approx(bonus, abs=1e-6)
    assert found.extras / 100 == pytest.approx(extras, abs=1e-6)


MORE: list[tuple[str, dict[str, Value]]] = [
    *((variant, {}) for variant in SHEETS),
    ("yatzi", {"turns": 14, "extra": "each", "zero": "only_if_nothing_fits", "joker": "forced"}),
    ("yahtzee", {"upper_first": True, "bonus": 0}),
]


@pytest.mark.parametrize(("variant", "options"), MORE)
def test_all_rows_bonus_and_extras_together_are_the_mean(variant: str, options: dict[str, Value]) -> None:
    found = solution(variant, **options)
    assert expectations(found, found.rules.empty_card()).total == pytest.approx(found.mean, abs=EXACT)


def test_expectations_do_not_depend_on_the_number_of_threads() -> None:
    found = solution("yahtzee", joker="none", extra="none")
    card = parse_sheet(found.rules, "chance=22,ones=2")
    assert len({expectations(found, card, threads=threads) for threads in (1, 2, 3)}) == 1


# --- against the slow way ---------------------------------------------------------------------


def check_turn(advised: Advisor, card: Card, oracle: FlowOracle, random: Random) -> None:
    """What is expected before a random turn, where its dice lie, and after two of its moves."""
    rules, (found, held) = advised.rules, advised.solved(card)
    position = before_turn(card)
    assert parts(expectations(found, held)) == pytest.approx(oracle.parts(position), abs=EXACT)
    position = rules.after_move(position, Roll())
    for rolls_left in range(rules.rolls - 1, -1, -1):
        missing = rules.dice - len(position.dice)
        position = rules.after_roll(position, some_dice(random)[:missing])
        lying = expectations(found, held, position.dice, rolls_left)
        assert parts(lying) == pytest.approx(oracle.parts(position), abs=EXACT)
        moves = rules.legal_moves(position)
        one, other = random.choice(moves), random.choice(moves)
        slow = [oracle.parts(rules.after_move(position, move)) for move in (one, other)]
        after = expectations(found, held, position.dice, rolls_left, one)
        assert parts(after) == pytest.approx(slow[0], abs=EXACT)
        gained = difference(found, held, position.dice, rolls_left, better=one, other=other)
        assert parts(gained) == pytest.approx([a - b for a, b in zip(*slow, strict=True)], abs=EXACT)
        keeps = [move for move in moves if isinstance(move, Keep)]
        if keeps:
            position = rules.after_move(position, random.choice(keeps))


@pytest.mark.parametrize("name", SMALL)
def test_slow_way_and_flow_agree_on_small_games(name: str) -> None:
    rows, _, options = SMALL[name]
    rules = replace(small_game(rows, 2, **options), rolls=2)  # two rolls and turns spare most of the time
    check_turn(Advisor(solve(rules)), rules.empty_card(), FlowOracle(rules), Random(name))


@pytest.mark.parametrize(("turns", "number"), [(1, 6), (2, 1)])
def test_slow_way_and_flow_agree_on_the_last_turns(turns: int, number: int) -> None:
    @given(last_turns(turns), st.randoms(use_true_random=False))
    @examples(number)
    def agree(case: tuple[Advisor, Card], random: Random) -> None:
        advised, card = case
        check_turn(advised, card, FlowOracle(advised.rules), random)

    agree()


def test_equal_moves_go_to_the_lowest_row_also_where_upper_rows_stand_below_others() -> None:
    """Two turns, two sixes in the one row or the other: the box stands first, the sixes last."""
    data = describe(small_game(("ones", "sixes", "full_house", "five_of_a_kind"), 2, extra="each", bonus_at=24))
    data["rows"] = data["rows"][::-1]
    rules = build(data)
    assert isinstance(rules, Scorecard)
    rules = replace(rules, rolls=2)
    assert [row.section for row in rules.rows] == ["lower", "lower", "upper", "upper"]
    check_turn(Advisor(solve(rules)), rules.empty_card(), FlowOracle(rules), Random(1))


# --- against the advisor ----------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "options"), MORE)
def test_difference_of_two_moves_is_the_regret(variant: str, options: dict[str, Value]) -> None:
    advised = advisor(variant, **options)
    card = parse_sheet(advised.rules, "ones=3,twos=4,fives=15,small_straight=30,five_of_a_kind=50,three_of_a_kind=22")
    found = solution(variant, **options)
    for dice, rolls_left in (((5, 5, 5, 5, 5), 1), ((2, 3, 4, 4, 6), 2), ((1, 1, 6, 6, 6), 0)):
        best, second, *_, worst = advised.values(card, dice, rolls_left)
        assert expectations(found, card, dice, rolls_left).total == pytest.approx(best.value, abs=EXACT)
        for option in (second, worst):
            gained = difference(found, card, dice, rolls_left, better=best.move, other=option.move)
            assert gained.total == pytest.approx(option.cost, abs=EXACT)
            after = expectations(found, card, dice, rolls_left, option.move)
            assert after.total == pytest.approx(option.value, abs=EXACT)


def test_a_move_differs_from_itself_by_nothing() -> None:
    found = solution("yahtzee")
    card = parse_sheet(found.rules, "ones=3,chance=20")
    move = Keep((6, 6))
    assert set(parts(difference(found, card, (1, 2, 3, 6, 6), 2, better=move, other=move))) == {0.0}


def test_a_row_that_is_filled_counts_what_it_holds() -> None:
    found = solution("yahtzee")
    row_ids = [row.id for row in found.rules.rows]
    card = parse_sheet(found.rules, ",".join(f"{row}=0" for row in row_ids[:-1] if row != "sixes") + ",sixes=30")
    assert found.rules.turns_left(card) == 1
    expected = expectations(found, card)
    assert expected.rows[:-1] == tuple(30.0 if row == "sixes" else 0.0 for row in row_ids[:-1])
    assert expected.rows[-1] == pytest.approx(found.value(card) - 30)
    full = replace(card, values=(*card.values[:-1], 17))
    assert parts(expectations(found, full)) == (*expected.rows[:-1], 17.0, 0.0, 0.0)


def test_a_bonus_that_is_won_and_extras_that_are_earned_count_in_full() -> None:
    found = solution("yahtzee")
    card = parse_sheet(found.rules, "fours=20,fives=25,sixes=30,five_of_a_kind=50", extras=1)
    expected = expectations(found, card)
    assert expected.bonus == pytest.approx(35, abs=EXACT)
    assert expected.extras > 100


def test_getting_ready_spares_the_first_asking_the_compiling_and_changes_nothing() -> None:
    found = solution("yahtzee")
    card = parse_sheet(found.rules, "ones=3,chance=20,sixes=18,fives=15,fours=8,full_house=25,small_straight=0")
    before = expectations(found, card)
    get_ready(found)
    assert expectations(found, card) == before


# --- what is refused --------------------------------------------------------------------------


def test_what_is_no_position_and_no_move_of_it_is_refused() -> None:
    found = solution("yahtzee")
    card = parse_sheet(found.rules, "ones=3")
    passed = found.rules.after_pass(found.rules.start(1)).cards[0]
    refused: list[tuple[type[Exception], Card, tuple[int, ...] | None, int | None, Move | None]] = [
        (SolveError, passed, None, None, None),
        (SolveError, passed, (1, 2, 3, 4, 5), 2, None),
        (SolveError, card, (1, 2, 3, 4, 5), None, None),
        (SolveError, card, (1, 2, 3, 4, 5), 3, None),
        (DiceError, card, None, 2, None),
        (DiceError, card, (1, 2, 3, 4), 2, None),
        (IllegalMoveError, card, (1, 2, 3, 4, 5), 0, Keep((5,))),
        (IllegalMoveError, card, (1, 2, 3, 4, 5), 2, Keep((6,))),
        (IllegalMoveError, card, (1, 2, 3, 4, 5), 2, Roll()),
        (IllegalMoveError, card, (1, 2, 3, 4, 5), 2, Score("ones")),
    ]
    for error, of_card, dice, rolls_left, move in refused:
        with pytest.raises(error):
            expectations(found, of_card, dice, rolls_left, move)
