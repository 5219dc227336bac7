"""Simulated races of two best players, all games turn by turn at once.

The same games as through the engine; what a turn is worth is computed once for all that have the same scores.
"""

from collections.abc import Callable

import numpy as np

from kosci.engine.race import Race
from kosci.solve.race import RaceSolution
from kosci.solve.race_tables import LANES, Plan, Settled, Work, nothing_settled, plan_of, work_for
from kosci.solve.simulate_engine import Seat, Throws, first_seat
from kosci.solve.simulate_rolls import Deal, Pairs, Races, Rolls, Worths, blank_races, rolls_of
from kosci.solve.tables import Ints, Longs

_MOST_GAMES = 1 << 17  # played at once

Table = tuple[Plan, Rolls, Worths, Settled, Work]


def play_duels(
    solution: RaceSolution, games: int, key: int, *, same_dice: bool, progress: Callable[[float], None]
) -> tuple[Races, Ints]:
    """So many games of two best players, each to its end, and who won them; `progress` is told how much is done."""
    pieces = [range(first, min(first + _MOST_GAMES, games)) for first in range(0, games, _MOST_GAMES)]
    played = []
    for piece in pieces:

        def tell(over: int, before: int = piece.start) -> None:
            progress((before + over) / games)

        played.append(_play_piece(solution, piece, key, same_dice=same_dice, tell=tell))
    races = Races(*(np.concatenate(parts) for parts in zip(*played, strict=True)))
    last = races.starts + races.turns.sum(axis=1) - 1
    return races, (last % 2).astype(np.int32)


def _play_piece(
    solution: RaceSolution, piece: range, key: int, *, same_dice: bool, tell: Callable[[int], None]
) -> Races:
    from kosci.solve.kernel_race_play import play_race_turns

    game, table = solution.game, _table(solution)
    races = blank_races(np.array([_starter(game, key, number) for number in piece], np.int32))
    going, step = np.arange(len(piece)), 0
    while len(going):
        deal = Deal(
            np.uint64(key), piece.start, int(same_dice), step, game.target, solution.values.model.step, game.alike_pays
        )
        play_race_turns(*table, deal, races, _pairs(solution, races, going, step))
        going, step = going[~races.is_over[going]], step + 1
        tell(len(piece) - len(going))
    return races


def _starter(game: Race, key: int, number: int) -> int:
    return first_seat(game, [Throws(key, number, Seat(at, at)) for at in range(2)])


def _table(solution: RaceSolution) -> Table:
    plan, size = plan_of(solution.values.model), solution.values.size
    worths = Worths(np.array(solution.values.chances), np.zeros((size + 1) * LANES))
    nothing = nothing_settled(plan, 1, 1.0, np.zeros(0))
    return plan, rolls_of(solution.game), worths, nothing, work_for(plan, size)


def _pairs(solution: RaceSolution, races: Races, going: Longs, step: int) -> Pairs:
    """The games that go on by the levels of who is to move and of the other."""
    mover = (races.starts[going] + step) % 2
    points = races.points[going]
    levels = -((points - solution.game.target) // solution.values.model.step)
    rows = np.arange(len(going))
    own, other = (levels[rows, seat].astype(np.int64) for seat in (mover, 1 - mover))
    codes = own * (solution.values.size + 1) + other
    order = np.argsort(codes, kind="stable")
    found, first = np.unique(codes[order], return_index=True)
    width = solution.values.size + 1
    bounds = np.append(first, len(going)).astype(np.int64)
    return Pairs(going[order], bounds, found // width, found % width)
