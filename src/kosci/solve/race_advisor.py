"""What the moves of a race are worth: the chance to win against one other player, the turns still needed alone.

One question at a time; nothing is solved here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from kosci.engine.game import Over, ToMove
from kosci.engine.moves import Bank, Move, Roll, RollOn
from kosci.engine.race import RacePosition
from kosci.solve.errors import SolveError
from kosci.solve.options import Option, ranked
from kosci.solve.race import RaceSolution
from kosci.solve.race_model import TurnModel
from kosci.solve.race_tables import LANES, Turn, nothing_settled, plan_of, work_for
from kosci.solve.tables import Floats


@dataclass(frozen=True, eq=False)
class RaceTurn:
    """One turn of one player, under best play from now on: the chance to win, or alone minus the turns that follow it.

    A level counts the steps left to the target with the points that the turn holds.
    """

    model: TurnModel
    banks: Floats
    rolls: Floats
    beginning: float
    lost: float
    won: float

    def banking(self, level: int) -> float:
        """What ending the turn at this level is worth."""
        return float(self.banks[level]) if level > 0 else self.won

    def rolling(self, level: int, dice: int) -> float:
        """What rolling so many dice at this level is worth to one who holds points."""
        if level > 0:
            return float(self.rolls[level - 1, dice - 1])
        bust = self.model.kinds[dice - 1].bust
        return bust * (self.won if self.model.keeps else self.lost) + (1 - bust) * self.won


class RaceAdvisor:
    """What a solution says of positions and moves: to one who plays alone, the turns still needed with the present one.

    SolveError wherever more than two players stay.
    """

    def __init__(self, solution: RaceSolution) -> None:
        self.solution = solution

    def values(self, position: RacePosition) -> tuple[Option, ...]:
        """Every legal move, best first; none unless a move is awaited."""
        moves = self.solution.game.legal_moves(position)
        if not moves:
            return ()
        turn = self._turn_of(position)
        worths = [self._worth(turn, position, move) for move in moves]
        return _ranked(moves, worths, is_alone=len(position.banked) == 1)

    def best_move(self, position: RacePosition) -> Move:
        """The best move; the first of equal ones."""
        return self.values(position)[0].move

    def value(self, position: RacePosition) -> float:
        """What the position is worth to the player to move; SolveError outside of turns."""
        awaiting = self.solution.game.awaiting(position)
        if isinstance(awaiting, Over) or position.contest is not None:
            raise SolveError("race-no-turn", "the position is not within a turn")
        if isinstance(awaiting, ToMove):
            return self.values(position)[0].value
        turn = self._turn_of(position)
        worth = self._rolling(turn, position) if position.turn else turn.beginning
        return _shown(worth, is_alone=len(position.banked) == 1)

    def standing(self, banked: int, turn: int, dice_left: int, opponent: int | None = None) -> tuple[Option, ...]:
        """Banking and rolling on, best first, for one who holds so many points of a turn and has so many dice left.

        All dice left means that all have scored or, where no points are held, that the turn begins.
        """
        this, level = self.turn(banked, opponent), self.solution.level(banked + turn)
        if not turn:
            return _ranked([Roll()], [this.beginning], is_alone=opponent is None)
        stand = this.model.stand_with(dice_left)
        moves: dict[Move, float] = {}
        if stand.may_bank or level <= 0:
            moves[Bank()] = this.banking(level)
        if stand.kind is not None:
            moves[RollOn()] = this.rolling(level, dice_left)
        return _ranked(moves.keys(), moves.values(), is_alone=opponent is None)

    def turn(self, banked: int, opponent: int | None = None) -> RaceTurn:
        """The turn of a player who has banked so many points, against one who has banked so many, or alone."""
        values, mine = self.solution.values, self.solution.level(banked)
        if opponent is None:
            worths, beginning = -values.waits, -float(values.waits[mine])
            return self._played(mine, worths, beginning + 1, float(worths[mine]), 0.0)
        other = self.solution.level(opponent)
        worths = 1.0 - values.chances[other]
        return self._played(mine, worths, float(values.chances[mine, other]), float(worths[mine]), 1.0)

    def _played(self, level: int, banks: Floats, beginning: float, lost: float, won: float) -> RaceTurn:
        from kosci.solve import race_kernels

        model = self.solution.values.model
        plan = plan_of(model)
        work = work_for(plan, level)
        work.ends[:], work.hurts[:] = level, lost
        nothing = nothing_settled(plan, 1, won, np.zeros(0))
        race_kernels.play_turn(plan, np.repeat(banks[: level + 1], LANES), nothing, Turn(0, 0, 1, 1, level, won), work)
        rolls: Floats = work.rolled.reshape(-1, len(model.kinds), LANES)[:level, :, 0]
        return RaceTurn(model, banks, rolls, beginning, lost, won)

    def _turn_of(self, position: RacePosition) -> RaceTurn:
        others = [seat for seat, gone in enumerate(position.left) if not gone and seat != position.mover]
        if len(others) > 1:
            message = f"{len(others) + 1} players: the chance to win is known for two"
            raise SolveError("race-two-players", message, players=len(others) + 1)
        opponent = position.banked[others[0]] if others else None
        return self.turn(position.banked[position.mover], opponent)

    def _worth(self, turn: RaceTurn, position: RacePosition, move: Move) -> float:
        after = self.solution.game.after_move(position, move)
        if isinstance(move, Bank):
            return turn.banking(self.solution.level(after.banked[position.mover]))
        return self._rolling(turn, after) if after.turn else turn.beginning

    def _rolling(self, turn: RaceTurn, position: RacePosition) -> float:
        level = self.solution.level(position.banked[position.mover] + position.turn)
        return turn.rolling(level, position.rolling)


def _shown(worth: float, *, is_alone: bool) -> float:
    """The worth as people are told it: a chance, or the turns still needed with the present one."""
    return 1 - worth if is_alone else worth


def _ranked(moves: Iterable[Move], worths: Iterable[float], *, is_alone: bool) -> tuple[Option, ...]:
    options = ranked(zip(moves, worths, strict=True))
    return tuple(replace(option, value=_shown(option.value, is_alone=is_alone)) for option in options)
