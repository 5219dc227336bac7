"""What the pages stand on: the service's parts as they are handed in, and what is counted beside them.

Makes nothing up: whoever starts the program fills the parts.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kosci.coach.exact import Exact
from kosci.engine.race import Race
from kosci.service.advising import Advising
from kosci.service.ports import Bell, Chance, Vault
from kosci.service.presence import Presence
from kosci.service.reviewing import Reviewing
from kosci.service.solving import Running, Solving
from kosci.service.spreading import Spreading
from kosci.service.tables import Tables
from kosci.variants import Rules
from kosci.web.limits import Limits, Meter, Throttle
from kosci.web.metrics import Metrics
from kosci.web.printing import Printing
from kosci.web.render import Renderer, renderer
from kosci.web.streams import Streams

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


class Counted(Protocol):
    """Jobs that can be counted."""

    async def counts(self) -> Mapping[str, int]:
        """How many jobs there are of each state."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the service that pages need, put together by whoever starts the program.

    `exact` and `solving` are None where exact play is not installed, `paper` where nothing is printed, `jobs` where
    one process does everything.
    """

    tables: Tables
    presence: Presence
    bell: Bell
    chance: Chance
    vault: Vault
    exact: Exact | None = None
    solving: Solving | None = None
    paper: Printing | None = None
    jobs: Counted | None = None

    def mean(self, game: Rules) -> float | None:
        """The exact average of a sheet game's best play, where it has been solved."""
        if self.solving is None or isinstance(game, Race):
            return None
        return self.solving.mean(game)

    def preparing(self, game: Rules) -> frozenset[str]:
        """The computer players for whom the game is being solved just now."""
        if self.solving is None or not isinstance(self.solving.state(game), Running):
            return frozenset()
        return frozenset(name for name, player in self.tables.players.items() if player.needs_values)


@dataclass(frozen=True, slots=True)
class Where:
    """Where the server is: the names it answers to, and the address phones in the network reach it at.

    `metrics_token` opens its numbers; without one nobody sees them.
    """

    hosts: frozenset[str] = LOOPBACK
    phone_url: str = ""
    metrics_token: str | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """Everything a handler may reach."""

    parts: Parts
    where: Where
    limits: Limits
    renderer: Renderer
    streams: Streams
    throttle: Throttle
    laid: Meter
    tokens: Meter
    wrong_codes: Meter
    solved: Meter
    records: Meter
    printed: Meter
    advising: Advising | None = None
    reviewing: Reviewing | None = None
    spreading: Spreading | None = None
    metrics: Metrics = field(default_factory=Metrics)


def site(
    parts: Parts, where: Where | None = None, limits: Limits | None = None, now: Callable[[], float] = time.monotonic
) -> Site:
    """A site over these parts, with nothing counted yet."""
    numbers = limits or Limits()
    return Site(
        parts=parts,
        where=where or Where(),
        limits=numbers,
        renderer=renderer(),
        streams=Streams(parts.bell, numbers),
        throttle=Throttle(numbers.paces, now),
        laid=Meter(numbers.tables_an_hour, 3600, now),
        tokens=Meter(numbers.tokens_an_hour, 3600, now),
        wrong_codes=Meter(numbers.wrong_codes_a_minute, 60, now),
        advising=Advising(parts.exact, parts.solving) if parts.exact and parts.solving else None,
        reviewing=Reviewing(parts.exact, parts.solving, parts.tables) if parts.exact and parts.solving else None,
        spreading=Spreading(parts.exact) if parts.exact else None,
        records=Meter(numbers.records_an_hour, 3600, now),
        solved=Meter(numbers.solved_an_hour, 3600, now),
        printed=Meter(numbers.printed_an_hour, 3600, now),
    )
