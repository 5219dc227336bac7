"""What people have told at a real-dice table, an entry a turn, as its pages and devices count it.

Reads the log alone; points come from the game.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kosci.engine.dice import Dice
from kosci.engine.game import Begun, Moved, Passed, Rolled
from kosci.engine.moves import Bank, Keep, Roll, RollOn, Score
from kosci.engine.race import Race, RacePosition
from kosci.engine.reported import Reported
from kosci.table.play import Happened, Play
from kosci.table.refold import folded


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """The entry of a turn: its fact number, whose it is, the number of the turn, and what was told.

    No row means a turn that was passed over. `is_open` says that it may be corrected.
    """

    seq: int
    seat: int
    turn: int
    row: str | None
    dice: Dice | None = None
    points: int | None = None
    alike: bool | None = None
    is_flagged: bool = False
    is_open: bool = True


def told_turns(play: Play) -> tuple[ToldTurn, ...]:
    """Every turn that is behind the players, in the order told."""
    teller = _Turns(play)
    return tuple(turn for at in range(len(play.log)) for turn in teller.told(at))


def last_told(play: Play) -> tuple[int, str] | None:
    """The seat and row of the entry told last, if one stands."""
    told = [turn for turn in told_turns(play) if turn.row is not None and not turn.is_flagged]
    return (told[-1].seat, told[-1].row or "") if told else None


def first_seat(play: Play) -> int | None:
    """The seat that began, None while that is not settled."""
    if play.position.contest is not None:
        return None
    begun = (one.event.seat for one in play.log if isinstance(one.event, Begun))
    return next(begun, 0)


class _Turns:
    """A walk through a log that knows which dice lie."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._faces: tuple[int, ...] = ()
        self._fixed: tuple[int, ...] = ()
        self._points = 0
        self._counts: Counter[int] = Counter()
        self._steps = {
            step.seq: (step.before, step.after)
            for step in (folded(play) if isinstance(play.game, Race) else ())
            if isinstance(step.before, RacePosition) and isinstance(step.after, RacePosition)
        }

    def told(self, at: int) -> Iterator[ToldTurn]:
        """The entry that the event at this place of the log is, if it is one."""
        happened = self._play.log[at]
        match happened.event:
            case Reported(seat, row, dice, points, alike):
                yield self._entry(happened, seat, row=row, dice=dice, points=points, alike=alike)
            case Passed(seat):
                yield self._entry(happened, seat)
            case Moved(seat, Score(row)):
                yield self._entry(happened, seat, row=row, dice=tuple(sorted(self._faces)))
            case Moved(seat, Bank(aside)):
                yield self._entry(happened, seat, row="bank", points=self._points + self._worth(aside))
            case Moved(_, Keep() | RollOn() | Roll() as move):
                self._points += self._worth(move.aside) if isinstance(move, RollOn) else 0
                self._fixed = happened.places if isinstance(move, Keep) else ()
            case Rolled(faces):
                yield from self._rolled(at, faces)

    def _worth(self, aside: Dice) -> int:
        game = self._play.game
        return game.value(aside).points if isinstance(game, Race) else 0

    def _rolled(self, at: int, fallen: tuple[int, ...]) -> Iterator[ToldTurn]:
        """The dice that lie now; in a race the roll itself may end the turn."""
        game, happened = self._play.game, self._play.log[at]
        if not isinstance(game, Race):
            new = iter(fallen)
            size = len(self._fixed) + len(fallen)
            self._faces = tuple(
                self._faces[place - 1] if place in self._fixed else next(new) for place in range(1, size + 1)
            )
            return
        before, after = self._steps.get(happened.seq, (None, None))
        if before is None or after is None or after.roll or before.contest is not None:
            return
        seat = before.mover
        row = "wins" if game.value(tuple(sorted(fallen))).wins else "bust"
        brought = after.banked[seat] - before.banked[seat]
        yield self._entry(happened, seat, row=row, points=brought, is_open=False)

    def _entry(
        self,
        happened: Happened,
        seat: int,
        *,
        row: str | None = None,
        dice: Dice | None = None,
        points: int | None = None,
        alike: bool | None = None,
        is_open: bool = True,
    ) -> ToldTurn:
        self._faces, self._fixed, self._points = (), (), 0
        self._counts[seat] += 1
        is_flagged = happened.seq in self._play.flags
        return ToldTurn(happened.seq, seat, self._counts[seat], row, dice, points, alike, is_flagged, is_open)
