"""Simulated games of Tysiąc: two best players many games at once, any others through the engine.

Every game depends on its seed and number alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kosci.engine.game import Over
from kosci.engine.race import Race
from kosci.solve.race import RaceSolution
from kosci.solve.race_player import exact_player
from kosci.solve.simulate_dice import key_of
from kosci.solve.simulate_engine import Mover, Seat, Throws, play
from kosci.solve.tables import Ints

_DUEL = 2  # players of a race whose best play is exact

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, eq=False)
class ExactRacer:
    """The best player of a solved race, against one other or alone."""

    solution: RaceSolution


RacePlayer = ExactRacer | Mover


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
    players: Sequence[RacePlayer],
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
    exact = [player for player in players if isinstance(player, ExactRacer)]
    if len(exact) == len(players) == _DUEL:
        return _duels(exact[0].solution, games, key_of(seed), same_dice=same_dice, progress=progress)
    movers = [exact_player(player.solution) if isinstance(player, ExactRacer) else player for player in players]
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


def _duels(solution: RaceSolution, games: int, key: int, *, same_dice: bool, progress: Progress) -> RaceSimulation:
    from kosci.solve.simulate_duel import play_duels

    races, winners = play_duels(solution, games, key, same_dice=same_dice, progress=progress)
    return RaceSimulation(
        tuple(
            RaceGames(races.points[:, seat].copy(), races.turns[:, seat].copy(), np.where(winners == seat, 1, 2))
            for seat in range(_DUEL)
        )
    )
