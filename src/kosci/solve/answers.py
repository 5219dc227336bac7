"""What may be written on every card of a game, asked of the engine in bulk.

No rule stands here: `engine.duties` answers for all sets of open rows at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from kosci.engine.card import possible_values
from kosci.engine.duties import Bits, HandBits, writable
from kosci.engine.scorecard import Scorecard
from kosci.solve.lattice import Lattice
from kosci.solve.tables import Ints, Shorts


@dataclass(frozen=True, slots=True)
class BoxStates:
    """What five alike can find in the box, numbered by what the answers tell apart; the open box is 0."""

    zero: int
    scored: int
    scored_with_extra: int

    @property
    def count(self) -> int:
        """How many there are, the open box among them."""
        return max(self.zero, self.scored, self.scored_with_extra) + 1

    def of(self, box: int | None, extras: int) -> int:
        """The state of a box that holds this, with so many extras on the card."""
        if box is None:
            return 0
        if not box:
            return self.zero
        return self.scored_with_extra if extras else self.scored


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What may be written, for each hand asked about and each set of open rows.

    The rows, those at joker values, those that bring an extra. For hands that are not five alike there is one line
    where the answer is the same for all.
    """

    rows: Ints
    jokers: Ints
    paid: Ints

    @property
    def key(self) -> bytes:
        """The whole answer as bytes."""
        return b"".join(part.tobytes() for part in (self.rows, self.jokers, self.paid))


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Every answer of a game: about hands that are not five alike, and about five alike by the state of the box.

    `questions[hand]` is the line of `plain` that answers for a hand.
    """

    plain: Ints
    questions: Shorts
    fives: tuple[Answer, ...]
    box_states: BoxStates


def answers_of(rules: Scorecard, dice: Lattice) -> Answers:
    """Every answer about every set of open rows; closed boxes with the same answers are one state."""
    bits = [rules.hands[hand] for hand in dice.hands]
    fives = [hand for hand in bits if hand.is_five]
    # Only five alike asks about the box, and only they have an upper row of their own.
    met = sorted({hand.met for hand in bits if not hand.is_five})
    plain = _asked(rules, [HandBits(some, is_five=False, own=0) for some in met], None, 0).rows
    asked = [0 if hand.is_five or len(plain) == 1 else met.index(hand.met) for hand in bits]
    scored = max(possible_values(rules.rows[rules.index[rules.box]]))
    is_open, *closed = (_asked(rules, fives, *box) for box in ((None, 0), (0, 0), (scored, 0), (scored, 1)))
    keys = [answer.key for answer in closed]
    different = sorted(set(keys), key=keys.index)
    by_state = (is_open, *(closed[keys.index(key)] for key in different))
    states = BoxStates(*(1 + different.index(key) for key in keys))
    return Answers(plain, np.array(asked, np.uint16), by_state, states)


def _asked(rules: Scorecard, hands: Sequence[HandBits], box: int | None, extras: int) -> Answer:
    """What the engine answers for these hands, all five alike or none, and for all sets of open rows."""
    sets = np.arange(1 << len(rules.rows))[None, :]
    hand = HandBits(_column([hand.met for hand in hands]), hands[0].is_five, _column([hand.own for hand in hands]))
    found = writable(rules, hand, cast("Bits", sets), box, extras)
    parts = [np.atleast_2d(part) for part in (found.rows, found.jokers, found.paid)]
    lines = len(hands) if hand.is_five else max(map(len, parts))
    return Answer(*(np.ascontiguousarray(np.broadcast_to(part, (lines, sets.size)), np.int32) for part in parts))


def _column(bits: list[int]) -> Bits:
    return cast("Bits", np.array(bits)[:, None])
