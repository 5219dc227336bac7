"""A review for one reader: sentences, pictures, turns and decisions, from the ledgers of a game.

Works out no value; what is rounded is rounded by the coach.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kosci.coach.ledger import Decision, Entry, Ledger, Luck
from kosci.coach.review import Summary, after_turns, open_decisions, summary, worst_first
from kosci.coach.sizes import limits, size_of
from kosci.locale.explain import explain
from kosci.locale.option_words import option_label
from kosci.locale.review_words import ReviewWords
from kosci.locale.words import Words
from kosci.service.reviewing import Found
from kosci.web import build_parts as parts
from kosci.web.draw_review import FRAMES, Line, Said, Way, curve, fall
from kosci.web.look import Look
from kosci.web.views import Link
from kosci.web.views_review import (
    DecisionLine,
    PlayerReview,
    ReviewView,
    StepLine,
    Told,
    TurnLine,
    TurnLines,
)

Order = Literal["worst", "played"]
ORDERS: tuple[Order, ...] = ("worst", "played")
_SHOWN = 12  # decisions at once


def review_view(look: Look, found: Found, order: Order) -> ReviewView:
    """The page of the review, as far as there is one."""
    url = f"{look.base}/review"
    return ReviewView(
        head=parts.head(look),
        title=look.words("review.title"),
        url=url,
        back=Link(look.words("do.back"), look.base),
        told=_Teller(words_of(look, found), found).told(url, order) if found.books else None,
        percent=None if found.progress is None else int(100 * found.progress),
        why_not=_why_not(look.words, found),
        is_more_coming=found.is_more_coming,
        pdf=Link(look.words("paper.review"), f"{url}.pdf") if found.books else None,
    )


def review_not_here(look: Look) -> ReviewView:
    """The page where exact play is not installed."""
    url, back = f"{look.base}/review", Link(look.words("do.back"), look.base)
    words = look.words
    return ReviewView(parts.head(look), words("review.title"), url, back, why_not=words("review.not-here"))


def words_of(look: Look, found: Found) -> ReviewWords:
    """The review's words, where there is one."""
    return ReviewWords(look.words, look.view.table.game, look.names, found.books[0].unit)


def sentences(look: Look, found: Found) -> tuple[str, ...]:
    """One sentence a player, and what is meant by expected; nothing while there is no review."""
    if not found.books:
        return ()
    told = words_of(look, found)
    return (*(told.sentence(summary(book)) for book in found.books), told.aim)


