"""The ledger: a game taken apart into the luck of every roll and the cost of every decision.

What was expected at the start and luck less costs is what came of it, to the last bit: every step of a game is one or
the other, and both are differences of one value (THEORY: telescoping). Judges playing for points, never for winning.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from kosci.coach.judging import Judge, Unit
from kosci.engine.dice import Dice
from kosci.engine.game import Event, Left, Moved, Passed, Rolled
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn, Score
from kosci.engine.race import RacePosition
from kosci.engine.scorecard import SheetPosition
from kosci.solve.options import TIED, Option
from kosci.variants import Position

Key = TypeVar("Key")
Quit = Literal["pass", "leave", "end"]


@dataclass(frozen=True, slots=True)
class Step:
    """An event that counts, between two positions: the number of its fact, and the computer that stood in, if any."""

    seq: int
    before: Position
    event: Event
    after: Position
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Luck:
    """What a roll brought: the value after it less the mean before it, turned so that more is better.

    `dice` are all that lie after it. Without faces it is what a turn passed over brought: with dice that fit nowhere,
    no entry may be the best. A whole turn is luck and keeps together: of a game on paper only its end is known.
    """

    seq: int
    turn: int
    number: int
    faces: tuple[int, ...]
    dice: Dice
    before: float
    after: float
    luck: float
    is_whole_turn: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice and what it cost against the best; `best` are the moves that share the first place in its position.

    `row` is the row that was written; a pass, a leaving and an early end are decisions too, and `move` is then what
    was done instead of playing on.
    """

    seq: int
    turn: int
    position: Position
    move: Move | Quit
    best: tuple[Move, ...]
    before: float
    after: float
    cost: float
    is_open: bool
    by: str | None = None

    @property
    def dice(self) -> Dice:
        """The dice that lay."""
        return self.position.dice if isinstance(self.position, SheetPosition) else self.position.roll

    @property
    def row(self) -> str | None:
        """The row that was written, if one was."""
        return self.move.row if isinstance(self.move, Score) else None


Entry = Luck | Decision


@dataclass(frozen=True, slots=True)
class Ledger:
    """One seat's game: `now` is what came of it, or what may be expected while the game goes on.

    In points it is the final total, in turns those used, which are `spent`, and those still needed.
    """

    seat: int
    unit: Unit
    sign: int
    start: float
    now: float
    entries: tuple[Entry, ...]
    spent: int = 0

    @property
    def luck(self) -> float:
        """The luck of all rolls."""
        return sum(entry.luck for entry in self.entries if isinstance(entry, Luck))

    @property
    def cost(self) -> float:
        """The cost of all decisions."""
        return sum(decision.cost for decision in self.decisions)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, Decision))

    @property
    def rolls(self) -> tuple[Luck, ...]:
        """The rolls in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, Luck))

    def by_turn(self) -> dict[int, tuple[float, float]]:
        """Luck and cost of each turn, from turn 1 on."""
        return self._summed((entry.turn, entry) for entry in self.entries)

    def by_row(self) -> dict[str, tuple[float, float]]:
        """Luck and cost of the turns that wrote each row; turns that wrote none stand under an empty name."""
        rows = {entry.turn: entry.row for entry in self.decisions if entry.row is not None}
        return self._summed((rows.get(entry.turn, ""), entry) for entry in self.entries)

    def _summed(self, entries: Iterable[tuple[Key, Entry]]) -> dict[Key, tuple[float, float]]:
        sums: dict[Key, tuple[float, float]] = {}
        for key, entry in entries:
            luck, cost = sums.get(key, (0.0, 0.0))
            if isinstance(entry, Luck):
                sums[key] = luck + entry.luck, cost
            else:
                sums[key] = luck, cost + entry.cost
        return sums


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
