"""What the coach's part of a table's page is fed with: plain values, already worded.

Shown to the seat's own device alone; holds no rule and no markup.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CoachMove:
    """One of the best moves; equal ones share `place`. `cost` is "−1,3", `spoken` the same aloud; none for the best."""

    place: int
    text: str
    value: str
    cost: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class CoachReason:
    """Points that the better move is expected to bring more or less, and where: "+3,1", "Szóstki"."""

    points: str
    where: str
    is_loss: bool


@dataclass(frozen=True, slots=True)
class CoachWhy:
    """Why one move is better than another."""

    title: str
    reasons: tuple[CoachReason, ...]


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach's part of the page.

    `summary` is the best move in one line for the tray. `note` says what the numbers mean, `status` that
    more is being worked out (`is_coming`) or why nothing can be said.
    """

    heading: str
    summary: str = ""
    moves: tuple[CoachMove, ...] = ()
    why: CoachWhy | None = None
    verdict: str = ""
    is_best: bool = False
    verdict_heading: str = ""
    verdict_why: CoachWhy | None = None
    note: str = ""
    status: str = ""
    is_coming: bool = False
