"""The overview of a person's records in words: whose, which games, what can be done with them.

Counts nothing itself: groups come from `record_stats`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from urllib.parse import urlencode

from kosci.locale.option_words import changed_rules
from kosci.locale.words import Words
from kosci.service.record_ports import ResultRow
from kosci.service.record_stats import Group, groups, named, names_of
from kosci.service.records import Own
from kosci.variants.short import format_short
from kosci.web.build_parts import qr
from kosci.web.views import Action, Link
from kosci.web.views_records import AskView, Choice, Devices, Fact, GroupCard, RecordsView

RECORDS = "/records"
NAME, ALL = "name", "all"  # in the query: whose results are shown


def records_view(words: Words, own: Own, name: str | None, devices: Devices, command: str) -> RecordsView:
    """The overview of the results under a name, or under all."""
    found = groups(named(own.results, name))
    return RecordsView(
        names=name_choices(words, own.results, name, lambda one: records_url(RECORDS, one)),
        groups=tuple(_card(words, group, name) for group in found if not group.is_coached),
        coached=tuple(_card(words, group, name) for group in found if group.is_coached),
        devices=devices,
        exports=tuple(
            Link(words(f"records.export.{form}"), f"{RECORDS}/export?form={form}") for form in ("json", "csv")
        ),
        bring=Action(words("records.bring"), f"{RECORDS}/import", (("command", command),)),
        delete=Link(words("records.delete"), f"{RECORDS}/delete"),
        play=Link(words("records.play"), "/"),
    )


def shown_name(own: Own, asked: str | None, *, is_all: bool) -> str | None:
    """Whose results are shown: those asked for, else those of the name used most; None for all names."""
    names = names_of(own.results)
    if is_all or not names:
        return None
    return asked if asked is not None else names[0][0]


def name_choices(
    words: Words, results: Sequence[ResultRow], name: str | None, url: Callable[[str | None], str]
) -> tuple[Choice, ...]:
    """The names used, the most used first, and all together; nothing where there is only one."""
    names = names_of(results)
    if len(names) < 2:
        return ()
    current = {row.name for row in named(results, name)} if name is not None else set()
    own = (Choice(words("records.name", name=one, n=many), url(one), is_current=one in current) for one, many in names)
    return (*own, Choice(words("records.names.all", n=len(results)), url(None), is_current=name is None))


def records_url(path: str, name: str | None, **more: str) -> str:
    """The address of the records under a name, or under all."""
    return f"{path}?{urlencode({**({ALL: '1'} if name is None else {NAME: name}), **more})}"


def group_url(group: Group, name: str | None) -> str:
    """The page of one group, none where its rules are known no more."""
    if group.game is None:
        return ""
    more = {"coached": "1"} if group.is_coached else {}
    return records_url(f"{RECORDS}/{format_short(group.game)}/{group.players}", name, **more)


def _card(words: Words, group: Group, name: str | None) -> GroupCard:
    facts = [Fact(words("records.games"), words.number(len(group.results)))]
    if group.best is not None:
        facts.append(Fact(words("records.best"), value_text(words, group.best)))
    facts.append(Fact(words("records.last"), value_text(words, group.last), ended_text(words, group.last)))
    if group.mean is not None:
        facts.append(Fact(words("records.mean"), words.number(group.mean, 1), spread_text(words, group)))
    return GroupCard(group_title(words, group), group_url(group, name), group_about(words, group), tuple(facts))


def group_title(words: Words, group: Group) -> str:
    """The name of the game; of one that is known no more its id."""
    key = f"variant.{group.played.variant}.name"
    return words(key) if key in words else group.played.variant


def group_about(words: Words, group: Group) -> tuple[str, ...]:
    """How many played, and each option that differs."""
    players = words("records.alone") if group.players == 1 else words.count("player", group.players)
    if group.game is None:
        options = f" {group.played.options}" if group.played.options else ""
        return players, words("records.rules-gone") + options
    return players, *changed_rules(words, group.game)


def value_text(words: Words, row: ResultRow) -> str:
    """What a result is worth: points, of a race the turns it was won in, or the points where it was not."""
    if not row.is_race:
        return words.number(row.points)
    return words.count("point", row.points) if row.turns is None else words.count("turn", row.turns)


def ended_text(words: Words, row: ResultRow) -> str:
    """How a race ended that was not won by reaching its target; empty for any other game."""
    if not row.is_race or row.turns is not None:
        return ""
    return words("records.walkover" if row.place == 1 else "records.not-won")


def spread_text(words: Words, group: Group) -> str:
    """The standard deviation beside the mean, empty for a single result."""
    return f"± {words.number(group.deviation, 1)}" if group.deviation is not None else ""


def date_text(words: Words, moment: datetime) -> str:
    """The day of a moment where the server stands, as the language writes it."""
    from babel.dates import format_date  # it takes a while to start, and most pages have no date

    return str(format_date(moment.astimezone().date(), format="medium", locale=words.lang))


# --- other devices, deleting ------------------------------------------------------------------


def devices_view(words: Words, own: Own, command: str, link: str = "", near: str = "") -> Devices:
    """How many devices the records are on, and the way to one more; a new link is shown once."""
    fields = (("command", command),)
    return Devices(
        line=words("records.devices", n=own.devices),
        make=Action(words("records.link.again" if own.has_link else "records.link.make"), f"{RECORDS}/link", fields),
        void=Action(words("records.link.void"), f"{RECORDS}/unlink", fields) if own.has_link else None,
        part=Action(words("records.part"), f"{RECORDS}/part", fields) if own.devices > 1 else None,
        link=link,
        qr=qr(link) if link else None,
        near=near if link else "",
    )


def joining_view(words: Words, url: str, command: str, own: Own, theirs: int) -> AskView:
    """What opening a personal link on this device would do."""
    return AskView(
        title=words("records.join.title"),
        lines=(
            words("records.join.line", n=theirs),
            words("records.join.added", n=len(own.results)) if own.results else words("records.join.empty"),
            words("records.join.trust"),
        ),
        act=Action(words("records.join.do"), url, (("command", command),)),
        back=Link(words("page.home"), "/"),
    )


def deleting_view(words: Words, own: Own, command: str) -> AskView:
    """What deleting everything means."""
    return AskView(
        title=words("records.delete.title"),
        lines=(
            words("records.delete.results", n=len(own.results)),
            words("records.delete.tables"),
            words("records.delete.running"),
            *((words("records.delete.devices", n=own.devices),) if own.devices > 1 else ()),
            words("records.delete.copies"),
        ),
        act=Action(words("records.delete.do"), f"{RECORDS}/delete", (("command", command),)),
        back=Link(words("do.cancel"), RECORDS),
        is_dangerous=True,
    )


def gone_view(words: Words) -> AskView:
    """What is said when everything is deleted."""
    lines = (words("records.gone.line"), words("records.gone.browser"))
    return AskView(words("records.gone.title"), lines, None, Link(words("page.home"), "/"))


def dropping_view(words: Words, row: ResultRow, command: str, back: str) -> AskView:
    """The question before one result is deleted."""
    title = words(f"variant.{row.played.variant}.name")
    line = f"{title} · {row.name} · {date_text(words, row.finished_at)} · {value_text(words, row)}"
    fields = (("command", command), ("table", row.table), ("seat", str(row.seat + 1)), ("back", back))
    return AskView(
        title=words("records.drop.title"),
        lines=(line, words("records.drop.line")),
        act=Action(words("records.drop.do"), f"{RECORDS}/result/delete", fields),
        back=Link(words("do.cancel"), back),
        is_dangerous=True,
    )
