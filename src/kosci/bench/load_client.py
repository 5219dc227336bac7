"""Programs that play whole games over JSON: keep-alive connections, event streams, and what each was told.

Chooses no move: plays a script that is legal whatever falls.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from kosci.bench.playing import script
from kosci.engine.moves import format_move

BASE = "/api/v1/tables/"
Told = tuple[int, str]  # the version after a move, and the position it led to


@dataclass(slots=True)
class Programs:
    """One keep-alive connection to a server, over which a program posts one command after another."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    host: str

    @classmethod
    async def to(cls, port: int) -> "Programs":
        """A connection to the server on this machine."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        return cls(reader, writer, f"Host: 127.0.0.1:{port}\r\n")

    async def post(self, path: str, token: str, body: Mapping[str, object]) -> dict[str, Any]:
        """The answer to a body; ValueError unless it is one of 2xx."""
        text = json.dumps(body)
        kind = f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
        return await self._answered(f"POST {path} HTTP/1.1\r\n{self._head(token)}{kind}\r\n{text}", path)

    async def get(self, path: str, token: str) -> dict[str, Any]:
        """The answer to a question; ValueError unless it is one of 2xx."""
        return await self._answered(f"GET {path} HTTP/1.1\r\n{self._head(token)}\r\n", path)

    def _head(self, token: str) -> str:
        return f"{self.host}Authorization: Bearer {token}\r\n"

    async def _answered(self, request: str, path: str) -> dict[str, Any]:
        self.writer.write(request.encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next(line.split(":")[1] for line in head.split("\r\n") if line.startswith("content-length:"))
        body = await self.reader.readexactly(int(length))
        if head.split()[1][0] != "2":
            raise ValueError(f"{path} is answered with {head.split()[1]}: {body[:200]!r}")
        answer: dict[str, Any] = json.loads(body)
        return answer

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()
        await self.writer.wait_closed()


@dataclass(slots=True)
class Player:
    """Both seats of one table after another: each has its token, its version, and what its posts were answered."""

    table: str
    token: str
    version: int
    done: int = 0
    told: list[Told] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether the game is played to its end."""
        return self.done >= len(script())

    async def act(self, connection: Programs) -> float:
        """Make the next move, and how long its answer took in seconds."""
        seat, move = script()[self.done]
        body = {
            "command": f"load-{self.done:08}",
            "seat": seat + 1,
            "at": self.version,
            "move": format_move(move),
        }
        started = perf_counter()
        now = await connection.post(f"{BASE}{self.table}/moves", self.token, body)
        took = perf_counter() - started
        self.version = now["version"]
        self.told.append((now["version"], now["position"]))
        self.done += 1
        return took


@dataclass(slots=True)
class Listener:
    """An event stream of a table, and the newest version that it told."""

    table: str
    newest: int = 0
    heard: int = 0
    _task: asyncio.Task[None] | None = None

    async def open(self, port: int, token: str) -> None:
        """Open the stream, and hear it from now on."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nAccept: text/event-stream\r\n"
        writer.write(f"GET {BASE}{self.table}/events HTTP/1.1\r\n{head}\r\n".encode())
        answered = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in answered.split(b"\r\n", 1)[0]:
            raise ValueError(f"a stream is answered with {answered[:80]!r}")
        self._task = asyncio.create_task(self._hear(reader, writer))

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self.newest = max(self.newest, int(line[6:]))
                    self.heard += 1
        finally:
            writer.close()

    async def close(self) -> None:
        """Hang up."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
