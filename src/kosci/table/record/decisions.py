"""What a line of a turn says was done with the dice, read by its form alone.

Whether it may be done, and what it is worth, is never asked here.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from kosci.engine.dice import Dice, parse_faces
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score
from kosci.engine.reported import ALIKE
from kosci.engine.scorecard import Scorecard
from kosci.table.record.pieces import Piece, expected, nothing, number, standing
from kosci.variants import Rules

_FACES = re.compile(r"[0-9]+(?![.\w])(?:[\s,]+[0-9]+(?![.\w]))*")
_PLACES = re.compile(r"@(-|[1-5](?:,[1-5])*)")
SHEET_FORMS = "keep 5 5 · full_house 25 · passed"
RACE_FORMS = "roll-on 1 5 · bank 5 = 35 · bust · wins · passed"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as written: its word, the move or None, and what else is said of it; None where it is not.

    Words without a move are `passed`, and in Tysiąc `bust` and `wins`, which say how a roll ended the turn. `alike`
    is the answer of a turn that was told by its points, `is_equated` says that they stand behind an equals sign.
    """

    word: Piece
    move: Move | None = None
    places: tuple[int, ...] | None = None
    points: int | None = None
    extra: int | None = None
    points_at: Piece | None = None
    extra_at: Piece | None = None
    alike: bool | None = None
    is_equated: bool = False


def is_decision(rules: Rules, word: str) -> bool:
    """Whether a line that begins with this word says what was done."""
    rows = rules.index if isinstance(rules, Scorecard) else ("bust", "wins")
    return word in rows or word in ("keep", "bank", "roll-on", "score", "roll", "end", "passed")


def forms(rules: Rules) -> str:
    """What a line of a turn may say in this game."""
    return SHEET_FORMS if isinstance(rules, Scorecard) else RACE_FORMS


def cut_dice(piece: Piece) -> tuple[Piece, Piece]:
    """The dice that a piece begins with, and what is behind them."""
    found = _FACES.match(piece.text)
    length = found.end() if found else 0
    return Piece(piece.text[:length], piece.line, piece.column), piece.after(length)


def read_faces(piece: Piece, least: int, most: int) -> tuple[int, ...]:
    """The faces a piece names, in its order."""
    with standing(piece):
        return parse_faces(piece.text, least=least, most=most)


def read_told(rules: Rules, piece: Piece) -> Decision:
    """What a piece says a whole turn with real dice came to: as of any turn, and whether five were alike."""
    last = next(reversed(list(piece.words())), piece)
    alike = ALIKE.get(last.text)
    if alike is not None:
        piece = replace(piece, text=piece.text.removesuffix(last.text).rstrip())
    word, rest = piece.cut()
    if not isinstance(rules, Scorecard) or word.text not in rules.index or not rest.text.startswith("="):
        return replace(read_decision(rules, piece), alike=alike)
    return replace(_row(word, rest.after(1)), alike=alike, is_equated=True)


def read_decision(rules: Rules, piece: Piece) -> Decision:
    """What a piece says was done; RecordError where it says nothing that is done in this game."""
    word, rest = piece.cut()
    if word.text == "score":
        word, rest = rest.cut()
    if isinstance(rules, Scorecard) and word.text in rules.index:
        return _row(word, rest)
    makers: dict[str, Callable[[Dice], Move]] = {"keep": Keep, "bank": Bank, "roll-on": RollOn}
    alone: dict[str, Move | None] = {"roll": Roll(), "end": End(), "passed": None}
    if not isinstance(rules, Scorecard):
        alone |= {"bust": None, "wins": None}
    move: Move | None
    if word.text in makers:
        dice, rest = cut_dice(rest)
        move = makers[word.text](tuple(sorted(read_faces(dice, 0, rules.dice))) if dice.text else ())
    elif word.text in alone:
        move = alone[word.text]
    else:
        with standing(word):
            raise expected(word, forms(rules))
    points, points_at, rest = _equals(rest)
    places, rest = _places(rest)
    nothing(rest)
    return Decision(word, move, places, points, points_at=points_at)


def _row(word: Piece, rest: Piece) -> Decision:
    points: int | None = None
    extra: int | None = None
    value, behind = rest.cut()
    if value.text and value.text[0] not in "@+":
        points, rest = number(value, f"{word.text} 25"), behind
    plus, behind = rest.cut()
    if plus.text.startswith("+"):
        extra, rest = number(plus.after(1), "+100"), behind
    places, rest = _places(rest)
    nothing(rest)
    return Decision(word, Score(word.text), places, points, extra, value, plus)


def _equals(rest: Piece) -> tuple[int | None, Piece, Piece]:
    if not rest.text.startswith("="):
        return None, rest, rest
    value, behind = rest.after(1).cut()
    return number(value, "= 35"), value, behind


def _places(rest: Piece) -> tuple[tuple[int, ...] | None, Piece]:
    word, behind = rest.cut()
    if not word.text.startswith("@"):
        return None, rest
    with standing(word):
        if not _PLACES.fullmatch(word.text):
            raise expected(word, "@2,4 · @-")
    places = word.text.removeprefix("@")
    return (() if places == "-" else tuple(map(int, places.split(",")))), behind
