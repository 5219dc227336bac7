"""Opens the store that an address names.

Never guesses: an address that names none is refused in one line that says which there are.
"""

import asyncio
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from kosci.adapters.clock import SystemClock
from kosci.adapters.errors import DataError
from kosci.adapters.memory import MemoryStore
from kosci.adapters.sqlite import SqliteStore
from kosci.adapters.sqlite_file import open_data_file
from kosci.service.ports import Clock, Store

MEMORY: Final = "memory:"
ALLOWED: Final = ("PATH", "sqlite:///PATH", "postgresql://USER@HOST/NAME", MEMORY)


async def open_store(address: str | Path, clock: Clock | None = None) -> Store:
    """The store at a path or URL, made, backed up and migrated as needed; DataError says why not."""
    if isinstance(address, str):
        if address == MEMORY:
            return MemoryStore()
        url = _url(address)
        if url is not None and url.get_backend_name() == "postgresql":
            # Its driver and the machinery around it are needed here alone, and take a while to import.
            from kosci.adapters.postgres_open import open_postgres

            return await open_postgres(url)
        address = _path(address, url)
    return SqliteStore(await asyncio.to_thread(open_data_file, address, clock or SystemClock()))


def _url(address: str) -> URL | None:
    scheme, colon, _ = address.partition("://")
    if not colon:
        return None
    # "postgres" is what other programs write.
    if scheme not in {"sqlite", "postgresql", "postgresql+asyncpg", "postgres"}:
        raise _refused(f"{scheme}://…")
    try:
        return make_url(address).set(drivername="sqlite" if scheme == "sqlite" else "postgresql")
    except (ArgumentError, ValueError) as error:
        # What is wrong may be the password: say no more of it than the kind.
        raise _refused(f"{scheme}://…") from error


def _path(address: str, url: URL | None) -> Path:
    if url is None:
        name: str | None = address
    elif url.host or url.username or url.query:
        raise _refused(url.render_as_string(hide_password=True))
    else:
        name = url.database
    if not name or name.startswith(":") or "\0" in name:
        raise _refused(address)
    return Path(name)


def _refused(given: str) -> DataError:
    message = f"{given!r} names no data: it is {', '.join(ALLOWED)}"
    return DataError("data-address", message, given=given, allowed=ALLOWED)
