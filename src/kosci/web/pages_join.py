"""Ways to a table that is not one's own yet: the code, the join link, the personal link of a seat.

A GET only shows what a POST would do: a preview of a link takes no seat.
"""

from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.locale.explain import explain
from kosci.service.changes import NewSeat
from kosci.service.view import View
from kosci.web import access
from kosci.web.build_home import home_view
from kosci.web.build_lobby import join_view
from kosci.web.build_seat import link_view, taking_view
from kosci.web.look import MOST_SEATS
from kosci.web.pages_new import UNPROCESSABLE, read_share
from kosci.web.refusals import Refused
from kosci.web.views import Action, Notice
from kosci.web.visit import Visit


async def by_code(visit: Visit) -> Response:
    """Find the lobby of a typed code; the home page again where there is none."""
    code = visit.query().one("code")
    wrong = visit.site.wrong_codes
    if wrong.is_full(visit.address):
        raise Refused(429, "the address has tried too many codes")
    tables = visit.site.parts.tables
    view = await tables.by_code(code)
    if view is not None:
        return visit.see_other(f"/j/{view.row.join_token}")
    wrong.count(visit.address)
    own = await tables.tables_of(visit.device)
    notice = Notice(visit.words("error.code-unknown", given=code[:16]))
    return visit.html("home", home_view(visit.words, visit.device, own, code[:16]), notice=notice, status=404, here="/")


async def join_page(visit: Visit) -> Response:
    """The page behind a join link."""
    view = await _joinable(visit)
    if view.own_seats(visit.device):
        return visit.see_other(f"/t/{view.id}")
    return visit.html("join", join_view(visit.words, view, _form(visit)))


async def join(visit: Visit) -> Response:
    """Take a seat at the table of a join link and go there."""
    view = await _joinable(visit)
    visit.site.throttle.check("joins", address=visit.address, device=visit.known_device)
    fields = await visit.form()
    name = fields.one("name")
    person = NewSeat(name, share=read_share(fields), language=visit.visitor.lang)
    try:
        await visit.site.parts.tables.join(view.id, person, visit.device, command=fields.command())
    except RuleError as error:
        now = await visit.site.parts.tables.view(view.id)
        shown = join_view(visit.words, now, _form(visit), name, explain(visit.words, error, view.table.game.id))
        return visit.html("join", shown, status=UNPROCESSABLE)
    return visit.see_other(f"/t/{view.id}")


async def _joinable(visit: Visit) -> View:
    view = await visit.site.parts.tables.by_join_token(visit.path("token"))
    if view is None:
        raise Refused(404, "no table has this join link")
    return view


def _form(visit: Visit) -> Action:
    url = f"/j/{visit.path('token')}"
    return Action(visit.words("join.sit"), url, (("command", visit.new_command()),))


async def make_link(visit: Visit) -> Response:
    """Make a personal link for a seat and show it this once; the one before opens nothing any more."""
    view = await access.own_table(visit)
    seat = (await visit.form()).number("seat", 1, MOST_SEATS) - 1
    token = await visit.site.parts.tables.personal_link(view.id, visit.device, seat)
    look = access.player_look(visit, view)
    return visit.html("seat", link_view(look, seat, f"{look.origin}/s/{token}"), here=look.base)


async def seat_page(visit: Visit) -> Response:
    """The page behind a personal link: the seat, and a button that brings it to this browser."""
    view, seat = await _linked(visit)
    look = access.player_look(visit, view)
    if seat in look.own:
        return visit.see_other(look.base)
    return visit.html("seat", taking_view(look, seat, f"/s/{visit.path('token')}"))


async def take_seat(visit: Visit) -> Response:
    """Bring the seat of a personal link to this browser and go there."""
    await visit.form()
    visit.site.throttle.check("joins", address=visit.address, device=visit.known_device)
    table, _ = await visit.site.parts.tables.take_seat(visit.path("token"), visit.device)
    return visit.see_other(f"/t/{table}")


async def _linked(visit: Visit) -> tuple[View, int]:
    found = await visit.site.parts.tables.by_seat_link(visit.path("token"))
    if found is None:
        raise Refused(404, "no seat has this personal link")
    return found
