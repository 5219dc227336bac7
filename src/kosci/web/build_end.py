"""The end of a game for one reader: places, by how much, the final sheets, the dice to be checked.

Reads the results of the game; ranks nothing itself.
"""

from urllib.parse import urlencode

from kosci.engine.game import Result
from kosci.engine.options import format_value
from kosci.service.reviewing import is_reviewed
from kosci.variants.registry import changed_options
from kosci.web import build_parts as parts
from kosci.web import build_race, build_real, build_sheet
from kosci.web.build_choice import sheets
from kosci.web.build_coach import marked
from kosci.web.build_series import playing_on
from kosci.web.build_table import results, seat_view, undo
from kosci.web.look import Look
from kosci.web.views import Action, EndView, Link, Mode, Standing


def end_view(look: Look) -> EndView:
    """The table after the game."""
    found, lanes = sheets(look), build_race.lanes(look)
    final = results(look)
    title, lines = _outcome(look, final)
    return EndView(
        head=parts.head(look),
        live=parts.live(look, f"{title} · {parts.variant_name(look)}", look.here),
        title=title,
        lines=(*lines, *look.bests, *filter(None, [marked(look)])),
        standings=_standings(look, final),
        seats=tuple(seat_view(look, seat, place=_place(final, seat)) for seat in range(len(look.names))),
        sheet=build_real.to_tap(look, build_sheet.sheet(look, found, None)) if found else None,
        race=build_race.race(look, lanes) if lanes else None,
        story=parts.story(look),
        verify_url="" if look.is_real else f"{look.base}/verify",
        real=build_real.real(look),
        export_url=f"{look.base}/export",
        again=Link(look.words("do.new-game"), _again_url(look)),
        undo=undo(look),
        close=_close(look),
        is_solo=len(look.names) == 1,
        reviewed=look.reviewed,
        review=Link(look.words("review.title"), f"{look.base}/review") if is_reviewed(look.view) else None,
        playing_on=playing_on(look, look.series) if look.series else None,
        paper=_paper(look),
    )


def _paper(look: Look) -> tuple[Link, ...]:
    """What can be printed: the sheet, the review once there may be one, blank sheets for the next game."""
    words = look.words
    review = (Link(words("paper.review"), f"{look.base}/review.pdf"),) if is_reviewed(look.view) else ()
    sheet = Link(words("paper.sheet"), f"{look.base}/sheet.pdf")
    return sheet, *review, Link(words("paper.blank"), parts.paper_url(look.view.table.game))


def _outcome(look: Look, final: tuple[Result, ...]) -> tuple[str, tuple[str, ...]]:
    words = look.words
    window = (words("end.real-window" if look.is_real else "end.undo-window"),) if undo(look) else ()
    if len(final) == 1:
        return words("end.title"), (words("end.solo", n=final[0].points), *window)
    first = [result for result in final if result.place == 1 and not result.left]
    if not first:
        return words("end.title"), (words("end.nobody"), *window)
    names = [look.names[result.seat] for result in first]
    if len(first) > 1:
        return words("end.tie", names=words.joined(names), n=first[0].points), window
    title = words("end.win", name=names[0], n=first[0].points)
    others = [result.points for result in final if result is not first[0] and not result.left]
    ahead = first[0].points - max(others) if others else 0
    return title, ((words("end.win-by", n=ahead),) if ahead > 0 else ()) + window


def _place(final: tuple[Result, ...], seat: int) -> int | None:
    return next((result.place for result in final if result.seat == seat), None)


def _standings(look: Look, final: tuple[Result, ...]) -> tuple[Standing, ...]:
    ordered = sorted(final, key=lambda result: (result.place, result.seat))
    best = next((result.points for result in ordered if not result.left), 0)
    return tuple(
        Standing(
            place=result.place,
            name=look.names[result.seat],
            points=result.points,
            behind=_behind(look, result, best),
            is_you=result.seat in look.own,
            has_left=result.left,
        )
        for result in ordered
    )


def _behind(look: Look, result: Result, best: int) -> str:
    if result.left:
        return look.words("end.left")
    return look.words("end.behind", n=best - result.points) if best > result.points else ""


def _close(look: Look) -> Action | None:
    if look.view.row.state == "closed" or not (look.own or look.is_host):
        return None
    return look.action(look.words("end.close"), "close")


def mode(look: Look) -> Mode:
    """With whom the game was played."""
    people = {seat.device for seat in look.view.seats if seat.bot is None}
    if look.is_real:
        return "real"
    if len(look.view.seats) == 1:
        return "alone"
    return "link" if len(people) > 1 else "device"


def _again_url(look: Look) -> str:
    """The new-table form filled in as this table was."""
    game = look.view.table.game
    query = {"variant": game.id, "mode": mode(look)}
    query |= {name: format_value(value) for name, value in changed_options(game).items()}
    for seat in look.view.seats:
        if seat.bot is not None:
            query[f"who-{seat.seat + 1}"] = seat.bot
        elif seat.seat in look.own:
            query |= {f"name-{seat.seat + 1}": seat.name, f"who-{seat.seat + 1}": "person"}
    return f"/new?{urlencode(query)}"
