"""Players that stand on what their moves are worth: `best`, and weaker ones who err as people do.

Values are handed in by a function; none is computed here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from random import Random
from types import MappingProxyType
from typing import Protocol

from kosci.bots.registry import BOTS, Bot, BotInfo
from kosci.bots.strengths import BEST, TEMPERATURES, WEAKEST_FIRST, temperatures
from kosci.engine.moves import Move
from kosci.variants import Position, Rules


class Valued(Protocol):
    """A move, and what it costs against the best."""

    @property
    def move(self) -> Move:
        """The move."""
        ...

    @property
    def cost(self) -> float:
        """What is lost by it, 0 for the best."""
        ...


class Advised(Protocol):
    """Every move that may be made, best first, and what costs are counted in."""

    @property
    def aim(self) -> str:
        """What values count: `total`, `chance`, `turns` or `gain`."""
        ...

    @property
    def options(self) -> Sequence[Valued]:
        """The moves."""
        ...


Advice = Callable[[Rules, Position], Advised]


@dataclass(frozen=True, slots=True)
class Best:
    """The player that never errs: the first of the best moves."""

    advice: Advice

    def __call__(self, game: Rules, position: Position, _: Random) -> Move:
        """The best move."""
        return self.advice(game, position).options[0].move


@dataclass(frozen=True, slots=True)
class Erring:
    """A player that chooses a move with a weight of exp(−cost / temperature)."""

    advice: Advice
    temperatures: Mapping[str, float]

    def __call__(self, game: Rules, position: Position, random: Random) -> Move:
        """A move, the likelier the less it costs."""
        advised = self.advice(game, position)
        warmth = self.temperatures[advised.aim]
        weights = [exp(-option.cost / warmth) for option in advised.options]
        drawn = random.random() * sum(weights)
        reached = zip(advised.options, accumulate(weights), strict=True)
        return next((option.move for option, sum_ in reached if drawn < sum_), advised.options[0].move)


def players(advice: Advice | None) -> Mapping[str, BotInfo]:
    """All computer players, weakest first as they are in most sheet games; without advice those who need no values."""
    if advice is None:
        return BOTS
    standing: dict[str, Bot] = {name: Erring(advice, temperatures(name)) for name in TEMPERATURES}
    standing[BEST] = Best(advice)
    found = {**BOTS, **{name: BotInfo(move, _any_game, needs_values=True) for name, move in standing.items()}}
    return MappingProxyType({name: found[name] for name in WEAKEST_FIRST})


def _any_game(_: Rules) -> bool:
    return True
