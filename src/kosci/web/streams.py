"""Event streams: each tells one open page that its table is at a new version; the page asks for the rest.

Carries no data of a game; never outlives its reader, the limits or the server.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, aclosing, contextmanager

from starlette.types import Receive, Scope, Send

from kosci.service.ports import Bell, Ring, Unavailable
from kosci.web.limits import Limits
from kosci.web.refusals import Refused

RETRY_MILLISECONDS = 1000
COME_BACK_MILLISECONDS = (100, 1000)  # when the server ends: sooner than a page says that it is alone
BEAT = ": the store does not answer\n\n"
HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # a proxy must pass each event on at once
)


class Streams:
    """All open streams of this process, counted against the limits."""

    def __init__(self, bell: Bell, limits: Limits) -> None:
        self._bell = bell
        self._limits = limits
        self._tables: Counter[str] = Counter()
        self._spectators: Counter[str] = Counter()
        self._browsers: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._is_closed = False

    def spectators(self, table: str) -> int:
        """How many spectators have a stream of the table open."""
        return self._spectators[table]

    @contextmanager
    def counted(self, table: str, browser: str, address: str, *, is_spectator: bool) -> Iterator[None]:
        """Count one more stream while it is open; Refused where there are too many."""
        limits = self._limits
        if self._tables[table] >= limits.streams_a_table:
            raise Refused(429, "the table has too many streams")
        if is_spectator and self._spectators[table] >= limits.spectators_a_table:
            raise Refused(429, "the table has too many spectators")
        if self._browsers[browser] >= limits.streams_a_browser:
            raise Refused(429, "the browser has too many streams")
        if limits.streams_an_address is not None and self._addresses[address] >= limits.streams_an_address:
            raise Refused(429, "the address has too many streams")
        counters = [(self._tables, table), (self._browsers, browser), (self._addresses, address)]
        counters += [(self._spectators, table)] if is_spectator else []
        for counter, key in counters:
            counter[key] += 1
        try:
            yield
        finally:
            for counter, key in counters:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    async def events(self, table: str, version: Callable[[Ring | None], Awaitable[int | None]]) -> AsyncGenerator[str]:
        """The text of a stream: the version now, after each ring, and as a heartbeat: a ring may be lost.

        While the store cannot answer the stream only shows that it is alive. It ends where there is no version: its
        reader has lost the seat.
        """
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        said = 0
        async with self._bell.listen(table) as ear:
            ring: Ring | None = None
            while not self._is_closed:
                try:
                    now = await version(ring)
                except Unavailable:
                    yield BEAT
                else:
                    if now is None:
                        return
                    if now >= said:  # a ring of another process may come late
                        said = now
                        yield event(now)
                ring = await ear.wait(self._limits.heartbeat_seconds)
        # Not all at the same moment: many browsers come back to one server.
        yield f"retry: {random.randrange(*COME_BACK_MILLISECONDS)}\n\n"  # noqa: S311 - nothing secret

    @property
    def is_closed(self) -> bool:
        """Whether the server is about to end."""
        return self._is_closed

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._tables.total()

    def close(self) -> None:
        """End all streams in order; browsers come back by themselves."""
        self._is_closed = True
        self._bell.rouse()


def event(version: int) -> str:
    r"""The event that says a version; its id is what a browser sends as Last-Event-ID when it comes back.

    >>> event(17)
    'event: changed\nid: 17\ndata: 17\n\n'
    """
    return f"event: changed\nid: {version}\ndata: {version}\n\n"


class EventStream:
    """An answer that goes on until its text ends or its reader goes away; `held` is entered meanwhile."""

    def __init__(self, text: AsyncGenerator[str], held: AbstractContextManager[None]) -> None:
        self._text = text
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        with self._held:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            if scope["method"] == "HEAD":
                await send({"type": "http.response.body", "body": b""})
                return
            telling = asyncio.ensure_future(self._tell(send))
            leaving = asyncio.ensure_future(_left(receive))
            try:
                await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (telling, leaving):
                    task.cancel()
                ended = await asyncio.gather(telling, leaving, return_exceptions=True)
            for outcome in ended:
                if isinstance(outcome, Exception):
                    raise outcome

    async def _tell(self, send: Send) -> None:
        async with aclosing(self._text) as text:
            async for part in text:
                await send({"type": "http.response.body", "body": part.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
