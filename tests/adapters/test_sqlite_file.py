"""The data file of SQLite: one process at a time, nobody else's eyes, nothing lost by a new version."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection

from kosci.adapters import sqlite_file, sqlite_writer
from kosci.adapters.errors import DataError
from kosci.adapters.migrate import migrate
from kosci.adapters.open import open_store
from kosci.adapters.schema import REVISIONS
from kosci.adapters.sqlite import SqliteStore
from kosci.adapters.sqlite_file import open_data_file
from kosci.service.ports import Conflict, SeatRow, Stored, Unavailable
from tests.adapters.making import batch, lines_of, new_table, seat_row, table_row
from tests.adapters.test_store_survives import running
from tests.support.clock import FakeClock

OLD = Path(__file__).with_name("data") / "kosci-0001.sql"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kosci.sqlite"


@pytest.fixture
def old_path(path: Path) -> Path:
    """A data file that version 0001 wrote."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    path.chmod(0o600)
    return path


@pytest.fixture
def umask() -> Iterator[None]:
    """A careless mask: new files readable and writable for all."""
    before = os.umask(0)
    yield
    os.umask(before)


def opened(path: Path) -> SqliteStore:
    return SqliteStore(open_data_file(path, FakeClock()))


def asked(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def content(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


async def test_a_second_process_is_refused_with_the_reason(path: Path) -> None:
    with running("holding", str(path)) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        with pytest.raises(DataError) as refused:
            await open_store(path)
    assert refused.value.code == "data-locked"
    assert f"process {process.pid}" in str(refused.value)
    assert str(path) in str(refused.value)


async def test_a_second_store_in_the_same_process_is_refused_too(path: Path) -> None:
    store = opened(path)
    with pytest.raises(DataError, match=f"process {os.getpid()}"):
        await open_store(path)
    await new_table(store)
    await store.close()
    store = opened(path)
    assert len(await lines_of(store)) == 1
    await store.close()


async def test_a_link_to_the_file_opens_no_way_round_the_lock(path: Path, tmp_path: Path) -> None:
    store = opened(path)
    (tmp_path / "other.sqlite").symlink_to(path)
    with pytest.raises(DataError, match="another Kości"):
        await open_store(tmp_path / "other.sqlite")
    await store.close()


@pytest.mark.usefixtures("umask")
async def test_the_file_and_all_beside_it_are_for_its_owner_alone(old_path: Path) -> None:
    store = opened(old_path)
    await new_table(store, "c")
    files = list(old_path.parent.iterdir())
    assert {file.name.removeprefix(old_path.name)[:5] for file in files} == {"", "-wal", "-shm", ".lock", ".bak-"}
    assert {mode(file) for file in files} == {0o600}
    await store.close()


@pytest.mark.usefixtures("umask")
async def test_a_new_file_is_for_its_owner_alone(path: Path) -> None:
    await opened(path).close()
    assert mode(path) == 0o600


async def test_every_answer_is_on_the_disk_first(path: Path) -> None:
    store = opened(path)
    file = store._file
    for connection in (file.writer, file.reader):
        cursor = connection.connection.cursor()
        kept = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
        assert kept == {"journal_mode": "wal", "synchronous": 2}
    cursor = file.writer.connection.cursor()
    assert [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("foreign_keys", "secure_delete")] == [1, 1]
    await store.close()


async def test_an_old_file_is_backed_up_and_migrated(old_path: Path) -> None:
    before = asked(old_path, "SELECT * FROM facts UNION ALL SELECT table_id, seat, name, bot, language FROM seats")
    store = opened(old_path)
    facts = await store.read("table-b")
    assert facts[3] == Stored(4, datetime(2026, 11, 1, 10, 4, 0, 250000, tzinfo=UTC), "c-4", '{"fact": 4}')
    assert await store.answered("table-a", "c-2") == 2
    assert await store.seats("table-a") == [
        SeatRow("table-a", 1, "Łucja", None, "device-a", None, bytes(16), "pl"),
        SeatRow("table-a", 2, "Ґанна", None, "device-b", None, bytes(range(16)), "uk"),
    ]
    lobby = await store.by_code("KOT7")
    assert lobby is not None
    assert lobby.settings == {"variant": "yahtzee", "away": 60, "undo": True}
    assert await store.append(batch("b", 4, seats=[seat_row("b", 3, link="link-1")])) == 5
    await store.close()
    (backup,) = old_path.parent.glob("*.bak-*")
    assert backup.name == "kosci.sqlite.bak-0001-20261130T180500.000000Z"
    assert asked(backup, "SELECT version_num FROM kosci_schema") == [("0001",)]
    assert asked(backup, "PRAGMA integrity_check") == [("ok",)]
    again = asked(backup, "SELECT * FROM facts UNION ALL SELECT table_id, seat, name, bot, language FROM seats")
    assert again == before


async def test_a_file_of_this_version_is_not_backed_up(path: Path) -> None:
    await opened(path).close()
    await opened(path).close()
    assert not list(path.parent.glob("*.bak-*"))
    assert asked(path, "SELECT version_num FROM kosci_schema") == [(REVISIONS[-1],)]


async def test_a_migration_that_breaks_off_leaves_the_old_file(old_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(connection: Connection) -> None:
        migrate(connection)
        raise OSError("the light went out")

    monkeypatch.setattr(sqlite_file, "migrate", broken)
    with pytest.raises(DataError, match="the light went out"):
        opened(old_path)
    assert asked(old_path, "SELECT version_num FROM kosci_schema") == [("0001",)]
    assert "link" not in {str(column[1]) for column in asked(old_path, "PRAGMA table_info(seats)")}
    monkeypatch.undo()
    store = SqliteStore(open_data_file(old_path, FakeClock(datetime(2027, 1, 1, tzinfo=UTC))))
    assert len(await store.read("table-b")) == 4
    await store.close()
    assert len(list(old_path.parent.glob("*.bak-*"))) == 2


async def test_a_migration_that_would_leave_rows_without_their_table_is_refused(old_path: Path) -> None:
    with closing(sqlite3.connect(old_path)) as connection, connection:
        connection.execute("DELETE FROM tables WHERE id = 'table-b'")
    with pytest.raises(DataError, match="rows of no table") as refused:
        opened(old_path)
    assert refused.value.code == "data-broken"
    assert asked(old_path, "SELECT version_num FROM kosci_schema") == [("0001",)]


async def test_a_file_of_a_newer_version_is_refused_and_not_touched(path: Path) -> None:
    await opened(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE kosci_schema SET version_num = '0099'")
    before = content(path)
    with pytest.raises(DataError, match=rf"newer Kości \(schema 0099, known here up to {REVISIONS[-1]}\)") as refused:
        opened(path)
    assert refused.value.code == "data-newer"
    assert content(path) == before
    assert not list(path.parent.glob("*.bak-*"))


async def test_the_file_of_another_program_is_refused_and_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = content(path)
    with pytest.raises(DataError, match="another program") as refused:
        opened(path)
    assert refused.value.code == "data-foreign"
    assert content(path) == before


async def test_a_file_that_is_no_database_is_refused_and_not_touched(path: Path) -> None:
    write(path, "These are my notes, not a database at all. " * 50)
    before = content(path)
    with pytest.raises(DataError, match="not a database") as refused:
        opened(path)
    assert refused.value.code == "data-unreadable"
    assert content(path) == before


async def test_a_missing_folder_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist") as refused:
        opened(tmp_path / "nowhere" / "kosci.sqlite")
    assert refused.value.code == "data-folder"
    with pytest.raises(DataError, match="is a folder") as refused:
        opened(tmp_path)
    assert refused.value.code == "data-is-folder"


async def test_a_refused_file_can_be_opened_by_the_next(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    for _ in range(3):
        with pytest.raises(DataError, match="another program"):
            opened(path)


async def test_a_full_disk_refuses_what_does_not_fit_and_stores_its_neighbours(path: Path) -> None:
    store = opened(path)
    for name in "abc":
        await new_table(store, name)
    cursor = store._file.writer.connection.cursor()
    pages = cursor.execute("PRAGMA page_count").fetchone()[0]
    cursor.execute(f"PRAGMA max_page_count = {pages + 20}").fetchone()
    answers = await asyncio.gather(
        store.append(batch("a", 1, "fits")),
        store.append(batch("b", 1, "small", "x" * 1_000_000, seats=[seat_row("b")])),
        store.append(batch("c", 1, "fits", seats=[seat_row("c")])),
        return_exceptions=True,
    )
    assert (answers[0], answers[2]) == (2, 2)
    assert isinstance(answers[1], Unavailable)
    assert "full" in answers[1].reason
    assert len(await lines_of(store, "b")) == 1
    assert await store.seats("table-b") == []
    with pytest.raises(Unavailable, match="full"):
        await store.append(batch("b", 1, "x" * 1_000_000))
    cursor.execute(f"PRAGMA max_page_count = {pages + 2000}").fetchone()
    assert await store.append(batch("b", 1, "x" * 1_000_000)) == 2
    await store.close()


async def test_another_program_that_writes_holds_no_reader_and_no_event_loop_up(path: Path) -> None:
    store = opened(path)
    await new_table(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.append(batch("a", 1, "late")))
        for _ in range(5):
            await asyncio.sleep(0.01)
            assert len(await lines_of(store)) == 1
        assert not waiting.done()
        other.execute("ROLLBACK")
    assert await waiting == 2
    await store.close()


async def test_another_program_that_writes_for_too_long_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "LOCK_SECONDS", 0.0)
    store = opened(path)
    await new_table(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        late = [store.append(batch("a", 1, "late")) for _ in range(3)]
        answers = await asyncio.gather(*late, return_exceptions=True)
        assert [str(answer) for answer in answers] == ["database is locked"] * 3
        assert {type(answer) for answer in answers} == {Unavailable}
        other.execute("ROLLBACK")
    assert await store.append(batch("a", 1, "late")) == 2
    await store.close()


async def test_no_more_than_a_bounded_number_wait(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "MOST_WAITING", 3)
    store = opened(path)
    await new_table(store)
    answers = await asyncio.gather(*(store.append(batch("a", 1, "x" * 10)) for _ in range(5)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [int, Conflict, Conflict, Unavailable, Unavailable]
    await store.close()


async def test_more_than_one_transaction_takes_is_stored_in_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "MOST_AT_ONCE", 3)
    store = opened(path)
    await new_table(store)
    answers = await asyncio.gather(*(store.append(batch("a", after, "x")) for after in range(1, 11)))
    assert answers == list(range(2, 12))
    await store.close()


@pytest.mark.parametrize("steps", [1, 2, 3])
async def test_a_writer_that_is_broken_off_answers_everybody_and_can_be_closed(path: Path, steps: int) -> None:
    store = opened(path)
    await new_table(store)
    answers = [asyncio.create_task(store.append(batch("a", 1, "x"))) for _ in range(3)]
    for _ in range(steps):
        await asyncio.sleep(0)
    writing = store._writer._writing
    if writing is not None:
        writing.cancel()
        outcomes = await asyncio.gather(*answers, return_exceptions=True)
        assert [str(outcome) for outcome in outcomes] == ["writing was broken off"] * 3
    await asyncio.gather(*answers, return_exceptions=True)
    await store.close()
    store = opened(path)
    assert len(await lines_of(store)) in {1, 2}
    await store.close()


async def test_many_batches_share_one_transaction(path: Path) -> None:
    store = opened(path)
    for name in "abcdefgh":
        await new_table(store, name)
    commits: list[str] = []
    driver = store._file.writer.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.set_trace_callback(lambda statement: commits.append(statement) if statement == "COMMIT" else None)
    await asyncio.gather(*(store.append(batch(name, 1, "x")) for name in "abcdefgh"))
    driver.set_trace_callback(None)
    assert commits == ["COMMIT"]
    await store.close()


async def test_a_name_that_was_replaced_leaves_no_trace_in_the_file(path: Path) -> None:
    store = opened(path)
    await store.create(table_row(), batch(seats=[seat_row()]))
    await store.append(batch("a", 1, seats=[SeatRow("table-a", 1, "Eulalia Zapomniana", None, "d", None, b"", "pl")]))
    await store.save(table_row(), [SeatRow("table-a", 1, "—", None, None, None, b"", "pl")])
    await store.close()
    traces = [file.name for file in path.parent.iterdir() if b"Zapomniana" in file.read_bytes()]
    assert traces == []
    assert not path.with_name(f"{path.name}-wal").exists()


async def test_the_file_can_be_copied_while_it_is_written(path: Path, tmp_path: Path) -> None:
    store = opened(path)
    await new_table(store)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(tmp_path / "copy.sqlite")) as target:
        source.backup(target)
        await store.append(batch("a", 1, "x"))
    await store.close()
    copy = opened(tmp_path / "copy.sqlite")
    assert len(await lines_of(copy)) == 1
    await copy.close()
