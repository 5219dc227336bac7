"""A solved game: what every card is worth between turns under best play.

Solves nothing; see `solver`.
"""

from dataclasses import dataclass
from functools import cached_property

from kosci.engine.card import Card
from kosci.engine.scorecard import Scorecard
from kosci.solve.compiled import Compiled
from kosci.solve.errors import SolveError
from kosci.solve.reach import reachable_states
from kosci.solve.tables import Floats

SOLVER_VERSION = 1  # a solution kept by another version is solved again


@dataclass(frozen=True, eq=False)
class Solution:
    """The values of a game's cards, with what it took to find them.

    `values` hold by used rows, box and upper total what is still to come; while the bonus can be won or missed, it is
    counted as won and taken away where it is missed.
    """

    game: Compiled
    values: Floats
    seconds: float
    cpu_seconds: float

    @property
    def rules(self) -> Scorecard:
        """The rules that are solved."""
        return self.game.rules

    @property
    def mean(self) -> float:
        """The mean final total from an empty card."""
        return self.value(self.rules.empty_card())

    @cached_property
    def states(self) -> int:
        """How many situations between turns can come about."""
        return reachable_states(self.game)

    @property
    def table_bytes(self) -> int:
        """The size of the values."""
        return self.game.size * self.values.itemsize

    def value(self, card: Card) -> float:
        """The mean final total of a card before a turn; SolveError if a turn of it was passed over.

        With turns passed over it is a game of fewer turns: `replace(rules, turns=rules.turns - card.passed)`.
        """
        if not self.rules.turns_left(card):
            return self.rules.total(card)
        if card.passed:
            message = (
                f"{card.passed} turns were passed over: solve the game with {self.rules.turns - card.passed} turns"
            )
            raise SolveError("solve-passed-turns", message, passed=card.passed, turns=self.rules.turns)
        place, decides = self.game.place(card)
        return self.rules.total(card) + float(self.values[place]) + decides * self.rules.bonus
