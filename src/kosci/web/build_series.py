"""A series for one reader: its pad, who leads, and the way on to the next game.

Adds up and ranks nothing: the pad comes from the service.
"""

from collections.abc import Iterator
from dataclasses import replace

from kosci.engine.game import Result
from kosci.locale.words import Words
from kosci.service.pads import Series, SeriesGame
from kosci.service.series import (
    begins_next,
    can_begin_at_once,
    game_of,
    is_in_series,
    may_play_on,
)
from kosci.service.view import View
from kosci.table.series import MOST_GAMES, Line, counts_wins
from kosci.web import build_parts as parts
from kosci.web.look import Look, seat_names
from kosci.web.views import Link
from kosci.web.views_series import PadCell, PadGame, PadLine, PadView, PlayingOn, SeriesView

NOTHING = "–"  # for a game without a result of the player (C3)
NO_NAME = "—"  # for a player whose data was deleted
_NOTED = frozenset({"running", "lobby", "broken", "missing"})


def series_view(look: Look, series: Series) -> SeriesView:
    """The page of the series that the table belongs to."""
    words = look.words
    on = playing_on(look, series)
    return SeriesView(
        head=replace(parts.head(look), series=None),  # it would lead to this page
        title=words("series.title"),
        lead=words("series.about", game=parts.variant_name(look), most=MOST_GAMES),
        pad=pad_view(look, series),
        back=Link(words("series.to-table"), look.base),
        onward=on.onward,
        told=on.told,
    )


def playing_on(look: Look, series: Series) -> PlayingOn:
    """What the end of a game says of the series, and what its reader may do to play on."""
    pad = pad_view(look, series) if is_in_series(look.view) or game_of(look.view) == MOST_GAMES else None
    if series.following is not None:
        return PlayingOn(pad, told(look.words, series.following), _onward(look, series.following))
    if look.role != "player" or not may_play_on(look.view, look.device):
        return PlayingOn(pad)
    change = look.action(look.words("series.change"), "next")
    if not can_begin_at_once(look.view):
        return PlayingOn(pad, change=change)
    return PlayingOn(pad, rematch=look.action(_label(look), "rematch"), change=change, hint=_hint(look))


def _label(look: Look) -> str:
    if game_of(look.view) == MOST_GAMES:
        return look.words("series.rematch-new")
    return look.words("series.rematch-solo" if len(look.names) == 1 else "series.rematch")


def _hint(look: Look) -> str:
    words, number = look.words, game_of(look.view) + 1
    if number > MOST_GAMES:
        return words("series.next-new", most=MOST_GAMES)
    seat = begins_next(look.view)
    if seat is None or len(look.names) == 1:
        return words("series.next", n=number, most=MOST_GAMES)
    return words("series.next-starts", n=number, most=MOST_GAMES, name=look.names[seat])


def told(words: Words, following: View) -> str:
    """How far the next game is, in words."""
    game = SeriesGame(game_of(following), following)
    if game.number == 1:
        new = {"lobby": "series.new-waiting", "running": "series.new-running"}
        return words(new.get(game.state, "series.new-over"))
    if game.state == "running":
        return words("series.begun", n=game.number)
    return _state(words, game)


def _onward(look: Look, following: View) -> Link:
    number = game_of(following)
    label = look.words("series.go-new") if number == 1 else look.words("series.go", n=number)
    return Link(label, url_of(look, following))


def url_of(look: Look, view: View) -> str:
    """Where this reader sees another table of the series: from their seat, or as a spectator."""
    is_in = look.role == "player" and view.is_in(look.device)
    return f"/t/{view.id}" if is_in else f"/w/{view.row.watch_token}"


# --- the pad -------------------------------------------------------------------------------


