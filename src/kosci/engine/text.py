"""The parts that all one-line texts share: whole numbers, `key=value` words, the error that quotes the line.

No game's own words are known here.
"""

from kosci.engine.errors import NotationError


def is_whole(word: str) -> bool:
    """Whether a word is a whole number of a size that games know."""
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def number(text: str, word: str) -> int:
    """The whole number a word of this line is; NotationError otherwise."""
    if not is_whole(word):
        raise bad_position(text, f"{word!r} is no number")
    return int(word)


def read_words(text: str, *, once: tuple[str, ...], many: str = "", bare: str) -> dict[str, str]:
    """The `key=value` words that may stand once; NotationError for any word that is not expected."""
    fields: dict[str, str] = {}
    for word in text.split():
        key, sign, value = word.partition("=")
        if word == bare or (many and sign and key == many):
            continue
        if not sign or key not in once or key in fields:
            raise bad_position(text, f"{word!r} is not expected here")
        fields[key] = value
    return fields


def check_seat_count(players: tuple[int, int], text: str, seats: int) -> None:
    """NotationError unless so many seats may play, or one alone (C1)."""
    least, most = players
    if seats != 1 and not least <= seats <= most:
        raise bad_position(text, f"{seats} seats: {least} to {most} play it, or one alone")


def bad_position(text: str, why: str) -> NotationError:
    """The error for a line that is no position, quoting it."""
    return NotationError("bad-position", f"{text!r} is no position: {why}", given=text)
