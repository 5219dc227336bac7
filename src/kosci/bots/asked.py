"""What every computer player asks first: whose move it is, and the moves it may choose from.

No choice is made here.
"""

from kosci.engine.errors import NotAwaitedError
from kosci.engine.game import Over, ToRoll
from kosci.engine.moves import End, Move
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.variants import Position, Rules


def choices(game: Rules, position: Position) -> tuple[Move, ...]:
    """The legal moves but for `end`, which is for people (S10); NotAwaitedError where no move is awaited."""
    match game, position:
        case Scorecard(), SheetPosition():
            awaiting, moves = game.awaiting(position), game.legal_moves(position)
        case Race(), RacePosition():
            awaiting, moves = game.awaiting(position), game.legal_moves(position)
        case _:
            raise strange(game)
    if isinstance(awaiting, Over):
        raise NotAwaitedError("game-over", "no move is awaited: the game is over")
    if isinstance(awaiting, ToRoll):
        message = f"no move is awaited: {awaiting.count} dice are to fall first"
        raise NotAwaitedError("dice-awaited", message, count=awaiting.count)
    return tuple(move for move in moves if not isinstance(move, End))


def strange(game: Rules) -> TypeError:
    """The error for a position that is not of this game's family."""
    return TypeError(f"{game.id!r} has no such position")
