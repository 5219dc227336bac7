"""Laying a table: the form and what comes of it.

A refused form comes back as it was typed, with what is wrong in words.
"""

from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.locale.explain import explain
from kosci.locale.option_words import option_label
from kosci.service.tables import NewTable
from kosci.table.fair import SHARE_BYTES
from kosci.web.build_new import new_view
from kosci.web.draft import Draft, game_of, new_table, read_draft, seats, settings_of
from kosci.web.forms import Fields
from kosci.web.refusals import Refused, bad_form
from kosci.web.solved import check_solving
from kosci.web.views import Notice
from kosci.web.visit import Visit

UNPROCESSABLE = 422


async def form(visit: Visit) -> Response:
    """The empty form, or one filled in by the query."""
    players = visit.site.parts.tables.players
    draft = read_draft(visit.query(), players, lambda seat: visit.words("player.default", n=seat))
    return visit.html("new", new_view(visit.words, draft, visit.new_command(), mean=visit.site.parts.mean))


async def lay(visit: Visit) -> Response:
    """Lay the table and go to it."""
    fields = await visit.form()
    command, draft = fields.command(), read_draft(fields, visit.site.parts.tables.players)
    try:
        game_of(draft)
        settings_of(draft)
    except RuleError as error:
        return _again(visit, draft, command, notice=Notice(_refused(visit, error)))
    sitting, wrong = seats(draft, visit.visitor.lang, read_share(fields))
    if wrong:
        return _again(visit, draft, command, wrong=wrong)
    table = new_table(draft, sitting)
    try:
        laid = await _laid(visit, table, command)
    except RuleError as error:
        return _again(visit, draft, command, notice=Notice(explain(visit.words, error, draft.variant.id)))
    return visit.see_other(f"/t/{laid}")


def _refused(visit: Visit, error: RuleError) -> str:
    """Why an option is refused, by what the form calls it."""
    option = error.params.get("option")
    label = {} if option is None else {"option": option_label(visit.words, str(option))}
    return explain(visit.words, error, **label)


async def _laid(visit: Visit, table: NewTable, command: str) -> str:
    if visit.site.laid.is_full(visit.address):
        raise Refused(429, "the address has laid too many tables")
    check_solving(visit.site, visit.address, table.game, (seat.bot for seat in table.seats), table.settings)
    laid = await visit.site.parts.tables.create(table, visit.device, command=command)
    visit.site.laid.count(visit.address)
    return laid


def _again(
    visit: Visit,
    draft: Draft,
    command: str,
    *,
    notice: Notice | None = None,
    wrong: dict[int, RuleError] | None = None,
) -> Response:
    view = new_view(visit.words, draft, command, wrong, visit.site.parts.mean)
    return visit.html("new", view, notice=notice, status=UNPROCESSABLE, here=_form_url(draft))


def _form_url(draft: Draft) -> str:
    return f"/new?variant={draft.variant.id}&mode={draft.mode}"


def read_share(fields: Fields) -> bytes | None:
    """The browser's own part of the dice seed; none without JavaScript."""
    text = fields.maybe("share") or ""
    if not text:
        return None
    is_hex = len(text) == 2 * SHARE_BYTES and all(letter in "0123456789abcdef" for letter in text)
    if not is_hex:
        raise bad_form("share", text)
    return bytes.fromhex(text)
