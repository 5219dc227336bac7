"""The ledgers of a game on paper: of each turn only its last dice are known, or only what was written down.

A turn is then one lump of luck and keeps, and only the choice of the row is judged, where the dice are known.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kosci.coach.judging import Judge
from kosci.coach.ledger import Decision, Entry, Ledger, Luck, Quit
from kosci.engine.dice import Dice
from kosci.engine.game import Left, Passed
from kosci.engine.moves import Score
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.options import TIED
from kosci.table.record import PaperEvent, PaperGame, PaperTurn
from kosci.variants import Position, Rules


def paper_books(judge: Judge, game: PaperGame) -> tuple[Ledger, ...]:
    """A ledger a seat; facts are numbered by the turns of the game, from 1."""
    steps = list(game.steps())
    return tuple(_ledger(judge, game, steps, seat) for seat in range(len(game.names)))


def _ledger(judge: Judge, game: PaperGame, steps: list[tuple[Position, PaperEvent, Position]], seat: int) -> Ledger:
    start = judge.between(steps[0][0] if steps else game.position, seat)
    value, entries, turn, spent = start, list[Entry](), 1, 0
    for seq, (before, event, after) in enumerate(steps, start=1):
        if event.seat != seat:
            continue
        is_turn = not isinstance(event, Left)
        spent += is_turn and judge.unit == "turns"
        reached = spent + judge.between(after, seat)
        page = _Page(judge, game.rules, before, seq, turn, value, reached)
        match event:
            case PaperTurn(_, row, _, _, dice):
                entries += page.turn_played(row, dice)
            case Passed():
                entries += page.quit("pass")
            case Left():
                entries += page.quit("leave")
        value, turn = reached, turn + is_turn
    return Ledger(seat, judge.unit, judge.sign, start, value, tuple(entries), spent)


@dataclass(frozen=True, slots=True)
class _Page:
    """One turn of one seat, from the value before it to the value after it."""

    judge: Judge
    rules: Rules
    position: Position
    seq: int
    turn: int
    before: float
    after: float

    def turn_played(self, row: str, dice: Dice | None) -> Iterator[Entry]:
        """The lump of the turn, and the choice of the row where it can be judged."""
        game, position = self.rules, self.position
        if dice is None or not isinstance(game, Scorecard) or not isinstance(position, SheetPosition):
            yield self._lump(dice or (), self.after)
            return
        lying = replace(position, dice=dice, rolls_used=game.rolls)
        options = self.judge.options(lying, position.mover)
        best = tuple(option.move for option in options if option.place == 1)
        yield self._lump(dice, options[0].value)
        cost = options[0].value - self.after
        exact = 0.0 if abs(cost) <= TIED else cost
        is_open = len(best) < len(options)
        value = options[0].value
        yield Decision(self.seq, self.turn, lying, Score(row), best, value, self.after, exact, is_open)

    def quit(self, how: Quit) -> Iterator[Entry]:
        """A turn passed over, or a leaving."""
        cost = self.judge.sign * (self.before - self.after)
        if cost < -TIED:
            yield Luck(self.seq, self.turn, 0, (), (), self.before, self.after, -cost)
        cost = max(0.0, cost)
        yield Decision(self.seq, self.turn, self.position, how, (), self.before, self.after, cost, is_open=True)

    def _lump(self, dice: Dice, after: float) -> Luck:
        luck = self.judge.sign * (after - self.before)
        return Luck(self.seq, self.turn, 0, dice, dice, self.before, after, luck, is_whole_turn=True)
