"""Advice in words: moves, what they are worth and cost, and why one is better than another.

Values come from the coach; nothing is worked out here but how much dice bring on the sheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kosci.coach.exact import WINNING, Aim
from kosci.coach.reasons import Gain, Reasons
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn, Score
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.words import MINUS, Words
from kosci.solve.options import Option
from kosci.variants import Position, Rules

_LEAST = 0.05  # what would be shown as 0,0


@dataclass(frozen=True, slots=True)
class AdviceWords:
    """Advice on one game, in the words of one language."""

    words: Words
    game: Rules

    def move(self, move: Move, position: Position) -> str:
        """What to do: "zatrzymaj 5 5 5", "wpisz „Ful” (25 punktów)"."""
        words = self.words
        match move:
            case Roll() | Keep(()):
                return words("advice.keep-none")
            case Keep(dice):
                return words("advice.keep", dice=_run(dice))
            case Score(row):
                return words("coach.score", cat=words.row(row, self.game.id), n=self._brings(row, position))
            case Bank(dice):
                return self._aside("advice.bank", "coach.bank", dice)
            case RollOn(dice):
                is_hot = isinstance(position, RacePosition) and len(dice) == len(position.roll)
                plain = "advice.keep-none" if is_hot else "advice.roll-on"
                return self._aside(plain, "coach.roll-on", dice)
            case _:
                return words("do.end")

    def _brings(self, row: str, position: Position) -> int:
        if not isinstance(self.game, Scorecard) or not isinstance(position, SheetPosition):
            return 0
        entries = self.game.entries(position.cards[position.mover], position.dice)
        return next(entry.points + entry.extra for entry in entries if entry.row == row)

    def _aside(self, plain: str, named: str, dice: tuple[int, ...]) -> str:
        """The dice are named only where the player chooses among them."""
        if isinstance(self.game, Race) and self.game.set_aside == "any":
            return self.words(named, dice=_run(dice))
        return self.words(plain)

    def value(self, aim: Aim, value: float) -> str:
        """What a move is worth: "oczekiwany wynik 251,3"."""
        if aim == "gain" and value >= WINNING:
            return self.words("coach.wins")
        shown = self.words.percent(value) if aim == "chance" else self.words.number(value, 1)
        return self.words(f"coach.value.{aim}", value=shown)

    def cost(self, aim: Aim, cost: float) -> str:
        """How much less than the best: "1,3 punktu", "2,1 punktu procentowego"."""
        points = 100 * cost if aim == "chance" else cost
        shown = self.words.number(points, 1) if points >= _LEAST else self.words("coach.less", n=self.words.number(0.1))
        return self.words(f"coach.cost.{aim}", cost=shown)

    def short_cost(self, aim: Aim, cost: float) -> str:
        """The cost as a figure beside a move: "−1,3"; more turns are no less, so "+0,3"."""
        points = 100 * cost if aim == "chance" else cost
        sign = "+" if aim == "turns" else MINUS
        return f"{sign}{self.words.number(points, 1 if points >= _LEAST else 3)}"

    def verdict(self, aim: Aim, chosen: Option, best: str) -> str:
        """What the choice was worth, where `best` is the best move in words."""
        if chosen.place == 1:
            return self.words("coach.best-move")
        if aim == "gain" and chosen.cost >= WINNING / 2:
            return self.words("coach.missed-win", move=best)
        return self.words("coach.cost-it", cost=self.cost(aim, chosen.cost), move=best)

    def reasons(self, reasons: Reasons) -> Iterator[tuple[str, str]]:
        """Points and where they are gained or lost: ("+3,1", "Szóstki"); the rest together."""
        for gain in (*reasons.gains, *reasons.losses):
            yield self._signed(gain.points), self._where(gain)
        if reasons.rest:
            yield self._signed(reasons.rest), self.words("advice.rest")

    def _where(self, gain: Gain) -> str:
        match gain.kind:
            case "row":
                return self.words.row(gain.row, self.game.id)
            case "bonus":
                return self.words("sheet.bonus")
            case "extras":
                return self.words.own("sheet.extras", self.game.id)

    def _signed(self, points: float) -> str:
        return f"{'+' if points > 0 else MINUS}{self.words.number(abs(points), 1)}"


def _run(dice: tuple[int, ...]) -> str:
    return "\N{NO-BREAK SPACE}".join(map(str, dice))
