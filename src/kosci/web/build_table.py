"""A running table and its end for one reader: seats, board, tray, what may be undone, left or looked at.

Puts the parts together; decides nothing about the game.
"""

from kosci.engine.card import Entry
from kosci.engine.game import Over, Result
from kosci.engine.moves import End
from kosci.web import (
    build_clock,
    build_coach,
    build_host,
    build_pad_parts,
    build_race,
    build_real,
    build_sheet,
    build_turn,
)
from kosci.web import build_parts as parts
from kosci.web.build_choice import Sheets, choice, chosen, leaver, sheets
from kosci.web.build_target import aimed_seat
from kosci.web.look import Look
from kosci.web.views import Action, Link, Notice, Seat, TableView

STORY_LINES = 40  # while the game runs; the whole story stands at its end and in its file


def table_view(look: Look, notice: Notice | None = None) -> TableView:
    """The running table; what the rules refuse of the reader's question is raised."""
    found, lanes = sheets(look), build_race.lanes(look)
    entry, asking = chosen(look), choice(look)
    tray = build_turn.turn(look, found) if found else build_race.turn(look, lanes) if lanes else None
    assert tray is not None
    told = build_coach.coach(look)
    is_player = look.role == "player"
    return TableView(
        head=parts.head(look),
        live=parts.live(look, _title(look), look.here, is_your_turn=look.is_acting),
        seats=tuple(seat_view(look, seat, entry) for seat in range(len(look.names))),
        turn=build_coach.with_advice(look, tray, told),
        sheet=build_real.to_tap(look, build_sheet.sheet(look, found, entry)) if found else None,
        race=build_race.race(look, lanes) if lanes else None,
        story=parts.story(look, STORY_LINES),
        role=look.role,
        choice=asking,
        notice=notice,
        undo=undo(look),
        take_back=_take_back(look),
        leave=_leave(look),
        end_now=_end_now(look),
        for_absent=build_host.for_absent(look),
        close=build_host.close_table(look),
        invite=parts.invite(look) if is_player else None,
        get_link=_get_link(look),
        commitment="" if look.is_real else look.view.table.commitment,
        watching=parts.watching(look),
        coach=told,
        real=build_real.real(look, notice),
        clock=build_clock.clock(look),
    )


def _title(look: Look) -> str:
    game = parts.variant_name(look)
    if look.is_acting and not look.is_shared:
        return look.words("table.your-turn-title", game=game)
    return look.words("table.turn-title", name=look.names[look.mover or 0], game=game)


def seat_view(look: Look, seat: int, entry: Entry | None = None, place: int | None = None) -> Seat:
    """One player's column or lane."""
    found = sheets(look)
    is_mover = seat == look.mover
    return Seat(
        number=seat + 1,
        name=look.names[seat],
        total=total(look, seat),
        caption=_caption(look, found, seat),
        presence=look.presence_of(seat),
        is_you=seat in look.own,
        is_mover=is_mover,
        is_shown=seat == shown_seat(look),
        see_url=look.url(see=seat + 1),
        total_after=_total_after(found, seat, entry) if found and entry and is_mover else None,
        bonus=build_sheet.bonus(look, found, found.position.cards[seat]) if found else None,
        place=place,
    )


def total(look: Look, seat: int) -> int:
    """The points of a seat so far."""
    found = sheets(look)
    if found:
        return found.game.total(found.position.cards[seat])
    lanes = build_race.lanes(look)
    assert lanes is not None
    return lanes.position.banked[seat]


def _total_after(found: Sheets, seat: int, entry: Entry) -> int:
    return found.game.total(found.game.after_entry(found.position.cards[seat], entry))


def shown_seat(look: Look) -> int:
    """Whose sheet a phone shows: the one asked for, the reader's to move, the reader's first, the one to move.

    After the game a reader with no seat or several sees the winner's; with real dice that of the entry in hand.
    """
    aimed = aimed_seat(look)
    if aimed is not None:
        return aimed
    if look.asked.see is not None and look.asked.see < len(look.names):
        return look.asked.see
    final = results(look)
    if final and len(look.own) != 1:
        return min(final, key=lambda result: (result.place, result.seat)).seat
    if look.mover is not None and (look.mover in look.own or not look.own):
        return look.mover
    return look.own[0] if look.own else 0


def _caption(look: Look, found: Sheets | None, seat: int) -> str:
    words, presence = look.words, look.presence_of(seat)
    if presence == "left":
        return words("table.left")
    if presence == "away":
        return words("table.computer-plays" if look.view.table.seats[seat].stand_in else "table.away")
    if seat == look.mover and found and found.position.rolls_used:
        return words("roll.n", n=found.position.rolls_used, rolls=found.game.rolls)
    if presence == "computer":
        is_preparing = seat == look.mover and look.view.table.seats[seat].bot in look.preparing
        return words("table.computer-prepares" if is_preparing else "table.computer-plays")
    return words.count("point", total(look, seat)) if found else ""


def undo(look: Look) -> Action | None:
    """Taking the last entry back, while the reader may."""
    if look.is_real:
        return build_pad_parts.undo(look)
    undoable = look.view.table.undoable
    if undoable is None or undoable[0] not in look.own:
        return None
    return look.action(look.words("do.undo"), "undo", seat=undoable[0])


def _take_back(look: Look) -> Action | None:
    """Taking the seat back from a computer that stands in."""
    stood_in = [seat for seat in look.own if look.view.table.seats[seat].stand_in and not look.has_left(seat)]
    if not stood_in:
        return None
    seat = look.mover if look.mover in stood_in else stood_in[0]
    return look.action(look.words("do.take-seat"), "return", seat=seat)


def _get_link(look: Look) -> Action | None:
    """A personal link for the seat that is shown, or the reader's first."""
    staying = [seat for seat in look.own if not look.has_left(seat)]
    if not staying:
        return None
    seat = shown_seat(look) if shown_seat(look) in staying else staying[0]
    label = look.words("seat.get-link")
    return look.action(f"{label}: {look.names[seat]}" if look.is_shared else label, "link", seat=seat)


def _leave(look: Look) -> Link | None:
    seat = leaver(look)
    if seat is None:
        return None
    label = look.words("do.leave")
    return look.link(f"{label}: {look.names[seat]}" if look.is_shared else label, ask="leave", seat=seat + 1)


def _end_now(look: Look) -> Link | None:
    may_end = look.is_acting and End() in look.play.game.legal_moves(look.play.position)  # type: ignore[arg-type]
    return look.link(look.words("do.end"), ask="end") if may_end else None


def results(look: Look) -> tuple[Result, ...]:
    """How the game ended, by seat."""
    awaiting = look.play.awaiting
    return awaiting.results if isinstance(awaiting, Over) else ()
