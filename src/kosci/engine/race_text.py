"""Positions of Tysiąc as one line, both ways: `to=1 turn=35 roll=1.5 banked=250,400`.

No rule is decided here.
"""

from typing import TYPE_CHECKING

from kosci.engine.dice import parse_dice
from kosci.engine.errors import DiceError
from kosci.engine.starting import check_contest, format_contest, parse_contest
from kosci.engine.text import bad_position, check_seat_count, number, read_words

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

    once = ("to", "turn", "roll", "rolling", "banked", "left", "contest", "final", "winner")
    fields = read_words(text, once=once, bare="ended")
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
            "ended" in text.split(),
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
    named |= {position.winner} if position.winner is not None else set()
    check_seat_count(rules.players, text, len(seats))
    if not named <= seats:
        raise bad_position(text, "it needs banked points for each seat it names")
    check_contest(rules.first, text, position.contest, seats - gone)
    if min(position.banked) < 0 or position.turn < 0:
        raise bad_position(text, "points are not negative")
    if position.contest is not None and (position.has_ended or any(position.banked)):
        raise bad_position(text, "the starting roll comes before the first turn")
    is_idle = position.has_ended or position.contest is not None
    if is_idle and (position.roll or position.rolling or position.turn):
        raise bad_position(text, "no dice lie before the first turn or after the end")
    if not position.has_ended:
        _check_playing(rules, text, position, gone)
    elif position.final is not None:
        raise bad_position(text, "no last turns are left after the end")


def _check_playing(rules: "Race", text: str, position: "RacePosition", gone: set[int]) -> None:
    if position.winner is not None or (gone and len(position.banked) - len(gone) < 2):
        raise bad_position(text, "a game with a winner, or with one seat staying, has ended")
    if position.contest is None and position.mover in gone:
        raise bad_position(text, "the seat to move has left")
    _check_last_round(rules, text, position, gone)
    lying, turn = len(position.roll), position.turn
    least = 1 if turn else rules.dice
    is_on_table = (lying or position.rolling) and least <= lying + position.rolling <= rules.dice
    if not is_on_table and (turn or lying or position.rolling):
        raise bad_position(text, "a turn begins with all dice, and goes on with a roll to decide or dice to fall")
    if lying and (position.rolling or not rules.demands_decision(position, position.roll)):
        raise bad_position(text, "a roll that demands a decision scores, and no dice are to fall")


def _check_last_round(rules: "Race", text: str, position: "RacePosition", gone: set[int]) -> None:
    final = position.final
    is_on = max(position.banked) >= rules.target
    if is_on != (final is not None) or (is_on and not rules.last_round):
        raise bad_position(text, f"the game is over, or in its last round, once a seat has {rules.target}")
    if final is not None and (position.mover not in final or len(set(final)) < len(final) or gone & set(final)):
        raise bad_position(text, "last turns are of seats that stay, each once, the one to move among them")
