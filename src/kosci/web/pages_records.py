"""A person's records: the overview, one game's results, other devices, export, import, deletion.

A GET changes nothing: a preview of a personal link takes nothing along.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.locale.explain import explain
from kosci.service.record_file import format_records, records_csv
from kosci.service.record_stats import before, group_of, named
from kosci.service.records import Own
from kosci.variants.short import parse_short
from kosci.web.build_record_group import best_lines, group_view, plot_view
from kosci.web.build_records import (
    ALL,
    NAME,
    RECORDS,
    deleting_view,
    devices_view,
    dropping_view,
    gone_view,
    group_url,
    joining_view,
    records_view,
    shown_name,
)
from kosci.web.forms import Fields
from kosci.web.limits import RECORDS_PATH
from kosci.web.look import MOST_SEATS, Look
from kosci.web.pages_home import local_path
from kosci.web.refusals import BadForm, Refused
from kosci.web.spreads import chances_of, retrying
from kosci.web.views import Notice
from kosci.web.visit import Visit

UNPROCESSABLE = 422
_IMPORT_COSTS = 5  # as much as so many other changes
_CLEARED = {"clear-site-data": '"cache", "storage"'}  # what the browser itself has kept of the pages


async def overview(visit: Visit) -> Response:
    """All games of the person, by the name asked for."""
    return await _overview(visit)


async def _overview(
    visit: Visit, notice: Notice | None = None, status: int = 200, own: Own | None = None, link: str = ""
) -> Response:
    found = own or await _own(visit)
    is_posted = visit.request.method == "POST"
    name = shown_name(found, None, is_all=False) if is_posted else _name(visit.query(), found)
    near = visit.words("lobby.near") if visit.is_at_server and not visit.site.where.phone_url else ""
    devices = devices_view(visit.words, found, visit.new_command(), link, near)
    view = records_view(visit.words, found, name, devices, visit.new_command())
    return visit.html("records", view, notice=notice, status=status, here=RECORDS if is_posted else None)


async def _own(visit: Visit) -> Own:
    return Own() if visit.visitor.is_new else await visit.site.parts.tables.records.own(visit.device)


def _name(query: Fields, own: Own) -> str | None:
    return shown_name(own, query.maybe(NAME), is_all=query.maybe(ALL) is not None)


async def group(visit: Visit) -> Response:
    """One game with one number of players, beside what best play comes to as far as that is known."""
    game, players = parse_short(visit.path("code")), _players(visit)
    query, own = visit.query(), await _own(visit)
    is_coached, name = query.maybe("coached") is not None, _name(query, own)
    found = group_of(named(own.results, name), game, players, is_coached=is_coached)
    if found is None:
        return visit.see_other(RECORDS)
    chances, spread, status = None, None, 200
    if not found.is_race or players == 1:
        chances, spread, status = await chances_of(visit, game, group_url(found, name))
    picture = plot_view(visit.words, found, chances, spread if chances is None else None)
    if visit.is_fragment and picture is not None:
        return visit.html("record_plot", picture, status=status)
    return retrying(visit.html("records_group", group_view(visit.words, own, found, name, picture), status=status))


def _players(visit: Visit) -> int:
    text = visit.path("players")
    if text not in map(str, range(1, MOST_SEATS + 1)):
        raise Refused(404, "no game has so many players")
    return int(text)


async def lines_for(visit: Visit, look: Look) -> tuple[str, ...]:
    """How the reader's own results of a finished game stand among their earlier ones."""
    if not look.own or not look.view.table.is_over:
        return ()
    own = await visit.site.parts.tables.records.own(visit.device, look.view.table.game)
    here = (row for row in own.results if row.table == look.view.id and row.seat in look.own)
    return tuple(line for row in here for line in best_lines(visit.words, before(own.results, row), row))


# --- taking along and bringing ----------------------------------------------------------------


async def export(visit: Visit) -> Response:
    """All results as a file."""
    form = visit.query().choice("form", ("json", "csv"))
    results = (await _own(visit)).results
    kind = "application/json" if form == "json" else "text/csv; charset=utf-8"
    # The mark at the beginning tells spreadsheets that the text is UTF-8.
    text = format_records(results) if form == "json" else "\ufeff" + records_csv(results)
    headers = {"content-disposition": f'attachment; filename="kosci-records.{form}"'}
    return Response(text, media_type=kind, headers=headers)


async def bring(visit: Visit) -> Response:
    """Add the results of an exported file; all of them or none."""
    _check_rate(visit, _IMPORT_COSTS)
    text = await _uploaded(visit)
    try:
        many, new = await visit.site.parts.tables.records.load(visit.device, text)
    except RuleError as error:
        return await _overview(visit, Notice(explain(visit.words, error)), UNPROCESSABLE)
    words = visit.words("records.brought", n=many, new=new)
    own = await visit.site.parts.tables.records.own(visit.device)
    return await _overview(visit, Notice(words, is_refusal=False), own=own)


