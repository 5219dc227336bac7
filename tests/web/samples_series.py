"""Sample pads of series, with who joins late, leaves and was deleted, and the ends of games among others.

What the templates are shown and tested with; never what a server shows.
"""

from collections.abc import Sequence
from dataclasses import replace

from kosci.locale.languages import words_in
from kosci.locale.words import Words
from kosci.web.views import Action, EndView, Head, Link, TableView
from kosci.web.views_series import HeadSeries, PadCell, PadGame, PadLine, PadView, PlayingOn, SeriesView

_FIELDS = (("command", "6d1f0a"), ("at", "57"))
_NAMES = ("Aleksandra-Maria Konstantynowicz", '<b onclick="x">Ola</b> & "Ala"', "Maja", "Zofia", "—")
# What each has in the games so far, with where they won or left; None where they were not there.
_SHEETS = ((231, 198, 240), (245, 210, 187), (199, 305, 96), (None, 180, 166), (177, None, None))
_RACES = ((1005, 640, 1000, 1010, 85, 990), (995, 1020, 930, 870, 2005, 1000))


def with_series(lang: str, end: EndView, race_end: EndView, table: TableView) -> dict[str, tuple[str, object]]:
    """The page of a series, the ends of its games, and a table that is one of them."""
    t = words_in(lang)
    rematch, change = Action(t("series.rematch"), "/t/7Q/rematch", _FIELDS), Action(t("series.change"), "/t/7Q/next")
    hint = t("series.next-starts", n=4, most=6, name=_NAMES[0])
    on = PlayingOn(_three(t), rematch=rematch, change=change, hint=hint)
    return {
        "series": ("series", page_of(lang, end.head)),
        "end-series": ("end", replace(end, head=_head(t, end.head, 3), playing_on=on)),
        "end-series-race": ("end", replace(race_end, head=_head(t, race_end.head, 6), playing_on=_full(t))),
        "table-series": ("table", replace(table, head=_head(t, table.head, 3))),
    }


def page_of(lang: str, head: Head) -> SeriesView:
    """The page of a series whose fourth game is running."""
    t = words_in(lang)
    three = _three(t)
    running = PadGame(4, t("series.column", n=4), "/t/8R", is_running=True)
    lines = tuple(
        replace(line, cells=(*line.cells[:3], PadCell("…", t("series.no-result"), is_pencil=True), *line.cells[4:]))
        for line in three.lines[:4]
    )
    pad = replace(three, games=(*three.games, running), lines=(*lines, *three.lines[4:]))
    lead = t("series.about", game=head.variant, most=6)
    return SeriesView(
        head=head,
        title=t("series.title"),
        lead=lead,
        pad=replace(pad, notes=(t("series.is-running", n=4), *pad.notes)),
        back=Link(t("series.to-table"), "/t/7Q"),
        onward=Link(t("series.go", n=4), "/t/8R"),
        told=t("series.begun", n=4),
    )


def _head(t: Words, head: Head, number: int) -> Head:
    return replace(head, series=HeadSeries(t("series.column", n=number), t("series.game", n=number), "/t/7Q/series"))


def _three(t: Words) -> PadView:
    totals = [sum(filter(None, points)) for points in _SHEETS]
    lines = [
        PadLine(name, name == "Maja", place, _cells(t, points), 0, total)
        for name, place, points, total in zip(_NAMES, (1, 2, 3, None, None), _SHEETS, totals, strict=True)
    ]
    notes = (t("series.left-note"), t("series.places-note"))
    return PadView(
        columns=6,
        games=_games(t, 3),
        lines=tuple(lines),
        counts_wins=False,
        verdict=t("series.leader", name=_NAMES[0], n=totals[0]),
        notes=notes,
    )


def _cells(t: Words, points: Sequence[int | None]) -> tuple[PadCell, ...]:
    cells = [PadCell("–", t("series.no-result")) if one is None else _cell(t, one) for one in points]
    return (*cells, *(PadCell("") for _ in range(6 - len(cells))))


def _cell(t: Words, points: int) -> PadCell:
    if points == 96:
        return PadCell(f"({points})", t("series.cell-left"), has_left=True)
    is_won = points in (245, 305, 240)
    return PadCell(t.number(points), t("series.cell-won") if is_won else "", is_won=is_won)


def _games(t: Words, count: int) -> tuple[PadGame, ...]:
    return tuple(
        PadGame(number, t("series.column", n=number), f"/t/{number}Q", is_here=number == 3)
        for number in range(1, count + 1)
    )


def _full(t: Words) -> PlayingOn:
    totals = [sum(points) for points in _RACES]
    cells = [
        tuple(
            PadCell(t.number(mine), t("series.cell-won") if mine > other else "", is_won=mine > other)
            for mine, other in zip(points, rivals, strict=True)
        )
        for points, rivals in ((_RACES[0], _RACES[1]), (_RACES[1], _RACES[0]))
    ]
    lines = tuple(
        PadLine(_NAMES[at], at == 0, 1 + at, cells[at], 3, totals[at])
        for at in sorted((0, 1), key=lambda x: -totals[x])
    )
    lines = tuple(replace(line, place=place) for place, line in enumerate(lines, 1))
    verdict = t("series.winner-won", name=lines[0].name, n=lines[0].total, won=3)
    pad = PadView(
        columns=6, games=_games(t, 6), lines=lines, counts_wins=True, verdict=verdict, notes=(t("series.wins-note"),)
    )
    return PlayingOn(pad, t("series.new-running"), Link(t("series.go-new"), "/t/8R"))
