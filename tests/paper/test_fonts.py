"""The fonts of paper are exactly the ones that were copied, and hold every letter of the three languages."""

import hashlib
from pathlib import Path

import pytest

from kosci.locale.catalogue import read_catalogue
from kosci.locale.languages import languages
from kosci.paper.type import FONTS, Face, Type, cut, fitted, font, runs, width, wrapped

ROOT = Path(__file__).parents[2]
SUMS = [line.split() for line in (ROOT / "vendor" / "sha256sums-paper.txt").read_text(encoding="utf-8").splitlines()]
FACES: tuple[Face, ...] = ("serif", "sans", "strong")
LONGEST = (
    "W" * 32,
    "Włodzimierz Maksymilian Kowalczy",
    "Щ" * 32,
    "Святослав-Миколай Щербаковський",
    "i" * 32,
    "🎲" * 32,
)


@pytest.mark.parametrize(("digest", "name"), SUMS, ids=[name for _, name in SUMS])
def test_font_is_unchanged(digest: str, name: str) -> None:
    assert hashlib.sha256((FONTS / name).read_bytes()).hexdigest() == digest


def test_nothing_else_is_there_and_the_licences_stand_beside() -> None:
    names = {path.name for path in FONTS.iterdir()}
    assert names == {name for _, name in SUMS}
    assert {"literata-LICENSE.txt", "source-sans-3-LICENSE.txt", "dejavu-LICENSE.txt"} <= names


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("lang", languages())
def test_every_letter_of_the_words_is_in_each_face(lang: str, face: Face) -> None:
    letters = {
        letter
        for text in read_catalogue(lang).values()
        for letter in text
        if letter.isalnum() or letter in ",.:;?!…„”«»“’–—−×+%·()|/"
    }
    lacking = {letter for letter in letters if ord(letter) not in font(face).face.charToGlyph}
    assert lacking == set()


def test_letters_of_names_that_a_face_lacks_are_taken_from_another() -> None:
    assert list(runs("Αννα ქ", "serif")) == [("serif", "Αννα "), ("other", "ქ")]


def test_what_no_font_has_is_a_box_and_what_has_no_shape_is_nothing() -> None:
    assert list(runs("山🎲\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}\N{RIGHT-TO-LEFT OVERRIDE}A", "sans")) == [
        ("other", "□□"),
        ("sans", "A"),
    ]


@pytest.mark.parametrize("room", [20.0, 55.5, 120.0, 400.0])
@pytest.mark.parametrize("name", LONGEST)
def test_no_text_is_ever_wider_than_its_room(name: str, room: float) -> None:
    kind = Type("strong", 11)
    text, smaller = fitted(name, kind, room)
    assert width(text, smaller) <= room + 0.05
    assert 6 <= smaller.size <= 11
    assert width(cut(name, kind, room), kind) <= room
    lines = wrapped(name, kind, room)
    assert all(width(line, kind) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")


def test_a_text_is_made_smaller_before_it_is_cut() -> None:
    name, kind = "Anna Maria Wesołowska", Type("serif", 11)
    assert fitted(name, kind, 200) == (name, kind)
    text, smaller = fitted(name, kind, 90)
    assert text == name
    assert smaller.size < 11
    assert fitted(name, kind, 30)[0].endswith("…")


def test_lines_end_between_words_and_behind_hyphens() -> None:
    assert wrapped("Anna Maria-Luiza", Type("sans", 10), 50) == ("Anna Maria-", "Luiza")
