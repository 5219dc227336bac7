"""A program that plays over JSON: a bearer token, a command's id for each post, answers as plain values.

Knows no rule.
"""

from collections.abc import Mapping
from itertools import count
from typing import Any, TypeAlias

from httpx2 import ASGITransport, AsyncClient, Response
from starlette.types import ASGIApp

BASE = "/api/v1"
Json: TypeAlias = Any  # what JSON can be


class Program:
    """A client of the programs' interface."""

    def __init__(self, app: ASGIApp, address: str = "10.0.0.9") -> None:
        transport = ASGITransport(app, client=(address, 40000))
        self.client = AsyncClient(transport=transport, base_url="http://localhost")
        self.token = ""
        self._commands = count(1)

    async def begin(self) -> "Program":
        """Get a token."""
        answered = await self.post("/token", {})
        assert answered.status_code == 201
        self.token = answered.json()["token"]
        return self

    def command(self) -> str:
        """An id for one more command."""
        return f"program-{next(self._commands):06}"

    async def get(self, path: str) -> Response:
        """Ask."""
        return await self.client.get(f"{BASE}{path}", headers=self._headers())

    async def post(self, path: str, body: object, **headers: str) -> Response:
        """Send a body."""
        return await self.client.post(f"{BASE}{path}", json=body, headers={**self._headers(), **headers})

    async def do(self, path: str, body: Mapping[str, object], status: int = 200) -> Json:
        """Send a command, and what is answered."""
        answered = await self.post(path, {"command": self.command(), **body})
        assert answered.status_code == status, answered.text
        return answered.json()

    async def lay(self, seats: list[dict[str, str]], variant: str = "yahtzee", **more: object) -> Json:
        """A table laid."""
        return await self.do("/tables", {"variant": variant, "seats": seats, **more}, 201)

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}
