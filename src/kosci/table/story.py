"""What an event meant, as values a screen can put into words: points, extras, busts, places.

No words for people stand here, and no rule: the points come from the positions before and after.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kosci.engine.card import Card, Entry
from kosci.engine.dice import Dice
from kosci.engine.game import Begun, Event, Left, Moved, Over, Passed, Rolled
from kosci.engine.moves import Bank, Keep, RollOn, Score
from kosci.engine.race import Race, RacePosition
from kosci.engine.reported import Reported, entry_of
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.variants import Position, Rules


@dataclass(frozen=True, slots=True)
class StartRolled:
    """A seat rolled for the start (S9)."""

    seat: int
    faces: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Starts:
    """It is settled who starts."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnRolled:
    """A roll in a sheet game: its number of how many, all dice by place, those kept for it."""

    seat: int
    number: int
    of: int
    faces: tuple[int, ...]
    kept: Dice


@dataclass(frozen=True, slots=True)
class Entered:
    """A row was written; `bonus` says that this entry earned the upper bonus."""

    seat: int
    row: str
    points: int
    extra: int
    joker: bool
    dice: tuple[int, ...]
    bonus: int


@dataclass(frozen=True, slots=True)
class RaceRolled:
    """A roll of Tysiąc that scores: the dice that fell, those that score and what they are worth."""

    seat: int
    faces: tuple[int, ...]
    scoring: Dice
    points: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """Dice were set aside to roll on: what they brought, the turn's points so far, the dice to roll."""

    seat: int
    dice: Dice
    points: int
    turn: int
    rolling: int


@dataclass(frozen=True, slots=True)
class Banked:
    """The turn's points were banked."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Busted:
    """A roll without points ended the turn; `lost` points are gone, `kept` were banked all the same (T4)."""

    seat: int
    faces: tuple[int, ...]
    lost: int
    kept: int


@dataclass(frozen=True, slots=True)
class AllAlike:
    """Five alike in Tysiąc: the game is won at once."""

    seat: int
    faces: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The seat's turn was passed over."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """The seat left for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A computer player acts for the seat."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """The person of the seat is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class GaveTime:
    """The seat gave whoever is to move more time."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookAdvice:
    """The person of the seat was shown what the moves to choose from are worth."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """The seat took its last entry back: the row, or None for banked points."""

    seat: int
    row: str | None


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A turn with real dice ended without points; `kept` were banked all the same (T4)."""

    seat: int
    kept: int


@dataclass(frozen=True, slots=True)
class RollTakenBack:
    """A told roll was taken back, or, with no seat, who begins."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Written:
    """What an entry brought: the row, or how the turn of Tysiąc ended, with its points; None for a passed turn."""

    row: str | None
    points: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """An entry of the seat was corrected: what it was and what it is now."""

    seat: int
    before: Written
    after: Written


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; the winners share the first place, none in a solo game (S8)."""

    winners: tuple[int, ...]
    points: int


Told = (
    StartRolled
    | Starts
    | TurnRolled
    | Entered
    | RaceRolled
    | SetAside
    | Banked
    | Busted
    | AllAlike
    | TurnPassed
    | SeatLeft
    | StoodIn
    | CameBack
    | GaveTime
    | TookAdvice
    | TookBack
    | TurnLost
    | RollTakenBack
    | Correction
    | Ended
)


@dataclass(frozen=True, slots=True)
class Step:
    """One event between two positions, with the dice by place after it."""

    game: Rules
    before: Position
    event: Event
    after: Position
    faces: tuple[int, ...]


def told(step: Step) -> Iterator[Told]:
    """What the step meant, in the order to tell it."""
    match step.event:
        case Passed(seat):
            yield TurnPassed(seat)
        case Left(seat):
            yield SeatLeft(seat)
        case Rolled(faces) if step.before.contest is not None:
            yield StartRolled(step.before.contest.next_seat, faces, sum(faces))
        case Begun():
            pass
        case _:
            yield from _of_family(step)
    was_open = step.before.contest is not None or isinstance(step.event, Begun)
    if was_open and step.after.contest is None and not step.after.has_ended:
        yield Starts(step.after.mover)
    if step.after.has_ended:
        yield _ended(step)


def _of_family(step: Step) -> Iterator[Told]:
    match step.game, step.before, step.after:
        case Scorecard() as game, SheetPosition() as before, SheetPosition() as after:
            yield from _sheet(game, before, after, step)
        case Race() as game, RacePosition() as before, RacePosition() as after:
            yield from _race(game, before, after, step)


def _sheet(game: Scorecard, before: SheetPosition, after: SheetPosition, step: Step) -> Iterator[Told]:
    match step.event:
        case Rolled():
            yield TurnRolled(before.mover, after.rolls_used, game.rolls, step.faces, before.dice)
        case Moved(seat, Score(row)):
            entry = next(entry for entry in game.entries(before.cards[seat], before.dice) if entry.row == row)
            yield _entered(game, seat, (before.cards[seat], after.cards[seat]), entry, step.faces)
        case Reported(seat) as reported:
            entry = entry_of(game, before.cards[seat], reported)
            yield _entered(game, seat, (before.cards[seat], after.cards[seat]), entry, reported.dice or ())
        case Moved(_, Keep()) | _:
            return


def _entered(game: Scorecard, seat: int, cards: tuple[Card, Card], entry: Entry, faces: tuple[int, ...]) -> Entered:
    before, after = (game.bonus_state(card) for card in cards)
    earned = after.is_earned and not before.is_earned
    return Entered(seat, entry.row, entry.points, entry.extra, entry.joker, faces, game.bonus if earned else 0)


def _race(game: Race, before: RacePosition, after: RacePosition, step: Step) -> Iterator[Told]:
    seat = before.mover
    match step.event:
        case Rolled(faces):
            value = game.value(tuple(sorted(faces)))
            if value.wins:
                yield AllAlike(seat, faces, after.banked[seat])
            elif after.roll:
                yield RaceRolled(seat, faces, value.scoring, value.points)
            else:
                kept = after.banked[seat] - before.banked[seat]
                yield Busted(seat, faces, before.turn - kept, kept)
        case Moved(_, RollOn(aside)):
            yield SetAside(seat, aside, game.value(aside).points, after.turn, after.rolling)
        case Moved(_, Bank()) | Reported(_, "bank"):
            yield Banked(seat, after.banked[seat] - before.banked[seat], after.banked[seat])
        case Reported(_, "bust"):
            yield TurnLost(seat, after.banked[seat] - before.banked[seat])
        case Reported():
            yield AllAlike(seat, (), after.banked[seat])


def _ended(step: Step) -> Ended:
    awaiting = step.game.awaiting(step.after)  # type: ignore[arg-type]  # a step holds positions of its own game
    results = awaiting.results if isinstance(awaiting, Over) else ()
    first = tuple(result for result in results if result.place == 1 and not result.left)
    winners = tuple(result.seat for result in first) if len(results) > 1 else ()
    return Ended(winners, max((result.points for result in first), default=0))
