"""The home page, the rules pages, language and settings.

Asks the service only for the reader's own tables.
"""

from dataclasses import replace
from urllib.parse import quote

from starlette.responses import Response

from kosci.locale.languages import languages
from kosci.variants import load
from kosci.variants.registry import parse_options
from kosci.web.build_average import mean_lines
from kosci.web.build_home import home_view
from kosci.web.build_parts import rules_url
from kosci.web.build_rules import rules_view
from kosci.web.forms import Fields
from kosci.web.session import THEMES, Prefs, keep_prefs, parse_theme
from kosci.web.solved import known
from kosci.web.spreads import ASKED, retrying, spread_of
from kosci.web.views import Settings, SettingsView
from kosci.web.visit import HOME, SETTINGS, Visit


async def home(visit: Visit) -> Response:
    """The home page."""
    tables = [] if visit.visitor.is_new else await visit.site.parts.tables.tables_of(visit.device)
    return visit.html("home", home_view(visit.words, visit.device, tables))


async def rules(visit: Visit) -> Response:
    """The rules of a variant, with the options the query names, and the results of best play if they are asked for."""
    variant = visit.path("variant")
    chosen = [f"{name}={value}" for name, values in visit.query().values.items() if name != ASKED for value in values]
    game = load(variant, parse_options(variant, chosen))
    spread, status = await spread_of(visit, game, rules_url(game))
    if visit.is_fragment and spread is not None:
        return visit.html("spread", spread, status=status)
    means = await known(visit.site, game)
    averages = mean_lines(visit.words, game, means) if means else ()
    return retrying(visit.html("rules", replace(rules_view(visit.words, game, averages), spread=spread), status=status))


async def settings(visit: Visit) -> Response:
    """The settings page."""
    back = local_path(visit.query().maybe("back"))
    if back.startswith(SETTINGS):
        back = HOME  # the settings are no place to come back to from themselves
    return visit.html("settings", SettingsView(SETTINGS, back), here=f"{SETTINGS}?back={quote(back)}")


async def choose_language(visit: Visit) -> Response:
    """Remember a language and go back to where it was chosen."""
    form = await visit.form()
    prefs = replace(visit.visitor.prefs, lang=form.choice("lang", languages()))
    return _remembered(visit, prefs, form)


async def choose_settings(visit: Visit) -> Response:
    """Remember settings and go back; those the form does not name stay as they are."""
    form = await visit.form()
    prefs = replace(visit.visitor.prefs, settings=_settings(form, visit.visitor.prefs.settings))
    return _remembered(visit, prefs, form)


def _settings(form: Fields, now: Settings) -> Settings:
    return Settings(
        theme=parse_theme(form.choice("theme", THEMES)) if "theme" in form.values else now.theme,
        invert_keep=_flag(form, "invert_keep", is_on=now.invert_keep),
        sound=_flag(form, "sound", is_on=now.sound),
        keys=_flag(form, "keys", is_on=now.keys),
    )


def _flag(form: Fields, name: str, *, is_on: bool) -> bool:
    """A checkbox: the hidden 0 before it says that it was on the page at all."""
    given = form.values.get(name)
    return is_on if given is None else given[-1] == "1"


def _remembered(visit: Visit, prefs: Prefs, form: Fields) -> Response:
    response = visit.see_other(local_path(form.maybe("back")))
    keep_prefs(response, visit.request, visit.site.parts.vault, prefs)
    return response


def local_path(text: str | None) -> str:
    r"""A path of this site, the home page for anything else: no redirect leads away from here.

    >>> local_path("/t/abc?see=2"), local_path("//evil.example"), local_path("/\\evil.example"), local_path(None)
    ('/t/abc?see=2', '/', '/', '/')
    """
    is_local = text is not None and text.startswith("/") and text[1:2] not in ("/", "\\") and text.isprintable()
    return text if is_local and text is not None else HOME
