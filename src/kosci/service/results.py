"""What people came to in a finished game, as it is kept of them: a row a seat, drawn from the game itself.

Pure: stores nothing, and decides about no rule.
"""

from dataclasses import replace
from datetime import datetime

from kosci.engine.card import Card
from kosci.engine.errors import OptionError
from kosci.engine.game import Over, Result
from kosci.engine.options import format_value
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.service.record_ports import Played, ResultRow
from kosci.service.view import View
from kosci.table.play import Play
from kosci.table.story import StoodIn
from kosci.variants import Rules, changed_options, fingerprint, load, parse_options


def results_of(view: View, finished_at: datetime) -> tuple[ResultRow, ...]:
    """The results of the people at a table whose game was played out, in seat order.

    Left out: computers, those who left (S10), those a computer stood in for (S11), and a sheet whose turns were not
    all used, because its player, the last one staying, ended the game, or one that was never written on.
    """
    play = view.table.play
    if play is None or not isinstance(play.awaiting, Over):
        return ()
    stood_in = {item.seat for item in play.story if isinstance(item, StoodIn)}
    return tuple(
        _row(view, play, result, finished_at)
        for result in play.awaiting.results
        if view.seats[result.seat].bot is None
        and not result.left
        and result.seat not in stood_in
        and _is_played_out(play, result.seat)
    )


def _is_played_out(play: Play, seat: int) -> bool:
    if isinstance(play.game, Scorecard) and isinstance(play.position, SheetPosition):
        card = play.position.cards[seat]
        return play.game.turns_left(card) <= 0 and card.filled > 0
    return True


def _row(view: View, play: Play, result: Result, finished_at: datetime) -> ResultRow:
    seat = result.seat
    row = ResultRow(
        table=view.id,
        seat=seat,
        name=view.seats[seat].name,
        played=played_of(play.game),
        players=len(view.seats),
        finished_at=finished_at,
        points=result.points,
        place=result.place,
        turns=_winning_turns(play, result),
        coached=seat in view.table.coached,
        dice=view.table.settings.dice,
    )
    if isinstance(play.game, Scorecard) and isinstance(play.position, SheetPosition):
        return with_card(row, play.game, play.position.cards[seat])
    return row


def _winning_turns(play: Play, result: Result) -> int | None:
    """The turns that a race took who won it, unless all the others had left."""
    left = play.position.left
    is_walkover = len(left) > 1 and left.count(False) == 1
    if not isinstance(play.game, Race) or result.place != 1 or is_walkover:
        return None
    return play.turns[result.seat]


def with_card(row: ResultRow, game: Scorecard, card: Card) -> ResultRow:
    """The row with all that its sheet says: total, bonus, extras and the points of each row."""
    filled = zip(game.rows, card.values, strict=True)
    return replace(
        row,
        points=game.total(card),
        bonus=game.bonus_state(card).is_earned if game.bonus else None,
        extras=card.extras,
        rows={one.id: value for one, value in filled if value is not None},
    )


def played_of(game: Rules) -> Played:
    """The rules of a game as a result names them."""
    options = " ".join(f"{name}={format_value(value)}" for name, value in sorted(changed_options(game).items()))
    return Played(game.id, options, fingerprint(game))


def game_of(played: Played) -> Rules | None:
    """The game of a result, None where this program knows no such rules any more."""
    try:
        game = load(played.variant, parse_options(played.variant, played.options.split()))
    except OptionError:
        return None
    return game if fingerprint(game) == played.rules else None
