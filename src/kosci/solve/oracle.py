"""The slow solver: what a position is worth to one player, by looking at everything that can happen.

Nothing here is clever, so that the fast solver can be held against it: it follows the game's own protocol only.
"""

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from kosci.engine.dice import rolls
from kosci.engine.game import Game, Over, ToMove

S = TypeVar("S", bound=Hashable)


class Oracle(Generic[S]):
    """Expected final points of a game for one seat that plays as well as can be.

    Only for games that end whatever is played; positions met are remembered.
    """

    def __init__(self, game: Game[S]) -> None:
        self._game = game
        self._known: dict[S, float] = {}

    @property
    def known(self) -> Mapping[S, float]:
        """The positions met so far with their values."""
        return self._known

    def value(self, position: S) -> float:
        """The mean final points from here."""
        if position not in self._known:
            self._known[position] = self._looked_ahead(position)
        return self._known[position]

    def _looked_ahead(self, position: S) -> float:
        awaiting = self._game.awaiting(position)
        if isinstance(awaiting, Over):
            return awaiting.results[0].points
        if isinstance(awaiting, ToMove):
            moves = self._game.legal_moves(position)
            return max(self.value(self._game.after_move(position, move)) for move in moves)
        after = ((weight, self._game.after_roll(position, dice)) for dice, weight in rolls(awaiting.count))
        return sum(weight * self.value(position) for weight, position in after) / float(6**awaiting.count)
