"""What people type at a table, as values: the notation, its short forms, and what is no move.

Whether a move is allowed is not asked here; the table knows.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kosci.engine.dice import parse_dice
from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score

_WHOLE = {"undo": "u", "help": "?", "hint": "h", "quit": "q", "sheet": "t", "table": "t", "rules": "rules", "end": "e"}
_KINDS: Mapping[str, type[Keep] | type[Bank] | type[RollOn]] = {
    "k": Keep,
    "keep": Keep,
    "b": Bank,
    "bank": Bank,
    "r": RollOn,
    "roll-on": RollOn,
}
_GLUED = re.compile(r"([a-z]+)\s*((?:[1-6][\s,]*)*)")
_DIGITS = re.compile(r"[\d\s,]+")


class TypedError(RuleError):
    """A line that says nothing here, or more than one thing."""


@dataclass(frozen=True, slots=True)
class Act:
    """A move; `is_sure` says that a zero was confirmed with it (an exclamation mark behind it)."""

    move: Move
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last entry back."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the game: the one named, or whose turn it is."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class Show:
    """Draw the board, the help or the rules again."""

    what: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask the coach what the moves are worth."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Stop here; the game can go on later."""


Typed = Act | Undo | Leave | Show | Hint | Quit


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads lines at one table: `rows` are the names by id, in order; `open_rows` those not yet written.

    `is_race` tells the two families apart, `is_deciding` that dice lie on the table.
    """

    rows: Mapping[str, str]
    open_rows: Sequence[str]
    is_race: bool
    is_deciding: bool

    def read(self, text: str) -> Typed:
        """What a line says; TypedError or DiceError where it says nothing."""
        line = " ".join(text.split())
        is_sure = line.endswith("!")
        line = line.removesuffix("!").rstrip()
        word, _, rest = line.partition(" ")
        word = word.lower()
        if not line:
            return Show("board") if self.is_deciding else Act(Roll())
        if word == "leave":
            return Leave(rest)
        command = _command(_WHOLE.get(word, word)) if not rest else None
        if command is not None:
            return command
        if word in ("s", "score") and rest:
            return Act(Score(self.row(rest)), is_sure)
        move = self._with_dice(line) or self._bare_row(line)
        if move is None:
            raise TypedError("typed-unknown", f"{text!r} is no command: ? lists them", given=text.strip())
        return Act(move, is_sure)

    def _with_dice(self, line: str) -> Move | None:
        """A move that names dice: `keep 5 5`, `k55`, `5 5`, `roll-on 1`, `b 1 5`."""
        lower = line.lower()
        if _DIGITS.fullmatch(lower):
            dice = parse_dice(lower, least=1)
            return RollOn(dice) if self.is_race else Keep(dice)
        word, _, rest = lower.partition(" ")
        glued = _GLUED.fullmatch(lower)
        if glued and glued[1] in ("k", "b", "r") and " " not in lower:
            word, rest = glued[1], glued[2]
        if word == "roll" and not rest:
            return Roll()
        if word == "r" and not (self.is_race and self.is_deciding):
            return None if rest else Roll()
        return _KINDS[word](parse_dice(rest, least=0)) if word in _KINDS else None

    def _bare_row(self, line: str) -> Move | None:
        """A row named alone, by two letters at least, or `s9`."""
        number = re.fullmatch(r"s(\d+)", line.lower())
        if number:
            return Score(self.row(number[1]))
        found = self._found(line) if len(line) > 1 else []
        return Score(self._one(line, found)) if found else None

    def row(self, text: str) -> str:
        """The row a number or the beginning of a name means; the text itself where it means none."""
        ids = list(self.rows)
        if text.isascii() and text.isdigit() and len(text) < 4:
            if not 1 <= int(text) <= len(ids):
                message = f"{text!r} is no row: they are numbered 1 to {len(ids)}"
                raise TypedError("row-number", message, given=text, least=1, most=len(ids))
            return ids[int(text) - 1]
        found = self._found(text)
        return self._one(text, found) if found else text

    def _found(self, text: str) -> list[str]:
        """The rows a text may mean: one that is called just so, else all that begin so, open ones first."""
        asked = _plain(text)
        if not asked:
            return []
        for begins in (False, True):
            found = [id_ for id_, name in self.rows.items() if any(_is_called(asked, n, begins) for n in (id_, name))]
            if found:
                return [id_ for id_ in found if id_ in self.open_rows] or found
        return []

    def _one(self, text: str, found: Sequence[str]) -> str:
        if len(found) > 1:
            names = tuple(self.rows[id_] for id_ in found)
            raise TypedError("row-ambiguous", f"{text!r} may be {', '.join(names)}", given=text, allowed=names)
        return found[0]


def _command(word: str) -> Typed | None:
    alone: dict[str, Typed] = {
        "u": Undo(),
        "q": Quit(),
        "h": Hint(),
        "e": Act(End()),
        "?": Show("help"),
        "t": Show("board"),
        "rules": Show("rules"),
    }
    return alone.get(word)


def _is_called(asked: str, name: str, begins: bool) -> bool:
    plain = _plain(name)
    return plain.startswith(asked) if begins else plain == asked


def _plain(text: str) -> str:
    """The text without case, accents, spaces and marks between words."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(one for one in apart if one.isalnum())
