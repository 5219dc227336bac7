"""Positions of Tysiąc as one line, both ways: `to=1 turn=35 roll=1.5 banked=250,400`.

No rule is decided here.
"""

from typing import TYPE_CHECKING

from kosci.engine.dice import parse_dice
from kosci.engine.errors import DiceError
from kosci.engine.sheet_text import bad_position, number, read_words
from kosci.engine.starting import format_contest, parse_contest

if TYPE_CHECKING:
    from kosci.engine.race import Race, RacePosition


def format_position(position: "RacePosition") -> str:
    """The position as one line; seats count from 1."""
    words = [f"to={position.mover + 1}", f"turn={position.turn}"]
    words.append(f"roll={''.join(map(str, position.roll)) or '-'}")
    words.append(f"rolling={position.rolling}")
    words.append("banked=" + ",".join(map(str, position.banked)))
    if any(position.left):
        words.append("left=" + ",".join(str(seat + 1) for seat, gone in enumerate(position.left) if gone))
    if position.contest is not None:
        words.append(f"contest={format_contest(position.contest)}")
    if position.final is not None:
        words.append("final=" + ",".join(str(seat + 1) for seat in position.final))
    if position.winner is not None:
        words.append(f"winner={position.winner + 1}")
    return " ".join([*words, "ended"] if position.has_ended else words)


def parse_position(rules: "Race", text: str) -> "RacePosition":
    """The position a line describes; NotationError where it describes none."""
    from kosci.engine.race import RacePosition

    words = text.split()
    once = ("to", "turn", "roll", "rolling", "banked", "left", "contest", "final", "winner")
    fields = read_words(text, words, once=once, many="", bare="ended")
    banked = _numbers(text, fields.get("banked", ""))
    gone = {seat - 1 for seat in _numbers(text, fields["left"])} if "left" in fields else set()
    roll = fields.get("roll", "-")
    try:
        position = RacePosition(
            banked,
            tuple(seat in gone for seat in range(len(banked))),
            number(text, fields.get("to", "1")) - 1,
            number(text, fields.get("turn", "0")),
            () if roll == "-" else parse_dice(roll, least=1, most=rules.dice),
            number(text, fields.get("rolling", "0")),
            parse_contest(fields["contest"]) if "contest" in fields else None,
            tuple(seat - 1 for seat in _numbers(text, fields["final"])) if "final" in fields else None,
            number(text, fields["winner"]) - 1 if "winner" in fields else None,
            "ended" in words,
        )
    except DiceError as error:
        raise bad_position(text, str(error)) from error
    _check(rules, text, position, gone)
    return position


def _numbers(text: str, words: str) -> tuple[int, ...]:
    return tuple(number(text, word) for word in words.split(",") if words)


def _check(rules: "Race", text: str, position: "RacePosition", gone: set[int]) -> None:
    seats = set(range(len(position.banked)))
    named = {position.mover} | gone | set(position.final or ())
    named |= set(position.contest.contenders if position.contest else ())
    named |= {position.winner} if position.winner is not None else set()
    if not seats or not named <= seats:
        raise bad_position(text, "it needs banked points for each seat it names")
    if not position.has_ended and position.contest is None and position.mover in gone:
        raise bad_position(text, "the seat to move has left")
    if min(*position.banked, position.turn, 0) < 0 or not 0 <= position.rolling <= rules.dice:
        raise bad_position(text, f"points are not negative, and 0 to {rules.dice} dice are to fall")
    if position.roll and (position.rolling or not rules.value(position.roll).points):
        raise bad_position(text, "a roll that demands a decision scores, and no dice are to fall")
    is_idle = position.has_ended or position.contest is not None
    if is_idle and (position.roll or position.rolling or position.turn):
        raise bad_position(text, "no dice lie before the first turn or after the end")
