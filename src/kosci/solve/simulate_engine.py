"""Simulated games through the engine: any player, one move after another, on the dice of the stream.

Slow and obviously right: the kernels play the same games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from kosci.engine.card import Card
from kosci.engine.game import Game, Moved, Over, Rolled, ToMove, ToRoll, apply
from kosci.engine.moves import Move, Roll
from kosci.engine.scorecard import Scorecard
from kosci.solve.simulate_dice import WHIMS, faces, word
from kosci.variants import Position, Rules

Mover = Callable[[Rules, Position, Random], Move]
S = TypeVar("S", bound=Position)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a simulation by its number, and the seat whose dice it rolls."""

    number: int
    dice: int


@dataclass(slots=True)
class Throws:
    """What a seat has rolled so far in one game: its turn, and the next roll of it; turn 0 is the roll-off."""

    key: int
    game: int
    seat: Seat
    turn: int = 0
    roll: int = 0
    whims: Random = field(init=False)

    def __post_init__(self) -> None:
        self.whims = Random(word(self.key, self.game, self.seat.number, 0, WHIMS))  # noqa: S311 - nobody plays for it

    def begin_turn(self) -> None:
        """Pass to the dice of the next turn."""
        self.turn, self.roll = self.turn + 1, 0

    def fall(self, count: int) -> tuple[int, ...]:
        """The dice of the next roll; those of a roll-off are always the seat's own, for equal ones never end it."""
        seat = self.seat.dice if self.turn else self.seat.number
        bits = word(self.key, self.game, seat, self.turn, self.roll)
        self.roll += 1
        return faces(bits, count)


def first_seat(game: Game[S], throws: Sequence[Throws]) -> int:
    """The seat that is to begin, once it is settled by dice where the game says so."""
    position = game.start(len(throws))
    while isinstance(awaiting := game.awaiting(position), ToRoll):
        position = apply(game, position, Rolled(throws[awaiting.seat].fall(awaiting.count)))
    assert isinstance(awaiting, ToMove)
    return awaiting.seat


def play(game: Game[S], rules: Rules, movers: Sequence[Mover], throws: Sequence[Throws]) -> S:
    """A whole game from its start to the position in which it is over."""
    position = game.start(len(movers))
    while not isinstance(awaiting := game.awaiting(position), Over):
        seat = awaiting.seat
        if isinstance(awaiting, ToRoll):
            position = apply(game, position, Rolled(throws[seat].fall(awaiting.count)))
            continue
        move = movers[seat](rules, position, throws[seat].whims)
        if isinstance(move, Roll):
            throws[seat].begin_turn()
        position = apply(game, position, Moved(seat, move))
    return position


def play_alone(rules: Scorecard, mover: Mover, seat: Seat, key: int, number: int) -> Card:
    """The card of a seat after game number so many, in which it plays its own sheet and looks at no other."""
    return play(rules, rules, [mover], [Throws(key, number, seat)]).cards[0]
