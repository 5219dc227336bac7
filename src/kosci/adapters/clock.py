"""The time of this machine.

Never anything but UTC.
"""

from datetime import UTC, datetime


class SystemClock:
    """The clock of the operating system."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)
