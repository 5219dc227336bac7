"""The best players of a race as functions from a position to a move.

Values come from the solution or from the turn played for points; none is computed here.
"""

from random import Random

from kosci.engine.moves import Move
from kosci.engine.race import Race, RacePosition
from kosci.solve.race import RaceSolution
from kosci.solve.race_advisor import RaceAdvisor
from kosci.solve.race_model import turn_model
from kosci.solve.race_turn import best_turn, turn_table
from kosci.solve.simulate_engine import Mover
from kosci.variants import Position, Rules


def exact_player(solution: RaceSolution) -> Mover:
    """The player with the best chance to win among two, and with the fewest turns alone."""
    advisor = RaceAdvisor(solution)

    def move(_: Rules, position: Position, __: Random) -> Move:
        assert isinstance(position, RacePosition)
        return advisor.best_move(position)

    return move


def turn_player(game: Race) -> Mover:
    """The player who plays each turn for points."""
    table = turn_table(turn_model(game))

    def move(_: Rules, position: Position, __: Random) -> Move:
        assert isinstance(position, RacePosition)
        return best_turn(table, game, position)

    return move
