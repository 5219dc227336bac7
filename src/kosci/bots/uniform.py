"""The player `random`: every legal move is as likely as any other.

It never ends a game before its time.
"""

from random import Random

from kosci.bots.asked import choices
from kosci.engine.moves import Move
from kosci.variants import Position, Rules


def uniform(game: Rules, position: Position, random: Random) -> Move:
    """A legal move by chance, never `end`."""
    return random.choice(choices(game, position))
