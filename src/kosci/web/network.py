"""Where this machine can be reached: the socket to listen on, the addresses and names others may use.

Serves nothing; sends nothing.
"""

import errno
import socket
from collections.abc import Iterable, Iterator
from contextlib import closing
from ipaddress import ip_address

DEAF_SECONDS = 30  # so long what is sent may go unheard before the connection counts as gone
BACKLOG = 2048  # who finds the line full tries again after seconds only
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - bound only where somebody asks for it
_NOWHERE = ("192.0.2.1", 9)  # an address kept for documents: connecting a datagram socket to it sends nothing


class CannotListenError(Exception):
    """An address and port that cannot be listened on; `is_port_used` says that another program has it."""

    def __init__(self, host: str, port: int, why: str, *, is_port_used: bool) -> None:
        super().__init__(f"cannot listen at {host!r} port {port}: {why}")
        self.host = host
        self.port = port
        self.why = why
        self.is_port_used = is_port_used


def listening_sockets(host: str, port: int, count: int = 1) -> tuple[socket.socket, ...]:
    """Sockets bound to one address; port 0 takes a free one. CannotListenError says why not.

    Of several none listens yet: the system spreads those who connect over all that do, also over those where nobody
    serves.
    """
    first = _listening_socket(host, port, is_shared=False)
    if count == 1:
        return (first,)
    # Bound alone it has shown that no other program has the port, also none that would share it.
    with first:
        port = first.getsockname()[1]
    return tuple(_listening_socket(host, port, is_shared=True) for _ in range(count))


def bound_beside(bound: socket.socket) -> socket.socket:
    """One more socket at the address that another holds and shares; it does not listen yet."""
    host, port = bound.getsockname()[:2]
    return _listening_socket(host, port, is_shared=True)


def _listening_socket(host: str, port: int, *, is_shared: bool) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP, or asyncio does not send at once on what it accepts: each page would wait 40 ms for an acknowledgement.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Otherwise a phone that has lost its network counts as here for a quarter of an hour, and a reader
            # that reads nothing holds its stream for ever.
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * DEAF_SECONDS)
        if is_shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind((host, port))
        # Another program on the port is found out now, not when serving begins; who comes meanwhile waits in line.
        if not is_shared:
            bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        why = error.strerror or str(error)
        raise CannotListenError(host, port, why, is_port_used=error.errno == errno.EADDRINUSE) from error
    return bound


def network_addresses() -> tuple[str, ...]:
    """The addresses of this machine in its networks, the one towards the outside first."""
    found = [*_towards_outside(), *_by_name()]
    return tuple(dict.fromkeys(address for address in found if not ip_address(address).is_loopback))


def _towards_outside() -> Iterator[str]:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return  # no network at all
        yield str(probe.getsockname()[0])


def _by_name() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return  # a machine may not know its own name
    yield from (str(address[4][0]) for address in found)


def known_hosts(host: str, addresses: Iterable[str], names: Iterable[str]) -> frozenset[str]:
    """The names a Host header may have: this machine's own, the bound address, and those that were given."""
    own = socket.gethostname().lower()
    in_network = (*addresses, own, f"{own}.local") if host in ANYWHERE else (host,)
    return frozenset(in_brackets(name.lower()) for name in ("127.0.0.1", "localhost", "::1", *in_network, *names))


def in_brackets(host: str) -> str:
    """A host as an address writes it: an IPv6 address stands in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
