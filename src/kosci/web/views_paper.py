"""Values the page of blank sheets is made of.

Data only.
"""

from dataclasses import dataclass

from kosci.web.views import Link, Pick


@dataclass(frozen=True, slots=True)
class PaperView:
    """The form that asks for a blank sheet; `fields` are the options of the rules, sent along."""

    title: str
    url: str
    notes: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    variants: tuple[Link, ...]
    players: tuple[Pick, ...]
    games: tuple[Pick, ...]
    sizes: tuple[Pick, ...]
    languages: tuple[Pick, ...]
    rules: Link
