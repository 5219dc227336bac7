"""What the solver takes for granted of the engine's answers, asked in every way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.duties import HandBits, writable
from kosci.engine.scorecard import Scorecard
from kosci.solve.compiled import compile_rules
from kosci.solve.lattice import lattice
from tests.engine.games import a_sheet
from tests.laws.strategies import SHEET_IDS, examples, games
from tests.solve.solving import small_game


@given(games(SHEET_IDS), st.integers(0), st.integers(0), st.integers(0, 2))
@examples(50)
def test_only_five_alike_asks_about_the_box(rules: Scorecard, met: int, opened: int, extras: int) -> None:
    rows = (1 << len(rules.rows)) - 1
    hand = HandBits(met & rows, is_five=False, own=0)
    found = {box: writable(rules, hand, opened & rows, box, extras) for box in (None, 0, 50)}
    assert found[None] == found[0] == found[50]
    assert not found[None].jokers
    assert not found[None].paid


@given(games(SHEET_IDS), st.integers(0), st.sampled_from([1, 50]), st.integers(1, 9))
@examples(50)
def test_five_alike_asks_only_whether_there_is_an_extra(rules: Scorecard, opened: int, box: int, extras: int) -> None:
    rows = (1 << len(rules.rows)) - 1
    hand = rules.hands[5, 5, 5, 5, 5]
    assert writable(rules, hand, opened & rows, box, extras) == writable(rules, hand, opened & rows, 50, 1)


def test_boxes_that_the_rules_do_not_tell_apart_are_one_state() -> None:
    assert compile_rules(a_sheet("yahtzee")).box_states.count == 3
    assert compile_rules(a_sheet("yahtzee", joker="none", extra="none")).box_states.count == 2
    assert compile_rules(a_sheet("yatzi")).box_states.count == 3  # nothing more, or the second five alike to come
    assert compile_rules(a_sheet("yatzi", joker="forced", joker_needs_50=True)).box_states.count == 4


def test_totals_that_decide_nothing_any_more_are_one_lane() -> None:
    rules = small_game(("ones", "sixes", "five_of_a_kind"), bonus_at=31)
    none, ones, sixes, both = compile_rules(rules).tables.lanes.tolist()
    assert none == 1 + 1  # a total of 0
    assert ones == 5 + 1  # 1 to 5, which five sixes make enough
    assert sixes == 1 + 1  # 30 only
    assert both == 1


def test_lattice_grows_and_shrinks_by_one_die() -> None:
    dice = lattice(5)
    assert len(dice.keeps) == 462
    assert dice.chances.sum() == pytest.approx(1, abs=1e-15)
    for keep, more in zip(dice.keeps, dice.more, strict=False):
        assert [tuple(sorted((*keep, face))) for face in range(1, 7)] == [dice.keeps[one] for one in more]
    for at, keep in enumerate(dice.keeps):
        assert all(at in dice.more[one] for one in dice.smaller(at))
        assert len(dice.smaller(at)) == len(set(keep))
    assert set(np.unique(dice.parts)) >= set(range(dice.first_hand))
