"""The computer players by id, and which of them play a game.

How any of them chooses is not decided here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from kosci.bots.family import family
from kosci.bots.greedy import greedy
from kosci.bots.uniform import uniform
from kosci.engine.errors import RuleError
from kosci.engine.moves import Move
from kosci.variants import Position, Rules

Bot = Callable[[Rules, Position, Random], Move]


class BotError(RuleError):
    """An id that no computer player has."""


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A computer player: how it moves, the games it can play, and whether a game has to be solved for it first."""

    move: Bot
    plays: Callable[[Rules], bool]
    needs_values: bool = False


def _any_game(_: Rules) -> bool:
    return True


# Those that need no values, weakest first; `valued.players` has all of them.
BOTS: Mapping[str, BotInfo] = MappingProxyType(
    {
        "random": BotInfo(uniform, _any_game),
        "family": BotInfo(family, _any_game),
        "greedy": BotInfo(greedy, _any_game),
    }
)


def bots(game: Rules, among: Mapping[str, BotInfo] = BOTS) -> tuple[str, ...]:
    """The ids of those that play this game, weakest first."""
    return tuple(name for name, entry in among.items() if entry.plays(game))


def bot(name: str, among: Mapping[str, BotInfo] = BOTS) -> Bot:
    """The computer player with this id; BotError where there is none."""
    if name not in among:
        message = f"{name!r} is no computer player: there are {', '.join(among)}"
        raise BotError("bot-unknown", message, given=name, allowed=tuple(among))
    return among[name].move
