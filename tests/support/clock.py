"""A clock that stands still until a test moves it.

Never the time of the machine.
"""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """A clock set to a moment: `set` moves it to another, `pass_seconds` forward."""

    def __init__(self, moment: datetime = datetime(2026, 11, 30, 18, 5, tzinfo=UTC)) -> None:
        self._moment = moment

    def now(self) -> datetime:
        """The moment it is set to."""
        return self._moment

    def set(self, moment: datetime) -> None:
        """Move it, also backwards."""
        self._moment = moment

    def pass_seconds(self, seconds: float) -> None:
        """Move it forward."""
        self._moment += timedelta(seconds=seconds)
