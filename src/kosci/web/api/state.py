"""A table as programs see it: the same for everybody but for whose seats are whose.

Decides nothing; shows nothing secret: no seed, no share, no device.
"""

from typing import Any

from kosci.engine.game import Game, Over, Result
from kosci.engine.moves import format_move
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.service.view import View
from kosci.table.table import Table
from kosci.variants import fingerprint
from kosci.web.api.messages import Now, Placed, SeatState, State


def now_of(table: Table) -> Now:
    """The table after its last fact."""
    play = table.play
    mover = None if table.mover is None else table.mover + 1
    if play is None:
        return Now(table.version, mover, table.is_over, None, (), ())
    rules: Game[Any] = table.game
    position = rules.format_position(play.position)
    return Now(table.version, mover, table.is_over, position, play.faces, play.fixed)


def state_of(view: View, own: tuple[int, ...], *, with_legal: bool = False) -> State:
    """The table for whoever has these seats."""
    table = view.table
    undoable = table.undoable
    return State(
        id=view.id,
        state=view.row.state,
        variant=table.game.id,
        fingerprint=fingerprint(table.game),
        commitment=table.commitment,
        now=now_of(table),
        seats=tuple(_seat(view, seat, is_yours=seat in own) for seat in range(len(table.seats))),
        results=tuple(_placed(result) for result in _results(table)),
        undoable=None if undoable is None else undoable[0] + 1,
        legal=_legal(table) if with_legal else (),
    )


def _seat(view: View, seat: int, *, is_yours: bool) -> SeatState:
    taken, play, game = view.table.seats[seat], view.table.play, view.table.game
    total, extras, rows = 0, 0, dict[str, int]()
    if play is not None:
        match game, play.position:
            case Scorecard(), SheetPosition() as position:
                card = position.cards[seat]
                total, extras = game.total(card), card.extras
                written = zip(game.rows, card.values, strict=True)
                rows = {row.id: value for row, value in written if value is not None}
            case Race(), RacePosition() as position:
                total = position.banked[seat]
    has_left = play is not None and play.position.left[seat]
    name = view.seats[seat].name
    return SeatState(seat + 1, name, taken.bot, taken.stand_in, is_yours, has_left, total, rows, extras)


def _results(table: Table) -> tuple[Result, ...]:
    return table.awaiting.results if isinstance(table.awaiting, Over) else ()


def _placed(result: Result) -> Placed:
    return Placed(result.seat + 1, result.points, result.place, result.left)


def _legal(table: Table) -> tuple[str, ...]:
    if table.play is None or table.seed is not None:
        return ()
    rules: Game[Any] = table.game
    return tuple(format_move(move) for move in rules.legal_moves(table.play.position))
