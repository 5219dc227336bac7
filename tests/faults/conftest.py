"""Servers for the tests of faults: real processes, each killed at the end.

Nothing here disturbs them; each test does that itself.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.nats import Nats
from tests.support.server import Server


@pytest.fixture
def workers(postgres_url: str, nats: Nats, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts two workers over PostgreSQL and NATS."""
    started: list[Server] = []

    def start(database: str = postgres_url) -> Server:
        options = ("--workers", "2", "--database", database, "--bell", nats.url, "--lang", "en")
        server = Server(tmp_path / "data", options)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        if server.process is not None:
            server.kill()
