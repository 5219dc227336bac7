"""The coach as the seat's own device sees it: the best moves, why, and what the last choice cost.

Words what the service was told to work out; works out nothing but chances of a bust, and shows nothing to others.
"""

from dataclasses import dataclass, replace

from kosci.coach.exact import WINNING, Advice
from kosci.coach.reasons import Reasons
from kosci.engine.moves import Bank, Keep, Move, RollOn, Score
from kosci.engine.race import Race, RacePosition
from kosci.locale.advice_words import AdviceWords
from kosci.locale.explain import explain
from kosci.service.advising import Advised, Judgement
from kosci.solve.options import Option
from kosci.variants import Position
from kosci.web.look import Look
from kosci.web.views import Action, Link, Turn
from kosci.web.views_coach import Coach, CoachMove, CoachReason, CoachWhy

PLACE = "coach"  # the id of the coach's part of the page
_BEST = 3


@dataclass(frozen=True, slots=True)
class RowWorth:
    """What a row is worth now beside the best move: a figure, and the same aloud."""

    text: str
    spoken: str
    is_best: bool


def coach(look: Look) -> Coach | None:
    """What the coach says; None where there is nothing for this reader."""
    counsel = look.counsel
    now, last = counsel.now, counsel.last
    if not (now or last or counsel.is_coming or counsel.failure):
        return None
    told = Coach(_heading(look, now), status=_status(look), is_coming=counsel.is_coming)
    if now is not None:
        told = _with_moves(look, told, now)
    return told if last is None else _with_verdict(look, told, last)


def _heading(look: Look, now: Advised | None) -> str:
    title = look.words("coach.title")
    return f"{title}: {look.names[now.seat]}" if now is not None and look.is_shared else title


def _status(look: Look) -> str:
    counsel, words = look.counsel, look.words
    if counsel.failure is not None:
        return explain(words, counsel.failure, look.view.table.game.id)
    if not counsel.is_coming:
        return ""
    return words("coach.solving", p=counsel.solving.progress) if counsel.solving else words("coach.coming")


# --- what may be done now -----------------------------------------------------------------------


def _with_moves(look: Look, told: Coach, now: Advised) -> Coach:
    said, options = _words(look), now.advice.options
    best = options[0]
    second = next((option for option in options if option.place > 1), None)
    return replace(
        told,
        summary=look.words("coach.best", move=said.move(best.move, now.position), value=_figure(look, now.advice)),
        moves=tuple(_move(look, now, option) for option in options[:_BEST]),
        why=_why(look, now.position, now.why, best.move, second.move) if second else None,
        note=_note(look, now),
    )


def _words(look: Look) -> AdviceWords:
    return AdviceWords(look.words, look.view.table.game)


def _figure(look: Look, advice: Advice) -> str:
    value = advice.options[0].value
    if advice.aim == "gain" and value >= WINNING:
        return look.words("coach.wins")
    return look.words.percent(value) if advice.aim == "chance" else look.words.number(value, 1)


def _move(look: Look, now: Advised, option: Option) -> CoachMove:
    said, aim = _words(look), now.advice.aim
    value = said.value(aim, option.value)
    bust = _bust(look, now.position, option.move)
    has_cost = option.place > 1 and not (aim == "gain" and option.cost >= WINNING / 2)
    return CoachMove(
        place=option.place,
        text=said.move(option.move, now.position),
        value=f"{value} · {bust}" if bust else value,
        cost=said.short_cost(aim, option.cost) if has_cost else "",
        spoken=look.words("coach.loss", cost=said.cost(aim, option.cost)) if has_cost else "",
    )


def _bust(look: Look, position: Position, move: Move) -> str:
    game = look.view.table.game
    if not isinstance(move, RollOn) or not isinstance(game, Race) or not isinstance(position, RacePosition):
        return ""
    return look.words("race.bust", p=game.bust_chance(game.after_move(position, move)))


def _why(look: Look, position: Position, reasons: Reasons | None, better: Move, other: Move) -> CoachWhy | None:
    if reasons is None:
        return None
    said = _words(look)
    return CoachWhy(
        look.words("advice.why", better=said.move(better, position), other=said.move(other, position)),
        tuple(CoachReason(points, where, not points.startswith("+")) for points, where in said.reasons(reasons)),
    )


def _note(look: Look, now: Advised) -> str:
    note = look.words(f"coach.note.{now.advice.aim}")
    is_shared_game = now.advice.aim == "total" and len(look.names) > 1
    return f"{note} {look.words('coach.note.points')}" if is_shared_game else note


# --- what was done last ---------------------------------------------------------------------------


def _with_verdict(look: Look, told: Coach, last: Judgement) -> Coach:
    said = _words(look)
    heading = look.words("coach.last")
    return replace(
        told,
        verdict=said.verdict(last.aim, last.chosen, said.move(last.best.move, last.position)),
        is_best=last.chosen.place == 1,
        verdict_heading=f"{heading}: {look.names[last.seat]}" if look.is_shared else heading,
        verdict_why=_why(look, last.position, last.why, last.best.move, last.chosen.move),
    )


# --- around it ------------------------------------------------------------------------------------


def ask(look: Look) -> Action | None:
    """Asking for advice, where there is something to decide on and the advice is not shown already."""
    table = look.view.table
    if not look.is_acting or not table.is_choosing or table.settings.coach == "off" or table.advised is not None:
        return None
    return look.action(look.words("coach.ask"), "hint", seat=look.mover)


def with_advice(look: Look, tray: Turn, told: Coach | None) -> Turn:
    """The tray with the button that asks, or the way to what the coach says, and the best move marked."""
    jump = Link(look.words("coach.title"), f"#{PLACE}") if told else None
    tray = replace(tray, ask=ask(look), jump=jump)
    if told is None or look.counsel.now is None:
        last = look.counsel.last
        is_next = told is not None and last is not None and look.is_acting and last.seat == look.mover
        return replace(tray, hint=told.verdict) if told and is_next and look.play.faces else tray
    places = _advised_places(look, look.counsel.now.advice.options[0].move) if tray.field else ()
    dice = tuple(replace(die, is_advised=die.place in places) for die in tray.dice)
    return replace(tray, hint=told.summary, dice=dice)


def _advised_places(look: Look, move: Move) -> tuple[int, ...]:
    match move:
        case Keep(dice) | RollOn(dice) | Bank(dice):
            return look.play.places_of(dice)
        case _:
            return ()


def row_worths(look: Look) -> dict[str, RowWorth]:
    """What each row that may be written now costs beside the best move, by the row's id."""
    now = look.counsel.now
    if now is None or now.advice.aim != "total":
        return {}
    return {
        option.move.row: _row_worth(look, option) for option in now.advice.options if isinstance(option.move, Score)
    }


def _row_worth(look: Look, option: Option) -> RowWorth:
    if option.place == 1:
        return RowWorth("✓", look.words("coach.best-move"), is_best=True)
    said = _words(look)
    spoken = look.words("coach.loss", cost=said.cost("total", option.cost))
    return RowWorth(said.short_cost("total", option.cost), spoken, is_best=False)


def marked(look: Look) -> str:
    """Who played with the coach, in a sentence; empty where nobody did."""
    seats = sorted(look.view.table.coached)
    return look.words("coach.marked", names=look.words.joined([look.names[seat] for seat in seats])) if seats else ""
