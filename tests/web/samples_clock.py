"""A sample table with a turn clock.

What the templates are shown and tested with; never what a server shows.
"""

from dataclasses import replace

from kosci.locale.languages import words_in
from kosci.web.views import Action, TableView
from kosci.web.views_clock import Clock

_FIELDS = (("command", "6d1f0a"), ("at", "57"), ("seat", "1"))


def with_clock(sheet: TableView, lang: str) -> dict[str, TableView]:
    """One's own time, little of it, and somebody else's over days."""
    t = words_in(lang)
    more = Action(t("clock.more"), "/t/7Q/extend", _FIELDS)
    give = Action(t("clock.give"), "/t/7Q/extend", _FIELDS)
    days = t("clock.days", days="2", hours="23")
    return {
        "clock": replace(sheet, clock=Clock("0:19", 19_000, is_yours=True, more=more)),
        "clock-days": replace(sheet, clock=Clock(days, 255_600_000, more=give)),
    }
