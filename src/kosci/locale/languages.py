"""Which languages there are, their names, and which one a reader asks for.

Only the choice: never a word of a sentence.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from kosci.locale.catalogue import read_catalogue
from kosci.locale.words import Words

_NAMES: Mapping[str, str] = {"pl": "Polski", "uk": "Українська", "en": "English"}
FALLBACK = "en"


def languages() -> tuple[str, ...]:
    """The languages, as codes."""
    return tuple(_NAMES)


def language_name(lang: str) -> str:
    """The name of a language in that language."""
    return _NAMES[lang]


@cache
def words_in(lang: str) -> Words:
    """The words of a language; its catalogue is read once."""
    if lang not in _NAMES:
        raise ValueError(f"no words in {lang!r}; the languages are {', '.join(_NAMES)}")
    return Words(lang, read_catalogue(lang))


def choose_language(accept_language: str | None) -> str:
    """The language an Accept-Language header likes best, English if it names none of ours.

    >>> choose_language("de, uk-UA;q=0.9, pl;q=0.4")
    'uk'
    """
    weighed = [_weighed(part) for part in (accept_language or "").split(",")]
    liked = [(weight, tag) for weight, tag in weighed if weight > 0]
    return _first_ours(tag for _, tag in sorted(liked, key=lambda one: -one[0]))


def environment_language(environment: Mapping[str, str]) -> str:
    """The language of a terminal, from LANGUAGE, LC_ALL, LC_MESSAGES or LANG, the first that is set."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return _first_ours(environment[name].split(":"))
    return FALLBACK


def _first_ours(tags: Iterable[str]) -> str:
    for tag in tags:
        primary = tag.strip().lower().replace("_", "-").split("-")[0].split(".")[0]
        if primary in _NAMES:
            return primary
    return FALLBACK


def _weighed(part: str) -> tuple[float, str]:
    tag, *parameters = (piece.strip() for piece in part.split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            return _quality(value.strip()), tag
    return 1.0, tag


def _quality(text: str) -> float:
    """A q-value; what is not one counts as "not at all", so that a broken header never wins."""
    digits = text.replace(".", "", 1)
    return min(float(text), 1.0) if digits.isascii() and digits.isdigit() else 0.0
