"""A review tells what the ledger holds: figures that add up, the dearest decisions first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.coach.ledger import Decision, Ledger, Luck
from kosci.coach.review import figures, open_decisions, summary, worst_first
from kosci.engine.moves import Keep, Move, Score
from kosci.engine.scorecard import SheetPosition

NOWHERE = SheetPosition((), (), dice=(1, 2, 3, 4, 5), rolls_used=1)


def roll(luck: float, *, turn: int = 1, faces: tuple[int, ...] = (1, 2, 3, 4, 5)) -> Luck:
    return Luck(1, turn, 1, faces, faces, 0.0, luck, luck)


def choice(cost: float, *, seq: int = 1, turn: int = 1, move: Move | None = None, is_open: bool = True) -> Decision:
    return Decision(seq, turn, NOWHERE, move or Keep((5,)), (), cost, 0.0, cost, is_open)


def book(*entries: Luck | Decision, start: float = 254.5877, sign: int = 1, seat: int = 0) -> Ledger:
    luck = sum(entry.luck if isinstance(entry, Luck) else -entry.cost for entry in entries)
    return Ledger(seat, "points" if sign == 1 else "turns", sign, start, start + sign * luck, entries)


@given(
    st.floats(0, 400),
    st.lists(st.floats(-60, 60), max_size=5),
    st.lists(st.floats(0, 60), max_size=5),
    st.sampled_from([1, -1]),
)
def test_shown_figures_add_up_and_are_true_to_a_tenth(
    start: float, lucks: list[float], costs: list[float], sign: int
) -> None:
    found = book(*map(roll, lucks), *map(choice, costs), start=start, sign=sign)
    shown = figures(found)
    assert shown.start + sign * (shown.luck - shown.cost) == pytest.approx(shown.now, abs=1e-9)
    exact = (found.start, found.luck, found.cost, found.now)
    for given_, true in zip((shown.start, shown.luck, shown.cost, shown.now), exact, strict=True):
        assert abs(given_ - true) <= 0.1 + 1e-6
    assert round(shown.now, 6) == round(found.now, 1) or abs(shown.now - found.now) <= 0.05 + 1e-9


def test_forced_and_equal_choices_are_not_counted() -> None:
    found = book(choice(2.0), choice(0.0), choice(0.0, is_open=False))
    assert len(open_decisions(found)) == 2
    assert summary(found).choices == 2
    assert summary(found).mean_cost == 1.0


def test_the_dearest_decisions_come_first_whoever_made_them() -> None:
    anna = book(choice(1.0, seq=3), choice(4.0, seq=9), seat=0)
    marek = book(choice(4.0, seq=7), choice(0.0, seq=8), seat=1)
    assert [(seat, decision.seq) for seat, decision in worst_first([anna, marek])] == [(1, 7), (0, 9), (0, 3)]


def test_a_summary_names_the_best_and_the_worst_roll_and_the_row_that_cost_most() -> None:
    found = book(
        roll(9.0, turn=1),
        choice(0.5, turn=1, move=Score("sixes")),
        roll(-7.0, turn=2),
        choice(3.0, turn=2),
        choice(1.0, turn=2, move=Score("chance")),
        roll(20.0, turn=3, faces=()),
    )
    told = summary(found)
    assert told.best_roll is not None
    assert told.worst_roll is not None
    assert (told.best_roll.luck, told.worst_roll.luck) == (9.0, -7.0)
    assert told.dearest_row == ("chance", 4.0)


def test_a_game_not_begun_has_nothing_to_tell() -> None:
    told = summary(book())
    assert (told.best_roll, told.worst_roll, told.dearest_row, told.mean_cost) == (None, None, None, 0.0)
