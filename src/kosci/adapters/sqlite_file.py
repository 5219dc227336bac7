"""A data file of SQLite: locked for one process, backed up and migrated, opened with the right pragmas.

Never reads or writes a row of it.
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from kosci.adapters.errors import DataError
from kosci.adapters.migrate import migrate, version_of
from kosci.adapters.schema import REVISIONS
from kosci.service.ports import Clock

PRAGMAS: Final = (
    "synchronous = FULL",
    "secure_delete = ON",
    "trusted_schema = OFF",
    "cache_size = -8000",
    "journal_size_limit = 16777216",
)


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data file that is ours alone: one connection that writes, one that only reads, and the lock."""

    path: Path
    writer: Connection
    reader: Connection
    lock: int

    def close(self) -> None:
        """Let go of the file; SQLite moves its log into it when the last connection closes."""
        self.reader.close()
        self.writer.close()
        os.close(self.lock)


def open_data_file(path: Path, clock: Clock) -> DataFile:
    """The file, made if it is new, backed up and migrated if it is old; DataError says why not."""
    path = path.expanduser().resolve()
    if not path.parent.is_dir():
        raise DataError("data-folder", f"the folder {str(path.parent)!r} does not exist", folder=str(path.parent))
    if path.is_dir():
        raise DataError("data-is-folder", f"{str(path)!r} is a folder, not a data file", path=str(path))
    with _refusals(path), ExitStack() as undone:
        lock = _locked(path)
        undone.callback(os.close, lock)
        # SQLite would make it readable to all; its -wal and -shm files take the mode of the file itself.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        _bring_up_to_date(path, clock)
        _keep_a_log(path)
        writer = writing_engine(path, "foreign_keys = ON", "busy_timeout = 0").connect()
        undone.callback(writer.close)
        reader = _engine(path, "query_only = ON", "busy_timeout = 5000").connect()
        undone.pop_all()
    return DataFile(path, writer, reader, lock)


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, DatabaseError) as error:
        reason = str(error.orig) if isinstance(error, DatabaseError) else str(error)
        message = f"the data file {str(path)!r} cannot be opened: {reason}"
        raise DataError("data-unreadable", message, path=str(path), reason=reason) from error


def _locked(path: Path) -> int:
    # The kernel lets go of this lock when the process ends, however it ends. The file beside the data
    # stays: removing it would let a third process lock a new one while a second still waits for the old.
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.read(lock, 32).decode(errors="replace").strip() or "?"
        os.close(lock)
        if error.errno not in {errno.EWOULDBLOCK, errno.EACCES}:
            raise
        raise DataError(
            "data-locked",
            f"another Kości (process {holder}) has the data file {str(path)!r} open; one file serves one process",
            path=str(path),
            process=holder,
        ) from error
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def _bring_up_to_date(path: Path, clock: Clock) -> None:
    # A migration may rebuild a table that others refer to: the references are checked at its end instead.
    with writing_engine(path, "foreign_keys = OFF").connect() as connection:
        version = version_of(connection, str(path))
        if version == REVISIONS[-1]:
            return
        connection.rollback()
        if version is not None:
            _back_up(path, version, clock)
        with connection.begin():
            migrate(connection)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise DataError(
                    "data-broken", f"the data file {str(path)!r} has rows of no table in {broken[0]!r}", path=str(path)
                )


def _back_up(path: Path, version: str, clock: Clock) -> None:
    copy = path.with_name(f"{path.name}.bak-{version}-{clock.now():%Y%m%dT%H%M%S.%fZ}")
    os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    with copy.open("rb") as written:
        os.fsync(written.fileno())


def _keep_a_log(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise DataError(
            "data-no-wal",
            f"the data file {str(path)!r} lies where SQLite can keep no write-ahead log (a network folder?)",
            path=str(path),
        )


def writing_engine(path: Path, *pragmas: str) -> Engine:
    """Connections whose transactions may write from their beginning."""
    engine = _engine(path, *pragmas)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _engine(path: Path, *pragmas: str) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=NullPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _record: object) -> None:
        # Transactions begin where this program says so, not where the driver guesses.
        connection.isolation_level = None
        for pragma in (*PRAGMAS, *pragmas):
            connection.execute(f"PRAGMA {pragma}")

    return engine
