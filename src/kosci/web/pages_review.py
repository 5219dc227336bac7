"""The review of a finished game: its page, and the same as files; for players and spectators.

Keeps no books: what a game came to is asked of the service.
"""

from collections.abc import Awaitable, Callable

from starlette.responses import JSONResponse, Response

from kosci.coach.telling import Reviewed, as_csv, as_data
from kosci.service.reviewing import Found, check_reviewed, is_reviewed
from kosci.service.solving import State
from kosci.variants import Rules
from kosci.web import access
from kosci.web.build_review import ORDERS, Order, review_not_here, review_view, sentences
from kosci.web.build_verify import export_name
from kosci.web.look import Look
from kosci.web.solved import job
from kosci.web.visit import Visit

TOO_MANY = 429
DOWNLOAD_PATIENCE = 20.0  # seconds that a file waits for what is not at hand
Handler = Callable[[Visit], Awaitable[Response]]


async def page(visit: Visit) -> Response:
    """The review, for whoever sits there."""
    return await _page(visit, await _player(visit))


async def watch_page(visit: Visit) -> Response:
    """The review, for spectators."""
    return await _page(visit, await _spectator(visit))


async def as_csv_file(visit: Visit) -> Response:
    """Every roll and decision as a table, for whoever sits there."""
    return await _file(visit, await _player(visit), _csv)


async def watch_csv_file(visit: Visit) -> Response:
    """Every roll and decision as a table, for spectators."""
    return await _file(visit, await _spectator(visit), _csv)


async def as_json_file(visit: Visit) -> Response:
    """The review as data, for whoever sits there."""
    return await _file(visit, await _player(visit), _json)


async def watch_json_file(visit: Visit) -> Response:
    """The review as data, for spectators."""
    return await _file(visit, await _spectator(visit), _json)


async def sentences_for(visit: Visit, look: Look) -> tuple[str, ...]:
    """A sentence a player for the end of the game, where its review is there within a moment."""
    if not is_reviewed(look.view):
        return ()
    found = await found_review(visit, look)
    return sentences(look, found) if found else ()


async def _player(visit: Visit) -> Look:
    return access.player_look(visit, await access.own_table(visit))


async def _spectator(visit: Visit) -> Look:
    return access.spectator_look(visit, await access.watched_table(visit))


async def _page(visit: Visit, look: Look) -> Response:
    check_reviewed(look.view)
    query = visit.query()
    order: Order = ORDERS[ORDERS.index(query.choice("order", ORDERS))] if "order" in query.values else ORDERS[0]
    found = await found_review(visit, look, with_luck=True)
    if found is None:
        return visit.html("review", review_not_here(look))
    return visit.html("review", review_view(look, found, order), status=TOO_MANY if found.is_refused else 200)


async def _file(visit: Visit, look: Look, written: Callable[[Reviewed, str], Response]) -> Response:
    """The file; where it cannot be had, the page that says why, or how far the work is."""
    check_reviewed(look.view)
    found = await found_review(visit, look, patience=DOWNLOAD_PATIENCE)
    if found is None or not found.books:
        return visit.see_other(f"{look.base}/review")
    reviewed = Reviewed(look.view.table.game.id, look.names, found.books)
    return written(reviewed, export_name(look, "review").removesuffix(".txt"))


def _csv(reviewed: Reviewed, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    # The mark at the beginning tells spreadsheets that the text is UTF-8.
    return Response("\ufeff" + as_csv(reviewed), media_type="text/csv; charset=utf-8", headers=headers)


def _json(reviewed: Reviewed, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}.json"'}
    return JSONResponse(as_data(reviewed), headers=headers)


async def found_review(
    visit: Visit, look: Look, *, patience: float | None = None, with_luck: bool = False
) -> Found | None:
    """The review of a table's game as far as it is there; None where exact play is not installed."""
    reviewing = visit.site.reviewing
    if reviewing is None:
        return None
    solving = reviewing.solving

    def start(game: Rules) -> State | None:
        return job(visit.site, solving, visit.address, game, is_new=not visit.is_fragment)

    return await reviewing.found(look.view, start, patience=patience, with_luck=with_luck)
