"""One server for all browser tests of a worker that do not stop it.

Each test lays tables of its own, so they do not meet.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import Server


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running `kosci serve`."""
    folder: Path = tmp_path_factory.mktemp("site")
    server = Server(folder / "data")
    server.start()
    yield server.url
    server.kill()
