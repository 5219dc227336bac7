"""What every game is: what a position awaits, what can happen, and the one door through which it happens.

No rule of any one game stands here.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from kosci.engine.dice import Dice, as_dice, format_dice, parse_faces
from kosci.engine.errors import DiceError, IllegalMoveError, NotationError, NotAwaitedError
from kosci.engine.moves import Move, format_move, parse_move
from kosci.engine.reported import Reported, format_report, is_report, parse_report


@dataclass(frozen=True, slots=True)
class ToMove:
    """The seat is to choose a move."""

    seat: int


@dataclass(frozen=True, slots=True)
class ToRoll:
    """That many dice are to fall for the seat."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a seat ended: its points and place; equal results share a place (S8), leavers come last (S10)."""

    seat: int
    points: int
    place: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; the results stand in seat order."""

    results: tuple[Result, ...]


Awaiting = ToMove | ToRoll | Over


@dataclass(frozen=True, slots=True)
class Moved:
    """The seat made this move."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Rolled:
    """These faces fell, in this order."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat's turn was passed over and is used up (S11)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    """The seat left for good (S10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Begun:
    """It was settled away from the table that the seat begins, instead of the starting roll (S9, C3)."""

    seat: int


Event = Moved | Rolled | Passed | Left | Begun | Reported
S = TypeVar("S", bound=Hashable)


class Game(Protocol[S]):
    """Stateless rules over positions `S`, frozen and hashable.

    The transitions trust their caller; `apply` is the door that checks.
    """

    @property
    def id(self) -> str:
        """The variant's id."""

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most seats at a table (C1)."""

    def start(self, seats: int) -> S:
        """The position before anything has happened."""

    def awaiting(self, position: S) -> Awaiting:
        """What the position waits for."""

    def legal_moves(self, position: S) -> Sequence[Move]:
        """Every move the seat to move may make, each once; none unless a move is awaited."""

    def check_move(self, position: S, move: Move) -> Move:
        """The move in full (dice named that may be left out); IllegalMoveError says why it is forbidden."""

    def after_move(self, position: S, move: Move) -> S:
        """The position after a legal move."""

    def after_roll(self, position: S, dice: Dice) -> S:
        """The position after the awaited dice have fallen."""

    def after_pass(self, position: S) -> S:
        """The position after the turn of the seat to act was passed over (S11)."""

    def after_leaving(self, position: S, seat: int) -> S:
        """The position after a seat still playing left (S10)."""

    def is_begun(self, position: S) -> bool:
        """Whether it is settled who starts."""

    def is_fresh(self, position: S) -> bool:
        """Whether nothing has happened yet."""

    def after_beginning(self, position: S, seat: int) -> S:
        """The position in which this seat begins, whoever the starting roll would have named."""

    def after_report(self, position: S, reported: Reported) -> S:
        """The position after a whole turn of the seat to act as it was told; what the rules raise."""

    def has_left(self, position: S, seat: int) -> bool:
        """Whether this seat has left."""

    def format_position(self, position: S) -> str:
        """The position as one line from which play can go on."""

    def parse_position(self, text: str) -> S:
        """The position a line describes; NotationError where it describes none."""


def apply(game: Game[S], position: S, event: Event) -> S:
    """The next position; NotAwaitedError, IllegalMoveError or DiceError, and nothing has changed.

    A roll is checked in number and faces, a move in seat and legality.
    """
    awaiting = game.awaiting(position)
    if isinstance(awaiting, Over):
        raise NotAwaitedError("game-over", f"{format_event(event)!r} comes after the end of the game")
    match event:
        case Rolled(faces):
            return _after_rolled(game, position, awaiting, faces)
        case Moved(seat, move):
            if not isinstance(awaiting, ToMove):
                message = f"{format_move(move)!r} is not awaited: {awaiting.count} dice are to fall first"
                raise NotAwaitedError("dice-awaited", message, count=awaiting.count)
            _check_seat(seat, awaiting.seat)
            return game.after_move(position, game.check_move(position, move))
        case Passed(seat):
            _check_seat(seat, awaiting.seat)
            return game.after_pass(position)
        case Left(seat):
            _check_stays(game, position, seat)
            return game.after_leaving(position, seat)
        case Begun() | Reported():
            return _after_told(game, position, awaiting.seat, event)


def _after_told(game: Game[S], position: S, mover: int, event: Begun | Reported) -> S:
    is_begun = game.is_begun(position)
    if isinstance(event, Begun):
        _check_stays(game, position, event.seat)
        if is_begun and not game.is_fresh(position):  # where the first seat starts, another may until it has moved
            raise NotAwaitedError("has-begun", f"the game has begun already: seat {mover} is to act", seat=mover)
        return game.after_beginning(position, event.seat)
    if not is_begun:
        raise NotAwaitedError("begin-first", "it is not settled yet who begins")
    _check_seat(event.seat, mover)
    return game.after_report(position, event)


def _check_stays(game: Game[S], position: S, seat: int) -> None:
    if game.has_left(position, seat):
        raise NotAwaitedError("has-left", f"seat {seat} has left already", seat=seat)


def _after_rolled(game: Game[S], position: S, awaiting: ToMove | ToRoll, faces: tuple[int, ...]) -> S:
    if not isinstance(awaiting, ToRoll):
        message = f"no dice are awaited: seat {awaiting.seat} is to move"
        raise NotAwaitedError("no-dice-awaited", message, seat=awaiting.seat)
    return game.after_roll(position, as_dice(faces, least=awaiting.count, most=awaiting.count))


def _check_seat(seat: int, mover: int) -> None:
    if type(seat) is not int or seat != mover:
        raise NotAwaitedError("not-your-turn", f"seat {seat!r} is not to move: seat {mover} is", seat=seat, mover=mover)


def replay(game: Game[S], seats: int, events: Iterable[Event]) -> S:
    """The position after these events from the start."""
    position = game.start(seats)
    for event in events:
        position = apply(game, position, event)
    return position


def ranked(
    points: Sequence[int], left: Sequence[bool], *, key: Callable[[int], int] | None = None
) -> tuple[Result, ...]:
    """Results in seat order: highest first, equal ones share a place and the next is skipped (S8), leavers last (S10).

    `key` gives the number a seat is ranked by where that is not its points.

    >>> [result.place for result in ranked([231, 231, 95], [False, False, False])]
    [1, 1, 3]
    """
    worth = [(not left[seat], key(seat) if key else points[seat]) for seat in range(len(points))]
    return tuple(
        Result(seat, points[seat], 1 + sum(other > worth[seat] for other in worth), left[seat])
        for seat in range(len(points))
    )


def check_seats(game_id: str, players: tuple[int, int], seats: int) -> None:
    """IllegalMoveError unless so many seats may play; one alone may practise any game (C1)."""
    least, most = players
    if type(seats) is not int or (seats != 1 and not least <= seats <= most):
        message = f"{seats!r} seats at {game_id!r}: {least} to {most} play it, or one alone"
        raise IllegalMoveError("seats-range", message, given=seats, least=least, most=most)


def check_seat(seat: int, seats: int) -> None:
    """NotAwaitedError unless a table of so many seats has this one."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise NotAwaitedError("no-seat", f"there is no seat {seat!r}", seat=seat)


def format_event(event: Event) -> str:
    """The event as one line; seats count from 1 in text.

    >>> format_event(Rolled((5, 2, 5)))
    'rolled 5 2 5'
    """
    match event:
        case Moved(seat, move):
            return f"{seat + 1}: {format_move(move)}"
        case Rolled(faces):
            return f"rolled {format_dice(faces)}"
        case Passed(seat):
            return f"{seat + 1}: passed"
        case Left(seat):
            return f"{seat + 1}: left"
        case Begun(seat):
            return f"{seat + 1}: begun"
        case Reported(seat):
            return f"{seat + 1}: {format_report(event)}"


def parse_event(text: str) -> Event:
    """The event a line says; NotationError where it says none."""
    line = text.strip()
    if line.startswith("rolled "):
        try:
            return Rolled(parse_faces(line.removeprefix("rolled "), least=1))
        except DiceError as error:
            raise NotationError("bad-event", f"{text!r} is no event: {error}", given=text) from error
    number, colon, what = line.partition(":")
    is_seat = number.isascii() and number.isdigit() and not number.startswith("0") and len(number) < 10
    if not colon or not is_seat:
        message = f"{text!r} is no event: write '1: keep 5 5', 'rolled 5 2 5', '1: passed' or '1: left'"
        raise NotationError("bad-event", message, given=text)
    seat = int(number) - 1
    match what.strip():
        case "passed":
            return Passed(seat)
        case "left":
            return Left(seat)
        case "begun":
            return Begun(seat)
        case report if is_report(report):
            return parse_report(seat, report)
        case move:
            return Moved(seat, parse_move(move))
