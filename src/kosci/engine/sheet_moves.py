"""Which moves of a sheet game are forbidden, by which rule, and what is allowed instead (S2, S3, S10).

Which rows may be written is decided in `duties`; what a move leads to stands in `scorecard`.
"""

from typing import TYPE_CHECKING

from kosci.engine.dice import as_dice, format_dice, is_part
from kosci.engine.entries import check_row
from kosci.engine.errors import IllegalMoveError
from kosci.engine.moves import End, Keep, Move, Roll, Score, format_move

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard, SheetPosition


def full_move(rules: "Scorecard", position: "SheetPosition", move: Move) -> Move:
    """The move with its dice in order; IllegalMoveError says which rule forbids it and what is allowed."""
    match move:
        case Roll():
            _check_roll(rules, position)
        case Keep(dice):
            return _checked_keep(rules, position, Keep(as_dice(dice, least=0)))
        case Score(row):
            _check_rolled(position, move)
            check_row(rules, position.cards[position.mover], position.dice, row)
        case End():
            if not is_last_one(position):
                raise IllegalMoveError("end-not-last", "the game can be ended only by the last one staying")
        case _:
            message = f"{format_move(move)!r} is no move of {rules.id!r}: roll, keep or score"
            raise IllegalMoveError("move-of-another-game", message, given=format_move(move), game=rules.id)
    return move


def is_last_one(position: "SheetPosition") -> bool:
    """Whether all seats but one have left (S10)."""
    return len(position.left) > 1 and position.left.count(False) == 1


def _check_roll(rules: "Scorecard", position: "SheetPosition") -> None:
    if position.rolls_used >= rules.rolls:
        raise _no_rolls_left(rules, "roll")
    if position.rolls_used:
        message = "the dice lie on the table: say which to keep, as in 'keep 5 5', or score"
        raise IllegalMoveError("keep-or-score", message)


def _checked_keep(rules: "Scorecard", position: "SheetPosition", keep: Keep) -> Keep:
    _check_rolled(position, keep)
    if position.rolls_used >= rules.rolls:
        raise _no_rolls_left(rules, format_move(keep))
    if not is_part(keep.dice, position.dice):
        shown, table = format_dice(keep.dice), format_dice(position.dice)
        message = f"'keep {shown}' names dice that are not on the table: there are {table}"
        raise IllegalMoveError("keep-not-on-table", message, given=shown, table=table)
    if len(keep.dice) == rules.dice:
        raise IllegalMoveError("keep-all", "keeping all dice is not a roll: score now")
    return keep


def _check_rolled(position: "SheetPosition", move: Move) -> None:
    if not position.rolls_used:
        message = f"{format_move(move)!r} comes before the first roll: roll first"
        raise IllegalMoveError("roll-first", message, given=format_move(move))


def _no_rolls_left(rules: "Scorecard", given: str) -> IllegalMoveError:
    message = f"{given!r}: the turn has only {rules.rolls} rolls, score now"
    return IllegalMoveError("no-rolls-left", message, given=given, rolls=rules.rolls)
