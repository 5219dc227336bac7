"""The fast solver against the slow one, which follows the game's protocol and nothing else."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.card import Card, possible_values
from kosci.engine.dice import FACES
from kosci.engine.moves import Keep, Roll
from kosci.engine.options import SHEET_OPTIONS, Value
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.advisor import Advisor
from kosci.solve.oracle import Oracle
from kosci.solve.solver import solve
from tests.engine.games import ALL_SHEETS
from tests.laws.strategies import examples
from tests.solve.solving import advisor, before_turn, small_game

EXACT = 1e-9

# Small games in which every option has each of its values at least once, with what makes it matter.
SMALL: Mapping[str, tuple[tuple[str, ...], int | None, dict[str, Value]]] = {
    "own row, as joker": (("sixes", "full_house", "five_of_a_kind"), 2, {"joker": "own_row", "extra": "as_joker"}),
    "own row, box 50": (
        ("fives", "small_straight", "five_of_a_kind"),
        None,
        {"joker": "own_row", "joker_needs_50": True, "extra": "as_joker", "bonus_at": 12, "bonus": 200},
    ),
    "full upper": (("ones", "full_house", "five_of_a_kind"), 2, {"joker": "full_upper", "extra": "each"}),
    "forced": (("sixes", "large_straight", "five_of_a_kind"), None, {"joker": "forced", "extra": "each"}),
    "forced, box 50": (
        ("twos", "full_house", "five_of_a_kind"),
        None,
        {"joker": "forced", "joker_needs_50": True, "extra": "second"},
    ),
    "free choice": (("sixes", "full_house", "five_of_a_kind"), 2, {"joker": "free_choice", "extra": "none"}),
    "second": (("sixes", "rigol", "five_of_a_kind"), 2, {"joker": "none", "extra": "second", "bonus_at": 1}),
    "second as joker": (("sixes", "full_house", "five_of_a_kind"), None, {"joker": "own_row", "extra": "second"}),
    "a row stays blank": (("ones", "sixes", "full_house", "five_of_a_kind"), 2, {"bonus_at": 24, "extra": "each"}),
    "zero only if nothing fits": (
        ("sixes", "full_house", "five_of_a_kind"),
        None,
        {"zero": "only_if_nothing_fits", "joker": "own_row", "extra": "as_joker"},
    ),
    "zero and rigol": (("ones", "rigol", "five_of_a_kind"), 2, {"zero": "only_if_nothing_fits"}),
    "upper first": (("sixes", "full_house", "five_of_a_kind"), None, {"upper_first": True, "joker": "forced"}),
    "upper first and zero": (
        ("ones", "sixes", "five_of_a_kind"),
        2,
        {"upper_first": True, "zero": "only_if_nothing_fits", "bonus_at": 18, "bonus": 0},
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_oracle_and_solver_agree_on_every_card_of_a_small_game(name: str) -> None:
    rows, turns, options = SMALL[name]
    # Two rolls a turn spare the oracle most of its time, and one in games of three turns: options are about rows.
    rules = replace(small_game(rows, turns, **options), rolls=2 if turns == 2 else 1)
    found = Advisor(solve(rules))
    oracle = Oracle(rules)
    assert oracle.value(before_turn(rules.empty_card())) == pytest.approx(found.value(rules.empty_card()), abs=EXACT)
    cards = {position.cards[0]: value for position, value in oracle.known.items() if not position.rolls_used}
    assert len(cards) > 10
    for card, value in cards.items():
        assert found.value(card) == pytest.approx(value, abs=EXACT)


def test_small_games_give_each_option_each_of_its_values() -> None:
    for option, spec in SHEET_OPTIONS.items():
        if option not in ("bonus_at", "bonus", "first"):  # who starts is not played alone
            games = [small_game(rows, turns, **options) for rows, turns, options in SMALL.values()]
            assert {getattr(game, option) for game in games} == set(getattr(spec, "values", ()))


def test_oracle_and_solver_agree_on_every_move_of_three_rolls() -> None:
    rules = small_game(("sixes", "full_house", "five_of_a_kind"), 2, joker="forced", extra="each")
    check_moves(rules, Advisor(solve(rules)), Oracle(rules), rules.empty_card(), Random(1))


# --- the last turns of the real games -------------------------------------------------------


REAL: tuple[tuple[str, dict[str, Value]], ...] = (
    *((variant, {}) for variant in ALL_SHEETS),
    ("yahtzee", {"joker": "free_choice"}),
    ("yatzi", {"turns": 14, "zero": "only_if_nothing_fits", "joker": "own_row"}),
    ("general", {"extra": "second", "joker": "forced", "bonus_at": 105}),
)


@st.composite
def last_turns(draw: st.DrawFn, turns: int) -> tuple[Advisor, Card]:
    """A game and a card on which so many turns are left, anything that may stand there in the other rows."""
    variant, options = draw(st.sampled_from(REAL))
    found = advisor(variant, **options)
    rules = found.rules
    passed = draw(st.sampled_from((0, 0, 0, 1)))
    filled = rules.turns - passed - turns
    # Rows that can hold many values lead to too many different cards for the oracle.
    most = {1: 30, 2: 6, 3: 2}[turns]
    quick = [row.id for row in rules.rows if len(possible_values(row)) <= most]
    if turns == 3:  # the bonus is at stake in one upper row
        quick = [draw(st.sampled_from(rules.rows[:6])).id, *draw(st.permutations(quick))]
    else:
        quick = draw(st.permutations(quick))
    opened = set(quick[: len(rules.rows) - filled])
    values = [None if row.id in opened else draw(st.sampled_from(possible_values(row))) for row in rules.rows]
    box = values[rules.index[rules.box]]
    extras = draw(st.integers(0, 1)) if box and rules.extra in ("each", "second") else 0
    return found, Card(tuple(values), extras, passed)


@pytest.mark.parametrize(("turns", "number"), [(1, 10), (2, 3), (3, 1)])
def test_oracle_and_solver_agree_on_the_last_turns(turns: int, number: int) -> None:
    @given(last_turns(turns), st.randoms(use_true_random=False))
    @examples(number)
    def agree(case: tuple[Advisor, Card], random: Random) -> None:
        found, card = case
        oracle = Oracle(found.rules)
        assert oracle.value(before_turn(card)) == pytest.approx(found.value(card), abs=EXACT)
        check_moves(found.rules, found, oracle, card, random)

    agree()


def check_moves(rules: Scorecard, found: Advisor, oracle: Oracle[SheetPosition], card: Card, random: Random) -> None:
    """The oracle's value of every move along a random turn is the advisor's."""
    position = rules.after_move(before_turn(card), Roll())
    for rolls_left in range(rules.rolls - 1, -1, -1):
        missing = rules.dice - len(position.dice)
        position = rules.after_roll(position, tuple(random.choice([3, *FACES]) for _ in range(missing)))
        options = found.values(card, position.dice, rolls_left)
        assert {option.move for option in options} == set(rules.legal_moves(position))
        for option in options:
            assert option.value == pytest.approx(oracle.value(rules.after_move(position, option.move)), abs=EXACT)
        kept = [option.move for option in options if isinstance(option.move, Keep)]
        if kept:
            position = rules.after_move(position, random.choice(kept))
