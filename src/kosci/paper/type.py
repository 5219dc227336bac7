"""Type on paper: the embedded fonts, how wide a text is, how it is made to fit, how it breaks into lines.

Draws nothing; no text ever leaves its room.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

Face = Literal["serif", "sans", "strong", "other"]

FONTS = Path(__file__).with_name("fonts")
_FILES = {
    "serif": "Literata-SemiBold",
    "sans": "SourceSans3-Regular",
    "strong": "SourceSans3-SemiBold",
    "other": "DejaVuSans",  # letters of names that the others lack
}
ELLIPSIS = "…"
_NO_LETTER = "\N{WHITE SQUARE}"


@dataclass(frozen=True, slots=True)
class Type:
    """A face at a size in points."""

    face: Face
    size: float

    @property
    def leading(self) -> float:
        """From one line to the next."""
        return self.size * 1.25


@cache
def font(face: Face) -> Any:  # noqa: ANN401 - ReportLab has no types
    """The font of a face as ReportLab knows it; read once."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    name = _FILES[face]
    made = TTFont(name, FONTS / f"{name}.ttf")
    pdfmetrics.registerFont(made)
    return made


def runs(text: str, face: Face) -> Iterator[tuple[Face, str]]:
    """The text in pieces of one font each: letters that a face lacks are taken from another."""
    if text.isprintable() and unicodedata.is_normalized("NFC", text) and _letters(face).issuperset(map(ord, text)):
        yield face, text
        return
    for each, letters in groupby(_seen(text), key=lambda letter: _face_of(letter, face)):
        run = "".join(letters)
        yield each or "other", run if each else _NO_LETTER * len(run)


def _seen(text: str) -> str:
    """The text without what has no shape of its own: joiners, marks of direction, variants of emoji."""
    whole = unicodedata.normalize("NFC", text)
    return "".join(one for one in whole if unicodedata.category(one) not in ("Cf", "Cc") and not _is_variant(one))


def _is_variant(letter: str) -> bool:
    return 0xFE00 <= ord(letter) <= 0xFE0F


def _face_of(letter: str, face: Face) -> Face | None:
    return next((one for one in (face, "other") if ord(letter) in _letters(one)), None)


@cache
def _letters(face: Face) -> frozenset[int]:
    return frozenset(font(face).face.charToGlyph)


def width(text: str, kind: Type) -> float:
    """How wide the text is."""
    return sum(float(font(face).stringWidth(run, kind.size)) for face, run in runs(text, kind.face))


def fitted(text: str, kind: Type, room: float, least: float = 6) -> tuple[str, Type]:
    """The text in the largest type up to `kind` in which it fits the room; where even the least is too large, cut."""
    wide = width(text, kind)
    if wide <= room:
        return text, kind
    smaller = replace(kind, size=max(min(least, kind.size), int(kind.size * room / wide * 20) / 20))
    if width(text, smaller) <= room:
        return text, smaller
    return cut(text, smaller, room), smaller


def cut(text: str, kind: Type, room: float) -> str:
    """The text, with an ellipsis for what does not fit."""
    if width(text, kind) <= room:
        return text
    kept = text
    while kept and width(f"{kept}{ELLIPSIS}", kind) > room:
        kept = kept[:-1].rstrip()
    return f"{kept}{ELLIPSIS}"


def wrapped(text: str, kind: Type, room: float) -> tuple[str, ...]:
    """The text in lines, broken at spaces and after hyphens; a word that is wider than the room is broken anywhere."""
    lines: list[str] = []
    line, long = "", 0.0
    for word in _words(text):
        if long + width(word.rstrip(), kind) > room:
            lines += [line.rstrip()] if line else []
            *whole, line = _broken(word, kind, room)
            lines += whole
            long = width(line, kind)
        else:
            line, long = line + word, long + width(word, kind)
    return (*lines, line.rstrip())


def keeps_words(text: str, kind: Type, room: float) -> bool:
    """Whether no word of the text is wider than the room."""
    return all(width(word.rstrip(), kind) <= room for word in _words(text))


def _words(text: str) -> list[str]:
    """The pieces between which a line may end, each with the space or hyphen behind it."""
    return re.split(r"(?<=[ -])", text)


def _broken(word: str, kind: Type, room: float) -> Iterator[str]:
    piece = ""
    for letter in word:
        if piece and width((piece + letter).rstrip(), kind) > room:
            yield piece
            piece = ""
        piece += letter
    yield piece
