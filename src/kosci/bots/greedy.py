"""The player `greedy`: takes what promises most after one more roll, and never thinks of later turns.

It leaves nothing to chance: equal promises are settled by the order of the moves.
"""

from random import Random

from kosci.bots.asked import choices, strange
from kosci.bots.greedy_race import promised as race_promised
from kosci.bots.greedy_sheet import promised as sheet_promised
from kosci.engine.moves import Move
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.variants import Position, Rules


def greedy(game: Rules, position: Position, _: Random) -> Move:
    """The move that promises most; the first of equals."""
    moves = choices(game, position)
    if len(moves) == 1:
        return moves[0]
    match game, position:
        case Scorecard(), SheetPosition():
            promises = sheet_promised(game, position, moves)
        case Race(), RacePosition():
            promises = race_promised(game, position, moves)
        case _:
            raise strange(game)
    return max(moves, key=promises.__getitem__)
