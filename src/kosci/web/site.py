"""What the pages stand on: the service's parts as they are handed in, and what is counted beside them.

Makes nothing up: whoever starts the program fills the parts.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

from kosci.service.ports import Bell, Chance, Vault
from kosci.service.presence import Presence
from kosci.service.tables import Tables
from kosci.web.limits import Limits, Meter
from kosci.web.render import Renderer, renderer
from kosci.web.streams import Streams

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the service that pages need, put together by whoever starts the program."""

    tables: Tables
    presence: Presence
    bell: Bell
    chance: Chance
    vault: Vault


@dataclass(frozen=True, slots=True)
class Where:
    """Where the server is: the names it answers to, and the address phones in the network reach it at."""

    hosts: frozenset[str] = LOOPBACK
    phone_url: str = ""


class Once:
    """Answers to the last commands that lay tables: there is no log yet to keep them in."""

    MOST = 1000

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], asyncio.Future[str]] = OrderedDict()

    async def answer(self, device: str, command: str, work: Callable[[], Coroutine[None, None, str]]) -> str:
        """What the work gives; done once for each command of a device, however often it is sent."""
        key = (device, command)
        if key not in self._answers:
            self._answers[key] = asyncio.ensure_future(work())
            while len(self._answers) > self.MOST:
                self._answers.popitem(last=False)
        answer = self._answers[key]
        try:
            return await asyncio.shield(answer)
        except Exception:
            self._answers.pop(key, None)  # refused: nothing was done, the same form may be sent again
            raise


@dataclass(frozen=True, slots=True)
class Site:
    """Everything a handler may reach."""

    parts: Parts
    where: Where
    limits: Limits
    renderer: Renderer
    streams: Streams
    laid: Meter
    wrong_codes: Meter
    once: Once = field(default_factory=Once)


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
        laid=Meter(numbers.tables_an_hour, 3600, now),
        wrong_codes=Meter(numbers.wrong_codes_a_minute, 60, now),
    )
