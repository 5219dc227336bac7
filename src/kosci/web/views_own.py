"""What the pages of own rules are fed with: plain frozen values, already worded where a sentence is meant.

Holds no rule, no job and no markup; read as `views` says.
"""

from dataclasses import dataclass

from kosci.web.views import Link, OptionField, Qr
from kosci.web.views_spread import SpreadView


@dataclass(frozen=True, slots=True)
class OwnView:
    """The form of own rules: POST `variant` and every option to `url`.

    `variants` lead to the same form for another game, the chosen one's link being empty; `reset` is there where an
    option stands otherwise than usual.
    """

    url: str
    variant: str
    variants: tuple[Link, ...]
    options: tuple[OptionField, ...]
    rules: Link
    reset: Link | None = None


@dataclass(frozen=True, slots=True)
class ChangedOption:
    """An option that stands otherwise than usual."""

    label: str
    value: str
    usual: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that best play comes to, and how it differs from the usual rules ("" for the usual rules)."""

    value: str
    change: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """Some rules with what best play comes to, one figure a column; none while they are being solved."""

    label: str
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class AverageView:
    """What best play comes to: sentences, and a table with a line for each change.

    `percent` of the work is done, None where nothing is being solved; then `url` is worth asking again. `why_not`
    says why a number is missing.
    """

    url: str
    lines: tuple[str, ...] = ()
    percent: int | None = None
    columns: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class OwnRulesView:
    """Rules that somebody put together: what differs, what best play comes to, the link to them, ways to play them."""

    title: str
    changed: tuple[ChangedOption, ...]
    average: AverageView
    link: str
    qr: Qr
    plays: tuple[Link, ...]
    rules: Link
    edit: Link
    near: str = ""
    spread: SpreadView | None = None
    paper: Link | None = None
