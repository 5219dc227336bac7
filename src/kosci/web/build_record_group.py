"""One game's records in words, as a picture over time and as tables, beside what best play comes to.

Finds nothing and asks no job.
"""

from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from kosci.engine.scorecard import Scorecard
from kosci.locale.words import Words
from kosci.service.record_ports import ResultRow
from kosci.service.record_stats import Group, best_of, is_better, measure
from kosci.service.records import Own
from kosci.web.build_parts import rules_url
from kosci.web.build_records import (
    RECORDS,
    date_text,
    ended_text,
    group_about,
    group_title,
    group_url,
    name_choices,
    records_url,
    value_text,
)
from kosci.web.draw_records import FRAMES, MOST_DOTS, plot
from kosci.web.views import Link
from kosci.web.views_records import Fact, GroupView, MadeRow, PlotView, ResultLine
from kosci.web.views_spread import SpreadView

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

MOST_LINES = 200  # the latest results of the list


def group_view(words: Words, own: Own, group: Group, name: str | None, picture: PlotView | None) -> GroupView:
    """The page of a group; `own` are all results, for the choice of names."""
    game = group.game
    alike = [row for row in own.results if _is_of(row, group)]
    best_play = _expected(picture)
    made = tuple(_made(words, group, best_play))
    return GroupView(
        title=group_title(words, group),
        about=group_about(words, group) + ((words("coach.badge"),) if group.is_coached else ()),
        names=name_choices(words, alike, name, lambda one: group_url(group, one)),
        facts=tuple(_facts(words, group)),
        made=made,
        made_note=words("records.made.note", n=len(group.results)) if made else "",
        has_best_play=bool(best_play),
        plot=picture,
        results=tuple(_lines(words, group, name, own.unsettled)),
        results_note=words("records.latest", n=MOST_LINES) if len(group.results) > MOST_LINES else "",
        shows_names=len({row.name for row in group.results}) > 1,
        shows_places=group.players > 1,
        rules=Link(words("do.rules"), rules_url(game)) if game else None,
        back=Link(words("records.all"), records_url(RECORDS, name)),
    )


def _is_of(row: ResultRow, group: Group) -> bool:
    return (row.played, row.players, row.coached) == (group.played, group.players, group.is_coached)


def _facts(words: Words, group: Group) -> Iterator[Fact]:
    games = len(group.results)
    yield Fact(words("records.games"), words.number(games))
    best = group.best
    if best is not None:
        yield Fact(words("records.best"), value_text(words, best), date_text(words, best.finished_at))
    last = (ended_text(words, group.last), date_text(words, group.last.finished_at))
    yield Fact(words("records.last"), value_text(words, group.last), ", ".join(filter(None, last)))
    if group.mean is not None:
        yield Fact(words("records.mean-turns" if group.is_race else "records.mean"), words.number(group.mean, 1))
    if group.deviation is not None:
        yield Fact(words("records.deviation"), words.number(group.deviation, 1))
    if group.players > 1:
        yield _share(words, "records.won", group.won, games)
    if group.bonuses is not None:
        yield _share(words, "records.bonus", group.bonuses, games)
    if not group.is_race:
        yield Fact(words.own("records.extras", group.played.variant), words.number(group.extras))


def _share(words: Words, key: str, many: int, of: int) -> Fact:
    return Fact(words(key), words("records.of", k=many, n=of), words.percent(many / of, 0))


def _made(words: Words, group: Group, best_play: Sequence[float]) -> Iterator[MadeRow]:
    game = group.game
    for made in group.made:
        at = game.index.get(made.row) if isinstance(game, Scorecard) else None
        yield MadeRow(
            name=words.row(made.row, group.played.variant),
            times=words("records.of", k=made.times, n=made.sheets),
            share=words.percent(made.times / made.sheets, 0),
            mean=words.number(made.mean, 1),
            best_play=words.number(best_play[at], 1) if best_play and at is not None else "",
        )


