"""Backups: made while the server runs, brought back elsewhere, refused where anything is wrong."""

import asyncio
import os
import sqlite3
import subprocess
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from kosci.adapters.backup import DATA_FILE, back_up, restore
from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.adapters.errors import DataError
from kosci.adapters.open import open_store
from kosci.adapters.schema import VERSION_TABLE
from kosci.adapters.vault import KEY_FILE, open_vault
from kosci.engine.moves import Roll
from kosci.service.ports import Store
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.variants import load
from tests.support.postgres import Postgres, program

HOST = "a" * 64


def tables_over(store: Store, folder: Path) -> Tables:
    return Tables(store, InProcessBell(), SystemClock(), SystemChance(), open_vault(folder, {}))


async def laid(tables: Tables) -> str:
    game = load("yahtzee", {"first": "seat"})
    table = await tables.create(NewTable(game, seats=[NewSeat("Anna"), NewSeat("Jan")], start=True), HOST)
    await tables.move(table, HOST, 0, Roll())
    return table


async def play_on(address: str | Path, folder: Path, table: str) -> None:
    """The table as it was, and its dice go on falling from the seed that the key opens."""
    store = await open_store(address)
    tables = tables_over(store, folder)
    view = await tables.view(table)
    assert view.names == ("Anna", "Jan")
    assert view.table.play is not None
    assert len(view.table.play.faces) == 5
    await tables.close(table, HOST)
    assert (await tables.view(table)).table.seed is not None
    await store.close()


async def test_a_backup_made_while_the_server_runs_is_brought_back_elsewhere(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "kosci.backup"
    here.mkdir()
    store = await open_store(here / DATA_FILE)
    table = await laid(tables_over(store, here))
    assert await asyncio.to_thread(back_up, here, file)
    await store.close()
    assert file.stat().st_mode & 0o077 == 0
    assert await asyncio.to_thread(restore, file, there)
    for name in (DATA_FILE, KEY_FILE):
        assert (there / name).stat().st_mode & 0o077 == 0
    await play_on(there / DATA_FILE, there, table)


def refused(code: str, action: object) -> None:
    assert callable(action)
    with pytest.raises(DataError) as caught:
        action()
    assert caught.value.code == code


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A backup."""
    folder = tmp_path / "folder"
    folder.mkdir()
    asyncio.run(_make(folder))
    back_up(folder, tmp_path / "good.backup")
    return tmp_path / "good.backup"


async def _make(folder: Path) -> None:
    store = await open_store(folder / DATA_FILE)
    await laid(tables_over(store, folder))
    await store.close()


def test_nothing_is_overwritten(made: Path, tmp_path: Path) -> None:
    refused("backup-exists", lambda: back_up(tmp_path / "folder", made))
    refused("restore-exists", lambda: restore(made, tmp_path / "folder"))
    refused("backup-nothing", lambda: back_up(tmp_path / "nowhere", tmp_path / "other"))
    assert not (tmp_path / "other").exists()


def test_a_file_that_is_no_whole_backup_is_refused_and_leaves_nothing(made: Path, tmp_path: Path) -> None:
    whole = made.read_bytes()
    for number, content in enumerate(
        (b"", b"no backup", whole[: len(whole) // 2], whole.replace(b"SQLite", b"SQLate"))
    ):
        bad, there = tmp_path / f"bad{number}", tmp_path / f"there{number}"
        bad.write_bytes(content)
        refused("restore-no-backup", lambda bad=bad, there=there: restore(bad, there))
        assert not there.exists() or not list(there.iterdir())
    refused("data-unreadable", lambda: restore(tmp_path / "missing", tmp_path / "there"))


def test_a_backup_with_another_path_in_it_is_refused(made: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    with tarfile.open(bad, "w") as tar:
        tar.add(made, "../kosci.sqlite")
    refused("restore-no-backup", lambda: restore(bad, tmp_path / "there"))


def test_a_backup_of_a_newer_program_is_refused(made: Path, tmp_path: Path) -> None:
    newer, folder = tmp_path / "newer", tmp_path / "folder"
    with closing(sqlite3.connect(folder / DATA_FILE)) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
        connection.commit()
    back_up(folder, newer)
    refused("data-newer", lambda: restore(newer, tmp_path / "there"))
    assert made.exists()


async def test_postgresql_is_dumped_and_restored_as_documented(postgres_server: Postgres, tmp_path: Path) -> None:
    old, new = postgres_server.new_database(), postgres_server.new_database()
    store = await open_store(old)
    table = await laid(tables_over(store, tmp_path))
    dump = tmp_path / "kosci.dump"
    environment = {**os.environ, "LC_ALL": "C"}
    for command in (
        [program("pg_dump"), "--format=custom", f"--file={dump}", old],
        [program("pg_restore"), "--no-owner", f"--dbname={new}", str(dump)],
    ):
        await asyncio.to_thread(subprocess.run, command, check=True, env=environment)
    await store.close()
    await play_on(new, tmp_path, table)
    for url in (old, new):
        postgres_server.drop_database(url)
