"""What was deleted goes from the data file: at once where somebody waits for it, else soon, and never all the time."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kosci.adapters import sqlite_wiping
from kosci.adapters.open import open_store
from kosci.adapters.sqlite import SqliteStore
from kosci.adapters.sqlite_wiping import Wiping
from tests.adapters.making import batch, seat_row, table_row
from tests.adapters.test_records_contract import ANNA, MAJA, result


@pytest.fixture
def wipes(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether it could be done, for each time the file was written anew."""
    done: list[bool] = []

    def noted(driver: sqlite3.Connection) -> bool:
        done.append(sqlite_wiping.wiped(driver))
        return done[-1]

    monkeypatch.setattr("kosci.adapters.sqlite_writer.wiped", noted)
    return done


async def opened(path: Path) -> SqliteStore:
    """A data file with results of Anna's."""
    store = await open_store(path / "kosci.sqlite")
    assert isinstance(store, SqliteStore)
    await store.records.add(ANNA, [result(name, name=f"Zapomniana {name}") for name in "abcd"], lambda: "person")
    return store


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(1000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never is so")


def holds(path: Path, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in sorted(path.glob("kosci.sqlite*")))


async def test_single_results_are_wiped_together(
    tmp_path: Path, wipes: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first at once; the others when the file has rested, by themselves."""
    store = await opened(tmp_path)
    monkeypatch.setattr(sqlite_wiping, "LEAST_REST", 0.2)
    monkeypatch.setattr(sqlite_wiping, "REST", 0)
    for name in "abc":
        assert await store.records.drop(ANNA, f"table-{name}", 0)
    assert wipes == [True]
    await until(lambda: len(wipes) > 1)
    assert not holds(tmp_path, "Zapomniana a")
    assert not holds(tmp_path, "Zapomniana c")
    assert holds(tmp_path, "Zapomniana d")
    await asyncio.sleep(0.3)
    assert wipes == [True, True]
    await store.close()


async def test_what_is_put_off_is_done_at_the_end(tmp_path: Path, wipes: list[bool]) -> None:
    store = await opened(tmp_path)
    for name in "ab":
        await store.records.drop(ANNA, f"table-{name}", 0)
    await store.create(table_row("x"), batch("x"))
    assert wipes == [True]
    await store.close()
    assert wipes == [True, True]
    assert not holds(tmp_path, "Zapomniana b")


async def test_who_deletes_everything_does_not_wait_for_the_file_to_rest(tmp_path: Path, wipes: list[bool]) -> None:
    store = await opened(tmp_path)
    await store.records.drop(ANNA, "table-a", 0)
    await store.records.erase(ANNA)
    assert wipes == [True, True]
    assert not holds(tmp_path, "Zapomniana")
    await store.close()


async def test_nothing_is_written_anew_for_who_left_nothing(tmp_path: Path, wipes: list[bool]) -> None:
    store = await opened(tmp_path)
    assert await store.records.erase(MAJA) == []
    await store.create(table_row("x", host=MAJA), batch("x", seats=[seat_row("x", device=None)]))
    assert wipes == []
    assert await store.records.erase(MAJA) == ["table-x"]
    assert wipes == [True]
    await store.close()


async def test_a_program_that_reads_the_file_is_waited_for(
    tmp_path: Path, wipes: list[bool], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The rows are gone and the answer is given; the log says what is missing, and it is made good later."""
    store = await opened(tmp_path)
    monkeypatch.setattr(sqlite_wiping, "LEAST_REST", 0.05)
    monkeypatch.setattr(sqlite_wiping, "REST", 0)
    with closing(sqlite3.connect(tmp_path / "kosci.sqlite", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM results").fetchone() == (4,)
        await store.records.erase(ANNA)
        assert wipes[0] is False
        assert "not yet gone from the file: another program reads it" in caplog.text
        assert await store.records.person(ANNA) is None
        reader.execute("COMMIT")
    await until(lambda: wipes[-1])
    assert not holds(tmp_path, "Zapomniana")
    await store.close()


def denying(action: int, *_: object) -> int:
    """No room for the file that a VACUUM makes beside."""
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK


async def test_a_full_disk_keeps_nobody_from_deleting(
    tmp_path: Path, wipes: list[bool], caplog: pytest.LogCaptureFixture
) -> None:
    """A file that cannot be written anew has lost its rows all the same."""
    store = await opened(tmp_path)
    driver = store._file.writer.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.set_authorizer(denying)
    await store.records.erase(ANNA)
    assert wipes == [False]
    assert "not yet gone from the file" in caplog.text
    assert await store.records.person(ANNA) is None
    driver.set_authorizer(None)
    await store.close()
    assert wipes == [False, True]
    assert not holds(tmp_path, "Zapomniana")


def test_a_large_file_rests_longer_than_it_was_worked_on() -> None:
    wiping = Wiping(is_due=True)
    assert wiping.wait(1000.0) == 0
    wiping.after(1000.0, 1005.0, is_done=True)
    assert wiping.wait(1005.0) == 5 * sqlite_wiping.REST
    wiping.after(2000.0, 2000.1, is_done=False)
    assert wiping.wait(2000.1) == sqlite_wiping.LEAST_REST
    assert wiping.is_due
