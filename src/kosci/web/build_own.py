"""The pages of own rules: the form of every option, and the rules that came of it.

Reads what options can be from the registry; checks and solves nothing.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from kosci.engine.errors import OptionError
from kosci.engine.options import Choice, Spec, Value, format_value
from kosci.locale.explain import explain
from kosci.locale.option_words import option_label, option_value
from kosci.locale.words import Words
from kosci.variants import Rules, VariantInfo, catalogue, changed_options, info
from kosci.variants.short import format_short
from kosci.web.build_home import MODES
from kosci.web.build_options import allowed_values, option_field
from kosci.web.build_paper import blank_link
from kosci.web.build_parts import qr, rules_url
from kosci.web.views import Link, OptionField
from kosci.web.views_own import AverageView, ChangedOption, OwnRulesView, OwnView

OWN, RULES = "/own", "/r"


def own_view(
    words: Words, variant: VariantInfo, typed: Mapping[str, str], wrong: Mapping[str, OptionError] | None = None
) -> OwnView:
    """The form with what was typed, and what is wrong beside the option it is about."""
    faults = wrong or {}
    usual = {name: format_value(value) for name, value in variant.defaults.items()}
    shown = {**usual, **typed}
    return OwnView(
        url=OWN,
        variant=variant.id,
        variants=tuple(
            Link(words(f"variant.{one.id}.name"), "" if one.id == variant.id else own_url(one.id))
            for one in catalogue()
        ),
        options=tuple(_field(words, variant, name, shown[name], faults.get(name)) for name in variant.specs),
        rules=Link(words("do.rules"), f"/rules/{variant.id}"),
        reset=Link(words("own.reset"), own_url(variant.id)) if shown != usual else None,
    )


def _field(words: Words, variant: VariantInfo, name: str, text: str, fault: OptionError | None) -> OptionField:
    spec, usual = variant.specs[name], variant.defaults[name]
    error = (
        explain(words, fault, option=option_label(words, name), allowed=allowed_values(words, name, spec))
        if fault
        else ""
    )
    return option_field(words, name, spec, text, note=_note(words, name, spec, usual), error=error)


def _note(words: Words, name: str, spec: Spec, usual: Value) -> str:
    """What is usual, and how far a number may go."""
    value = option_value(words, name, usual)
    if isinstance(spec, Choice):
        return words("own.usual", value=value)
    return words("own.bounds", range=allowed_values(words, name, spec), value=value)


def own_rules_view(words: Words, game: Rules, average: AverageView, origin: str, near: str = "") -> OwnRulesView:
    """The page that the short link of these rules opens."""
    changed = changed_options(game)
    link = f"{origin}{short_url(game)}"
    name = words(f"variant.{game.id}.name")
    return OwnRulesView(
        title=words("own.rules-title" if changed else "own.usual-title", game=name),
        changed=changed_lines(words, game),
        average=average,
        link=link,
        qr=qr(link),
        plays=tuple(Link(words(f"mode.{mode}"), f"/new?{_query(game, mode=mode)}") for mode in MODES),
        rules=Link(words("own.full"), rules_url(game)),
        edit=Link(words("own.edit"), f"{OWN}?{_query(game)}"),
        near=near,
        paper=blank_link(words, game),
    )


def changed_lines(words: Words, game: Rules) -> tuple[ChangedOption, ...]:
    """Each option that stands otherwise than usual, with both values in words."""
    usual = info(game.id).defaults
    return tuple(
        ChangedOption(
            option_label(words, name), option_value(words, name, value), option_value(words, name, usual[name])
        )
        for name, value in changed_options(game).items()
    )


def own_url(variant: str) -> str:
    """The form of own rules for a variant."""
    return f"{OWN}?{urlencode({'variant': variant})}"


def short_url(game: Rules) -> str:
    """The path of the short link of these rules."""
    return f"{RULES}/{format_short(game)}"


def _query(game: Rules, **more: str) -> str:
    changed = {name: format_value(value) for name, value in changed_options(game).items()}
    return urlencode({"variant": game.id, **more, **changed})
