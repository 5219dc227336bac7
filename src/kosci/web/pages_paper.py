"""Paper: the page that asks for blank sheets, and the PDFs of blank sheets, of games and of their reviews.

Draws nothing: a press is handed in, and works in a thread.
"""

import asyncio
from collections.abc import Callable

from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.locale.languages import languages, words_in
from kosci.service.reviewing import check_reviewed
from kosci.variants import Rules, load
from kosci.variants.registry import parse_options
from kosci.web import access
from kosci.web.build_coach import marked
from kosci.web.build_home import FIRST_VARIANT
from kosci.web.build_paper import paper_view
from kosci.web.build_review import words_of
from kosci.web.build_verify import export_name
from kosci.web.forms import Fields, whole
from kosci.web.look import Look
from kosci.web.pages_review import DOWNLOAD_PATIENCE, found_review
from kosci.web.printing import Printing
from kosci.web.refusals import Refused, bad_form
from kosci.web.visit import Visit

ASKED = frozenset({"columns", "players", "games", "size", "lang"})
MOST_COLUMNS = 99  # what a number of columns may be at all; the press knows what the game allows
TOO_MANY = 429


class NothingToPrint(RuleError):
    """A table of which there is no sheet yet."""


async def first(visit: Visit) -> Response:
    """Where to ask for blank sheets of the game that was chosen, or of the one that stands first."""
    return await _form(visit, load(visit.query().maybe("variant") or FIRST_VARIANT))


async def form(visit: Visit) -> Response:
    """Where to ask for blank sheets of a game, with the options that the query names."""
    return await _form(visit, _game(visit))


async def blank(visit: Visit) -> Response:
    """A blank sheet."""
    press, game, query = _press(visit), _game(visit), visit.query()
    words = words_in(query.choice("lang", languages())) if "lang" in query.values else visit.words
    kind, number = _columns(query, game)
    size = _size(query, press)
    make = press.games if kind == "games" else press.players
    data = await _printed(visit, lambda: make(words, game, size, number))
    return _pdf(data, f"kosci-{game.id}-{words.lang}")


async def sheet(visit: Visit) -> Response:
    """The sheet of a table's game, for whoever sits there."""
    return await _sheet(visit, access.player_look(visit, await access.own_table(visit)))


async def watch_sheet(visit: Visit) -> Response:
    """The sheet of a table's game, for spectators."""
    return await _sheet(visit, access.spectator_look(visit, await access.watched_table(visit)))


async def review(visit: Visit) -> Response:
    """The review of a finished game, for whoever sits there."""
    return await _review(visit, access.player_look(visit, await access.own_table(visit)))


async def watch_review(visit: Visit) -> Response:
    """The review of a finished game, for spectators."""
    return await _review(visit, access.spectator_look(visit, await access.watched_table(visit)))


async def _form(visit: Visit, game: Rules) -> Response:
    return visit.html("paper", paper_view(visit.words, game, _press(visit)))


async def _sheet(visit: Visit, look: Look) -> Response:
    press, play = _press(visit), look.view.table.play
    if play is None:
        raise NothingToPrint("paper-not-started", "the game has not begun: there is nothing to print")
    size = _size(visit.query(), press)
    notes = tuple(filter(None, (marked(look),)))
    data = await _printed(visit, lambda: press.table(look.words, play, size, look.names, when=_when(look), notes=notes))
    return _pdf(data, _name(look, "sheet"))


async def _review(visit: Visit, look: Look) -> Response:
    """The review; where it cannot be had, the page that says why, or how far the work is."""
    check_reviewed(look.view)
    press, size = _press(visit), _size(visit.query(), _press(visit))
    found = await found_review(visit, look, patience=DOWNLOAD_PATIENCE, with_luck=True)
    if found is None or not found.books:
        return visit.see_other(f"{look.base}/review")
    told = words_of(look, found)
    data = await _printed(visit, lambda: press.review(told, found.books, size, found.lucky, _when(look)))
    return _pdf(data, _name(look, "review"))


def _press(visit: Visit) -> Printing:
    press = visit.site.parts.paper
    if press is None:
        raise Refused(404, "there is no press here")
    return press


def _game(visit: Visit) -> Rules:
    variant = visit.path("variant")
    given = visit.query().values.items()
    chosen = [f"{name}={value}" for name, values in given if name not in ASKED for value in values]
    return load(variant, parse_options(variant, chosen))


def _columns(query: Fields, game: Rules) -> tuple[str, int]:
    """Columns for what, and how many: as the page's own form says it, or by name; else for as many as may play."""
    kind, text = "players", str(game.players[1])
    if "columns" in query.values:
        given = query.one("columns")
        kind, _, text = given.partition("-")
        if kind not in ("players", "games"):
            raise bad_form("columns", given)
    elif "games" in query.values:
        kind, text = "games", query.one("games")
    elif "players" in query.values:
        text = query.one("players")
    return kind, whole(kind, text, 0, MOST_COLUMNS)


def _size(query: Fields, press: Printing) -> str:
    return query.maybe("size") or press.sizes[0]


async def _printed(visit: Visit, make: Callable[[], bytes]) -> bytes:
    """The PDF, made in a thread; refused where the address has had very many."""
    printed = visit.site.printed
    if printed.is_full(visit.address):
        raise Refused(TOO_MANY, "too many sheets")
    printed.count(visit.address)
    return await asyncio.to_thread(make)


def _pdf(data: bytes, name: str) -> Response:
    headers = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


def _name(look: Look, form: str) -> str:
    return export_name(look, form).removesuffix(".txt")


def _when(look: Look) -> str:
    """The day on which the table was laid."""
    return f"{look.view.row.created_at:%Y-%m-%d}"
