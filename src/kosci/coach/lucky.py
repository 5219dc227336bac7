"""How lucky a game was, held against all games of best play.

Under best play luck is all that moves the total, so the distribution of totals is that of luck.
"""

from typing import TYPE_CHECKING

from kosci.coach.ledger import Ledger

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

_SAME = 1e-6  # points: what sums of many values may be off


def luckier_than(distribution: "Distribution", book: Ledger) -> float:
    """The share of best play's games that had less luck than this one."""
    return distribution.below(book.start + book.luck - _SAME)
