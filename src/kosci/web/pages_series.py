"""The page of a series, and playing on: the rematch, and the next game with other players.

Reads and parses; what a series is and who may play on is decided by the service.
"""

from collections.abc import Awaitable, Callable

from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.service import series
from kosci.service.pads import series_of
from kosci.service.tables import Tables
from kosci.service.view import Device
from kosci.web import access
from kosci.web.build_series import series_view, url_of
from kosci.web.look import Look
from kosci.web.pages_table import shown
from kosci.web.refusals import Refused
from kosci.web.visit import Visit

PlayOn = Callable[[Tables, str, Device], Awaitable[str]]


async def page(visit: Visit) -> Response:
    """The pad, for whoever sits at one of its tables."""
    return await _page(visit, access.player_look(visit, await access.own_table(visit)))


async def watch_page(visit: Visit) -> Response:
    """The pad, for spectators."""
    return await _page(visit, access.spectator_look(visit, await access.watched_table(visit)))


async def _page(visit: Visit, look: Look) -> Response:
    found = await series_of(visit.site.parts.tables, look.view)
    return visit.html("series", series_view(look, found))


async def rematch(visit: Visit) -> Response:
    """Begin the next game with the same people and go there."""
    return await _play_on(visit, series.rematch)


async def change_players(visit: Visit) -> Response:
    """Lay the next game as a lobby and go there."""
    return await _play_on(visit, series.change_players)


async def _play_on(visit: Visit, play_on: PlayOn) -> Response:
    tables = visit.site.parts.tables
    view = await access.own_table(visit)
    await visit.form()
    is_new = await series.following(tables, view) is None
    if is_new and visit.site.laid.is_full(visit.address):
        raise Refused(429, "the address has laid too many tables")
    try:
        laid = await play_on(tables, view.id, visit.device)
    except RuleError as error:
        return await shown(visit, access.player_look(visit, await tables.view(view.id)), error)
    if is_new:
        visit.site.laid.count(visit.address)
    return visit.see_other(url_of(access.player_look(visit, view), await tables.view(laid)))
