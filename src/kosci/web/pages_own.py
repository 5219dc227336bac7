"""Own rules: the form that puts them together, and the page that their short link opens.

Keeps nothing: what the rules are stands in the link, what best play comes to is found by jobs.
"""

from dataclasses import replace

from starlette.responses import Response

from kosci.engine.errors import OptionError
from kosci.engine.options import Value, parse_value
from kosci.variants import Rules, VariantInfo, info, load
from kosci.variants.short import parse_short
from kosci.web.build_average import average_view, not_here, not_solved
from kosci.web.build_home import FIRST_VARIANT
from kosci.web.build_own import own_rules_view, own_url, own_view, short_url
from kosci.web.forms import Fields
from kosci.web.solved import compared, find, known, unsolved
from kosci.web.spreads import is_asked, retrying, spread_of
from kosci.web.views import Notice
from kosci.web.views_own import AverageView
from kosci.web.visit import Visit

UNPROCESSABLE, TOO_MANY = 422, 429


async def form(visit: Visit) -> Response:
    """Every option of a variant, filled in as the query says."""
    query = visit.query()
    variant = info(query.maybe("variant") or FIRST_VARIANT)
    return _form(visit, variant, _typed(query, variant))


async def choose(visit: Visit) -> Response:
    """Go to the page of the rules that the form describes."""
    fields = await visit.form()
    variant = info(fields.one("variant"))
    typed = _typed(fields, variant)
    values, wrong = _read(variant, typed)
    return _form(visit, variant, typed) if wrong else visit.see_other(short_url(load(variant.id, values)))


def _form(visit: Visit, variant: VariantInfo, typed: dict[str, str]) -> Response:
    """The form, refused where a value of it is not possible."""
    _, wrong = _read(variant, typed)
    view = own_view(visit.words, variant, typed, wrong)
    if not wrong:
        return visit.html("own", view)
    notice = Notice(visit.words("own.wrong"))
    return visit.html("own", view, notice=notice, status=UNPROCESSABLE, here=own_url(variant.id))


def _typed(fields: Fields, variant: VariantInfo) -> dict[str, str]:
    """What was typed for each option; OptionError for an option of another game, BadForm for one given twice."""
    typed = {name: fields.one(name).strip() for name in fields.values if name != "variant"}
    for name in typed.keys() - variant.specs.keys():
        parse_value(variant.specs, name, typed[name])  # says which options there are
    return typed


def _read(variant: VariantInfo, typed: dict[str, str]) -> tuple[dict[str, Value], dict[str, OptionError]]:
    """The values that are possible, and why the others are not."""
    values: dict[str, Value] = {}
    wrong: dict[str, OptionError] = {}
    for name, text in typed.items():
        try:
            values[name] = parse_value(variant.specs, name, text)
        except OptionError as error:
            wrong[name] = error
    return values, wrong


async def rules(visit: Visit) -> Response:
    """The rules of a short link, and what best play comes to with them as far as that is known by now."""
    game = parse_short(visit.path("code"))
    spread, spread_status = await spread_of(visit, game, short_url(game))
    if visit.is_fragment and is_asked(visit) and spread is not None:
        return visit.html("spread", spread, status=spread_status)
    average, is_refused = await _average(visit, game)
    status = TOO_MANY if is_refused else spread_status
    if visit.is_fragment:
        return visit.html("own_average", average, status=status)
    near = visit.words("lobby.near") if visit.is_at_server and not visit.site.where.phone_url else ""
    view = replace(own_rules_view(visit.words, game, average, visit.origin, near), spread=spread)
    return retrying(visit.html("own_rules", view, status=status))


async def _average(visit: Visit, game: Rules) -> tuple[AverageView, bool]:
    """What is known of best play, and whether the address has asked for too much."""
    words, url = visit.words, short_url(game)
    parts = visit.site.parts
    if parts.exact is None or parts.solving is None:
        return not_here(words, url, game, await known(visit.site, game)), False
    why = unsolved(game)
    if why is not None:
        return not_solved(words, url, why), False
    games = compared(game)
    found = await find(visit.site, visit.address, games, is_new=not visit.is_fragment)
    return average_view(words, url, games, found), found.is_refused
