"""Which moves of Tysiąc are forbidden, by which rule, and what is allowed instead (T3, T5-T7).

What a roll is worth and what a move leads to stands in `race`.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from kosci.engine.dice import Dice, as_dice, format_dice, is_part
from kosci.engine.errors import IllegalMoveError
from kosci.engine.moves import Bank, Move, Roll, RollOn, format_move

if TYPE_CHECKING:
    from kosci.engine.race import Race, RacePosition


def full_move(race: "Race", position: "RacePosition", move: Move) -> Move:
    """The move with its dice named; IllegalMoveError says which rule forbids it and what is allowed."""
    match move:
        case Roll():
            if position.roll:
                message = "the last roll demands a decision: bank, or roll on (T7)"
                raise IllegalMoveError("decide-first", message)
            return move
        case Bank(aside) | RollOn(aside):
            if not position.roll:
                message = f"{format_move(move)!r}: nothing has scored this turn, roll first (T7)"
                raise IllegalMoveError("nothing-to-bank", message, given=format_move(move))
            full = replace(move, aside=as_dice(aside, least=0) or race.value(position.roll).scoring)
            refused = refusal(race, position, full)
            if refused is not None:
                raise refused
            return full
        case _:
            message = f"{format_move(move)!r} is no move of {race.id!r}: roll, bank or roll-on"
            raise IllegalMoveError("move-of-another-game", message, given=format_move(move), game=race.id)


def refusal(race: "Race", position: "RacePosition", move: Bank | RollOn) -> IllegalMoveError | None:
    """Why a move with its dice named is forbidden, or None."""
    parts = race.parts(position.roll)
    if move.aside not in parts:
        return _bad_part(position, move.aside, parts)
    after = position.turn + race.value(move.aside).points
    refused_bank = bank_refusal(race, position, after)
    is_hot = len(move.aside) == len(position.roll)
    if race.exact and position.banked[position.mover] + after > race.target:
        return refused_bank
    if isinstance(move, RollOn):
        # Where banking is refused, the turn may go on even after hot dice: no player is left without a move.
        if is_hot and race.hot_dice == "stop" and refused_bank is None:
            return IllegalMoveError("hot-dice-stop", "all five dice have scored: the turn stops here, bank (T5)")
        return None
    reaches = position.banked[position.mover] + after >= race.target
    if is_hot and race.hot_dice == "must" and not reaches:
        return IllegalMoveError("hot-dice-must", "all five dice have scored: all five must be rolled again (T5)")
    return refused_bank


def _bad_part(position: "RacePosition", aside: Dice, parts: tuple[Dice, ...]) -> IllegalMoveError:
    shown = format_dice(aside)
    allowed = tuple(format_dice(part) for part in parts)
    if not is_part(aside, position.roll):
        table = format_dice(position.roll)
        message = f"{shown!r} names dice that are not on the table: there are {table}"
        return IllegalMoveError("keep-not-on-table", message, given=shown, table=table)
    message = f"{shown!r} cannot be set aside: {', or '.join(allowed)} can (T3)"
    return IllegalMoveError("aside-refused", message, given=shown, allowed=allowed)


def bank_refusal(race: "Race", position: "RacePosition", turn: int) -> IllegalMoveError | None:
    """Why so many points of a turn cannot be banked, or None."""
    banked = position.banked[position.mover]
    if not banked and turn < race.opening:
        message = f"{turn} points: the first banking needs at least {race.opening} (T6)"
        return IllegalMoveError("opening", message, points=turn, opening=race.opening)
    if race.exact and banked + turn > race.target:
        message = f"{banked} + {turn} points: the target {race.target} must be met exactly (T6)"
        return IllegalMoveError("exact", message, points=turn, banked=banked, target=race.target)
    return None
