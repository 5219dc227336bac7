"""The second step: what writing a row, leaving or ending would do, to be confirmed or not.

Asks the game what is allowed and what it brings; decides nothing itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kosci.engine.card import Card, Entry
from kosci.engine.moves import End, Score
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.service.errors import ServiceError, stale
from kosci.web.build_host import closing
from kosci.web.look import Look, seat_mark
from kosci.web.views import Action, Choice, Link


@dataclass(frozen=True, slots=True)
class Sheets:
    """A game of sheets under way, as this reader sees it."""

    game: Scorecard
    position: SheetPosition


def sheets(look: Look) -> Sheets | None:
    """The game, where it is one of sheets."""
    play = look.play
    if isinstance(play.game, Scorecard) and isinstance(play.position, SheetPosition):
        return Sheets(play.game, play.position)
    return None


def choice(look: Look) -> Choice | None:
    """What the reader asked to confirm; the rules' refusal, or that the table has moved on."""
    asked = look.asked
    if asked.ask == "leave":
        return _leaving(look, asked.seat)
    if asked.ask == "end":
        look.play.full_move(End())
        return _ending(look)
    if asked.ask == "close":
        return closing(look)
    return _scoring(look) if asked.row else None


def chosen(look: Look) -> Entry | None:
    """The entry the reader asked to confirm; the rules' refusal, or that the table has moved on."""
    if not look.asked.row or look.is_real:
        return None
    if look.asked.at is not None and not look.view.table.moved_at <= look.asked.at <= look.view.version:
        raise stale(look.view.version)
    if not look.is_acting:
        raise ServiceError("not-your-seat", "somebody else is to move")
    look.play.full_move(Score(look.asked.row))
    found = sheets(look)
    assert found is not None
    card = found.position.cards[found.position.mover]
    entries = found.game.entries(card, found.position.dice)
    return next(entry for entry in entries if entry.row == look.asked.row)


def _scoring(look: Look) -> Choice | None:
    entry, found = chosen(look), sheets(look)
    if entry is None or found is None or look.mover is None:
        return None
    words, game = look.words, found.game
    card = found.position.cards[look.mover]
    worth = entry.points + entry.extra
    others = any(other.points + other.extra for other in game.entries(card, found.position.dice))
    row = words.row(entry.row, game.id)
    return Choice(
        title=words("zero.ask", cat=row) if others and not worth else words("score.ask", n=entry.points, cat=row),
        lines=_effects(look, found, card, entry),
        confirm=look.action(
            words("do.score-n", n=entry.points) if worth else words("do.score-zero"),
            "score",
            seat=look.mover,
            row=entry.row,
        ),
        cancel=_cancel(look),
        row=entry.row,
        is_warning=others and not worth,
    )


def _effects(look: Look, found: Sheets, card: Card, entry: Entry) -> tuple[str, ...]:
    words, game = look.words, found.game
    after = game.after_entry(card, entry)
    lines = [words("choice.total", before=game.total(card), after=game.total(after)), *_bonus(look, game, card, after)]
    if entry.joker:
        lines.append(words("choice.joker"))
    if entry.extra:
        lines.append(words.own("extra.again", game.id, n=entry.extra))
    return tuple(lines)


def _bonus(look: Look, game: Scorecard, card: Card, after: Card) -> Iterator[str]:
    """What the entry does to a bonus that was still open."""
    words, before, now = look.words, game.bonus_state(card), game.bonus_state(after)
    if not game.bonus or before.is_earned or before.is_lost:
        return
    if now.upper != before.upper:
        yield words("choice.bonus", before=before.upper, after=now.upper, at=now.at)
    if now.is_earned:
        yield words("bonus.got", bonus=now.pays)
    elif now.is_lost:
        yield words("bonus.lost")


def leaver(look: Look, asked: int | None = None) -> int | None:
    """The seat that would leave: the one asked for, the one to move, or the reader's first still in the game."""
    staying = [seat for seat in look.own if not look.has_left(seat)]
    for seat in (asked, look.asked.see, look.mover):
        if seat in staying:
            return seat
    return staying[0] if staying else None


def _leaving(look: Look, asked: int | None) -> Choice | None:
    seat = leaver(look, asked)
    if seat is None:
        raise ServiceError("not-your-seat", "the reader has no seat to leave")
    words = look.words
    is_lobby = look.view.table.play is None
    ask = words("lobby.leave-ask") if is_lobby else words("leave.ask")
    if is_lobby:
        lines: tuple[str, ...] = (words("lobby.leave-line"),)
    else:
        lines = (f"{words('leave.sheet' if sheets(look) else 'leave.race')} {words('leave.final')}",)
    return Choice(
        title=f"{look.names[seat]}: {ask}" if look.is_shared else ask,
        lines=lines,
        confirm=_farewell(look, seat, is_lobby=is_lobby),
        cancel=_cancel(look),
        is_warning=True,
    )


def _farewell(look: Look, seat: int, *, is_lobby: bool) -> Action:
    if is_lobby:
        return look.action(look.words("lobby.leave"), "remove", seat=seat, who=seat_mark(look.view, seat))
    return look.action(look.words("do.leave"), "leave", seat=seat)


def _ending(look: Look) -> Choice:
    words = look.words
    return Choice(
        title=words("end-now.ask"),
        lines=(words("end-now.line"),),
        confirm=look.action(words("do.end"), "end", seat=look.mover),
        cancel=_cancel(look),
        is_warning=True,
    )


def _cancel(look: Look) -> Link:
    return Link(look.words("do.cancel"), look.ticked_url())
