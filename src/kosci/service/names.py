"""Names of people: what may be one, and when two are the same (RULES.md section 5).

Nothing is stored here.
"""

import unicodedata
from collections.abc import Iterable

import regex

from kosci.service.errors import ServiceError

MOST_CHARACTERS = 32  # as people count them
_MOST_CODE_POINTS = 256  # a character may be many marks long; this keeps one from being a page
_JOINERS = "\u200c\u200d"  # inside emoji and some scripts they belong to a character


def clean_name(text: str, taken: Iterable[str] = ()) -> str:
    """The name as it is shown, its space tidied; ServiceError where it cannot be one or is another's.

    >>> clean_name("  Anna   Maria ")
    'Anna Maria'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if any(_is_mark(character) for character in name):
        raise ServiceError("name-marks", f"{text!r} holds control or direction marks", given=_shown(text))
    if not name.strip(_JOINERS + " ") or not any(_is_visible(character) for character in name):
        raise ServiceError("name-blank", f"{text!r} is blank: a name has 1 to {MOST_CHARACTERS} characters")
    length = len(regex.findall(r"\X", name))
    if length > MOST_CHARACTERS or len(name) > _MOST_CODE_POINTS:
        message = f"{text[:80]!r} has {length} characters: at most {MOST_CHARACTERS} are allowed"
        raise ServiceError("name-long", message, given=_shown(text), length=length, most=MOST_CHARACTERS)
    if same_name(name) in {same_name(other) for other in taken}:
        raise ServiceError("name-taken", f"{name!r} sits at the table already", given=name)
    return name


def same_name(name: str) -> str:
    """The form in which two names are the same: compatible characters, case and space are not told apart."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co") and character not in _JOINERS


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CZM" and character not in "\u3164\u115f\u1160\uffa0\u2800"


def _shown(text: str) -> str:
    return "".join(character for character in text[:40] if not _is_mark(character))
