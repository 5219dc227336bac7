"""The press: sheets and reviews as the bytes of a PDF, one at a time.

Knows no file and no page; the same sheet gives the same bytes.
"""

from collections.abc import Sequence
from threading import Lock

from kosci.coach.ledger import Ledger
from kosci.engine.scorecard import Scorecard
from kosci.locale.review_words import ReviewWords
from kosci.locale.words import Words
from kosci.paper.content import MOST_GAMES, Sheet, blank_sheet, check_games, check_players, title_of
from kosci.paper.draw_race import draw_race
from kosci.paper.draw_sheet import draw_sheet
from kosci.paper.pen import Pen
from kosci.paper.played import Played, of_play, played_sheet
from kosci.paper.race import RaceSheet, blank_race
from kosci.paper.review import Reviewed, draw_review
from kosci.paper.sizes import SIZES, parse_size
from kosci.table.play import Play
from kosci.variants import Rules


class Press:
    """Makes PDFs; ReportLab shares its fonts between documents, so that one is made after the other."""

    def __init__(self) -> None:
        self._lock = Lock()

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes of paper by name, the usual first."""
        return tuple(SIZES)

    @property
    def most_games(self) -> int:
        """How many games of one player a sheet has columns for (C3)."""
        return MOST_GAMES

    def players(self, words: Words, game: Rules, size: str, players: int) -> bytes:
        """A blank sheet with a column a player; PaperError where the game has not so many players."""
        return self._blank(words, game, size, check_players(game, players), is_series=False)

    def games(self, words: Words, game: Rules, size: str, games: int) -> bytes:
        """A blank sheet for so many games of one player (C3); PaperError for more."""
        return self._blank(words, game, size, check_games(games), is_series=True)

    def table(
        self, words: Words, play: Play, size: str, names: Sequence[str], *, when: str, notes: Sequence[str] = ()
    ) -> bytes:
        """The sheet of a table's game, as it stands."""
        return self.game(words, of_play(play, names, when, notes), size)

    def game(self, words: Words, played: Played, size: str) -> bytes:
        """The sheet of a game, as it stands."""
        return self._sheet(words, played.game, size, played_sheet(words, played))

    def review(
        self, told: ReviewWords, books: Sequence[Ledger], size: str, lucky: Sequence[float | None], when: str
    ) -> bytes:
        """The review of a game."""
        title = told.words("paper.review-of", game=title_of(told.words, told.game))
        with self._lock:
            pen = Pen(parse_size(size), title, told.words.lang)
            draw_review(pen, Reviewed(told, tuple(books), tuple(lucky), when))
            return pen.finished()

    def _blank(self, words: Words, game: Rules, size: str, columns: int, *, is_series: bool) -> bytes:
        if isinstance(game, Scorecard):
            return self._sheet(words, game, size, blank_sheet(words, game, columns, is_series=is_series))
        return self._sheet(words, game, size, blank_race(words, game, columns, is_series=is_series))

    def _sheet(self, words: Words, game: Rules, size: str, sheet: Sheet | RaceSheet) -> bytes:
        with self._lock:
            pen = Pen(parse_size(size), words("paper.sheet-of", game=title_of(words, game)), words.lang)
            if isinstance(sheet, Sheet):
                draw_sheet(pen, sheet)
            else:
                draw_race(pen, sheet)
            return pen.finished()
