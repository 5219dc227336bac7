"""What stands before the prompt: the commands that make sense now, and how a line is read at this table.

Decides nothing; what is allowed is asked of the game.
"""

from collections.abc import Sequence
from typing import Any

from kosci.engine.game import Game
from kosci.engine.moves import Bank, End, Keep, Roll, RollOn, Score
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.words import Words
from kosci.table import Table
from kosci.tui.typed import Reader

_HINTS = (
    (Roll, "tui.hint.roll"),
    (Keep, "tui.hint.keep"),
    (Score, "tui.hint.score"),
    (RollOn, "tui.hint.roll-on"),
    (Bank, "tui.hint.bank"),
    (End, "tui.hint.end"),
)


def hints_at(words: Words, table: Table, names: Sequence[str]) -> str:
    """The commands that are allowed now, in their shortest forms."""
    play = table.running
    rules: Game[Any] = play.game
    kinds = {type(move) for move in rules.legal_moves(play.position)}
    hints = [words(key) for kind, key in _HINTS if kind in kinds]
    if table.is_choosing and table.settings.coach == "on_demand":
        hints.append(words("tui.hint.hint"))
    person = may_undo(table)
    if person is not None:
        hints.append(words("tui.hint.undo", name=names[person]))
    return " · ".join([*hints, words("tui.hint.help")])


def may_undo(table: Table) -> int | None:
    """The person whose entry may be taken back now, if it is a person's."""
    if table.undoable is None or table.seats[table.undoable[0]].acting_bot is not None:
        return None
    return table.undoable[0]


def reader_at(words: Words, table: Table) -> Reader:
    """How lines are read now."""
    play = table.running
    match play.game, play.position:
        case Scorecard() as game, SheetPosition() as position:
            rows = {row.id: words.row(row.id, game.id) for row in game.rows}
            values = position.cards[position.mover].values
            open_rows = [row.id for row, value in zip(game.rows, values, strict=True) if value is None]
            return Reader(rows, open_rows, is_race=False, is_deciding=bool(play.faces))
        case _:
            return Reader({}, (), is_race=True, is_deciding=bool(play.faces))
