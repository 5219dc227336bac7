"""Advice: what each move is worth in expected final points, and what it costs against the best.

Only for sheet games; one question at a time. Nothing is solved here but cards with turns passed over, when asked for.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from kosci.engine.card import Card
from kosci.engine.dice import Dice, as_dice, keeps
from kosci.engine.moves import Keep, Move, Score
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import check_open
from kosci.solve.errors import SolveError
from kosci.solve.options import Option, ranked
from kosci.solve.solution import Solution
from kosci.solve.turn import Turn, turn_of


class Advisor:
    """What a solution says of cards and moves."""

    def __init__(self, solution: Solution, *, solve: Callable[[Scorecard], Solution] | None = None) -> None:
        self._by_passed = {0: solution}
        self._solve = solve

    @property
    def rules(self) -> Scorecard:
        """The rules that are solved."""
        return self._by_passed[0].rules

    def value(self, card: Card) -> float:
        """The mean final total before a turn."""
        solution, same = self.solved(card)
        return solution.value(same)

    def turn(self, card: Card) -> Turn:
        """What every hand, keep and row of the card's next turn is worth; SheetError where it has none."""
        check_open(self.rules, card)
        solution, same = self.solved(card)
        return turn_of(solution.game, solution.values, same)

    def values(self, card: Card, dice: Iterable[int], rolls_left: int) -> tuple[Option, ...]:
        """Every different keep and row of these dice, best first; equal ones rows first, then the smallest keep."""
        size = self.rules.dice
        hand = as_dice(dice, least=size, most=size)
        checked_rolls_left(self.rules, rolls_left)
        return ranked(self._moves(self.turn(card), hand, rolls_left))

    def solved(self, card: Card) -> tuple[Solution, Card]:
        """The solution of a game with as many turns as the card has, and the card as one of it."""
        if card.passed and self.rules.turns_left(card):
            if card.passed not in self._by_passed:
                self._by_passed[card.passed] = self._solved(replace(self.rules, turns=self.rules.turns - card.passed))
            return self._by_passed[card.passed], replace(card, passed=0)
        return self._by_passed[0], card

    def _moves(self, turn: Turn, hand: Dice, rolls_left: int) -> list[tuple[Move, float]]:
        dice = self._by_passed[0].game.lattice
        in_rows = turn.rows[dice.number[hand] - dice.first_hand]
        rows = zip(self.rules.rows, in_rows.tolist(), strict=True)
        moves: list[tuple[Move, float]] = [(Score(row.id), value) for row, value in rows if value > -float("inf")]
        if rolls_left:
            kept = turn.keeps[rolls_left - 1]
            moves += [(Keep(keep), float(kept[dice.number[keep]])) for keep in keeps(hand) if keep != hand]
        return moves

    def _solved(self, rules: Scorecard) -> Solution:
        if self._solve is None:
            from kosci.solve.solver import solve

            return solve(rules)
        return self._solve(rules)


def checked_rolls_left(rules: Scorecard, rolls_left: object) -> int:
    """The rolls left; SolveError unless a turn whose dice lie can have so many."""
    if type(rolls_left) is not int or not 0 <= rolls_left < rules.rolls:
        most = rules.rolls - 1
        message = f"{rolls_left!r} rolls left: 0 to {most} are possible once the dice lie"
        raise SolveError("rolls-left-range", message, given=str(rolls_left), most=most)
    return rolls_left
