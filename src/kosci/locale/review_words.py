"""A review in words: what came of a game and why, and each decision that cost something.

Figures come from the coach; nothing is worked out here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kosci.coach.judging import Unit
from kosci.coach.ledger import Decision, Ledger, Luck
from kosci.coach.review import Summary
from kosci.engine.scorecard import SheetPosition
from kosci.locale.advice_words import AdviceWords
from kosci.locale.words import MINUS, Words
from kosci.variants import Rules


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """The review of one game in the words of one language, its players by name."""

    words: Words
    game: Rules
    names: tuple[str, ...]
    unit: Unit

    @property
    def aim(self) -> str:
        """What is meant by expected, and that winning is not."""
        return self.words(f"review.aim.{self.unit}")

    def partly(self, books: Sequence[Ledger]) -> str:
        """What is not known where turns were only told; empty where every roll is."""
        turns = {(book.seat, roll.turn) for book in books for roll in book.rolls}
        told = {(book.seat, roll.turn) for book in books for roll in book.rolls if roll.is_whole_turn}
        share = "some" if turns - told else "all"
        return self.words(f"review.told-{share}.{self.unit}") if told else ""

    def sentence(self, found: Summary) -> str:
        """One player's game in a line: "Anna 231: oczekiwane 254,6, szczęście −11,2, decyzje −12,4"."""
        figures = found.figures
        return self.words(
            "review.sentence",
            name=self.names[found.seat],
            result=self.amount(figures.now),
            expected=self.amount(figures.start),
            luck=self.change(figures.luck),
            decisions=self.change(-figures.cost),
        )

    def amount(self, value: float) -> str:
        """A total or a number of turns: whole where it is whole."""
        return self.words.number(value, 0 if float(value).is_integer() else 1)

    def price(self, cost: float) -> str:
        """What a decision cost, with as many places as it takes to see it."""
        enough = (2, 3) if self.unit == "turns" else (1, 2, 3)
        return self.change(-cost, next((places for places in enough if round(cost, places)), enough[-1]))

    def lucky(self, share: float) -> str:
        """How much of best play's games had less luck."""
        return self.words("review.lucky", share=self.words.percent(share, 0 if 0.01 <= share <= 0.99 else 2))

    def change(self, value: float, places: int = 1) -> str:
        """What luck or decisions did to the result; more turns are a plus although they are worse."""
        shown = -value if self.unit == "turns" else value
        sign = MINUS if shown < 0 else "+"
        return f"{sign if round(shown, places) else ''}{self.words.number(abs(shown), places)}"

    def facts(self, found: Summary) -> Iterator[str]:
        """What else is to be said of a player: the mean cost of a choice, the luckiest rolls, the dearest row."""
        words = self.words
        if found.choices:
            cost = self.change(-found.mean_cost, 2)
            yield words("review.mean-cost", cost=cost, choices=words.count("choice", found.choices))
        for which, roll in (("best", found.best_roll), ("worst", found.worst_roll)):
            if roll is not None and (which == "best" or roll != found.best_roll):
                what = "turn" if roll.is_whole_turn else "roll"
                yield self.roll(f"review.{which}-{what}", roll)
        if found.dearest_row:
            row, lost = found.dearest_row
            yield words("review.dearest-row", cat=words.row(row, self.game.id), cost=self.change(-lost))

    def roll(self, key: str, roll: Luck) -> str:
        """A roll of which something is to be said."""
        return self.words(key, turn=roll.turn, dice=_run(roll.dice), n=roll.number, luck=self.change(roll.luck))

    def decision(self, seat: int, decision: Decision) -> str:
        """Who chose what and when, and what would have been better."""
        name = self.player(seat, decision)
        when = self.words("review.when", name=name, turn=decision.turn, dice=_run(decision.dice))
        return f"{when}: {self.chosen(decision)}{self.better(decision)}"

    def chosen(self, decision: Decision) -> str:
        """What was done."""
        if isinstance(decision.move, str):
            return self.words(f"review.{decision.move}")
        return AdviceWords(self.words, self.game).move(decision.move, decision.position)

    def better(self, decision: Decision) -> str:
        """What would have been better, where dice lay to choose from."""
        return self.words("review.better", move=self.best(decision)) if decision.best else ""

    def best(self, decision: Decision) -> str:
        """The best move, or the first of those that share the place."""
        return AdviceWords(self.words, self.game).move(decision.best[0], decision.position)

    def player(self, seat: int, decision: Decision) -> str:
        """Whose decision it was, with the computer that stood in."""
        name = self.names[seat]
        return name if decision.by is None else self.words("review.by", name=name, bot=self._bot(decision.by))

    def rolled(self, decision: Decision) -> int | None:
        """After which roll of the turn it was chosen, in a sheet game where that is known."""
        if decision.is_whole_turn:
            return None
        return decision.position.rolls_used if isinstance(decision.position, SheetPosition) else None

    def _bot(self, bot: str) -> str:
        key = f"bot.{bot}.name"
        return self.words(key) if key in self.words else bot


def _run(dice: tuple[int, ...]) -> str:
    return "\N{NO-BREAK SPACE}".join(map(str, dice)) or "–"
