"""What a browser may tell of a table with real dice: each post is one command to the service.

Refuses nothing itself but what no page of these sends; every rule is asked of the table.
"""

from kosci.engine.dice import parse_faces
from kosci.engine.game import Passed
from kosci.engine.moves import Score
from kosci.engine.race import Race
from kosci.engine.reported import Reported
from kosci.service.tables import Tables
from kosci.service.view import View
from kosci.table.errors import TableError
from kosci.web.entering import MOST_POINTS, MOST_SEQ
from kosci.web.forms import Fields
from kosci.web.look import MOST_SEATS, MOST_VERSION
from kosci.web.told import ToldTurn, told_turns
from kosci.web.visit import Visit

MOST_TURNS = 9999
ANSWERS = {"yes": True, "no": False}


def _tables(visit: Visit) -> Tables:
    return visit.site.parts.tables


def _seat(form: Fields) -> int:
    return form.number("seat", 1, MOST_SEATS) - 1


def _turn(form: Fields) -> int:
    return form.number("turn", 1, MOST_TURNS)


async def begin(visit: Visit, view: View, form: Fields) -> None:
    """Say who begins."""
    await _tables(visit).real.begin(view.id, visit.device, _seat(form), command=form.command())


async def enter(visit: Visit, view: View, form: Fields) -> None:
    """Enter a whole turn; where its last roll was told already and the seat is the reader's own, as a move."""
    reported, turn, command = _reported(view, form, _seat(form)), _turn(form), form.command()
    if _is_move(visit, view, reported, turn):
        await _tables(visit).move(view.id, visit.device, reported.seat, Score(reported.row), command=command)
    else:
        await _tables(visit).real.enter(view.id, visit.device, reported, turn=turn, command=command)


def _is_move(visit: Visit, view: View, reported: Reported, turn: int) -> bool:
    """Whether the report writes the dice that lie: then what the coach says of the choice is of it."""
    play = view.table.play
    if play is None or not play.faces or reported.dice is None or isinstance(view.table.game, Race):
        return False
    is_own = reported.seat in view.own_seats(visit.device) and reported.seat == view.table.mover
    return is_own and play.next_turn(reported.seat) == turn and tuple(sorted(play.faces)) == reported.dice


def _reported(view: View, form: Fields, seat: int) -> Reported:
    row = form.maybe("row") or ("bank" if isinstance(view.table.game, Race) else form.one("row"))
    dice = form.maybe("dice")
    answer = form.maybe("alike")
    return Reported(
        seat,
        row,
        tuple(sorted(parse_faces(dice))) if dice else None,
        form.maybe_number("points", 0, MOST_POINTS) if not dice else None,
        ANSWERS[form.choice("alike", tuple(ANSWERS))] if answer is not None else None,
    )


async def told(visit: Visit, view: View, form: Fields) -> None:
    """Tell of a single roll."""
    faces = parse_faces(form.one("dice"), least=1)
    number = {"turn": _turn(form), "roll": form.number("roll", 1, MOST_TURNS)}
    kept = form.numbers("keep", 1, 5)
    await _tables(visit).real.tell(view.id, visit.device, _seat(form), faces, kept, **number, command=form.command())


async def correct(visit: Visit, view: View, form: Fields) -> None:
    """Correct an entry, named by its fact number or by its seat and turn."""
    old, command = _named(view, form), form.command()
    event = Passed(old.seat) if form.maybe("row") == "pass" else _reported(view, form, old.seat)
    at = form.maybe_number("at", 0, MOST_VERSION)
    if _stands(old, event):
        return
    await _tables(visit).real.correct(view.id, visit.device, old.seq, event, at=at, command=command)


def _stands(old: ToldTurn, event: Reported | Passed) -> bool:
    """Whether the entry says this already, so that there is nothing to correct."""
    if old.is_flagged or isinstance(event, Passed):
        return False
    return (old.row, old.dice, old.points, old.alike) == (event.row, event.dice, event.points, event.alike)


async def undo(visit: Visit, view: View, form: Fields) -> None:
    """Take back what was told last, named by its fact number, or by the seat and turn of the entry."""
    seq = form.maybe_number("seq", 1, MOST_SEQ)
    number = _named(view, form).seq if seq is None else seq
    await _tables(visit).real.undo(view.id, visit.device, number, command=form.command())


async def pass_turn(visit: Visit, view: View, form: Fields) -> None:
    """Pass over the turn of whoever is to move."""
    await _tables(visit).real.pass_turn(view.id, visit.device, _seat(form), turn=_turn(form), command=form.command())


def _named(view: View, form: Fields) -> ToldTurn:
    """The entry that the form means; a device that told of it without a connection knows only its seat and turn."""
    turns = told_turns(view.table.running)
    seq = form.maybe_number("seq", 1, MOST_SEQ)
    if seq is not None:
        found = next((turn for turn in turns if turn.seq == seq), None)
    else:
        named = (_seat(form), _turn(form))
        found = next((turn for turn in turns if (turn.seat, turn.turn) == named), None)
    if found is None:
        raise TableError("no-entry", "there is no such entry", given=seq or 0)
    return found
