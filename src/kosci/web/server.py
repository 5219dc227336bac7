"""Serves the site: listens, says where, opens the page, and ends in order within two seconds.

Opens no store: the parts are handed in. Logs no name, no address of a table and no secret.
"""

import asyncio
import io
import logging
import os
import signal
import socket
import ssl
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import segno
import uvicorn
from starlette.types import ASGIApp

from kosci.locale.languages import words_in
from kosci.locale.words import Words
from kosci.web.app import application
from kosci.web.certificate import Certificate, best_host, read_certificate, warnings
from kosci.web.network import ANYWHERE, CannotListenError, in_brackets, known_hosts, listening_socket, network_addresses
from kosci.web.renewal import keep_renewed
from kosci.web.site import Parts, Where, site
from kosci.web.streams import Streams

LOCAL = "127.0.0.1"
METRICS_VARIABLE = "KOSCI_METRICS_VARIABLE"
GRACE_SECONDS = 2
FAILED = 1
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What may be asked of the server.

    `host` is the address to bind instead of the local one, `names` are further names it answers to
    (behind a proxy), `data` the folder of its database and key, `database` another database.
    """

    host: str | None = None
    port: int = 8765
    lan: bool = False
    open_page: bool = True
    data: Path | None = None
    database: str | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    trusted_proxies: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    lang: str = "en"


Opened = Callable[[], AbstractAsyncContextManager[Parts]]


@dataclass(frozen=True, slots=True)
class Told:
    """The address that is said and opened here, the one for phones if there is one, and what to warn of."""

    own_url: str
    phone_url: str = ""
    warnings: tuple[str, ...] = ()


def serve(options: ServeOptions, opened: Opened) -> int:
    """Serve until told to stop, and give the exit status; `opened` makes and closes the parts of the service."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    words = words_in(options.lang)
    host = options.host or (ANYWHERE[0] if options.lan else LOCAL)
    try:
        certificate = _certificate(options)
    except (OSError, ValueError):  # ssl.SSLError is an OSError, too
        return _failed(words("serve.no-tls", path=str(options.tls_cert)))
    try:
        bound = listening_socket(host, options.port)
    except CannotListenError as error:
        return _failed(_cannot_listen(words, error))
    with bound:
        asyncio.run(_serve(options, opened, bound, host, certificate))
    return 0


def _certificate(options: ServeOptions) -> Certificate | None:
    """The certificate, tried with its key; None where none is given."""
    if options.tls_cert is None:
        return None
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(options.tls_cert, options.tls_key)
    return read_certificate(options.tls_cert)


def _cannot_listen(words: Words, error: CannotListenError) -> str:
    if error.is_port_used:
        return words("cli.serve.port-used", port=str(error.port), other=str(error.port % 65535 + 1))
    return words("serve.host-unknown", host=f"{in_brackets(error.host)}:{error.port}", why=error.why)


def _failed(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return FAILED


async def _serve(
    options: ServeOptions, opened: Opened, bound: socket.socket, host: str, certificate: Certificate | None
) -> None:
    addresses = network_addresses() if host in ANYWHERE else ()
    names = (*options.names, *(certificate.hosts if certificate else ()))
    told = _told(options, host, bound.getsockname()[1], addresses, certificate)
    async with opened() as parts:
        made = site(parts, Where(known_hosts(host, addresses, names), told.phone_url, os.environ.get(METRICS_VARIABLE)))
        config = _config(options, application(made))
        config.load()
        server = uvicorn.Server(config)
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Beside uvicorn's own handlers: it raises the signal again at its end, when the store is still open.
            loop.add_signal_handler(number, stop.set)
        closing = asyncio.create_task(_close_after(stop, made.streams))
        renewing = asyncio.create_task(_renewed(options, config))
        _greet(options, told)
        await server.serve(sockets=[bound])
        stop.set()
        await closing
        renewing.cancel()
        with suppress(asyncio.CancelledError):
            await renewing


async def _renewed(options: ServeOptions, config: uvicorn.Config) -> None:
    if options.tls_cert is not None and options.tls_key is not None and config.ssl is not None:
        await keep_renewed(config.ssl, options.tls_cert, options.tls_key)


def _told(
    options: ServeOptions, host: str, port: int, addresses: Sequence[str], certificate: Certificate | None
) -> Told:
    """What is said of where the server is: an address that the certificate is for, where there is one."""
    scheme = "https" if certificate else "http"
    elsewhere = (*options.names, *(certificate.hosts if certificate else ()))
    near = (LOCAL, "localhost") if host in (LOCAL, *ANYWHERE) else (host,)
    far = (*addresses, *(name for name in elsewhere if name != "localhost")) if addresses else ()
    hosts = [best_host(known, certificate) for known in ((*near, *elsewhere), far) if known]
    own, *phones = (f"{scheme}://{in_brackets(name)}:{port}" for name in hosts)
    found = warnings(words_in(options.lang), certificate, hosts, datetime.now(UTC)) if certificate else ()
    return Told(own, "".join(phones), tuple(found))


async def _close_after(stop: asyncio.Event, streams: Streams) -> None:
    """End the event streams as soon as the server is told to stop: it waits for them."""
    await stop.wait()
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


def _greet(options: ServeOptions, told: Told) -> None:
    words = words_in(options.lang)
    lines = [words("cli.serve.at", url=told.own_url)]
    if told.phone_url:
        lines += [words("cli.serve.lan", url=told.phone_url), "", _qr(told.phone_url)]
    elif options.host is None:
        lines.append(words("cli.serve.lan-hint"))
    sys.stdout.write("\n".join([*lines, words("cli.serve.stop"), ""]))
    sys.stdout.flush()
    for warning in told.warnings:
        _log.warning("%s", warning)
    if options.open_page and _has_screen():
        # Some browsers keep whoever started them waiting until they are closed.
        threading.Thread(target=webbrowser.open, args=(told.own_url,), daemon=True).start()


def _qr(url: str) -> str:
    """The address as a QR code of half blocks, black on white whatever the terminal's colours."""
    text = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out=text, border=2, compact=True)
    return text.getvalue()


def _has_screen() -> bool:
    """Whether a browser can be shown; a text browser must not take over the terminal."""
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
