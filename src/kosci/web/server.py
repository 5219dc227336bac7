"""Serves the site: listens, says where, opens the page, and ends in order within seconds.

Opens no store: the parts are handed in. Logs no name, no address of a table and no secret.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress

import uvicorn
from starlette.types import ASGIApp
from uvicorn.loops.auto import auto_loop_factory

from kosci.web.app import application
from kosci.web.limits import Limits
from kosci.web.listening import CannotServeError, Listening, ServeOptions, Told, greet, listen, told_of
from kosci.web.logs import start_logging
from kosci.web.network import known_hosts
from kosci.web.renewal import keep_renewed
from kosci.web.site import Parts, Where, site
from kosci.web.streams import Streams
from kosci.web.thinking import thinking

METRICS_VARIABLE = "KOSCI_METRICS_TOKEN"
GRACE_SECONDS = 5  # so long answers may take that are under way when the server ends
FAILED = 1
_log = logging.getLogger(__name__)


Opened = Callable[[], AbstractAsyncContextManager[Parts]]


def serve(options: ServeOptions, opened: Opened) -> int:
    """Serve until told to stop, and give the exit status; `opened` makes and closes the parts of the service."""
    start_logging(options.log)
    try:
        at = listen(options)
    except CannotServeError as error:
        return _failed(str(error))
    try:
        serve_at(options, opened, at, lambda told: greet(options, told))
    finally:
        at.close()
    return 0


def serve_at(
    options: ServeOptions,
    opened: Opened,
    at: Listening,
    on_ready: Callable[[Told], None],
    *,
    until: int | None = None,
) -> None:
    """Serve at an address that was taken, until a signal, or until something can be read from the file `until`."""
    # uvloop where it is installed.
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner, thinking(runner.get_loop()):
        runner.run(_serve(options, opened, at, on_ready, until))


def _failed(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return FAILED


class _Server(uvicorn.Server):
    """A server that says when it listens: whoever is told its address is answered there."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self.started:
            self._on_started()


async def _serve(
    options: ServeOptions, opened: Opened, at: Listening, on_ready: Callable[[Told], None], until: int | None
) -> None:
    addresses = at.addresses
    told = told_of(options, at, addresses)
    async with opened() as parts:
        hosts = known_hosts(at.host, addresses, at.names(options))
        made = site(parts, Where(hosts, told.phone_url, os.environ.get(METRICS_VARIABLE)), limits_of(options))
        config = _config(options, application(made))
        config.load()
        server = _Server(config, lambda: on_ready(told))
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Beside uvicorn's own handlers: it raises the signal again at its end, when the store is still open.
            loop.add_signal_handler(number, stop.set)
        if until is not None:
            loop.add_reader(until, stop.set)
        closing = asyncio.create_task(_close_after(stop, made.streams, server))
        renewing = asyncio.create_task(_renewed(options, config))
        await server.serve(sockets=list(at.sockets))
        stop.set()
        if until is not None:
            loop.remove_reader(until)
        await closing
        renewing.cancel()
        with suppress(asyncio.CancelledError):
            await renewing


def limits_of(options: ServeOptions) -> Limits:
    """What one of the server's processes lets anybody ask for."""
    usual = Limits() if options.is_public else Limits().in_closed_network()
    return usual.shared_by(options.workers)


async def _renewed(options: ServeOptions, config: uvicorn.Config) -> None:
    if options.tls_cert is not None and options.tls_key is not None and config.ssl is not None:
        await keep_renewed(config.ssl, options.tls_cert, options.tls_key)


async def _close_after(stop: asyncio.Event, streams: Streams, server: uvicorn.Server) -> None:
    """End the event streams as soon as the server is told to stop: it waits for them."""
    await stop.wait()
    server.should_exit = True
    streams.close()


def _config(options: ServeOptions, app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="none",
        proxy_headers=bool(options.trusted_proxies),
        forwarded_allow_ips=list(options.trusted_proxies),
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=options.tls_cert,
        ssl_keyfile=options.tls_key,
    )
