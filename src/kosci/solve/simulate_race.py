"""Simulated games of Tysiąc: two best players many games at once, any others through the engine.

Every game depends on its seed and number alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kosci.engine.game import Over
from kosci.engine.race import Race
from kosci.solve.race import RaceSolution
from kosci.solve.simulate_dice import key_of
from kosci.solve.simulate_engine import Mover, Seat, Throws, play
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
        throws = [Throws(key_of(seed), number, Seat(at, 0 if same_dice else at)) for at in range(len(movers))]
        over = game.awaiting(play(game, game, movers, throws))
        assert isinstance(over, Over)
        points, places = ([getattr(result, name) for result in over.results] for name in ("points", "place"))
        found[number] = [points, [one.turn for one in throws], places]
        progress((number + 1) / games)
    seats = (np.ascontiguousarray(found[:, :, at].T) for at in range(len(movers)))
    return RaceSimulation(tuple(RaceGames(*parts) for parts in seats))


def simulate_duels(
    solution: RaceSolution,
    games: int,
    seed: int,
    *,
    same_dice: bool = False,
    progress: Progress = lambda _: None,
) -> RaceSimulation:
    """So many games of two best players: those that `simulate_race` would play, many at once."""
    from kosci.solve.simulate_duel import play_duels

    races, winners = play_duels(solution, games, key_of(seed), same_dice=same_dice, progress=progress)
    points, turns = (np.ascontiguousarray(numbers.T) for numbers in (races.points, races.turns))
    places = (np.where(winners == seat, 1, 2).astype(np.int32) for seat in range(len(points)))
    return RaceSimulation(tuple(RaceGames(*parts) for parts in zip(points, turns, places, strict=True)))
