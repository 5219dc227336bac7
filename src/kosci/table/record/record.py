"""The doors of records: a game to its text, a text to its game, with what is good before an error.

How a line reads stands in the modules beside.
"""

from dataclasses import dataclass

from kosci.table.gamefile import GameFile, parse_game
from kosci.table.record.heading import FIRST_LINE, Heading, is_heading, read_heading
from kosci.table.record.paper import PaperGame
from kosci.table.record.paper_text import PaperReader, format_paper, is_paper_line
from kosci.table.record.pieces import Piece, RecordError, WrittenError, pieces, standing
from kosci.table.record.reading import LogReader
from kosci.table.record.writing import format_log


@dataclass(frozen=True, slots=True)
class Reading:
    """The game of a record up to its first error, and that error; no game where the heading is wrong already."""

    game: GameFile | PaperGame | None
    error: RecordError | None = None


def format_record(game: GameFile | PaperGame) -> str:
    """The game as a record."""
    return format_paper(game) if isinstance(game, PaperGame) else format_log(game)


def read_record(text: str) -> Reading:
    """The game a record tells, as far as it is right."""
    lines = pieces(text)
    body = next((at for at, line in enumerate(lines) if at and not is_heading(line)), len(lines))
    reader: LogReader | PaperReader | None = None
    try:
        heading = read_heading(lines[:body])
        reader = _reader(heading, lines[body:])
        for line in lines[body:]:
            reader.read(line)
    except RecordError as error:
        return Reading(reader.game if reader else None, error)
    return Reading(reader.game)


def parse_record(text: str) -> GameFile | PaperGame:
    """The game a record tells; RecordError where anything in it is wrong."""
    reading = read_record(text)
    if reading.error is not None or reading.game is None:
        raise reading.error or AssertionError("a record without an error has a game")
    return reading.game


def is_record(text: str) -> bool:
    """Whether a text begins as records do."""
    return [piece.text for piece in pieces(text)[:1]] == [FIRST_LINE]


def parse_any(text: str) -> GameFile | PaperGame:
    """The game of a text in either form: the log, or a record; NotationError names the line that is wrong."""
    return parse_record(text) if is_record(text) else parse_game(text)


def _reader(heading: Heading, body: list[Piece]) -> LogReader | PaperReader:
    """Of turns known by their last dice alone where the record says so, or has any and no dice of a seed."""
    refs = heading.refs
    has_paper = any(is_paper_line(heading.rules, refs, line) for line in body)
    if not heading.is_paper and not (has_paper and heading.of_table is None):
        return LogReader.begun(heading)
    if heading.of_table is not None:
        with standing(heading.of_table):
            given = heading.of_table.cut()[0].text
            raise WrittenError("record-paper-heading", f"a game on paper has no {given!r}", given=given)
    return PaperReader.begun(heading)
