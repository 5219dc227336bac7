"""What a browser may do at a table it sits or hosts at: each post is one command to the service.

A refused command changes nothing and shows the table as it is now, with the reason in words.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score
from kosci.engine.race import Race
from kosci.service.changes import NewSeat
from kosci.service.errors import ServiceError, coach_unavailable, stale
from kosci.service.hands import stand_in
from kosci.service.tables import Tables
from kosci.service.view import View
from kosci.web import access, commands_real
from kosci.web.forms import Fields
from kosci.web.look import MOST_SEATS, MOST_VERSION, seat_mark
from kosci.web.pages_new import read_share
from kosci.web.pages_table import shown
from kosci.web.refusals import BadForm
from kosci.web.solved import check_solving
from kosci.web.visit import HOME, Visit

Act = Callable[[Visit, View, Fields], Awaitable[object]]


def acting(act: Act) -> Callable[[Visit], Awaitable[Response]]:
    """The handler of one command."""

    async def handled(visit: Visit) -> Response:
        view = await access.own_table(visit)
        form = await visit.form()
        try:
            await act(visit, view, form)
        except RuleError as error:
            return await shown(visit, access.player_look(visit, await _tables(visit).view(view.id)), error)
        if not visit.is_fragment:
            return visit.see_other(f"/t/{view.id}")
        now = await _tables(visit).view(view.id)
        if not now.is_in(visit.device):
            return visit.see_other(HOME)
        return await shown(visit, access.player_look(visit, now))

    return handled


def _tables(visit: Visit) -> Tables:
    return visit.site.parts.tables


def _seat(form: Fields) -> int:
    return form.number("seat", 1, MOST_SEATS) - 1


def _at(form: Fields) -> int:
    return form.number("at", 0, MOST_VERSION)


async def _move(visit: Visit, view: View, form: Fields, move: Move, places: tuple[int, ...] = ()) -> None:
    await _tables(visit).move(view.id, visit.device, _seat(form), move, places, at=_at(form), command=form.command())


async def _roll(visit: Visit, view: View, form: Fields) -> None:
    await _move(visit, view, form, Roll())


async def _keep(visit: Visit, view: View, form: Fields) -> None:
    """Keep the ticked places; where the page was made for the inverted setting, roll the ticked ones."""
    field = form.choice("ticks", ("keep", "roll"))
    ticked = form.numbers(field, 1, 5)
    kept = ticked if field == "keep" else tuple(place for place in range(1, 6) if place not in ticked)
    await _move(visit, view, form, Keep(), kept)


async def _bank(visit: Visit, view: View, form: Fields) -> None:
    await _move(visit, view, form, Bank(), _aside(view, form))


async def _roll_on(visit: Visit, view: View, form: Fields) -> None:
    await _move(visit, view, form, RollOn(), _aside(view, form))


def _aside(view: View, form: Fields) -> tuple[int, ...]:
    """The places to set aside: the ticked ones where the rules let one choose, else all that score."""
    places = form.numbers("aside", 1, 5)
    game = view.table.game
    if isinstance(game, Race) and game.set_aside == "any" and not places:
        raise BadForm("aside-nothing", "no die is set aside: at least one that scores has to be")
    return places


async def _score(visit: Visit, view: View, form: Fields) -> None:
    await _move(visit, view, form, Score(form.one("row")))


async def _end(visit: Visit, view: View, form: Fields) -> None:
    await _move(visit, view, form, End())


async def _undo(visit: Visit, view: View, form: Fields) -> None:
    if view.table.settings.is_real:
        await commands_real.undo(visit, view, form)
        return
    await _tables(visit).undo(view.id, visit.device, _seat(form), at=_at(form), command=form.command())


async def _hint(visit: Visit, view: View, form: Fields) -> None:
    """Let the coach advise; without exact play the game is not marked for what cannot be shown."""
    seat, at, command = _seat(form), _at(form), form.command()
    if visit.site.advising is None:
        raise coach_unavailable()
    check_solving(visit.site, visit.address, view.table.game, (), replace(view.table.settings, coach="always"))
    await _tables(visit).advise(view.id, visit.device, seat, at=at, command=command)


async def _extend(visit: Visit, view: View, form: Fields) -> None:
    await _tables(visit).extend(view.id, visit.device, _seat(form), command=form.command())


async def _leave(visit: Visit, view: View, form: Fields) -> None:
    await _tables(visit).leave(view.id, visit.device, _seat(form), command=form.command())


async def _return(visit: Visit, view: View, form: Fields) -> None:
    await _tables(visit).bring_back(view.id, visit.device, _seat(form), command=form.command())


async def _close(visit: Visit, view: View, form: Fields) -> None:
    await _tables(visit).close(view.id, visit.device, at=_at(form), command=form.command())


async def _lock(visit: Visit, view: View, form: Fields) -> None:
    form.command()
    await _tables(visit).lock(view.id, visit.device, is_locked=True)


async def _unlock(visit: Visit, view: View, form: Fields) -> None:
    form.command()
    await _tables(visit).lock(view.id, visit.device, is_locked=False)


async def _stand_in(visit: Visit, view: View, form: Fields) -> None:
    """Let a computer act for somebody absent, however long the table would wait (S11)."""
    seat, tables = _absent(visit, view, form), _tables(visit)
    await tables.stand_in(view.id, visit.device, seat, stand_in(tables.players), at=_at(form), command=form.command())


async def _pass(visit: Visit, view: View, form: Fields) -> None:
    """Pass over a turn: told of real dice, or of somebody absent, however long the table would wait (S11)."""
    if view.table.settings.is_real:
        await commands_real.pass_turn(visit, view, form)
        return
    seat = _absent(visit, view, form)
    await _tables(visit).pass_turn(view.id, visit.device, seat, at=_at(form), command=form.command())


def _absent(visit: Visit, view: View, form: Fields) -> int:
    """The seat of the form, if nobody has been heard of there; the host acts for nobody who is here."""
    seat = _seat(form)
    view.check_host(visit.device)
    if seat >= len(view.seats) or access.player_look(visit, view).presence_of(seat) != "away":
        raise ServiceError("not-away", f"seat {seat} is not away: nobody acts for who is here")
    return seat


async def _start(visit: Visit, view: View, form: Fields) -> None:
    await _tables(visit).start(view.id, visit.device, command=form.command())


async def _add_person(visit: Visit, view: View, form: Fields) -> None:
    person = NewSeat(form.one("name"), share=read_share(form), language=visit.visitor.lang)
    await _tables(visit).join(view.id, person, visit.device, command=form.command())


async def _add_computer(visit: Visit, view: View, form: Fields) -> None:
    bot = form.one("bot")
    check_solving(visit.site, visit.address, view.table.game, (bot,), view.table.settings)
    await _tables(visit).add_bot(view.id, visit.device, bot, command=form.command())


async def _remove(visit: Visit, view: View, form: Fields) -> None:
    """Free a seat; those behind it move up, so the form says also who sat there."""
    seat = _seat(form)
    if seat >= len(view.seats) or seat_mark(view, seat) != form.one("who"):
        raise stale(view.version)
    await _tables(visit).remove(view.id, visit.device, _seat(form), command=form.command())


ACTS: Mapping[str, Act] = {
    "roll": _roll,
    "keep": _keep,
    "bank": _bank,
    "roll-on": _roll_on,
    "score": _score,
    "end": _end,
    "undo": _undo,
    "hint": _hint,
    "extend": _extend,
    "leave": _leave,
    "return": _return,
    "close": _close,
    "start": _start,
    "add-person": _add_person,
    "add-computer": _add_computer,
    "remove": _remove,
    "begin": commands_real.begin,
    "enter": commands_real.enter,
    "told": commands_real.told,
    "correct": commands_real.correct,
    "pass": _pass,
    "stand-in": _stand_in,
    "lock": _lock,
    "unlock": _unlock,
}
