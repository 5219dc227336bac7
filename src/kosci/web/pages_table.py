"""The pages of a table: lobby, board and end, dice check, export, event stream; for players and spectators.

Only reads; commands stand in `commands`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp

from kosci.engine.errors import RuleError
from kosci.locale.explain import explain
from kosci.service.advising import Counsel
from kosci.service.errors import coach_unavailable
from kosci.service.pads import series_of
from kosci.service.view import View
from kosci.table.gamefile import GameFile, format_game
from kosci.table.record import format_record
from kosci.web import access
from kosci.web.build_end import end_view
from kosci.web.build_lobby import lobby_view
from kosci.web.build_parts import head
from kosci.web.build_table import table_view
from kosci.web.build_verify import export_name, verify_view
from kosci.web.look import Asked, Look, read_asked
from kosci.web.news import News
from kosci.web.pages_records import lines_for
from kosci.web.pages_review import sentences_for
from kosci.web.refusals import status_of
from kosci.web.streams import EventStream
from kosci.web.views import Notice
from kosci.web.visit import Visit

# The forms in which a game is downloaded.
EXPORTS: Mapping[str, Callable[[GameFile], str]] = {"log": format_game, "text": format_record}


async def table(visit: Visit) -> Response:
    """The table as it is now, for whoever sits there."""
    view = await access.own_table(visit)
    return await shown(visit, access.player_look(visit, view, read_asked(visit.query())))


async def watch(visit: Visit) -> Response:
    """The table as it is now, for spectators."""
    view = await access.watched_table(visit)
    return await shown(visit, access.spectator_look(visit, view, read_asked(visit.query())))


async def shown(visit: Visit, look: Look, error: RuleError | None = None) -> Response:
    """The page of the table's state; what is refused, before or by what was asked for, is said on it in words."""
    counsel, reviewed = await _counsel(visit, look), await sentences_for(visit, look)
    is_ended = look.view.table.play is not None and (look.view.table.is_over or look.view.row.state == "closed")
    series = await series_of(visit.site.parts.tables, look.view) if is_ended else None
    bests = await lines_for(visit, look) if is_ended else ()
    return _shown(visit, replace(look, counsel=counsel, reviewed=reviewed, series=series, bests=bests), error)


async def _counsel(visit: Visit, look: Look) -> Counsel:
    """What the coach tells this reader; where it cannot be had, that, if the reader would always see it."""
    if look.role != "player":
        return Counsel()
    if visit.site.advising is not None:
        return await visit.site.advising.counsel(look.view, look.device)
    is_missed = look.view.table.advised in look.own
    return Counsel(failure=coach_unavailable()) if is_missed else Counsel()


def _shown(visit: Visit, look: Look, error: RuleError | None) -> Response:
    notice = _notice(look, error)
    try:
        name, view = _view(look, notice)
    except RuleError as refusal:
        return _shown(visit, replace(look, asked=Asked(see=look.asked.see)), refusal)
    status = 200 if error is None else status_of(error)
    return visit.html(name, view, notice=notice, status=status, here=look.here)


def _view(look: Look, notice: Notice | None) -> tuple[str, object]:
    if look.view.table.play is None:
        return "lobby", lobby_view(look)
    if look.view.table.is_over or look.view.row.state == "closed":
        return "end", end_view(look)
    return "table", table_view(look, notice)


def _notice(look: Look, error: RuleError | None) -> Notice | None:
    return None if error is None else Notice(explain(look.words, error, look.view.table.game.id))


async def verify(visit: Visit) -> Response:
    """What is needed to check the dice, for whoever sits there."""
    return await _verify(visit, access.player_look(visit, await access.own_table(visit)))


async def watch_verify(visit: Visit) -> Response:
    """What is needed to check the dice, for spectators."""
    return await _verify(visit, access.spectator_look(visit, await access.watched_table(visit)))


async def _verify(visit: Visit, look: Look) -> Response:
    game = await visit.site.parts.tables.game_file(look.view.id)
    return visit.html("verify", verify_view(look, head(look), game.facts))


async def export(visit: Visit) -> Response:
    """The game as a file, for whoever sits there."""
    return await _export(visit, access.player_look(visit, await access.own_table(visit)))


async def watch_export(visit: Visit) -> Response:
    """The game as a file, for spectators."""
    return await _export(visit, access.spectator_look(visit, await access.watched_table(visit)))


async def _export(visit: Visit, look: Look) -> Response:
    asked = visit.query()
    form = asked.choice("form", tuple(EXPORTS)) if "form" in asked.values else "log"
    game = await visit.site.parts.tables.game_file(look.view.id)
    headers = {"content-disposition": f'attachment; filename="{export_name(look, form)}"'}
    return PlainTextResponse(EXPORTS[form](game), headers=headers)


async def events(visit: Visit) -> ASGIApp:
    """The event stream of whoever sits there; while it is open they are here."""
    view = await access.own_table(visit)
    return _events(visit, view, is_spectator=False)


async def watch_events(visit: Visit) -> ASGIApp:
    """The event stream of a spectator."""
    view = await access.watched_table(visit)
    return _events(visit, view, is_spectator=True)


def _events(visit: Visit, view: View, *, is_spectator: bool) -> ASGIApp:
    news = News(visit.site.parts.tables, view, None if is_spectator else visit.device)
    text = visit.site.streams.events(view.id, news.version)
    return EventStream(text, _held(visit, view.id, is_spectator=is_spectator))


@contextmanager
def _held(visit: Visit, table_id: str, *, is_spectator: bool) -> Iterator[None]:
    presence = visit.site.parts.presence
    # A browser without a cookie has no other name than its address.
    browser = visit.address if visit.visitor.is_new else visit.device
    with visit.site.streams.counted(table_id, browser, visit.address, is_spectator=is_spectator):
        if is_spectator:
            yield
            return
        presence.opened(table_id, visit.device)
        try:
            yield
        finally:
            presence.closed(table_id, visit.device)
