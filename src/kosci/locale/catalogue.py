"""Reads one language's catalogue, a plain `.po` file whose msgids are keys.

Only the reading: how sentences are filled stands in `words.py`; never touches a file outside the package.
"""

import json
from collections.abc import Iterator
from pathlib import Path


class CatalogueError(ValueError):
    """A line of a catalogue cannot be read; the message says which and what was expected."""


def read_catalogue(lang: str) -> dict[str, str]:
    """The words of a language by key, from its `.po` file."""
    return parse_catalogue(Path(__file__).with_name(f"{lang}.po").read_text(encoding="utf-8"))


def parse_catalogue(text: str) -> dict[str, str]:
    """The entries of a `.po` text without its header.

    Babel's reader gives the same (a test compares them) in ten times the time, and every command pays it.
    """
    words: dict[str, str] = {}
    for line, key, value in _entries(text):
        if key in words:
            raise CatalogueError(f"line {line}: the key {key!r} is given twice; each key stands once")
        words[key] = value
    words.pop("", None)
    return words


def _entries(text: str) -> Iterator[tuple[int, str, str]]:
    key: list[str] = []
    value: list[str] = []
    part = value
    started = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "msgid":
            if started:
                yield started, "".join(key), "".join(value)
            key, value, started = [], [], number
            part = key
        elif word == "msgstr":
            part = value
        else:
            rest = line
        part.append(_quoted(rest, number))
    if started:
        yield started, "".join(key), "".join(value)


def _quoted(text: str, line: int) -> str:
    if not (len(text) >= 2 and text.startswith('"') and text.endswith('"')):
        raise CatalogueError(f'line {line}: expected msgid "…", msgstr "…" or "…", found {text!r}')
    inner = text[1:-1]
    return str(json.loads(text)) if "\\" in inner else inner