async def _uploaded(visit: Visit) -> str:
    kind = visit.request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise Refused(415, "the body is no form with a file")
    try:
        async with visit.request.form(max_files=1, max_fields=2) as form:
            file = form.get("file")
            content = await file.read() if isinstance(file, UploadFile) else b""
    except MultiPartException as error:
        raise BadForm("form-broken", f"the form cannot be read: {error.message}") from error
    try:
        return await asyncio.to_thread(content.decode)
    except UnicodeDecodeError as error:
        raise BadForm("form-broken", "the file is no text") from error


# --- other devices ----------------------------------------------------------------------------


async def make_link(visit: Visit) -> Response:
    """Make a personal link and show it this once; the one before opens nothing any more."""
    await _posted(visit)
    token = await visit.site.parts.tables.records.make_link(visit.device)
    return await _overview(visit, own=await visit.site.parts.tables.records.own(visit.device), link=_link(visit, token))


def _link(visit: Visit, token: str) -> str:
    return f"{visit.origin}/p/{token}"


async def void_link(visit: Visit) -> Response:
    """Let the personal link open nothing any more."""
    await _posted(visit)
    await visit.site.parts.tables.records.void_link(visit.device)
    return visit.see_other(RECORDS)


async def part(visit: Visit) -> Response:
    """Keep the records on this device alone."""
    await _posted(visit)
    await visit.site.parts.tables.records.part(visit.device)
    return visit.see_other(RECORDS)


async def link_page(visit: Visit) -> Response:
    """The page behind a personal link: what it would do, and a button that does it."""
    token, records = visit.path("token"), visit.site.parts.tables.records
    person = await records.of_link(token)
    if visit.device in person.devices:
        return visit.see_other(RECORDS)
    theirs = await records.own(person.devices[0]) if person.devices else Own()
    view = joining_view(visit.words, f"/p/{token}", visit.new_command(), await _own(visit), len(theirs.results))
    return visit.html("records_ask", view)


async def join(visit: Visit) -> Response:
    """Make this device the person's of the link."""
    await _posted(visit)
    await visit.site.parts.tables.records.join(visit.path("token"), visit.device)
    return visit.see_other(RECORDS)


# --- deleting ---------------------------------------------------------------------------------


async def ask_drop(visit: Visit) -> Response:
    """The question before one result is deleted."""
    query = visit.query()
    key = (query.one("table"), query.number("seat", 1, MOST_SEATS) - 1)
    own = await _own(visit)
    row = next((row for row in own.results if row.key == key and key not in own.unsettled), None)
    if row is None:
        raise Refused(404, "there is no such result")
    return visit.html("records_ask", dropping_view(visit.words, row, visit.new_command(), _back(query)))


async def drop(visit: Visit) -> Response:
    """Delete one result for good."""
    form = await _posted(visit)
    seat = form.number("seat", 1, MOST_SEATS) - 1
    await visit.site.parts.tables.records.drop(visit.device, form.one("table"), seat)
    return visit.see_other(_back(form))


def _back(fields: Fields) -> str:
    back = local_path(fields.maybe("back"))
    return back if back.startswith(RECORDS) else RECORDS


async def ask_delete(visit: Visit) -> Response:
    """The question before everything is deleted."""
    return visit.html("records_ask", deleting_view(visit.words, await _own(visit), visit.new_command()))


async def delete(visit: Visit) -> Response:
    """Delete the person for good; the browser starts anew, with another token."""
    await _posted(visit)
    await visit.site.parts.tables.forget(visit.device)
    response = replace(visit, is_forgotten=True).html("records_ask", gone_view(visit.words), here="/")
    response.headers.update(_CLEARED)
    return response


async def _posted(visit: Visit) -> Fields:
    form = await visit.form()
    form.command()
    _check_rate(visit, 1)
    return form


def _check_rate(visit: Visit, costs: int) -> None:
    if visit.site.records.is_full(visit.address):
        raise Refused(429, "the address has changed too many records")
    for _ in range(costs):
        visit.site.records.count(visit.address)


Handler = Callable[[Visit], Awaitable[Response]]
PAGES: Mapping[str, Handler] = {
    RECORDS: overview,
    f"{RECORDS}/export": export,
    f"{RECORDS}/result": ask_drop,
    f"{RECORDS}/delete": ask_delete,
    f"{RECORDS}/{{code}}/{{players}}": group,
    "/p/{token}": link_page,
}
POSTS: Mapping[str, Handler] = {
    f"{RECORDS}/link": make_link,
    f"{RECORDS}/unlink": void_link,
    f"{RECORDS}/part": part,
    RECORDS_PATH: bring,
    f"{RECORDS}/result/delete": drop,
    f"{RECORDS}/delete": delete,
    "/p/{token}": join,
}
