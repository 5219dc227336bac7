"""What `greedy` expects of each move of Tysiąc, one roll ahead, counted exactly over every roll.

Banking promises the turn's points, rolling on the mean of what the turn can bring with the next roll. What banks the
target is taken at once; whoever lies behind in the last turn of a game has nothing to lose and does not bank.
"""

from collections.abc import Iterable, Mapping

from kosci.engine.dice import rolls
from kosci.engine.moves import Bank, Move, RollOn
from kosci.engine.race import Race, RacePosition

ENOUGH = 1e6  # more than any turn can bring


def promised(game: Race, position: RacePosition, moves: Iterable[Move]) -> Mapping[Move, float]:
    """The worth of each of these moves."""
    return {move: _promise(game, position, move) for move in moves}


def _promise(game: Race, position: RacePosition, move: Move) -> float:
    after = game.after_move(position, move)
    if not isinstance(move, Bank):
        return _after_next_roll(game, position, after)
    total, gain = after.banked[position.mover], _gained(position, after)
    if position.final is None:
        return gain + ENOUGH if total >= game.target else gain
    return gain + ENOUGH if total == max(after.banked) else 0


def _after_next_roll(game: Race, position: RacePosition, rolling: RacePosition) -> float:
    """The mean of what the turn brings when the next roll is its last; a bust brings what the rules leave of it."""
    fallen = [(game.after_roll(rolling, dice), weight) for dice, weight in rolls(rolling.rolling)]
    mean = sum(weight * _best(game, position, after) for after, weight in fallen)
    return mean / sum(weight for _, weight in fallen)


def _best(game: Race, position: RacePosition, fallen: RacePosition) -> int:
    """The most the turn has from here, whether or not it may be banked yet."""
    if not fallen.roll:
        return _gained(position, fallen)
    asides = (move.aside for move in game.legal_moves(fallen) if isinstance(move, Bank | RollOn))
    return fallen.turn + max(game.value(aside).points for aside in asides)


def _gained(position: RacePosition, after: RacePosition) -> int:
    return after.banked[position.mover] - position.banked[position.mover]
