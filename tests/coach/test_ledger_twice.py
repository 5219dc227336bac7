"""Two ways to the same ledger: by the fast values, and by the oracle that follows the game's protocol alone."""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.coach.bookkeeping import ledger
from kosci.coach.judging import SheetJudge, Unit
from kosci.coach.ledger import Decision, Ledger
from kosci.coach.steps import steps_of
from kosci.engine.card import Card
from kosci.engine.game import Event, Moved, Over, Rolled, ToRoll, apply
from kosci.engine.moves import End
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.advisor import Advisor
from kosci.solve.options import Option, ranked
from kosci.solve.oracle import Oracle
from kosci.variants import Position
from tests.laws.strategies import examples
from tests.solve.solving import before_turn
from tests.solve.test_oracle import last_turns


@dataclass(frozen=True, slots=True)
class SlowJudge:
    """Expected final totals of one who plays alone, by looking at everything that can happen."""

    rules: Scorecard
    oracle: Oracle[SheetPosition]
    unit: Unit = "points"
    sign: int = 1

    def between(self, position: Position, _seat: int) -> float:
        assert isinstance(position, SheetPosition)
        return self.oracle.value(position)

    def options(self, position: Position, _seat: int) -> tuple[Option, ...]:
        assert isinstance(position, SheetPosition)
        moves = [move for move in self.rules.legal_moves(position) if not isinstance(move, End)]
        return ranked([(move, self.oracle.value(self.rules.after_move(position, move))) for move in moves])


def played_out(rules: Scorecard, position: SheetPosition, random: Random) -> list[Event]:
    """Random legal play to the end."""
    events: list[Event] = []
    while not isinstance(awaiting := rules.awaiting(position), Over):
        if isinstance(awaiting, ToRoll):
            event: Event = Rolled(tuple(random.choices((3, *range(1, 7)), k=awaiting.count)))
        else:
            moves = [move for move in rules.legal_moves(position) if not isinstance(move, End)]
            event = Moved(awaiting.seat, random.choice(moves))
        events.append(event)
        position = apply(rules, position, event)
    return events


def amounts(book: Ledger) -> list[float]:
    return [entry.cost if isinstance(entry, Decision) else entry.luck for entry in book.entries]


@pytest.mark.parametrize(("turns", "number"), [(1, 6), (2, 3), (3, 1)])
def test_the_last_turns_of_real_games_come_to_the_same_by_the_oracle(turns: int, number: int) -> None:
    @given(last_turns(turns), st.randoms(use_true_random=False))
    @examples(number)
    def agree(case: tuple[Advisor, Card], random: Random) -> None:
        found, card = case
        start = before_turn(card)
        events = played_out(found.rules, start, random)
        fast = ledger(SheetJudge(found), steps_of(found.rules, start, events), 0, start)
        slow = ledger(SlowJudge(found.rules, Oracle(found.rules)), steps_of(found.rules, start, events), 0, start)
        assert (fast.start, fast.now) == pytest.approx((slow.start, slow.now), abs=1e-9)
        assert amounts(fast) == pytest.approx(amounts(slow), abs=1e-9)
        assert len(fast.decisions) >= turns

    agree()
