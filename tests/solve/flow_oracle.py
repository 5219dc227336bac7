"""What best play expects in each row, by looking at everything that can happen: what the fast flow is held against.

Nothing here is clever; moves are valued by the slow solver, equal ones taken lowest row first, then smallest keep.
"""

from kosci.engine.dice import rolls
from kosci.engine.game import Over, ToMove
from kosci.engine.moves import Keep, Move, Score
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.options import TIED
from kosci.solve.oracle import Oracle

Parts = tuple[float, ...]


class FlowOracle:
    """Points expected in each row, of the bonus, of extras, for one player from any position."""

    def __init__(self, rules: Scorecard) -> None:
        self._rules = rules
        self._values = Oracle(rules)
        self._known: dict[SheetPosition, Parts] = {}

    def parts(self, position: SheetPosition) -> Parts:
        """What is expected from here, the rows first."""
        if position not in self._known:
            self._known[position] = self._looked_ahead(position)
        return self._known[position]

    def _looked_ahead(self, position: SheetPosition) -> Parts:
        rules, awaiting = self._rules, self._rules.awaiting(position)
        if isinstance(awaiting, Over):
            (card,) = position.cards
            bonus = rules.bonus if rules.bonus_state(card).is_earned else 0
            return (*(float(value or 0) for value in card.values), bonus, card.extras * rules.extra_pays)
        if isinstance(awaiting, ToMove):
            return self.parts(rules.after_move(position, self.best(position)))
        after = [(weight, self.parts(rules.after_roll(position, dice))) for dice, weight in rolls(awaiting.count)]
        whole = 6**awaiting.count
        return tuple(sum(weight * parts[at] for weight, parts in after) / whole for at in range(len(after[0][1])))

    def best(self, position: SheetPosition) -> Move:
        """The move that best play makes."""
        moves = sorted(self._rules.legal_moves(position), key=self._order)
        worth = [self._values.value(self._rules.after_move(position, move)) for move in moves]
        return next(move for move, value in zip(moves, worth, strict=True) if value >= max(worth) - TIED)

    def _order(self, move: Move) -> tuple[int, int, tuple[int, ...]]:
        match move:
            case Score(row):
                return (0, self._rules.index[row], ())
            case Keep(dice):
                return (1, len(dice), dice)
            case _:
                return (2, 0, ())
