"""The review of a game on paper: what came of it and why, the curve, the decisions that cost most.

Figures come from the coach, sentences from the words; nothing is worked out here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kosci.coach.ledger import Decision, Ledger
from kosci.coach.review import after_turns, summary, worst_first
from kosci.coach.sizes import size_of
from kosci.locale.option_words import changed_rules
from kosci.locale.review_words import ReviewWords
from kosci.paper.content import Top, title_of
from kosci.paper.draw_curve import Line, draw_curve, draw_legend, legend_height
from kosci.paper.draw_top import draw_top
from kosci.paper.flow import Flow
from kosci.paper.pen import SOFT, Box, Pen
from kosci.paper.type import Type

_SHOWN = 12  # decisions
_FIGURES = ("review.expected", "review.luck", "review.decisions", "review.result")


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game's books with the words to tell of them; `lucky` are shares of games with less luck, where known."""

    told: ReviewWords
    books: tuple[Ledger, ...]
    lucky: tuple[float | None, ...] = ()
    when: str = ""


def draw_review(pen: Pen, reviewed: Reviewed) -> None:
    """Draw the review on as many pages as it takes."""
    told = reviewed.told
    words = told.words
    named = (title_of(words, told.game), *filter(None, (reviewed.when,)))
    flow = Flow(
        pen, draw_top(pen, Top(words("review.title"), (" · ".join(named), *changed_rules(words, told.game)), ()))
    )
    small = Type("sans", pen.size.small)
    flow.paragraph(f"{words(f'review.lead.{told.unit}')} {told.aim}", small, grey=SOFT)
    if partly := told.partly(reviewed.books):
        flow.paragraph(partly, small, grey=SOFT)
    flow.space(pen.size.small * 0.6)
    flow.table([words(key) for key in _FIGURES], [_figures(told, book) for book in reviewed.books])
    _draw_curve(flow, reviewed)
    for at, book in enumerate(reviewed.books):
        lucky = reviewed.lucky[at] if reviewed.lucky else None
        _draw_player(flow, told, book, lucky)
    _draw_decisions(flow, reviewed)


def _figures(told: ReviewWords, book: Ledger) -> tuple[str, ...]:
    figures = summary(book).figures
    return (
        told.names[book.seat],
        told.amount(figures.start),
        told.change(figures.luck),
        told.change(-figures.cost),
        told.amount(figures.now),
    )


def _draw_curve(flow: Flow, reviewed: Reviewed) -> None:
    pen, told = flow.pen, reviewed.told
    lines = [Line(told.names[book.seat], after_turns(book)) for book in reviewed.books]
    if max(len(line.values) for line in lines) < 2:
        return
    height = pen.size.room * 0.42
    legend = legend_height(pen, lines) if len(lines) > 1 else 0.0
    flow.heading(told.words(f"review.curve.{told.unit}"), legend + height)
    if legend:
        draw_legend(pen, pen.size.margin, flow.y, lines)
    draw_curve(pen, Box(pen.size.margin, flow.y + legend, flow.room, height), lines, told.words("review.start"))
    flow.y += legend + height


def _draw_player(flow: Flow, told: ReviewWords, book: Ledger, lucky: float | None) -> None:
    found, size = summary(book), flow.pen.size
    kind = Type("sans", size.small * 1.1)
    facts = [*([told.lucky(lucky)] if lucky is not None else []), *told.facts(found)]
    flow.heading(told.names[book.seat], kind.leading * (1 + min(2, len(facts))))
    flow.paragraph(told.sentence(found), Type("strong", kind.size))
    for fact in facts:
        flow.item(fact, kind)


def _draw_decisions(flow: Flow, reviewed: Reviewed) -> None:
    words, size = reviewed.told.words, flow.pen.size
    dear = worst_first(reviewed.books)
    flow.heading(words("review.dearest"), size.name * 6)
    if not dear:
        flow.paragraph(words("review.nothing-lost"), Type("sans", size.small * 1.1))
    for seat, decision in dear[:_SHOWN]:
        flow.entry(*_entry(reviewed.told, seat, decision))


def _entry(told: ReviewWords, seat: int, decision: Decision) -> tuple[str, str, str, Sequence[int], tuple[str, ...]]:
    """What a decision cost, how large that is, whose and when it was, its dice, what was done, what was better."""
    words = told.words
    rolled = told.rolled(decision)
    when = (
        words("review.after-roll", turn=decision.turn, n=rolled)
        if rolled and decision.dice
        else words("review.in-turn", turn=decision.turn)
    )
    better = (words("review.best-was", move=told.best(decision)),) if decision.best else ()
    size = words(f"size.{size_of(told.game.id, decision)}")
    lead = f"{told.player(seat, decision)}, {when}"
    return told.price(decision.cost), size, lead, decision.dice, (told.chosen(decision), *better)
