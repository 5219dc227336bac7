"""The distribution of the final total by looking at everything that can happen: what the fast pass is held against.

Nothing here is clever; moves are chosen as the slow way to expectations chooses them.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from kosci.engine.dice import rolls
from kosci.engine.game import Over, ToMove
from kosci.engine.scorecard import Scorecard, SheetPosition
from tests.solve.flow_oracle import FlowOracle

_TOTALS = 1000  # more than a small game can end with


class SpreadOracle:
    """Chances of final totals for one player from any position."""

    def __init__(self, rules: Scorecard) -> None:
        self._rules = rules
        self._player = FlowOracle(rules)
        self._known: dict[SheetPosition, NDArray[np.float64]] = {}

    def chances(self, position: SheetPosition) -> Mapping[int, float]:
        """The chance of every final total that can come from here."""
        found = self._chances(position)
        return {int(total): float(found[total]) for total in np.flatnonzero(found)}

    def _chances(self, position: SheetPosition) -> NDArray[np.float64]:
        if position not in self._known:
            self._known[position] = self._looked_ahead(position)
        return self._known[position]

    def _looked_ahead(self, position: SheetPosition) -> NDArray[np.float64]:
        rules, awaiting = self._rules, self._rules.awaiting(position)
        found = np.zeros(_TOTALS)
        if isinstance(awaiting, Over):
            found[rules.total(position.cards[0])] = 1.0
            return found
        if isinstance(awaiting, ToMove):
            return self._chances(rules.after_move(position, self._player.best(position)))
        for dice, weight in rolls(awaiting.count):
            found += self._chances(rules.after_roll(position, dice)) * (weight / 6**awaiting.count)
        return found
