"""Moves as values and their one-line text, both ways.

Whether a move is allowed is never asked here; the games know.
"""

from dataclasses import dataclass

from kosci.engine.dice import Dice, format_dice, parse_dice
from kosci.engine.errors import DiceError, NotationError


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll all five dice: the first act of a turn (S2)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep these dice and roll the others; keeping none rolls all five again (S2)."""

    dice: Dice = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Write the dice into this row (S3)."""

    row: str


@dataclass(frozen=True, slots=True)
class Bank:
    """Set these dice aside and bank the turn's points; none named means all that score (T3)."""

    aside: Dice = ()


@dataclass(frozen=True, slots=True)
class RollOn:
    """Set these dice aside and roll the rest; none named means all that score (T3)."""

    aside: Dice = ()


@dataclass(frozen=True, slots=True)
class End:
    """End the game now: the right of the last one staying (S10)."""


Move = Roll | Keep | Score | Bank | RollOn | End

_WITH_DICE: dict[str, type[Keep] | type[Bank] | type[RollOn]] = {"keep": Keep, "bank": Bank, "roll-on": RollOn}
_ALONE: dict[str, Roll | End] = {"roll": Roll(), "end": End()}
_FORMS = "roll, keep 5 5, score full_house, bank, roll-on or end"


def format_move(move: Move) -> str:
    """The move as one line.

    >>> format_move(Keep((5, 5)))
    'keep 5 5'
    """
    match move:
        case Roll():
            return "roll"
        case Score(row):
            return f"score {row}"
        case End():
            return "end"
        case Keep(dice):
            return f"keep {format_dice(dice)}".rstrip()
        case Bank(dice):
            return f"bank {format_dice(dice)}".rstrip()
        case RollOn(dice):
            return f"roll-on {format_dice(dice)}".rstrip()


def parse_move(text: str) -> Move:
    """The move a line says; NotationError where it says none.

    >>> parse_move("keep 5 5")
    Keep(dice=(5, 5))
    """
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if word in _ALONE and not rest:
        return _ALONE[word]
    if word == "score" and rest and " " not in rest:
        return Score(rest)
    if word in _WITH_DICE:
        try:
            return _WITH_DICE[word](parse_dice(rest, least=0))
        except DiceError as error:
            raise NotationError("bad-move", f"{text!r} is no move: {error}", given=text, allowed=_FORMS) from error
    raise NotationError("bad-move", f"{text!r} is no move: write {_FORMS}", given=text, allowed=_FORMS)
