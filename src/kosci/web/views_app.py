"""What the page about the app and the page without a connection are fed with.

Holds no rule and no request, like every view.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HttpsWay:
    """A way to https at home: what it is, the steps in words, and what is typed in a terminal on the way."""

    title: str
    lines: tuple[str, ...]
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AppView:
    """The page about the app; `lead` says who needs https, `start` how the server is started with it."""

    lead: str
    ways: tuple[HttpsWay, ...]
    start: str


@dataclass(frozen=True, slots=True)
class OfflineView:
    """The page that stands where there is no connection; which tables go on only the browser knows."""
