"""The player `family`: plays as people at a kitchen table do, by plain sense and without counting chances.

It leaves nothing to chance: equal choices are settled by the order of the moves.
"""

from random import Random

from kosci.bots.asked import choices, strange
from kosci.bots.greedy_sheet import usual
from kosci.engine.card import Entry, Row
from kosci.engine.dice import FACES, Dice
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn, Score
from kosci.engine.patterns import Face, Groups, Straight
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.variants import Position, Rules

COMFORTABLE = 50  # points of a turn of Tysiąc that are not risked again


def family(game: Rules, position: Position, _: Random) -> Move:
    """The move that looks sensible at a glance."""
    moves = choices(game, position)
    if len(moves) == 1:
        return moves[0]
    match game, position:
        case Scorecard(), SheetPosition():
            return _on_sheet(game, position, moves)
        case Race(), RacePosition():
            return _in_race(game, position, moves)
        case _:
            raise strange(game)


# --- sheet games ----------------------------------------------------------------------------


def _on_sheet(game: Scorecard, position: SheetPosition, moves: tuple[Move, ...]) -> Move:
    """Write at once what pays a fixed number; else go on with what there is most of, and write in the end."""
    entries = game.entries(position.cards[position.mover], position.dice)
    ready = [entry for entry in entries if entry.points and isinstance(_row(game, entry).pays, int)]
    keep = Keep(_kept(game, position))
    if keep in moves and keep.dice != position.dice and not ready:
        return keep
    return Score(max(ready or entries, key=lambda entry: _above_usual(game, entry)).row)


def _row(game: Scorecard, entry: Entry) -> Row:
    return game.rows[game.index[entry.row]]


def _above_usual(game: Scorecard, entry: Entry) -> float:
    """What an entry gives above what its row usually gives."""
    return entry.points + entry.extra - usual(_row(game, entry), game.dice, game.rolls)


def _kept(game: Scorecard, position: SheetPosition) -> Dice:
    """The dice to go on with: a straight but for one die, two groups where both are wanted, else the largest group."""
    card, dice = position.cards[position.mover], position.dice
    still = [row.pattern for row, value in zip(game.rows, card.values, strict=True) if value is None]
    lengths = [pattern.length for pattern in still if isinstance(pattern, Straight)]
    for run in (Straight(length - 1).matched(dice) for length in sorted(lengths, reverse=True)):
        if run is not None:
            return run
    for pattern in still:
        if isinstance(pattern, Groups) and len(pattern.sizes) > 1 and (pairs := Groups((2, 2)).matched(dice)):
            return tuple(sorted(pairs))
    own = {pattern.face for pattern in still if isinstance(pattern, Face)}
    alike = any(isinstance(pattern, Groups) for pattern in still)
    wanted = [face for face in FACES if face in dice and (alike or face in own)]
    if not wanted:
        return ()
    most = max(wanted, key=lambda face: (dice.count(face), face in own, face))
    return (most,) * dice.count(most)


# --- Tysiąc ---------------------------------------------------------------------------------


def _in_race(game: Race, position: RacePosition, moves: tuple[Move, ...]) -> Move:
    """Set aside as much as scores, and bank what is comfortable or enough."""
    banks = [move for move in moves if isinstance(move, Bank)]
    ons = [move for move in moves if isinstance(move, RollOn)]
    on = max(ons, key=lambda move: game.value(move.aside).points, default=None)
    bank = max(banks, key=lambda move: game.value(move.aside).points, default=None)
    if bank is None or on is None:
        return bank or on or Roll()
    turn = position.turn + game.value(bank.aside).points
    total = position.banked[position.mover] + turn
    if position.final is not None:
        is_enough = total >= max(position.banked)
    else:
        is_enough = turn >= COMFORTABLE or total >= game.target
    return bank if is_enough else on
