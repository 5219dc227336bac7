"""A copy of all data of one server in one file: the data file as it is at a moment, and the key beside it.

May be made while the server runs; never overwrites anything.
"""

import io
import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from kosci.adapters.errors import DataError
from kosci.adapters.schema import REVISIONS, VERSION_TABLE
from kosci.adapters.vault import KEY_FILE

DATA_FILE: Final = "kosci.sqlite"
_MOST_KEY = 1024


def back_up(folder: Path, target: Path) -> bool:
    """Write the backup of a data folder; whether the key is in it (it may be kept in the environment instead).

    DataError where there are no data, or the target is there already.
    """
    data, key = folder / DATA_FILE, folder / KEY_FILE
    if not data.is_file():
        raise DataError("backup-nothing", f"there is no data file {str(data)!r}", path=str(data))
    with _refusals(target), _new_file(target) as file, tempfile.TemporaryDirectory(dir=target.parent) as beside:
        copy = Path(beside) / DATA_FILE
        with closing(sqlite3.connect(f"file:{data}?mode=ro", uri=True)) as source, closing(sqlite3.connect(copy)) as to:
            source.backup(to)
        with tarfile.open(fileobj=file, mode="w") as tar:
            tar.add(copy, DATA_FILE, filter=_plain)
            if key.is_file():
                tar.add(key, KEY_FILE, filter=_plain)
    return key.is_file()


def restore(source: Path, folder: Path) -> bool:
    """Bring a backup back into a folder without data; whether the key came with it.

    DataError where the file is no whole backup, is from a newer program, or there are data already.
    """
    for name in (DATA_FILE, KEY_FILE):
        if (folder / name).exists():
            raise DataError("restore-exists", f"{str(folder / name)!r} is there already", path=str(folder / name))
    with _refusals(source):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tarfile.open(source) as tar, tempfile.TemporaryDirectory(dir=folder) as beside:
            parts = {member.name: member for member in tar.getmembers()}
            if set(parts) not in ({DATA_FILE}, {DATA_FILE, KEY_FILE}) or not all(
                one.isfile() for one in parts.values()
            ):
                raise _no_backup(source)
            for name, member in parts.items():
                _unpack(tar, member, Path(beside) / name)
            _check(Path(beside) / DATA_FILE, source)
            for name in parts:
                (Path(beside) / name).rename(folder / name)
    return KEY_FILE in parts


def _unpack(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    content = tar.extractfile(member)
    assert content is not None
    if member.name == KEY_FILE and member.size > _MOST_KEY:
        raise _no_backup(path)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        while part := content.read(1 << 20):
            file.write(part)
        file.flush()
        os.fsync(file.fileno())


def _check(data: Path, source: Path) -> None:
    with closing(sqlite3.connect(data)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise _no_backup(source)
        found = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()  # noqa: S608 - our own name
    if found is None or found[0] not in REVISIONS:
        version = "?" if found is None else str(found[0])
        message = f"{str(source)!r} is from a newer Kości (schema {version}, known here up to {REVISIONS[-1]})"
        raise DataError("data-newer", message, where=str(source), version=version, known=REVISIONS[-1])


def _no_backup(source: Path) -> DataError:
    return DataError("restore-no-backup", f"{str(source)!r} is no whole backup of Kości", path=str(source))


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """For its owner alone, and without the names of this machine."""
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member


@contextmanager
def _new_file(target: Path) -> Iterator[io.BufferedWriter]:
    """A file for its owner alone that stands under its name only once it is whole."""
    if target.exists():
        raise DataError("backup-exists", f"{str(target)!r} is there already", path=str(target))
    part = target.with_name(f"{target.name}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, sqlite3.DatabaseError, EOFError) as error:
        raise _no_backup(path) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError("data-unreadable", f"{str(path)!r}: {reason}", path=str(path), reason=reason) from error
