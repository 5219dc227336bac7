"""Solving a race: the best turn, the turns needed alone, and the game of two, each from the target outwards.

No rule stands here: the turn comes from the model, the arithmetic from the kernels.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kosci.engine.race import Race
from kosci.solve.race_model import TurnModel, check_solved, turn_model
from kosci.solve.race_tables import LANES, Plan, Turn, Work, blank_pairs, nothing_settled, plan_of, work_for
from kosci.solve.race_turn import TurnTable, turn_table
from kosci.solve.tables import Floats

RACE_VERSION = 1  # a solution kept by another version is solved again
_CHUNKS = 100  # how often progress is told
_FAR_BELOW = -1e9  # a bust so bad that every choice avoids it

Progress = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class RaceValues:
    """The race of a turn model, by levels: level x means that x steps of points are left to the target.

    `waits[x]` are the turns still needed alone; `chances[u, v]` is the chance to win of the player to move at level u
    against one at level v. Level 0 has reached the target.
    """

    model: TurnModel
    waits: Floats
    chances: Floats

    @property
    def size(self) -> int:
        """The levels of the race."""
        return len(self.waits) - 1


@dataclass(frozen=True, eq=False)
class RaceSolution:
    """A solved race, with what it took to find it."""

    game: Race
    values: RaceValues
    seconds: float
    cpu_seconds: float

    @cached_property
    def turn(self) -> TurnTable:
        """The turn played for points."""
        return turn_table(self.values.model)

    @property
    def turn_mean(self) -> float:
        """The most points that a turn can be expected to bring; five alike counts what it pays on top."""
        return self.turn.mean

    @property
    def solo_turns(self) -> float:
        """The least turns that a player alone can expect to need to the target."""
        return float(self.values.waits[-1])

    @property
    def first_wins(self) -> float:
        """The chance of the first of two players to win, if both play as well as can be."""
        return float(self.values.chances[-1, -1])

    @property
    def states(self) -> int:
        """The situations between two turns: what the player to move has banked, and the other."""
        return self.values.size**2

    @property
    def table_bytes(self) -> int:
        """The size of the values."""
        return self.values.waits.nbytes + self.values.chances.nbytes

    def level(self, points: int) -> int:
        """How many steps are left to the target for one who has these points; 0 or less where it is reached."""
        return -((points - self.game.target) // self.values.model.step)


def solve_race(game: Race, *, progress: Progress = lambda _: None) -> RaceSolution:
    """The solution of a race, or RaceNotSolvedError; `progress` is told how much is done, from 0 to 1.

    The time it takes counts the rules made into a model, not the kernels made into machine code once a machine.
    """
    check_solved(game)
    started, cpu_started = time.perf_counter(), time.thread_time()
    model = turn_model(game)
    spent, cpu_spent = time.perf_counter() - started, time.thread_time() - cpu_started
    race_values(model, 1)  # compiles the kernels, or reads them
    started, cpu_started = time.perf_counter(), time.thread_time()
    values = race_values(model, levels(game, model), progress)
    spent += time.perf_counter() - started
    return RaceSolution(game, values, spent, cpu_spent + time.thread_time() - cpu_started)


def levels(game: Race, model: TurnModel) -> int:
    """How many steps of points lie between nothing and the target."""
    return -(-game.target // model.step)


def race_values(model: TurnModel, size: int, progress: Progress = lambda _: None) -> RaceValues:
    """The race of a turn model over so many levels."""
    plan = plan_of(model)
    work = work_for(plan, size)
    floor = _least_slopes(plan, size, work)
    waits = _alone(plan, size, work, floor)
    chances = _duel(plan, size, work, floor, progress)
    for values in (waits, chances):
        values.flags.writeable = False
    return RaceValues(model, waits, chances)


def _least_slopes(plan: Plan, size: int, work: Work) -> Floats:
    """The least slope that each stand of each level can have: that of choices which avoid a bust at any price."""
    from kosci.solve import race_kernels

    stands = len(plan.next_kind)
    work.ends[:], work.hurts[:] = size, _FAR_BELOW
    nothing = nothing_settled(plan, 1, 0.0, np.zeros((size + 1) * stands))
    race_kernels.play_turn(plan, np.zeros((size + 1) * LANES), nothing, Turn(0, 0, 1, size, size, 0.0), work)
    lean = work.lean.reshape(-1, stands, LANES)[plan.span - 1 :, :, 0]
    return np.ascontiguousarray(lean).ravel()


def _alone(plan: Plan, size: int, work: Work, floor: Floats) -> Floats:
    from kosci.solve import race_kernels

    bank = np.zeros((size + 1) * LANES)
    _check(race_kernels.alone(plan, bank, nothing_settled(plan, 1, 0.0, floor), work, 1, size))
    waits: Floats = -bank[::LANES]
    return waits


def _duel(plan: Plan, size: int, work: Work, floor: Floats, progress: Progress) -> Floats:
    from kosci.solve import race_kernels

    blocks = -(-size // LANES)
    bank, pairs = np.zeros(blocks * (size + 1) * LANES), blank_pairs(size)
    known = nothing_settled(plan, blocks, 1.0, floor)
    step = max(1, 2 * size // _CHUNKS)
    for first in range(2, 2 * size + 1, step):
        last = min(first + step - 1, 2 * size)
        _check(race_kernels.duel(plan, bank, pairs, known, work, first, last))
        left = max(0, 2 * size - last)
        progress((last**2 / 2 if last <= size else size**2 - left**2 / 2) / size**2)
    rows = bank.reshape(blocks, size + 1, LANES).transpose(0, 2, 1).reshape(-1, size + 1)[:size]
    chances = np.ones((size + 1, size + 1))
    chances[1:] = 1.0 - rows
    chances[1:, 0] = 0.0  # the other has reached the target
    return chances


def _check(steps: int) -> None:
    if steps < 0:
        raise ArithmeticError("the values of this race do not settle")
