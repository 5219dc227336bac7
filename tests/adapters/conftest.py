"""The stores that keep one contract.

Tests of the contract get a store that is made once and emptied; tests of opening and surviving make their own.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete

from kosci.adapters.open import open_store
from kosci.adapters.postgres import PostgresStore
from kosci.adapters.schema import METADATA
from kosci.service.ports import Store
from tests.support.postgres import Postgres


@pytest.fixture(scope="session")
def made_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty data file, to be copied."""
    path = tmp_path_factory.mktemp("made") / "kosci.sqlite"
    asyncio.run(_make(str(path)))
    return path


@pytest.fixture(scope="session")
def made_postgres(postgres_server: Postgres) -> Iterator[str]:
    """A database with the schema in it, to be emptied."""
    url = postgres_server.new_database()
    asyncio.run(_make(url))
    yield url
    postgres_server.drop_database(url)


async def _make(address: str) -> None:
    await (await open_store(address)).close()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where each of the stores keeps its data."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return str(shutil.copy(request.getfixturevalue("made_sqlite"), tmp_path / "kosci.sqlite"))
    return str(request.getfixturevalue("made_postgres"))


@pytest.fixture(params=["sqlite", "postgresql"])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the stores that outlive a process keep their data; nothing is there yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/kosci.sqlite"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    opened = await open_store(address)
    if isinstance(opened, PostgresStore):
        async with opened._engine.begin() as connection:
            for table in reversed(METADATA.sorted_tables):
                await connection.execute(delete(table))
    yield opened
    await opened.close()
