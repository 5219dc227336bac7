"""The fixtures every test may ask for; what stands behind them is in tests/support.

Starts nothing that no test asks for.
"""

from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.async_api import Browser

from tests.support.browser import launched
from tests.support.chromium import find_chromium
from tests.support.nats import Nats
from tests.support.postgres import Postgres, postgres
from tests.support.server import Server

# The short run looks at the same examples each time, so that it fails only for what was changed; the long
# one looks for new ones. Two busy cores make single examples slow now and then: time is no law of the game.
settings.register_profile("short", deadline=None, derandomize=True, database=None)
settings.register_profile("long", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("short")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long."""
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis search widely in the long run."""
    if config.getoption("--long"):
        settings.load_profile("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests out unless they are asked for."""
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure: what is missing has to be given, not passed over."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"a test must never skip: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One real PostgreSQL a worker."""
    with postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """The URL of a database of this test's own: postgresql://postgres@127.0.0.1:PORT/NAME."""
    url = postgres_server.new_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture
def nats() -> Iterator[Nats]:
    """A real NATS: `.url`, `.kill()`, `.start()`."""
    server = Nats()
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """A Chromium, fetched if the machine has none."""
    return find_chromium()


@pytest.fixture
async def browser(chromium_path: Path) -> AsyncIterator[Browser]:
    """A headless browser of this test's own: each context is a device."""
    async with launched(chromium_path) as started:
        yield started


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts `kosci serve` with options (`start_server("--lan")`); all are stopped at the end."""
    started: list[Server] = []

    def start(*options: str) -> Server:
        server = Server(tmp_path / f"data-{len(started) + 1}", options)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        if server.process is not None:
            server.kill()


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    """A running `kosci serve` with a data folder of its own: `.url`, `.kill()`, `.restart()`."""
    return start_server()
