"""What was deleted from a data file, wiped from its pages and its log: when that is to be done, and how.

Deletes no row: what is wiped is what deleted rows have left behind.
"""

import logging
import sqlite3
from dataclasses import dataclass
from typing import Final

LEAST_REST: Final = 60.0
REST: Final = 20  # as many times as it took: the file is written by others in between

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Wiping:
    """Whether something is still to be wiped, and from when on it may be; times are those of one monotonic clock."""

    is_due: bool = False
    rested_at: float = 0.0

    def wait(self, now: float) -> float:
        """How long the file is to be left alone yet."""
        return max(0.0, self.rested_at - now)

    def after(self, begun: float, now: float, *, is_done: bool) -> None:
        """It was tried."""
        self.is_due = not is_done
        self.rested_at = now + max(LEAST_REST, REST * (now - begun))


def wiped(driver: sqlite3.Connection) -> bool:
    """Write the file anew and empty its log; whether that could be done.

    Deleted rows are zeros in the file, but not what was left of them when their pages were full and divided. Another
    program that reads the file stands in the way, or a full disk.
    """
    try:
        driver.execute("VACUUM")
        (is_busy, _, _) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        _log.warning("what was deleted is not yet gone from the file: %s", error)
        return False
    if is_busy:
        _log.warning("what was deleted is not yet gone from the file: another program reads it")
    return not is_busy
