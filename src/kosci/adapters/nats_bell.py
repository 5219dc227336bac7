"""The bell of several processes: rings here at once, and tells the others over NATS which table is at which version.

Never carries data, never waits for the network, never stops trying: while NATS is away a ring costs the others a
heartbeat, and nothing is kept for them.
"""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from kosci.adapters.bell import InProcessBell
from kosci.adapters.errors import DataError
from kosci.service.ports import Ear, Ring

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

SUBJECT: Final = "kosci.rings"
ALLOWED: Final = ("nats://HOST:PORT", "tls://HOST:PORT")
CONNECT_SECONDS: Final = 2
PING_SECONDS: Final = 10
RETRY_SECONDS: Final = 0.5
ROUSE_SECONDS: Final = 1.0  # a flood drops many rings: nobody has to ask for each
MOST_TOLD: Final = 10_000  # tables whose rings wait to be sent; beyond it a heartbeat tells
MOST_LINES: Final = 100  # rings in one message
MOST_PENDING: Final = 10_000  # messages that wait to be heard
MOST_PENDING_BYTES: Final = 4 * 1024 * 1024
_LINE: Final = re.compile(r"([A-Za-z0-9_-]{1,100}) ([0-9]{1,9}|-)")
_log = logging.getLogger(__name__)


def format_ring(ring: Ring) -> str:
    """The ring as one line: the table and its version, or a dash where the store is to be asked.

    >>> format_ring(Ring("t", 17)), format_ring(Ring("t"))
    ('t 17', 't -')
    """
    return f"{ring.table} {'-' if ring.version is None else ring.version}"


def parse_rings(message: bytes) -> Iterator[Ring]:
    r"""The rings of a message; lines that are none are passed over.

    >>> list(parse_rings(b"t 17\nu -\nnonsense"))
    [Ring(table='t', version=17), Ring(table='u', version=None)]
    """
    for line in message.decode("ascii", errors="replace").split("\n"):
        if found := _LINE.fullmatch(line):
            yield Ring(found[1], None if found[2] == "-" else int(found[2]))


@asynccontextmanager
async def nats_bell(address: str) -> AsyncIterator["NatsBell"]:
    """The bell over the NATS servers of an address, several with commas between them; DataError says why not."""
    servers = _checked(address)
    if find_spec("nats") is None:
        raise DataError("bell-driver", "NATS needs the library nats-py: pip install 'kosci[nats]'")
    bell = NatsBell(servers)
    keeping = asyncio.create_task(bell.keep())
    try:
        yield bell
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


def _checked(address: str) -> list[str]:
    servers = [server.strip() for server in address.split(",")]
    for server in servers:
        # What is wrong may be the password: no more of it is said than the kind.
        scheme, _, rest = server.partition("://")
        try:
            has_host = bool(urlsplit(server).hostname) and urlsplit(server).port != 0
        except ValueError:
            has_host = False
        if scheme not in {"nats", "tls"} or not has_host:
            given = f"{scheme}://…" if rest else scheme
            message = f"{given!r} names no bell: it is {', '.join(ALLOWED)}"
            raise DataError("bell-address", message, given=given, allowed=ALLOWED)
    return servers


class NatsBell:
    """Rings in this process and, while NATS answers, in all others; `keep` runs beside it."""

    def __init__(self, servers: list[str]) -> None:
        self._servers = servers
        self._here = InProcessBell()
        self._untold: dict[str, Ring] = {}
        self._has_untold = asyncio.Event()
        self._roused = 0.0
        self.is_connected = False

    async def ring(self, table: str, version: int | None = None) -> None:
        """Wake everybody who listens here at once, and tell the other processes soon."""
        ring = Ring(table, version)
        self._here.sound(ring)
        if self.is_connected and len(self._untold) < MOST_TOLD:
            known = self._untold.get(table)
            self._untold[table] = ring if known is None else known.with_later(ring)
            self._has_untold.set()

    def rouse(self) -> None:
        """Wake everybody here who listens to one table, as if it had rung."""
        self._here.rouse()

    def listen(self, table: str | None = None) -> AbstractAsyncContextManager[Ear]:
        """Listen to one table, or to all of them, wherever they ring."""
        return self._here.listen(table)

    async def keep(self) -> None:
        """Stay connected, until cancelled: whenever the connection is gone, make a new one."""
        from nats.errors import Error

        is_told = False
        while True:
            try:
                await self._connected()
            except (OSError, Error, TimeoutError) as error:
                if not is_told:
                    _log.warning("the bell does not ring for other processes: NATS is away (%s)", type(error).__name__)
                is_told = True
            else:
                is_told = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _connected(self) -> None:
        """Ring and hear over one connection, until it is gone."""
        import nats

        is_gone = asyncio.Event()

        async def gone() -> None:
            is_gone.set()

        async def failed(_: Exception) -> None:
            self._rouse_sometimes()  # rings were dropped here, or the connection is about to go

        client = await nats.connect(
            self._servers,
            name="kosci",
            allow_reconnect=False,
            connect_timeout=CONNECT_SECONDS,
            ping_interval=PING_SECONDS,
            max_outstanding_pings=2,
            no_echo=True,
            closed_cb=gone,
            error_cb=failed,
        )
        try:
            await client.subscribe(
                SUBJECT,
                cb=self._heard,
                pending_msgs_limit=MOST_PENDING,
                pending_bytes_limit=MOST_PENDING_BYTES,
            )
            await client.flush(CONNECT_SECONDS)
            self.is_connected = True
            self.rouse()  # what rang before was heard by nobody here
            await self._tell_until(client, is_gone)
        finally:
            self.is_connected = False
            self._untold.clear()
            await client.close()

    async def _tell_until(self, client: "Client", is_gone: asyncio.Event) -> None:
        telling = asyncio.create_task(self._tell(client))
        going = asyncio.create_task(is_gone.wait())
        try:
            await asyncio.wait({telling, going}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, going):
                task.cancel()
            (error, _) = await asyncio.gather(telling, going, return_exceptions=True)
        if isinstance(error, Exception):
            raise error
        _log.warning("the bell does not ring for other processes: the connection to NATS is gone")

    async def _tell(self, client: "Client") -> None:
        while True:
            await self._has_untold.wait()
            lines = [format_ring(self._untold.pop(table)) for table in list(self._untold)[:MOST_LINES]]
            if not self._untold:
                self._has_untold.clear()
            if lines:
                await client.publish(SUBJECT, "\n".join(lines).encode())

    def _rouse_sometimes(self) -> None:
        now = time.monotonic()
        if now > self._roused + ROUSE_SECONDS:
            self._roused = now
            self.rouse()

    async def _heard(self, message: "Msg") -> None:
        for ring in parse_rings(message.data):
            self._here.sound(ring)
