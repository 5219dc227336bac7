"""Where the server listens and what is said of it: sockets, certificate, address, QR code.

Serves nothing.
"""

import io
import logging
import os
import socket
import ssl
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import segno

from kosci.locale.languages import words_in
from kosci.locale.words import Words
from kosci.web.certificate import Certificate, best_host, read_certificate, warnings
from kosci.web.limits import LimitsFor
from kosci.web.logs import Form
from kosci.web.network import ANYWHERE, CannotListenError, in_brackets, listening_sockets, network_addresses

LOCAL = "127.0.0.1"
_log = logging.getLogger(__name__)


class CannotServeError(Exception):
    """Why the server cannot begin, in words."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What may be asked of the server.

    `host` is the address to bind instead of the local one, `names` are further names it answers to
    (behind a proxy), `data` the folder of its database and key, `database` another database. More than one of
    `workers` share a PostgreSQL, and a `bell` through which they hear of each other. Whom `limits` are for is found
    out where it is not said.
    """

    host: str | None = None
    port: int = 8765
    lan: bool = False
    open_page: bool = True
    data: Path | None = None
    database: str | None = None
    bell: str | None = None
    workers: int = 1
    tls_cert: Path | None = None
    tls_key: Path | None = None
    trusted_proxies: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    limits: LimitsFor | None = None
    log: Form = "text"
    lang: str = "en"

    @property
    def is_public(self) -> bool:
        """Whether strangers may reach the server, so that it counts how much each asks for.

        Nobody but this machine reaches the local address, unless a proxy passes others on.
        """
        if self.limits is not None:
            return self.limits == "public"
        is_local = self.host in (None, LOCAL, "localhost", "::1") and not self.lan
        return not is_local or bool(self.trusted_proxies or self.names)


@dataclass(frozen=True, slots=True)
class Told:
    """The address that is said and opened here, the one for phones if there is one, and what to warn of."""

    own_url: str
    phone_url: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the server listens: a socket for each worker, all bound to one address, and its certificate."""

    host: str
    sockets: tuple[socket.socket, ...]
    certificate: Certificate | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of this machine in its networks, where they are listened on."""
        return network_addresses() if self.host in ANYWHERE else ()

    def names(self, options: ServeOptions) -> tuple[str, ...]:
        """Further names the server answers to."""
        return (*options.names, *(self.certificate.hosts if self.certificate else ()))

    def close(self) -> None:
        """Let go of the address."""
        for bound in self.sockets:
            bound.close()


def listen(options: ServeOptions) -> Listening:
    """Take the address; CannotServeError says why not."""
    words = words_in(options.lang)
    host = options.host or (ANYWHERE[0] if options.lan else LOCAL)
    try:
        certificate = _certificate(options)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError, too
        raise CannotServeError(words("serve.no-tls", path=str(options.tls_cert))) from error
    try:
        return Listening(host, listening_sockets(host, options.port, options.workers), certificate)
    except CannotListenError as error:
        raise CannotServeError(_cannot_listen(words, error)) from error


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


def told_of(options: ServeOptions, at: Listening, addresses: Sequence[str]) -> Told:
    """What is said of where the server is: an address that the certificate is for, where there is one."""
    host, certificate, port = at.host, at.certificate, at.sockets[0].getsockname()[1]
    scheme = "https" if certificate else "http"
    elsewhere = (*options.names, *(certificate.hosts if certificate else ()))
    near = (LOCAL, "localhost") if host in (LOCAL, *ANYWHERE) else (host,)
    far = (*addresses, *(name for name in elsewhere if name != "localhost")) if addresses else ()
    hosts = [best_host(known, certificate) for known in ((*near, *elsewhere), far) if known]
    own, *phones = (f"{scheme}://{in_brackets(name)}:{port}" for name in hosts)
    found = warnings(words_in(options.lang), certificate, hosts, datetime.now(UTC)) if certificate else ()
    return Told(own, "".join(phones), tuple(found))


def greet(options: ServeOptions, told: Told) -> None:
    """Say where the server is, and open its page where that is wished."""
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
