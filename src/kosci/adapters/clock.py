"""The time of this machine.

Never anything but UTC.
"""

import time
from datetime import UTC, datetime


class SystemClock:
    """The clock of the operating system."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that only ever go on."""
        return time.monotonic()
