"""Sample pages of records: of nobody yet, of a family, one game over best play, a race, a question.

What the templates are shown and tested with; never what a server shows.
"""

from dataclasses import replace
from datetime import timedelta

import numpy as np

from kosci.locale.languages import words_in
from kosci.locale.words import Words
from kosci.service.record_ports import ResultRow
from kosci.service.record_stats import Group, group_of
from kosci.service.records import Own
from kosci.solve.spread import Distribution
from kosci.variants import load
from kosci.web.build_record_group import group_view, plot_view
from kosci.web.build_records import deleting_view, devices_view, records_view
from kosci.web.build_spread import not_asked
from tests.support.results import NOON, made

_COMMAND = "6d1f0a2b"
_LONG = "Aleksandra-Maria Konstantynowicz"
_CHANCES = Distribution(150, np.bincount(np.arange(1000) % 30 * np.arange(1000) % 200) / 1000, 0.6, 0, (2.5,) * 13)


def with_records(lang: str) -> dict[str, tuple[str, object]]:
    """Each page of the records."""
    words, own = words_in(lang), Own(_results(), 2, has_link=True)
    link = "http://192.168.1.20:8765/p/0123456789abcdefghijklmnopqrstuv"
    shared = devices_view(words, own, _COMMAND, link, words("lobby.near"))
    sheet = group_of(own.results, load("general"), 1, is_coached=False)
    race = group_of(own.results, load("tysiac"), 3, is_coached=False)
    assert sheet is not None
    assert race is not None
    over_time = plot_view(words, sheet, _CHANCES, None)
    return {
        "records-empty": ("records", records_view(words, Own(), None, devices_view(words, Own(), _COMMAND), _COMMAND)),
        "records": ("records", records_view(words, own, None, shared, _COMMAND)),
        "records-sheet": (
            "records_group",
            group_view(words, own, sheet, None, over_time),
        ),
        "records-race": ("records_group", _race(words, own, race)),
        "records-delete": ("records_ask", deleting_view(words, own, _COMMAND)),
    }


def _race(words: Words, own: Own, race: Group) -> object:
    return group_view(words, own, race, _LONG, plot_view(words, race, None, not_asked("/records/tysiac/3?spread=1")))


def _results() -> tuple[ResultRow, ...]:
    sheets = [made(load("general"), at, ("Anna", _LONG, "Ola")[at % 3]) for at in range(24)]
    others = [made(load("yatzi"), 30, players=2, coached=True), made(load("yahtzee", {"bonus": 50}), 31, dice="real")]
    races = [made(load("tysiac"), at, _LONG, 3, imported=True) for at in range(40, 44)]
    lost = replace(made(load("tysiac"), 44, _LONG, 3), place=2, points=640, turns=None)
    rows = [*sheets, *others, *races, lost]
    return tuple(replace(row, finished_at=NOON + timedelta(days=at)) for at, row in enumerate(rows))
