"""Attacks that need a real server: made-up addresses of clients, and what a process says of itself when it refuses."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection

import pytest

from kosci.web.limits import Limits
from tests.support.server import Server

pytestmark = pytest.mark.long
PATIENT = Limits().paces


@contextmanager
def connected(server: Server) -> Iterator[Callable[[str], int]]:
    """Asks for a page, forwarded for an address as the header says it; the status."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:

        def ask(forwarded: str) -> int:
            connection.request("GET", "/settings", headers={"x-forwarded-for": forwarded})
            answer = connection.getresponse()
            answer.read()
            return answer.status

        yield ask


def test_nobody_gets_around_the_pace_by_making_up_addresses(start_server: Callable[..., Server]) -> None:
    """Without a proxy that is trusted the header is not believed; with one only what that proxy added is."""
    assert PATIENT is not None
    flood = 2 * PATIENT.pages.address.at_once
    with connected(start_server("--limits", "public")) as ask:
        assert 429 in {ask(f"10.1.{number // 250}.{number % 250}") for number in range(flood)}
    with connected(start_server("--trusted-proxy", "127.0.0.1")) as ask:
        assert 429 in {ask(f"10.1.{number // 250}.{number % 250}, 10.0.0.1") for number in range(flood)}
        assert ask("10.0.0.2") == 200


def test_a_server_of_one_machine_counts_nobody(start_server: Callable[..., Server]) -> None:
    """As programs and tests need it that play at once."""
    assert PATIENT is not None
    with connected(start_server()) as ask:
        assert {ask("10.0.0.1") for _ in range(2 * PATIENT.pages.address.at_once)} == {200}
