"""A race looked at through the engine alone, roll by roll: slow, and obviously right.

It holds no rule: what can happen is whatever `legal_moves`, `after_move` and `after_roll` say.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kosci.engine.dice import rolls
from kosci.engine.game import Over
from kosci.engine.race import Race, RacePosition

Numbers = NDArray[np.float64]
Worth = Callable[[int], Numbers]


@dataclass(frozen=True)
class Won:
    """The player has reached the target, or rolled five alike."""


@dataclass(frozen=True)
class Ended:
    """The turn has ended with so many points banked."""

    banked: int


@dataclass(frozen=True)
class Rolling:
    """So many dice are rolled next, holding these points."""

    turn: int
    dice: int


Outcome = Won | Ended | Rolling
Choice = frozenset[Outcome]


@dataclass
class RaceOracle:
    """The turns of a race for one seat, as the engine plays them; the worths are arrays, one number a situation."""

    game: Race
    seats: int = 2
    _falls: dict[tuple[int, int, int], list[tuple[float, Choice]]] = field(default_factory=dict)

    def turn(self, banked: int, worth: Worth, won: float) -> Numbers:
        """What a turn is worth to one who has banked so many points, if ending a turn with n points is worth[n]."""
        known: dict[Rolling, Numbers] = {}

        def of(outcome: Outcome) -> Numbers:
            match outcome:
                case Won():
                    return np.full_like(worth(banked), won)
                case Ended(points):
                    return worth(points)
                case Rolling():
                    if outcome not in known:
                        falls = self.falls(banked, outcome)
                        best = (chance * np.max([of(one) for one in choice], axis=0) for chance, choice in falls)
                        known[outcome] = np.sum(list(best), axis=0)
                    return known[outcome]

        return of(Rolling(0, self.game.dice))

    def falls(self, banked: int, rolling: Rolling) -> list[tuple[float, Choice]]:
        """Each choice that a roll may leave, with its chance."""
        key = (banked, rolling.turn, rolling.dice)
        if key not in self._falls:
            found: Counter[Choice] = Counter()
            for dice, weight in rolls(rolling.dice):
                found[self._choice(self.position(banked, rolling), dice)] += weight
            self._falls[key] = [(weight / 6**rolling.dice, choice) for choice, weight in found.items()]
        return self._falls[key]

    def position(self, banked: int, rolling: Rolling) -> RacePosition:
        """The first seat about to roll."""
        others = (0,) * (self.seats - 1)
        return RacePosition((banked, *others), (False,) * self.seats, turn=rolling.turn, rolling=rolling.dice)

    def _choice(self, position: RacePosition, dice: tuple[int, ...]) -> Choice:
        after = self.game.after_roll(position, dice)
        if not after.roll:
            return frozenset({self._outcome(after)})
        moves = self.game.legal_moves(after)
        assert moves
        outcomes = frozenset(self._outcome(self.game.after_move(after, move)) for move in moves)
        # Nothing is better than to have won, so whoever can win looks no further: turns may go on for ever.
        return frozenset({Won()}) if Won() in outcomes else outcomes

    def _outcome(self, after: RacePosition) -> Outcome:
        awaiting = self.game.awaiting(after)
        if isinstance(awaiting, Over):
            assert awaiting.results[0].place == 1
            return Won()
        if after.rolling:
            return Rolling(after.turn, after.rolling)
        return Ended(after.banked[0])
