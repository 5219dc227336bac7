"""Simulated games of Tysiąc: any players through the engine, a race to the target at one table.

Every game depends on its seed and number alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kosci.engine.game import Over
from kosci.engine.race import Race
from kosci.solve.simulate_dice import key_of
from kosci.solve.simulate_engine import Hand, Mover, Seat, play
from kosci.solve.tables import Ints

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, eq=False)
class RaceGames:
    """What one seat came to in every game: its points, the turns it had, its place."""

    points: Ints
    turns: Ints
    places: Ints


@dataclass(frozen=True, slots=True, eq=False)
class RaceSimulation:
    """Simulated races."""

    seats: tuple[RaceGames, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.seats[0].points)


def simulate_race(
    game: Race,
    movers: Sequence[Mover],
    games: int,
    seed: int,
    *,
    same_dice: bool = False,
    progress: Progress = lambda _: None,
) -> RaceSimulation:
    """So many games among these players.

    With `same_dice` every seat rolls in its n-th turn the dice of the first seat's. `progress` is told how much is
    done, from 0 to 1.
    """
    found = np.zeros((games, 3, len(movers)), np.int32)
    for number in range(games):
        hands = [Hand(key_of(seed), number, Seat(at, 0 if same_dice else at)) for at in range(len(movers))]
        over = game.awaiting(play(game, game, movers, hands))
        assert isinstance(over, Over)
        found[number] = [
            [result.points for result in over.results],
            [hand.turn for hand in hands],
            [result.place for result in over.results],
        ]
        progress((number + 1) / games)
    seats = (np.ascontiguousarray(found[:, :, at].T) for at in range(len(movers)))
    return RaceSimulation(tuple(RaceGames(*parts) for parts in seats))
