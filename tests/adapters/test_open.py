"""Addresses of data: which are understood, and what is said about the others in one line without a password."""

import asyncio
import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from kosci.adapters.errors import DataError
from kosci.adapters.memory import MemoryStore
from kosci.adapters.open import open_store
from kosci.adapters.sqlite import SqliteStore
from kosci.locale.explain import explain
from kosci.locale.languages import languages, words_in
from kosci.service.ports import Store, Unavailable
from tests.adapters.making import batch, lines_of, new_table, seat_row
from tests.support.ports import free_port
from tests.support.postgres import Postgres


async def refusal(address: str) -> DataError:
    with pytest.raises(DataError) as refused:
        await open_store(address)
    assert "\n" not in str(refused.value)
    for language in languages():
        assert "\n" not in explain(words_in(language), refused.value)
    return refused.value


def data_files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.suffix == ".sqlite"}


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@pytest.mark.parametrize("form", ["{0}/a b.sqlite", "sqlite:///{0}/a b.sqlite", "sqlite:///{0}/100%.sqlite"])
async def test_a_path_and_its_url_open_a_data_file(tmp_path: Path, form: str) -> None:
    store = await open_store(form.format(tmp_path))
    assert isinstance(store, SqliteStore)
    await new_table(store)
    await store.close()
    assert len(data_files(tmp_path)) == 1


async def test_a_path_may_be_relative_or_begin_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for address in ("one.sqlite", "sqlite:///two.sqlite", "~/three.sqlite"):
        await (await open_store(address)).close()
    assert data_files(tmp_path) == {"one.sqlite", "two.sqlite", "three.sqlite"}


async def test_a_path_object_opens_a_data_file(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "memory:")
    assert isinstance(store, SqliteStore)
    await store.close()


async def test_memory_keeps_nothing() -> None:
    store: Store = await open_store("memory:")
    assert isinstance(store, MemoryStore)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
async def test_postgresql_has_its_usual_names(postgres_url: str, scheme: str) -> None:
    store = await open_store(postgres_url.replace("postgresql", scheme, 1))
    await new_table(store)
    assert len(await lines_of(store)) == 1
    await store.close()


async def test_the_usual_words_of_a_postgresql_url_are_understood(postgres_url: str) -> None:
    await (await open_store(f"{postgres_url}?sslmode=disable&connect_timeout=3&application_name=mine")).close()


@pytest.mark.parametrize(
    "address",
    ["", "sqlite://", "sqlite:///", "sqlite:///:memory:", ":memory:", "sqlite://host/x.db", "sqlite:///x.db?mode=ro"],
)
async def test_an_address_without_a_file_is_refused(address: str) -> None:
    refused = await refusal(address)
    assert refused.code == "data-address"
    assert repr(address) in str(refused)
    assert "postgresql://USER@HOST/NAME" in str(refused)


@pytest.mark.parametrize("address", ["mysql://root:hunter2@db/kosci", "postgresql://u:hunter2@host:port/x", "http://x"])
async def test_an_address_of_another_kind_is_refused_without_its_password(address: str) -> None:
    refused = await refusal(address)
    assert refused.code == "data-address"
    assert "hunter2" not in f"{refused} {refused.params}"


async def test_an_unknown_word_in_a_postgresql_url_is_refused(postgres_url: str) -> None:
    for word in ("mode=ro", "connect_timeout=soon"):
        refused = await refusal(f"{postgres_url}?{word}")
        assert refused.code == "data-url-word"
        assert word.partition("=")[0] in str(refused)


async def test_a_server_that_does_not_answer_is_said_without_its_password() -> None:
    refused = await refusal(f"postgresql://kosci:hunter2@127.0.0.1:{free_port()}/kosci")
    assert refused.code == "data-unreachable"
    assert "127.0.0.1" in str(refused)
    assert "Connect call failed" in str(refused)
    assert "hunter2" not in f"{refused} {refused.params}"


async def test_a_database_that_is_not_there_is_said(postgres_url: str) -> None:
    refused = await refusal(f"{postgres_url}x")
    assert refused.code == "data-unreachable"
    assert "does not exist" in str(refused)


async def test_a_missing_driver_is_said_with_what_to_install(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "asyncpg" else find_spec(name, package)

    monkeypatch.setattr("kosci.adapters.postgres_open.find_spec", without)
    refused = await refusal(postgres_url)
    assert refused.code == "data-driver"
    assert "pip install 'kosci[postgres]'" in str(refused)


async def test_a_store_whose_connections_were_cut_goes_on_with_new_ones(
    postgres_server: Postgres, postgres_url: str
) -> None:
    store = await open_store(postgres_url)
    await asyncio.gather(*(new_table(store, name) for name in "abcdef"))
    name = postgres_url.rpartition("/")[2]
    engine = create_async_engine(f"postgresql+asyncpg://postgres@127.0.0.1:{postgres_server.port}/postgres")
    for seats in ([], [seat_row("a")]):
        async with engine.connect() as connection:
            cut = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
            assert (await connection.execute(cut, {"name": name})).all()
        assert len(await lines_of(store)) == 1 + bool(seats)
        await store.append(batch("a", 1 + bool(seats), "x", seats=seats))
    await engine.dispose()
    assert len(await lines_of(store)) == 3
    await store.close()


async def test_a_database_that_went_away_is_unavailable(postgres_server: Postgres) -> None:
    url = postgres_server.new_database()
    store = await open_store(url)
    await new_table(store)
    postgres_server.drop_database(url)
    with pytest.raises(Unavailable, match="does not exist"):
        await store.append(batch("a", 1))
    with pytest.raises(Unavailable):
        await store.read("table-a")
    await store.close()


async def test_no_open_file_is_left_behind(tmp_path: Path) -> None:
    await (await open_store(tmp_path / "kosci.sqlite")).close()
    before = open_files()
    for _ in range(3):
        await (await open_store(tmp_path / "kosci.sqlite")).close()
        await refusal(str(tmp_path))
    assert open_files() == before
