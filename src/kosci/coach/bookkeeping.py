"""How a ledger is kept: step by step, the value now, the turns that are over, the moves that may be chosen from.

Values are asked of the judge; what a ledger is stands in `ledger`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kosci.coach.judging import Judge
from kosci.coach.ledger import Decision, Entry, Ledger, Luck, Quit, Step
from kosci.engine.dice import Dice
from kosci.engine.game import Left, Moved, Passed, Rolled
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn, Score
from kosci.engine.race import RacePosition
from kosci.engine.reported import Reported
from kosci.engine.scorecard import SheetPosition
from kosci.solve.options import TIED, Option
from kosci.variants import Position


def ledger(judge: Judge, steps: Iterable[Step], seat: int, start: Position) -> Ledger:
    """What the steps of a game from its start were for a seat."""
    book = _Book(judge, seat, judge.between(start, seat))
    first = book.value
    entries = tuple(entry for step in steps for entry in book.entered(step))
    return Ledger(seat, judge.unit, judge.sign, first, book.value, entries, book.spent)


@dataclass(slots=True)
class _Book:
    """The book as it is kept: the value now, the turns that are over, and the moves that may be chosen from."""

    judge: Judge
    seat: int
    value: float
    turn: int = 1
    spent: int = 0
    rolls: int = 0
    options: tuple[Option, ...] = field(default=())

    def entered(self, step: Step) -> Iterator[Entry]:
        """What the step was to the seat; nothing if it was another's."""
        match step.event:
            case Rolled(faces) if step.before.contest is None and step.before.mover == self.seat:
                yield self._rolled(step, faces)
            case Moved(seat, Roll()) if seat == self.seat:
                return
            case Moved(seat, Keep() | RollOn() | Score() | Bank() as move) if seat == self.seat:
                yield self._chosen(step, move)
            case Moved(seat, _) if seat == self.seat:
                yield from self._quit(step, "end")
            case Passed(seat) if seat == self.seat:
                yield from self._quit(step, "pass")
            case Left(seat) if seat == self.seat:
                yield from self._quit(step, "leave")
            case Reported(seat) as reported if seat == self.seat:
                yield from self._told(step, reported)

    def _rolled(self, step: Step, faces: tuple[int, ...]) -> Luck:
        before, turn = self.value, self.turn
        dice = tuple(sorted((*_held(step.before), *faces)))
        self.rolls += 1
        number = self.rolls
        if _lies(step.after) and step.after.mover == self.seat and not step.after.has_ended:
            self.options = self.judge.options(step.after, self.seat)
            self.value = self.spent + self.options[0].value
        else:  # the roll ended the turn
            self._close(step.after)
        return Luck(step.seq, turn, number, faces, dice, before, self.value, self.judge.sign * (self.value - before))

    def _chosen(self, step: Step, move: Move) -> Decision:
        options, before, turn, spent = self.options, self.value, self.turn, self.spent
        self.value = spent + next(option.value for option in options if option.move == move)
        cost = self.judge.sign * (before - self.value)
        best = tuple(option.move for option in options if option.place == 1)
        if isinstance(move, Score | Bank):
            self._close(step.after, self.value)
        else:
            self.options = ()
        is_open = len(best) < len(options)
        return self._decision(step, move, best, turn=turn, before=before, cost=cost, is_open=is_open)

    def _told(self, step: Step, reported: Reported) -> Iterator[Entry]:
        """A turn of which the end was told: one lump of luck and keeps, and its row judged by its last dice.

        Where rolls of it were told, the lump is what came after them.
        """
        before, turn = self.value, self.turn
        if step.lying is None:
            self._close(step.after)
            yield self._lump(step, reported, before, turn=turn)
            return
        is_told = step.lying == step.before
        if not is_told:
            self.options = self.judge.options(step.lying, self.seat)
            self.value = self.spent + self.options[0].value
            yield self._lump(step, reported, before, turn=turn)
        chosen = self._chosen(replace(step, before=step.lying), Score(reported.row))
        yield replace(chosen, is_whole_turn=not is_told)

    def _lump(self, step: Step, reported: Reported, before: float, *, turn: int) -> Luck:
        luck, dice = self.judge.sign * (self.value - before), step.lying.dice if step.lying else ()
        row = reported.row if isinstance(step.before, SheetPosition) else None
        return Luck(step.seq, turn, 0, dice, dice, before, self.value, luck, is_whole_turn=True, row=row)

    def _quit(self, step: Step, how: Quit) -> Iterator[Entry]:
        """Whoever passes or leaves gives up what the turn promised; a turn in which dice fell is over."""
        options, before, turn = self.options, self.value, self.turn
        best = tuple(option.move for option in options if option.place == 1)
        if self.rolls or how == "pass":
            self._close(step.after)
        else:
            self.value = self.spent + self.judge.between(step.after, self.seat)
        cost = self.judge.sign * (before - self.value)
        if cost < -TIED:
            yield Luck(step.seq, turn, 0, (), (), before, self.value, -cost)
        yield self._decision(step, how, best, turn=turn, before=before, cost=max(0.0, cost), is_open=True)

    def _close(self, after: Position, value: float | None = None) -> None:
        """End the turn; where turns are counted it is one more."""
        self.spent += self.judge.unit == "turns"
        self.value = self.spent + self.judge.between(after, self.seat) if value is None else value
        self.turn, self.rolls, self.options = self.turn + 1, 0, ()

    def _decision(
        self,
        step: Step,
        move: Move | Quit,
        best: tuple[Move, ...],
        *,
        turn: int,
        before: float,
        cost: float,
        is_open: bool,
    ) -> Decision:
        exact = 0.0 if abs(cost) <= TIED else cost
        return Decision(step.seq, turn, step.before, move, best, before, self.value, exact, is_open, step.by)


def _held(position: Position) -> Dice:
    """The dice that lie beside those that fall; in a race those set aside are no matter any more."""
    return position.dice if isinstance(position, SheetPosition) else ()


def _lies(position: Position) -> bool:
    """Whether dice lie that may be chosen from."""
    return bool(position.roll if isinstance(position, RacePosition) else position.dice)
