"""How lucky a game was, held against all games of best play.

Under best play luck is all that moves the result, so the distribution of totals, or of turns, is that of luck.
"""

from typing import TYPE_CHECKING

from kosci.coach.ledger import Ledger

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

_SAME = 1e-6  # points or turns: what sums of many values may be off


def luckier_than(distribution: "Distribution", book: Ledger) -> float | None:
    """The share of best play's games that had less luck than this one; None where a race was not run to its end."""
    if book.unit == "points":
        return distribution.below(book.start + book.luck - _SAME)
    if book.now > book.spent + _SAME:
        return None
    return 1.0 - distribution.below(book.start - book.luck + _SAME)
