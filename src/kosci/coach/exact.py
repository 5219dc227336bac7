"""What every legal move of a position is worth, whatever the game: the one door of computer players and coach.

Solves nothing itself and chooses nothing; equal moves keep the order in which they are looked for.
"""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from kosci.engine.errors import NotAwaitedError
from kosci.engine.game import ToMove
from kosci.engine.moves import Bank, End, Move, Roll, RollOn
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.options import Option, ranked
from kosci.solve.race_model import unsolved_option
from kosci.variants import Position, Rules

if TYPE_CHECKING:
    from kosci.solve.library import Library, Progress
    from kosci.solve.race_turn import TurnTable
    from kosci.solve.spread import Distribution

#: What values are: the expected final total; the chance to win; the turns still needed, the present one among them
#: (the fewer the better); the points expected of this turn, with `WINNING` on top where a move wins at once.
Aim = Literal["total", "chance", "turns", "gain"]
WINNING = 1000.0


@dataclass(frozen=True, slots=True)
class Advice:
    """Every move that may be made now, best first, and what its value counts."""

    aim: Aim
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class RaceMeans:
    """What best play of a race comes to: points of a turn, turns needed alone, the chance of the first of two."""

    turn: float
    turns_alone: float
    first_wins: float


@dataclass(frozen=True, slots=True)
class Exact:
    """Exact values of moves; a game that is not at hand is solved first, which may take seconds."""

    library: "Library"

    def is_ready(self, game: Rules) -> bool:
        """Whether nothing has to be solved first."""
        return self.library.holds(game)

    def prepare(self, game: Rules, progress: "Progress" = lambda _: None) -> float:
        """Have the game solved; its mean: final total of a sheet game, turns alone or chance of the first in a race.

        RaceNotSolvedError where a race has no exact solution.
        """
        if isinstance(game, Scorecard):
            return self.library.sheet(game, progress).value(game.empty_card())
        return self.library.race(game, progress).solution.first_wins

    def race_means(self, game: Race) -> RaceMeans:
        """The averages of a race, which is solved first if it has to be; RaceNotSolvedError where it cannot be."""
        solution = self.library.race(game).solution
        return RaceMeans(solution.turn_mean, solution.solo_turns, solution.first_wins)

    def distribution(self, game: Rules, progress: "Progress" = lambda _: None) -> "Distribution":
        """How likely every final total is under best play, of a race the turns needed alone; found first if need be.

        It may take seconds. RaceNotSolvedError where a race has no exact solution.
        """
        if isinstance(game, Scorecard):
            return self.library.distribution(game, progress)
        return self.library.turns_alone(game, progress)

    def found_distribution(self, game: Scorecard) -> "Distribution | None":
        """The distribution where nothing has to be waited for."""
        return self.library.found_distribution(game)

    def advice(self, game: Rules, position: Position) -> Advice:
        """The moves of the player to move, but for `end`; NotAwaitedError where no move is awaited."""
        match game, position:
            case Scorecard(), SheetPosition():
                return Advice("total", self._of_sheet(game, position))
            case Race(), RacePosition():
                return self._of_race(game, position)
        raise TypeError(f"{game.id!r} has no such position")

    def _of_sheet(self, game: Scorecard, position: SheetPosition) -> tuple[Option, ...]:
        _check_awaited(game.awaiting(position))
        card = position.cards[position.mover]
        advisor = self.library.sheet(game)
        if not position.rolls_used:
            return ranked([(Roll(), advisor.value(card))])
        return advisor.values(card, position.dice, game.rolls - position.rolls_used)

    def _of_race(self, game: Race, position: RacePosition) -> Advice:
        _check_awaited(game.awaiting(position))
        staying = position.left.count(False)
        if staying <= 2 and unsolved_option(game) is None:
            return Advice("turns" if staying == 1 else "chance", self.library.race(game).values(position))
        worth = partial(_gain, self.library.turn(game), game, position)
        moves = [move for move in game.legal_moves(position) if not isinstance(move, End)]
        return Advice("gain", ranked([(move, worth(move)) for move in moves]))


def _check_awaited(awaiting: object) -> None:
    if not isinstance(awaiting, ToMove):
        raise NotAwaitedError("dice-awaited", "no move is awaited", count=getattr(awaiting, "count", 0))


def _gain(table: "TurnTable", game: Race, position: RacePosition, move: Move) -> float:
    """What the turn is expected to bring; in a last round banking less than the leader has brings nothing."""
    after = game.after_move(position, move)
    if not isinstance(move, Bank | RollOn):
        return table.rolling(0, table.model.start)
    held = position.turn + game.value(move.aside).points
    if isinstance(move, RollOn):
        return table.rolling(held, after.rolling - 1)
    total = position.banked[position.mover] + held
    if position.final is None:
        return held + (WINNING if total >= game.target else 0.0)
    return float(held) if total >= max(position.banked) else 0.0