def _why_not(words: Words, found: Found) -> str:
    if found.is_refused:
        return words("own.too-many")
    if found.failure is None:
        return ""
    option = found.failure.params.get("option")
    named = {} if option is None else {"option": option_label(words, str(option))}
    return explain(words, found.failure, **named)


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells of the books of a game in words."""

    words: ReviewWords
    found: Found

    @property
    def books(self) -> Sequence[Ledger]:
        """A ledger a seat."""
        return self.found.books

    def told(self, url: str, order: Order) -> Told:
        """All of it."""
        words, unit = self.words.words, self.words.unit
        turns = tuple(self._turns())
        names = words.joined(self.words.names)
        labels = {turn.turn: self._label(turn) for turn in turns}
        listed = tuple(self._decision(seat, decision) for seat, decision in self._listed(order))
        title = words(f"review.curve.{unit}")
        said = Said(title, words("review.curve.about", names=names), words("review.start"), labels)
        return Told(
            aim=self.words.aim,
            lead=" ".join(filter(None, (words(f"review.lead.{unit}"), self.words.partly(self.books)))),
            players=tuple(self._players()),
            curves=tuple(curve(frame, self._lines(len(turns)), said) for frame in FRAMES) if turns else (),
            curve_title=title,
            turns=turns,
            orders=tuple(
                Link(words(f"review.order.{one}"), "" if one == order else f"{url}?order={one}#decisions")
                for one in ORDERS
            ),
            decisions=listed,
            shown=_SHOWN,
            more=words("review.more", choices=words.count("choice", max(0, len(listed) - _SHOWN))),
            sizes=self._sizes(),
            csv=Link(words("review.csv"), f"{url}.csv"),
            json=Link(words("review.json"), f"{url}.json"),
        )

    # --- players ----------------------------------------------------------------------------

    def _players(self) -> Iterator[PlayerReview]:
        found = [summary(book) for book in self.books]
        ways = [self._way(book, one) for book, one in zip(self.books, found, strict=True)]
        for way, one in zip(ways, found, strict=True):
            name, sentence = self.words.names[one.seat], self.words.sentence(one)
            picture = fall(way, ways, self.words.words("review.fall", name=name), sentence)
            yield PlayerReview(way.series, name, sentence, picture, (*self._lucky(one.seat), *self.words.facts(one)))

    def _lucky(self, seat: int) -> Iterator[str]:
        share = self.found.lucky[seat] if self.found.lucky else None
        if share is not None:
            yield self.words.lucky(share)

    def _way(self, book: Ledger, found: Summary) -> Way:
        told, figures = self.words, found.figures
        values = (
            told.amount(figures.start),
            told.change(figures.luck),
            told.change(-figures.cost),
            told.amount(figures.now),
        )
        keys = ("review.expected", "review.luck", "review.decisions", "review.result")
        beside = tuple((told.words(key), value) for key, value in zip(keys, values, strict=True))
        return Way(book.seat + 1, book.start, book.start + book.sign * book.luck, book.now, beside)

    # --- turns ------------------------------------------------------------------------------

    def _lines(self, turns: int) -> tuple[Line, ...]:
        """The values after each turn."""
        return tuple(
            Line(book.seat + 1, self.words.names[book.seat], after_turns(book)[: turns + 1]) for book in self.books
        )

    def _turns(self) -> Iterator[TurnLines]:
        last = max((entry.turn for book in self.books for entry in book.entries), default=0)
        for turn in range(1, last + 1):
            lines = [
                self._turn(book, [entry for entry in book.entries if entry.turn == turn])
                for book in self.books
                if any(entry.turn == turn for entry in book.entries)
            ]
            yield TurnLines(turn, tuple(lines))

    def _turn(self, book: Ledger, entries: Sequence[Entry]) -> TurnLine:
        told = self.words
        luck, cost = book.by_turn()[entries[0].turn]
        return TurnLine(
            series=book.seat + 1,
            name=told.names[book.seat],
            now=told.words.number(entries[-1].after, 1),
            luck=told.change(luck),
            cost=told.price(cost) if cost else "0",
            steps=tuple(self._steps(entries)),
        )

    def _steps(self, entries: Sequence[Entry]) -> Iterator[StepLine]:
        """Rolls with what was chosen after each."""
        told, roll = self.words, None
        for entry in entries:
            if isinstance(entry, Luck):
                if roll is not None:
                    yield StepLine(*_rolled(told, roll), "", "")
                roll = entry
                continue
            cost = told.price(entry.cost) if entry.cost else ""
            yield StepLine(*(_rolled(told, roll) if roll else ("", "")), told.chosen(entry), cost)
            roll = None
        if roll is not None:
            yield StepLine(*_rolled(told, roll), "", "")

    def _label(self, turn: TurnLines) -> str:
        found = ", ".join(f"{line.name} {line.now}" for line in turn.lines)
        return f"{self.words.words('review.turn', turn=turn.turn)}: {found}"

    # --- decisions --------------------------------------------------------------------------

    def _listed(self, order: Order) -> Sequence[tuple[int, Decision]]:
        if order == "worst":
            return worst_first(self.books)
        found = [(book.seat, decision) for book in self.books for decision in open_decisions(book)]
        return sorted(found, key=lambda one: one[1].seq)

    def _decision(self, seat: int, decision: Decision) -> DecisionLine:
        told, words = self.words, self.words.words
        size, number = size_of(told.game.id, decision), told.rolled(decision)
        is_best = size == "best" or not decision.best
        return DecisionLine(
            cost=told.price(decision.cost) if decision.cost else "0",
            size=size,
            size_word=words(f"size.{size}"),
            who=told.player(seat, decision),
            when=words("review.after-roll" if number else "review.in-turn", turn=decision.turn, n=number or 0),
            dice=decision.dice,
            chosen=told.chosen(decision),
            best="" if is_best else words("review.best-was", move=told.best(decision)),
        )

    def _sizes(self) -> str:
        words, found = self.words.words, limits()[self.words.game.id]
        places = 2 if self.words.unit == "turns" else 1
        amounts = {name: words.number(getattr(found, name), places) for name in ("fine", "inaccuracy", "mistake")}
        return words("review.sizes", **amounts)


def _rolled(told: ReviewWords, roll: Luck) -> tuple[str, str]:
    """The dice and their luck; a turn passed over has luck without dice."""
    return " ".join(map(str, roll.dice)), told.change(roll.luck)