def pad_view(look: Look, series: Series) -> PadView:
    """The pad as this reader sees it."""
    pad = series.pad
    is_complete = pad.finished == sum(game.state != "missing" for game in series.games)
    return PadView(
        columns=MOST_GAMES,
        games=tuple(_game(look, game) for game in series.games),
        lines=tuple(_line(look, series, line) for line in pad.lines),
        counts_wins=counts_wins(look.view.table.game) and len(pad.lines) > 1,
        verdict=_verdict(look, series, is_final=is_complete and len(series.games) == MOST_GAMES),
        notes=tuple(_notes(look, series)),
    )


def _game(look: Look, game: SeriesGame) -> PadGame:
    return PadGame(
        number=game.number,
        name=look.words("series.column", n=game.number),
        url=url_of(look, game.view) if game.view is not None else "",
        is_here=game.view is not None and game.view.id == look.view.id,
        is_running=game.state == "running",
    )


def _line(look: Look, series: Series, line: Line) -> PadLine:
    view, seat = series.sat[line.player]
    return PadLine(
        name=_name(look.words, view, seat),
        is_you=look.role == "player" and view.seats[seat].device == look.device,
        place=line.place,
        cells=tuple(_cells(look.words, series, line)),
        won=line.won,
        total=line.total,
    )


def _name(words: Words, view: View, seat: int) -> str:
    return seat_names(words, view)[seat] or NO_NAME


def _cells(words: Words, series: Series, line: Line) -> Iterator[PadCell]:
    """A cell for each column of the pad; those of games to come are blank."""
    for game, result in zip(series.games, line.cells, strict=True):
        if result is not None:
            yield _cell(words, result, is_alone=len(game.players) == 1)
        elif game.state in ("running", "lobby") and line.player in game.players:
            yield PadCell("…", words("series.no-result"), is_pencil=True)
        else:
            yield PadCell(NOTHING, words("series.no-result"))
    yield from (PadCell("") for _ in range(MOST_GAMES - len(series.games)))


def _cell(words: Words, result: Result, *, is_alone: bool) -> PadCell:
    points = words.number(result.points)
    if result.left:
        return PadCell(f"({points})", words("series.cell-left"), has_left=True)
    is_won = result.place == 1 and not is_alone
    return PadCell(points, words("series.cell-won") if is_won else "", is_won=is_won)


def _verdict(look: Look, series: Series, *, is_final: bool) -> str:
    """Who has won the series, or leads; the best game where one plays alone."""
    words, pad = look.words, series.pad
    if len(pad.lines) == 1 and pad.finished:
        return words("series.best", n=pad.lines[0].best)
    first = [line for line in pad.lines if line.player in pad.winners]
    if not first:
        return ""
    names = [_name(words, *series.sat[line.player]) for line in first]
    by_wins = counts_wins(look.view.table.game)
    won, points = first[0].won, first[0].total
    if len(first) == 1:
        key = "winner" if is_final else "leader"
        return words(f"series.{key}-won" if by_wins else f"series.{key}", name=names[0], n=points, won=won)
    if not is_final:
        return words("series.level", names=words.joined(names))
    return words("series.shared-won" if by_wins else "series.shared", names=words.joined(names), n=points, won=won)


def _notes(look: Look, series: Series) -> Iterator[str]:
    words, pad = look.words, series.pad
    told_already = {view.id for view in (look.view, series.following) if view is not None}
    for game in series.games:
        if game.state in _NOTED and (game.view is None or game.view.id not in told_already):
            yield _state(words, game)
    if any(cell is not None and cell.left for line in pad.lines for cell in line.cells):
        yield words("series.left-note")
    if pad.finished and len(pad.lines) > 1 and any(line.place is None for line in pad.lines):
        yield words("series.places-note")
    if counts_wins(look.view.table.game) and len(pad.lines) > 1:
        yield words("series.wins-note")


def _state(words: Words, game: SeriesGame) -> str:
    key = {
        "running": "series.is-running",
        "lobby": "series.is-waiting",
        "over": "series.is-over",
        "broken": "series.is-broken",
        "missing": "series.is-missing",
    }[game.state]
    return words(key, n=game.number)
