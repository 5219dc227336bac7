"""A slow link: a proxy of our own that passes bytes on late and in small pieces.

Changes and loses no byte.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

READ = 65536


@dataclass(frozen=True, slots=True)
class Link:
    """How slow it is: seconds before anything arrives, bytes that arrive together, seconds between two such pieces."""

    delay: float
    piece: int
    pause: float


@asynccontextmanager
async def slow_link(port: int, link: Link) -> AsyncIterator[int]:
    """The port of a proxy to another port of this machine, as long as it is needed."""
    links: set[asyncio.Task[None]] = set()

    def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(_linked(reader, writer, port, link))
        links.add(task)
        task.add_done_callback(links.discard)

    server = await asyncio.start_server(accepted, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in links:
            task.cancel()
        await asyncio.gather(*links, return_exceptions=True)


async def _linked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, link: Link) -> None:
    """Pass everything on, both ways, until both sides have gone."""
    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        await asyncio.gather(_passed_on(reader, far_writer, link), _passed_on(far_reader, writer, link))
    finally:
        for one in (writer, far_writer):
            one.close()
            with suppress(ConnectionError):
                await one.wait_closed()


async def _passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, link: Link) -> None:
    """Pass on all that is read, until either side has gone."""
    with suppress(ConnectionError):
        while data := await reader.read(READ):
            await asyncio.sleep(link.delay)
            for first in range(0, len(data), link.piece):
                writer.write(data[first : first + link.piece])
                await writer.drain()
                await asyncio.sleep(link.pause)
    writer.close()