def _expected(picture: PlotView | None) -> tuple[float, ...]:
    return picture.expected if picture else ()


def _lines(words: Words, group: Group, name: str | None, unsettled: Container[object]) -> Iterator[ResultLine]:
    """The results, the latest first."""
    best, back = group.best, group_url(group, name)
    for row in reversed(group.results[-MOST_LINES:]):
        where = {"table": row.table, "seat": row.seat + 1, "back": back or RECORDS}
        notes = [*filter(None, [ended_text(words, row)]), *([words("records.real")] if row.dice == "real" else [])]
        notes += [words("records.imported")] if row.imported else []
        yield ResultLine(
            date=date_text(words, row.finished_at),
            moment=row.finished_at.isoformat(timespec="seconds"),
            name=row.name,
            value=value_text(words, row),
            place=words.number(row.place),
            notes=", ".join(notes),
            is_best=best is not None and row.key == best.key,
            drop=None if row.key in unsettled else Link(words("records.drop"), f"{RECORDS}/result?{urlencode(where)}"),
        )


# --- the picture ------------------------------------------------------------------------------


def plot_view(words: Words, group: Group, chances: "Distribution | None", spread: SpreadView | None) -> PlotView | None:
    """The results over time; nothing where none has a measure. `spread` says how far best play's results are."""
    if not group.values:
        return None
    first, last = (date_text(words, row.finished_at) for row in (group.measured[-MOST_DOTS:][0], group.measured[-1]))
    plots = (
        plot(words, frame, group.values, (first, last), chances, is_fewer_better=group.is_race) for frame in FRAMES
    )
    return PlotView(
        plots=tuple(plots),
        about=_about(words, group, (first, last)),
        caption=tuple(_caption(words, group, chances)),
        spread=spread,
        again=spread.url if spread is not None and spread.percent is not None else "",
        expected=chances.rows if chances is not None else (),
    )


def _about(words: Words, group: Group, dates: tuple[str, str]) -> str:
    assert group.best is not None
    assert group.mean is not None
    key = "records.plot.about-turns" if group.is_race else "records.plot.about"
    best = measure(group.best) or 0
    return words(key, n=len(group.values), first=dates[0], last=dates[1], best=best, mean=words.number(group.mean, 1))


def _caption(words: Words, group: Group, chances: "Distribution | None") -> Iterator[str]:
    yield words("records.plot.dots")
    if len(group.values) > MOST_DOTS:
        yield words("records.latest", n=MOST_DOTS)
    if group.is_race:
        yield words("records.plot.fewer")
    if chances is not None:
        yield words("records.plot.bands")
        yield from _against(words, group, chances)


def _against(words: Words, group: Group, chances: "Distribution") -> Iterator[str]:
    """The own results held against those of best play."""
    assert group.mean is not None
    median = chances.percentile(50)
    good = sum(value <= median if group.is_race else value >= median for value in group.values)
    key = "records.plot.against-turns" if group.is_race else "records.plot.against"
    means = {"mean": words.number(group.mean, 1), "exact": words.number(chances.mean, 1)}
    yield words(key, **means, median=median, k=good, n=len(group.values))


# --- the end of a game ------------------------------------------------------------------------


def best_lines(words: Words, earlier: Sequence[ResultRow], row: ResultRow) -> Iterator[str]:
    """How a result that has just been made stands among the person's earlier ones (S8, C): alone always, else if best.

    With advice it is held against none.
    """
    if row.coached or measure(row) is None:
        return
    best, is_alone = best_of(earlier), row.players == 1
    now = value_text(words, row)
    if best is None:
        if is_alone:
            yield words("records.end.first")
    elif is_better(row, best):
        key = "records.end.best" if is_alone else "records.end.best-of"
        yield words(key, name=row.name, now=now, best=value_text(words, best))
    elif is_alone:
        key = "records.end.level" if measure(row) == measure(best) else "records.end.behind"
        yield words(key, best=value_text(words, best))
