"""Opens a PostgreSQL database: the driver, the address, the schema under a lock that all processes know.

Never says a password, and never changes a database that holds another program's tables.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kosci.adapters.errors import DataError
from kosci.adapters.migrate import migrate, version_of
from kosci.adapters.schema import REVISIONS

if TYPE_CHECKING:
    from kosci.adapters.postgres import PostgresStore

POOL: Final = 5
HOT_POOL: Final = 10
CONNECT_SECONDS: Final = 10
ALLOWED: Final = ("host", "sslmode", "connect_timeout", "application_name")
# Any number that no other program on the same server is likely to lock.
LOCK: Final = text("SELECT pg_advisory_xact_lock(5643109240571)")


async def open_postgres(url: URL) -> "PostgresStore":
    """The store in a database, its schema made or migrated; DataError says why not."""
    if find_spec("asyncpg") is None:
        raise DataError("data-driver", "PostgreSQL needs the driver asyncpg: pip install 'kosci[postgres]'")
    # Both import the driver.
    from kosci.adapters.postgres import PostgresStore
    from kosci.adapters.postgres_hot import Hot

    shown = url.set(query={}).render_as_string(hide_password=True)
    driver = _driver(url)
    engine = _engine(url, driver)
    try:
        await _bring_up_to_date(engine, shown)
        hot = await Hot.opened(engine, HOT_POOL, driver)
    except (OSError, DBAPIError, ArgumentError) as error:
        await engine.dispose()
        reason = str(error.orig) if isinstance(error, DBAPIError) else str(error) or "no answer"
        reason = " ".join(reason.split())
        message = f"the database {shown} cannot be opened: {reason}"
        raise DataError("data-unreachable", message, database=shown, reason=reason) from error
    except BaseException:
        await engine.dispose()
        raise
    return PostgresStore(engine, hot)


def _driver(url: URL) -> dict[str, Any]:
    """What the driver is told beside the address."""
    query = {word: str(value) for word, value in url.query.items() if word != "host"}
    driver: dict[str, Any] = {"timeout": CONNECT_SECONDS}
    settings = {"application_name": "kosci", "default_transaction_isolation": "read committed", "jit": "off"}
    for word, value in query.items():
        # The words of libpq's addresses, which other programs write, for the driver's own.
        if word == "sslmode":
            driver["ssl"] = value
        elif word == "connect_timeout" and value.isdecimal():
            driver["timeout"] = int(value)
        elif word == "application_name":
            settings[word] = value
        else:
            given = f"{word}={value}"
            message = f"{given!r} is not known in the address of a database: {', '.join(ALLOWED)}"
            raise DataError("data-url-word", message, given=given, allowed=ALLOWED)
    return driver | {"server_settings": settings}


def _engine(url: URL, driver: dict[str, Any]) -> AsyncEngine:
    return create_async_engine(
        url.set(
            drivername="postgresql+asyncpg", query={word: value for word, value in url.query.items() if word == "host"}
        ),
        pool_size=POOL,
        max_overflow=0,
        hide_parameters=True,  # what is logged of a failure names nobody
        connect_args=driver,
    )


async def _bring_up_to_date(engine: AsyncEngine, where: str) -> None:
    async with engine.connect() as connection:
        if await connection.run_sync(version_of, where) == REVISIONS[-1]:
            return
    async with engine.begin() as connection:
        await connection.execute(LOCK)
        # Another process may have migrated it while this one waited for the lock.
        if await connection.run_sync(version_of, where) != REVISIONS[-1]:
            await connection.run_sync(migrate)
