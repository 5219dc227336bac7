"""A program that plays a whole game over HTTP and writes down what it was told, whatever happens to the server.

Sends nothing new before what it sent is answered: a request whose answer was lost is sent again as it was.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from httpx2 import AsyncClient, ConnectError, Limits, Response, TransportError

from kosci.service.tokens import id_of_command

PATIENCE = 60.0  # so long a request is sent again and again
PAUSE = 0.02  # before it is sent again
AWAY = 503
HASTE = 0.6  # so often a row is written as soon as it can be


class NotAnsweredError(Exception):
    """A request that got no answer within the patience, or one that no fault explains."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A move that was answered: the command's number, seat, text, and the version and position that were told."""

    number: int
    seat: int
    move: str
    version: int
    position: str


@dataclass(eq=False)
class Player:
    """The person's seats of one table, at a server that may go away.

    `lost` are moves whose answer was lost, and when; `broken` counts all requests that were broken off, `away` those
    that were put off in words.
    """

    table: str
    device: str
    token: str
    seats: frozenset[int]
    rng: Random
    told: list[Answered] = field(default_factory=list)
    lost: list[tuple[int, float]] = field(default_factory=list)
    broken: int = 0
    away: int = 0
    is_over: bool = False
    copies: int = 1

    async def play(self, client: AsyncClient) -> None:
        """Play to the end of the game."""
        while not self.is_over:
            await self.step(client)

    async def step(self, client: AsyncClient) -> None:
        """Make the next move, if it is at one of the person's seats, or see that the game is over."""
        now = (await self._asked(client, {"legal": "1"})).json()
        mover = now["now"]["mover"]
        if now["now"]["is_over"]:
            self.is_over = True
        elif mover not in self.seats:
            await asyncio.sleep(PAUSE)
        else:
            await self._move(client, mover, self._chosen(now["legal"]), now["now"]["version"])

    def _chosen(self, legal: Sequence[str]) -> str:
        scores = [move for move in legal if move.startswith("score")]
        return self.rng.choice(scores if scores and self.rng.random() < HASTE else legal)

    async def _move(self, client: AsyncClient, seat: int, move: str, at: int) -> None:
        number = len(self.told)
        body = {"command": self.command(number), "seat": seat, "at": at, "move": move}
        answers = await asyncio.gather(*(self._sent(client, body, number) for _ in range(self.copies)))
        for answer in answers:
            # One of two that are sent together may be answered when the computers have already gone on.
            now = answer.json()
            self.told.append(Answered(number, seat, move, now["version"], now["position"]))

    def command(self, number: int) -> str:
        """The id of the command with this number."""
        return f"fault-{number:06}"

    def stored(self, number: int) -> str:
        """The id that the store has of the command with this number."""
        return id_of_command(self.device, self.command(number))

    async def _asked(self, client: AsyncClient, query: Mapping[str, str]) -> Response:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = await client.get(f"/tables/{self.table}", params=query, headers=self.headers())
            except TransportError as error:
                self.broken += not isinstance(error, ConnectError)
                await asyncio.sleep(PAUSE)
                continue
            if self._is_final(answer):
                return answer
            await asyncio.sleep(PAUSE)
        raise NotAnsweredError(f"table {self.table} is not told")

    async def _sent(self, client: AsyncClient, body: dict[str, Any], number: int) -> Response:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = await client.post(f"/tables/{self.table}/moves", json=body, headers=self.headers())
            except ConnectError:
                await asyncio.sleep(PAUSE)
                continue
            except TransportError:
                self.broken += 1
                self.lost.append((number, time.time()))
                await asyncio.sleep(PAUSE)
                continue
            if self._is_final(answer):
                return answer
            await asyncio.sleep(PAUSE)
        raise NotAnsweredError(f"command {body} gets no answer")

    def _is_final(self, answer: Response) -> bool:
        if answer.is_success:
            return True
        if answer.status_code == AWAY:
            self.away += 1
            return False
        raise NotAnsweredError(f"{answer.request.method} is answered with {answer.status_code}: {answer.text[:300]}")

    def headers(self) -> dict[str, str]:
        """What shows whose requests they are."""
        return {"authorization": f"Bearer {self.token}"}


def client_of(url: str, seconds: float = 20.0) -> AsyncClient:
    """Connections to a server's interface for programs, kept open between requests."""
    return AsyncClient(base_url=f"{url}/api/v1", timeout=seconds, limits=Limits(max_connections=None))
