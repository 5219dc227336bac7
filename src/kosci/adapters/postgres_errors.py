"""What PostgreSQL and its driver complain about: what is tried once more, and what it means.

Raises nothing that it was not given.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from asyncpg import InterfaceError, InternalClientError, PostgresConnectionError, PostgresError, UniqueViolationError
from sqlalchemy.exc import DBAPIError, IntegrityError

R = TypeVar("R")

FAILED_BY_CHANCE: Final = frozenset({"40001", "40P01"})  # a serialisation failure, a deadlock: nothing happened
# Of the driver itself, where it is asked without anything between.
# Nothing is known of what happened; where a connection goes in the middle of a statement, the driver loses its way.
BROKEN: Final = (InterfaceError, InternalClientError, PostgresConnectionError, ConnectionError)
REFUSED: Final = (PostgresError, InterfaceError, InternalClientError)
TAKEN: Final = UniqueViolationError


async def persistently(run: Callable[[], Awaitable[R]]) -> R:
    """What the run gives, tried once more on a new connection if the old one broke, or another transaction hindered it.

    An append that was stored although its answer was lost then meets itself as a Conflict, never twice.
    """
    try:
        return await run()
    except DBAPIError as error:
        if not error.connection_invalidated and _sqlstate(error.orig) not in FAILED_BY_CHANCE:
            raise
    except BROKEN:
        pass
    except REFUSED as error:
        if _sqlstate(error) not in FAILED_BY_CHANCE:
            raise
    return await run()


def _sqlstate(error: BaseException | None) -> str | None:
    return getattr(error, "sqlstate", None)


def constraint_of(error: IntegrityError) -> str:
    """The name of the constraint that was broken."""
    # The adapter keeps the driver's own error, which names the constraint, as its cause.
    return getattr(error.orig and error.orig.__cause__, "constraint_name", None) or ""
