"""`/healthz` and `/readyz`: whether the server lives, and whether it can be given work, for whoever asks from outside.

Says nothing of tables or people, under whatever name it is asked.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from kosci.service.ports import Unavailable
from kosci.web.site import Site

ANSWER_SECONDS = 2.0  # so long the store may take
KEPT_SECONDS = 0.5  # asked more often, it is not asked anew


def with_health(made: Site, app: ASGIApp) -> ASGIApp:
    """Answers the two addresses before anything else looks at the request."""
    health = _Health(made)
    asked = {"/healthz": health.alive, "/readyz": health.ready}

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        ask = asked.get(scope["path"]) if scope["method"] in {"GET", "HEAD"} else None
        if ask is None:
            await app(scope, receive, send)
        else:
            await _send(send, await ask(), with_body=scope["method"] == "GET")

    return answered


@dataclass(frozen=True, slots=True)
class _Found:
    """What is said: the status of the answer and its words for programs."""

    status: int
    said: Mapping[str, str]


class _Health:
    """The state of one server process."""

    def __init__(self, made: Site) -> None:
        self._site = made
        self._store = ("", float("-inf"))
        self._asking = asyncio.Lock()

    async def alive(self) -> _Found:
        """The process answers."""
        return _Found(200, {"status": "alive"})

    async def ready(self) -> _Found:
        """The store answers and the server is not about to end; without its bell it is slower, but serves."""
        bell = "connected" if self._site.parts.bell.is_connected else "away"
        if self._site.streams.is_closed:
            return _Found(503, {"status": "stopping", "bell": bell})
        if failure := await self._store_failure():
            return _Found(503, {"status": failure, "bell": bell})
        return _Found(200, {"status": "ready", "bell": bell})

    async def _store_failure(self) -> str:
        async with self._asking:
            failure, at = self._store
            if time.monotonic() > at + KEPT_SECONDS:
                failure = await self._asked()
                self._store = (failure, time.monotonic())
        return failure

    async def _asked(self) -> str:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._site.parts.tables.ping()
        except (Unavailable, TimeoutError):
            return "store-away"
        return ""


async def _send(send: Send, found: _Found, *, with_body: bool) -> None:
    body = json.dumps(found.said).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": found.status, "headers": headers})
    await send({"type": "http.response.body", "body": body if with_body else b""})
