"""Sample tables with the coach: asked, answering, still working, and judging the last choice.

What the templates are shown and tested with; never what a server shows.
"""

from dataclasses import replace

from kosci.locale.languages import words_in
from kosci.locale.words import Words
from kosci.web.views import Action, Cell, Link, Row, TableView
from kosci.web.views_coach import Coach, CoachMove, CoachReason, CoachWhy

_FIELDS = (("command", "6d1f0a"), ("at", "57"))


def with_coach(sheet: TableView, six: TableView, race: TableView, lang: str) -> dict[str, TableView]:
    """Tables in every state of the coach."""
    t = words_in(lang)
    ask = Action(t("coach.ask"), "/t/7Q/hint", _FIELDS)
    coming = Coach(t("coach.title"), status=t("coach.solving", p=0.4))  # a sample does not ask again
    return {
        "hint": replace(sheet, turn=replace(sheet.turn, ask=ask)),
        "race-hint": replace(race, turn=replace(race.turn, ask=ask)),
        "coach": _told(sheet, t, _coach(t)),
        "coach-six": _told(six, t, _coach(t)),
        "coach-coming": _told(sheet, t, coming),
        "race-coach": _told(race, t, _race_coach(t)),
    }


def _told(view: TableView, t: Words, coach: Coach) -> TableView:
    dice = tuple(replace(die, is_advised=die.is_on and die.face == 5) for die in view.turn.dice)
    turn = replace(view.turn, dice=dice, jump=Link(t("coach.title"), "#coach"), hint=coach.summary or view.turn.hint)
    sheet = view.sheet
    if sheet is not None and coach.moves:
        sheet = replace(sheet, upper=tuple(map(_row, sheet.upper)), lower=tuple(map(_row, sheet.lower)))
    return replace(view, head=replace(view.head, coached=t("coach.badge")), turn=turn, sheet=sheet, coach=coach)


def _row(row: Row) -> Row:
    return replace(row, cells=tuple(_cell(cell, is_best=row.id == "fives") for cell in row.cells))


def _cell(cell: Cell, *, is_best: bool) -> Cell:
    if cell.state != "possible":
        return cell
    return replace(cell, worth="✓" if is_best else "−12,4", is_best=is_best)


def _coach(t: Words) -> Coach:
    keep, other = (t("advice.keep", dice=dice) for dice in ("5 5 5", "5 5"))
    value = t("coach.value.total", value=t.number(251.3, 1))
    cost = t("coach.cost.total", cost=t.number(1.3, 1))
    spoken = t("coach.loss", cost=cost)
    return Coach(
        heading=f"{t('coach.title')}: Aleksandra-Maria Konstantynowicz",
        summary=t("coach.best", move=keep, value=t.number(251.3, 1)),
        moves=(
            CoachMove(1, keep, value),
            CoachMove(2, other, value, f"−{t.number(1.3, 1)}", spoken),
            CoachMove(3, t("coach.score", cat=t.row("three_of_a_kind"), n=20), value, "−12,4", spoken),
        ),
        why=_why(t, keep, other),
        verdict=t("coach.cost-it", cost=cost, move=keep),
        verdict_heading=t("coach.last"),
        verdict_why=_why(t, keep, other),
        note=f"{t('coach.note.total')} {t('coach.note.points')}",
    )


def _why(t: Words, better: str, other: str) -> CoachWhy:
    found = (("+3,1", t.row("sixes")), ("+0,9", t("sheet.bonus")), ("−1,2", t.row("full_house")))
    reasons = tuple(CoachReason(points, where, points.startswith("−")) for points, where in found)
    return CoachWhy(t("advice.why", better=better, other=other), reasons)


def _race_coach(t: Words) -> Coach:
    chance, bust = t("coach.value.chance", value=t.percent(0.531)), t("race.bust", p=4 / 9)
    loss = t("coach.loss", cost=t("coach.cost.chance", cost=t.number(2.1, 1)))
    return Coach(
        heading=t("coach.title"),
        summary=t("coach.best", move=t("advice.bank"), value=t.percent(0.531)),
        moves=(
            CoachMove(1, t("advice.bank"), chance),
            CoachMove(2, t("coach.roll-on", dice="1 5"), f"{chance} · {bust}", f"−{t.number(2.1, 1)}", loss),
        ),
        verdict=t("coach.best-move"),
        is_best=True,
        verdict_heading=t("coach.last"),
        note=t("coach.note.chance"),
    )
