"""The stores that keep one contract, each with a way to open the same data again."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from kosci.adapters.open import open_store
from kosci.service.ports import Store

Reopen = Callable[[], Awaitable[Store]]


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where each of the stores keeps its data."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/kosci.sqlite"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["sqlite", "postgresql"])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the stores that outlive a process keep their data."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/kosci.sqlite"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    opened = await open_store(address)
    yield opened
    await opened.close()
