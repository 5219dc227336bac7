"""Sample tables with real dice: the pad in each of its states, an entry to settle, Tysiąc.

What the templates are shown and tested with; never what a server shows.
"""

from dataclasses import replace

from kosci.locale.languages import words_in
from kosci.locale.words import Words
from kosci.web.views import Action, Cell, Link, Row, Sheet, TableView
from kosci.web.views_real import Flag, Pad, Real, Slot, Tap, TurnCell

_POST = (("command", "6d1f0a"), ("seat", "2"), ("turn", "7"))
_FIVES = (5, 5, 2, 5, 3)


def with_real(sheet: TableView, long: TableView, race: TableView, lang: str) -> dict[str, TableView]:
    """Tables with real dice in every state that looks different."""
    t = words_in(lang)
    asked = Real(_pad(t, "ask", say=t("pad.zero", cat=t.row("four_of_a_kind")), buttons=(_tap(t("do.score-zero")),)))
    flag = Flag(t("pad.flag", name="Anna", old="5, 5, 5, 2, 3"), Link(t("pad.settle"), "/t/7Q?seq=12"))
    return {
        "real-begin": _real(sheet, _begin(t)),
        "real-dice": _real(sheet, _dice(t, ()), is_open=True),
        "real-long": _real(long, _dice(t, _FIVES[:3]), is_open=True),
        "real-full": _real(sheet, _dice(t, _FIVES), has_values=True),
        "real-values": _real(sheet, _values(t), is_open=True),
        "real-ask": replace(_real(sheet, asked.pad, is_open=True), real=replace(asked, flags=(flag,))),
        "real-race": replace(race, real=Real(_race(t), turns=_turns(t))),
    }


def _real(view: TableView, pad: Pad, *, is_open: bool = False, has_values: bool = False) -> TableView:
    assert view.sheet is not None
    return replace(view, sheet=_tapped(view.sheet, is_open=is_open, has_values=has_values), real=Real(pad))


def _tapped(sheet: Sheet, *, is_open: bool, has_values: bool) -> Sheet:
    """Written boxes to correct, and those of the turn to tap."""

    def cell(row: Row, one: Cell) -> Cell:
        if one.state == "filled":
            return replace(one, form="fix", seq=12, label=f"{row.name}: {one.points}")
        if has_values and one.state == "possible":
            return replace(one, form="post" if one.points else "ask")
        return Cell("empty" if is_open and one.state == "possible" else "open", label=row.name, form="ask")

    def part(rows: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(replace(row, cells=tuple(cell(row, one) for one in row.cells)) for row in rows)

    return replace(sheet, upper=part(sheet.upper), lower=part(sheet.lower))


def _tap(text: str, value: str = "1", note: str = "", *, is_first: bool = False) -> Tap:
    return Tap(text, f"{text} {note}", "points", value, note=note, is_first=is_first)


def _pad(t: Words, state: str, **more: object) -> Pad:
    undo = Action(t("do.undo"), "/t/7Q/undo", (("command", "1a"), ("seq", "57")))
    plain = Pad("dice", "Aleksandra-Maria Konstantynowicz", "", "/t/7Q/enter", _POST, undo=undo)
    return replace(plain, state=state, cancel=Link(t("do.cancel"), "/t/7Q"), **more)  # type: ignore[arg-type]


def _begin(t: Words) -> Pad:
    names = tuple(_tap(name) for name in ("Anna", "Aleksandra-Maria Konstantynowicz", "Maja", "Ola"))
    return replace(
        _pad(t, "begin", heading=t("pad.begin"), say=t("pad.begin-hint"), values=names), undo=None, cancel=None
    )


def _dice(t: Words, dice: tuple[int, ...]) -> Pad:
    faces = (*dice, *[None] * (5 - len(dice)))
    slots = tuple(
        Slot(at, face, t("die.name-blank", i=at) if face is None else f"{at} {face}")
        for at, face in enumerate(faces, 1)
    )
    tapped = tuple(Tap(str(face), t("pad.face", n=face), "dice", str(face), "tap") for face in range(1, 7))
    is_full = len(dice) == 5
    more = Action(t("pad.more"), "/t/7Q/told", _POST) if is_full else None
    say = t("pad.rows-hint" if is_full else "pad.dice-hint")
    pad = _pad(t, "dice", say=say, slots=slots, faces=tapped, is_full=is_full, more=more)
    return pad if dice else replace(pad, cancel=None)


def _values(t: Words) -> Pad:
    values = tuple(replace(_tap(str(points), str(points)), is_now=points == 17) for points in (0, *range(5, 31)))
    take_out = Tap("–", t("pad.take-out"), "row", "pass", "ask")
    title = t("pad.fix-title", name="Aleksandra-Maria", old=t.row("four_of_a_kind"))
    return _pad(t, "values", heading=title, say=t("pad.fix-hint"), values=(*values, take_out), typed="points")


def _race(t: Words) -> Pad:
    buttons = (_tap(t("pad.bust")), _tap(t("pad.race-on-short")), _tap(t("do.score-n", n=110), is_first=True))
    return replace(_dice(t, (1, 5)), say=t("race.turn", n=110), buttons=buttons, is_race=True)


def _turns(t: Words) -> tuple[tuple[TurnCell | None, ...], ...]:
    def cell(name: str, points: int) -> TurnCell:
        return TurnCell(str(points), t("pad.turn-fix", name=name, n=1, points=str(points)), 12, is_last=points == 110)

    return ((cell("Anna", 110), cell("Ola", 35), cell("Maja", 0), None),)
