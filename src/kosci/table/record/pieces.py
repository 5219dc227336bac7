"""A text cut into pieces that know where they stand, and the refusal that says so.

Knows no game.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kosci.engine.errors import NotationError, RuleError

MOST_SHOWN = 80
NUMBERED = re.compile(r"([0-9]{1,6})\.(?=\s|$)")  # the number before the name in the head of a turn
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})")


class RecordError(NotationError):
    """A line of a record that is refused, with its `line` and `column`; its cause says why."""


class WrittenError(RuleError):
    """What is written does not agree with the game, or cannot be read: the cause of a RecordError."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line without space around it; lines and columns count from 1."""

    text: str
    line: int
    column: int

    def after(self, at: int) -> "Piece":
        """What stands from this index on."""
        rest = self.text[at:]
        return Piece(rest.strip(), self.line, self.column + at + len(rest) - len(rest.lstrip()))

    def cut(self) -> "tuple[Piece, Piece]":
        """The first word, and what is behind it."""
        word = next(iter(self.text.split()), "")
        return Piece(word, self.line, self.column), self.after(len(word))

    def words(self) -> "Iterator[Piece]":
        """Every word."""
        rest = self
        while rest.text:
            word, rest = rest.cut()
            yield word


def pieces(text: str) -> list[Piece]:
    """The lines that say something: not the empty ones and not those that begin with #."""
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        piece = Piece(line, number, 1).after(0)
        if piece.text and not piece.text.startswith("#"):
            found.append(piece)
    return found


@contextmanager
def standing(piece: Piece) -> Iterator[None]:
    """Whatever is refused inside is refused at this piece."""
    try:
        yield
    except RecordError:
        raise
    except RuleError as error:
        message = f"line {piece.line}, column {piece.column}: {error}"
        given = piece.text[:MOST_SHOWN]
        raise RecordError("bad-record", message, line=piece.line, column=piece.column, given=given) from error


def expected(given: Piece, forms: str) -> WrittenError:
    """The refusal of a piece where only these forms may stand."""
    shown = given.text[:MOST_SHOWN]
    if not shown:
        return WrittenError("record-missing", f"something is missing: {forms} is expected", forms=forms)
    return WrittenError("record-expected", f"{shown!r} is not {forms}", given=shown, forms=forms)


def number(piece: Piece, forms: str) -> int:
    """The whole number a piece is."""
    with standing(piece):
        if not _NUMBER.fullmatch(piece.text):
            raise expected(piece, forms)
    return int(piece.text)


def hexadecimal(piece: Piece, size: int) -> bytes:
    """So many bytes in hexadecimal."""
    with standing(piece):
        if not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", piece.text):
            shown = piece.text[:MOST_SHOWN]
            message = f"{shown!r} is not {2 * size} hexadecimal digits"
            raise WrittenError("record-hexadecimal", message, given=shown, digits=2 * size)
    return bytes.fromhex(piece.text)


def nothing(piece: Piece) -> None:
    """RecordError where something still stands."""
    with standing(piece):
        if piece.text:
            shown = piece.text[:MOST_SHOWN]
            raise WrittenError("record-end", f"{shown!r} is too much: the line ends before it", given=shown)


def wrong_points(word: str, right: int, written: int) -> WrittenError:
    """The refusal of points that a row or a turn did not bring."""
    message = f"{word!r} is worth {right} here, not {written}"
    return WrittenError("record-points", message, row=word, right=right, written=written)
