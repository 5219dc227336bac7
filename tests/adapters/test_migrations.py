"""The migrations make the schema that the program knows, on SQLite and on PostgreSQL, and go back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kosci.adapters.errors import DataError
from kosci.adapters.migrate import MIGRATIONS, migrate, version_of
from kosci.adapters.open import open_store
from kosci.adapters.schema import METADATA, REVISIONS, VERSION_TABLE
from kosci.adapters.sqlite_file import writing_engine
from kosci.service.ports import UnknownTable
from tests.adapters.making import batch, lines_of, new_table, seat_row, table_row

Run = Callable[[Callable[[Connection], Any]], Any]


@pytest.fixture
def sqlite_connection(tmp_path: Path) -> Iterator[Connection]:
    with writing_engine(tmp_path / "kosci.sqlite", "foreign_keys = OFF").begin() as connection:
        yield connection


@pytest.fixture
async def postgres_engine(postgres_url: str) -> AsyncIterator[AsyncEngine]:
    engine = create_async_engine(postgres_url.replace("postgresql:", "postgresql+asyncpg:"))
    yield engine
    await engine.dispose()


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "version_table": VERSION_TABLE, "target_metadata": METADATA}
    )
    return list(compare_metadata(context, METADATA))


def constraints(connection: Connection) -> set[str | None]:
    inspector = inspect(connection)
    names: set[str | None] = set()
    for table in METADATA.tables:
        names.add(inspector.get_pk_constraint(table)["name"])
        names |= {unique["name"] for unique in inspector.get_unique_constraints(table)}
        names |= {foreign["name"] for foreign in inspector.get_foreign_keys(table)}
        names |= {index["name"] for index in inspector.get_indexes(table) if not index.get("duplicates_constraint")}
    return names


CONSTRAINTS = {
    "pk_tables",
    "pk_seats",
    "pk_facts",
    "uq_tables_code",
    "uq_tables_join_token",
    "uq_tables_watch_token",
    "uq_seats_link",
    "fk_seats_table_id_tables",
    "fk_facts_table_id_tables",
    "ix_tables_state_id",
    "ix_tables_host",
    "ix_seats_device",
    "ix_facts_table_id_command",
    "pk_people",
    "pk_devices",
    "pk_recorded",
    "pk_results",
    "uq_people_link",
    "fk_devices_person_people",
    "fk_recorded_table_id_tables",
    "fk_results_person_people",
    "ix_devices_person",
    "pk_deadlines",
    "pk_presence",
    "fk_deadlines_table_id_tables",
    "ix_deadlines_at",
    "pk_jobs",
    "ix_jobs_state",
}


def test_the_program_knows_every_revision_in_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    revisions = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(revisions)) == REVISIONS


def test_sqlite_gets_the_schema_the_program_knows(sqlite_connection: Connection) -> None:
    migrate(sqlite_connection)
    assert differences(sqlite_connection) == []
    assert constraints(sqlite_connection) == CONSTRAINTS


async def test_postgresql_gets_the_schema_the_program_knows(postgres_engine: AsyncEngine) -> None:
    async with postgres_engine.begin() as connection:
        await connection.run_sync(migrate)
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(constraints) == CONSTRAINTS


@pytest.mark.parametrize("revision", REVISIONS)
def test_sqlite_stops_at_a_revision_and_goes_on(sqlite_connection: Connection, revision: str) -> None:
    migrate(sqlite_connection, revision)
    assert version_of(sqlite_connection, "here") == revision
    migrate(sqlite_connection)
    assert version_of(sqlite_connection, "here") == REVISIONS[-1]
    assert differences(sqlite_connection) == []


def test_each_migration_of_sqlite_can_be_taken_back(sqlite_connection: Connection) -> None:
    from alembic import command

    migrate(sqlite_connection)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = sqlite_connection
    command.downgrade(config, "base")
    assert set(inspect(sqlite_connection).get_table_names()) == {VERSION_TABLE}
    migrate(sqlite_connection)
    assert differences(sqlite_connection) == []


async def test_an_old_database_of_postgresql_is_migrated_with_its_rows(
    postgres_url: str, postgres_engine: AsyncEngine
) -> None:
    async with postgres_engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        await connection.execute(
            text("INSERT INTO tables VALUES ('table-a', now(), now(), 'running', NULL, 'j', 'w', 'h', '', '{}')")
        )
        await connection.execute(text("INSERT INTO seats VALUES ('table-a', 1, 'Łucja', NULL, NULL, '', 'pl')"))
        await connection.execute(text("INSERT INTO facts VALUES ('table-a', 1, now(), 'c-1', '{}')"))
    store = await open_store(postgres_url)
    assert await lines_of(store) == ["{}"]
    assert await store.answered("table-a", "c-1") == 1
    assert (await store.seats("table-a"))[0].name == "Łucja"
    assert await store.append(batch("a", 1, seats=[seat_row("a", 2, link="link-1")])) == 2
    await store.close()


async def test_processes_that_start_together_migrate_postgresql_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(open_store(postgres_url) for _ in range(6)))
    await new_table(stores[0])
    for store in stores:
        assert len(await lines_of(store)) == 1
        await store.close()


async def test_a_newer_database_of_postgresql_is_refused(postgres_url: str, postgres_engine: AsyncEngine) -> None:
    await (await open_store(postgres_url)).close()
    async with postgres_engine.begin() as connection:
        await connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0099'"))
    with pytest.raises(DataError, match="newer Kości") as refused:
        await open_store(postgres_url)
    assert refused.value.code == "data-newer"


async def test_a_database_of_postgresql_with_the_tables_of_another_program_is_refused(
    postgres_url: str, postgres_engine: AsyncEngine
) -> None:
    async with postgres_engine.begin() as connection:
        await connection.execute(text("CREATE TABLE seats (place text)"))
    with pytest.raises(DataError, match="another program") as refused:
        await open_store(postgres_url)
    assert refused.value.code == "data-foreign"


async def test_a_database_of_postgresql_may_hold_other_tables_beside_ours(
    postgres_url: str, postgres_engine: AsyncEngine
) -> None:
    async with postgres_engine.begin() as connection:
        await connection.execute(text("CREATE TABLE recipes (name text)"))
    store = await open_store(postgres_url)
    with pytest.raises(UnknownTable):
        await store.read("table-a")
    await store.create(table_row(), batch())
    await store.close()
