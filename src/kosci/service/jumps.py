"""Notices that the clock has been set, forward or back, and moves what was timed by it.

Time itself goes on by the monotonic seconds of the clock; these are never shown to anybody.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from kosci.service.ports import Clock

LEAST = timedelta(seconds=2)  # less is how clocks are kept right
NOTICED_WITHIN = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Jump:
    """The clock was set `by` so much, a few seconds ago at most, and says `now`."""

    by: timedelta
    now: datetime

    def moved(self, moment: datetime) -> datetime:
        """A moment in the past as the clock would have told it if it had always been so; what it told since stays."""
        if self.by > timedelta(0):
            is_told_since = moment + self.by > self.now + LEAST
        else:
            is_told_since = self.now - NOTICED_WITHIN <= moment <= self.now + LEAST
        return moment if is_told_since else moment + self.by


class Jumps:
    """Asked again and again whether the clock has been set since it was last asked."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._begun = self._beginning(clock.now())

    def jump(self) -> Jump | None:
        """By how much the clock was set; None if it was not."""
        now = self._clock.now()
        begun, self._begun = self._begun, self._beginning(now)
        by = self._begun - begun
        return Jump(by, now) if abs(by) >= LEAST else None

    def _beginning(self, now: datetime) -> datetime:
        """What the clock would have said when the monotonic seconds began."""
        return now - timedelta(seconds=self._clock.monotonic())
