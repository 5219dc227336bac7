"""What the pages need of a press: sheets and reviews as the bytes of a PDF.

Makes none itself: whoever starts the program hands one in.
"""

from collections.abc import Sequence
from typing import Protocol

from kosci.coach.ledger import Ledger
from kosci.locale.review_words import ReviewWords
from kosci.locale.words import Words
from kosci.table.play import Play
from kosci.variants import Rules


class Printing(Protocol):
    """Makes PDFs; sizes of paper are given by name, and a RuleError says which there are."""

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes of paper by name, the usual first."""

    @property
    def most_games(self) -> int:
        """How many games of one player a sheet has columns for."""

    def players(self, words: Words, game: Rules, size: str, players: int) -> bytes:
        """A blank sheet with a column a player."""

    def games(self, words: Words, game: Rules, size: str, games: int) -> bytes:
        """A blank sheet for so many games of one player."""

    def table(
        self, words: Words, play: Play, size: str, names: Sequence[str], *, when: str, notes: Sequence[str] = ()
    ) -> bytes:
        """The sheet of a table's game, as it stands; `notes` are sentences above it."""

    def review(
        self, told: ReviewWords, books: Sequence[Ledger], size: str, lucky: Sequence[float | None], when: str
    ) -> bytes:
        """The review of a game."""
