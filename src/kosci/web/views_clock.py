"""The turn clock as pages show it: what is left, and the way to more.

Values only.
"""

from dataclasses import dataclass

from kosci.web.views import Action


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of the turn under way: `left` in words, `milliseconds` for scripts, `more` where the reader may give it.

    `is_yours` says that it is the reader's time, of whose end the reader is told.
    """

    left: str
    milliseconds: int
    is_yours: bool = False
    more: Action | None = None
