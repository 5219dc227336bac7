"""How fast games are simulated, beside the peer in the same call where it is installed.

Processor time of all threads together, for the machine may be shared; kernels are compiled before anything is measured.
"""

from collections.abc import Iterator
from functools import partial
from math import sqrt

from kosci.bench.clock import pace
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.peer import MISSING, NAME, peer_games, peer_solver
from kosci.bench.solving import sheet
from kosci.bots import bot
from kosci.bots.strengths import TEMPERATURES
from kosci.solve.simulate import Exact, Player, simulate
from kosci.solve.solver import solve

_TIMES_MORE = 10  # the peer's games a second of processor time
_GAMES_A_SECOND = 50_000  # of measuring; more games at once are faster, for they share what is looked up
_PEER_GAMES = 2000


def simulating(effort: Effort) -> Iterator[Measurement]:
    """Games of best play of `yahtzee` a second of processor time; those of weaker players, and of one by the engine."""
    solution = solve(sheet("yahtzee"))
    games = max(10, int(_GAMES_A_SECOND * effort.seconds))
    means: list[float] = []

    def play(player: Player, games: int) -> None:
        means.append(float(simulate(solution.rules, [player], games, len(means)).seats[0].totals.mean()))

    own = games * pace(partial(play, Exact(solution), games), effort.seconds).per_second
    note = f"mean {sum(means) / len(means):.2f} ± {60 / sqrt(games * len(means)):.2f}, exact {solution.mean:.2f}"
    build = peer_solver()
    if build is None:
        yield Measurement("simulate", "yahtzee, best", own, "/CPU s", f"{note}; {MISSING}")
    else:
        solver, their_games = build(), min(games, _PEER_GAMES)
        theirs = their_games * pace(partial(peer_games, solver, their_games), effort.seconds).per_second
        yield Measurement("simulate", "yahtzee, best", own, "/CPU s", note, Target(theirs * _TIMES_MORE, "at least"))
        yield Measurement("simulate", f"yahtzee, {NAME}", theirs, "/CPU s", f"ours is {own / theirs:.1f}×")
    for name, temperature in TEMPERATURES.items():
        rate = games // 5 * pace(partial(play, Exact(solution, temperature), games // 5), effort.seconds / 2).per_second
        yield Measurement("simulate", f"yahtzee, {name}", rate, "/CPU s")
    rate = pace(partial(play, bot("greedy"), 1), effort.seconds / 2).per_second
    yield Measurement("simulate", "yahtzee, greedy", rate, "/CPU s", "through the engine")
