"""A clock that stands still until a test moves it.

Never the time of the machine.
"""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """A clock set to a moment: `pass_seconds` lets time go on, `set` moves the clock alone, also backwards."""

    def __init__(self, moment: datetime = datetime(2026, 11, 30, 18, 5, tzinfo=UTC)) -> None:
        self._moment = moment
        self._seconds = 0.0

    def now(self) -> datetime:
        """The moment it is set to."""
        return self._moment

    def monotonic(self) -> float:
        """The seconds that have passed."""
        return self._seconds

    def set(self, moment: datetime) -> None:
        """Set it; no time passes."""
        self._moment = moment

    def pass_seconds(self, seconds: float) -> None:
        """Let time go on."""
        self._moment += timedelta(seconds=seconds)
        self._seconds += seconds
