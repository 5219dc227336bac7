"""An evening with real dice as people enter it: turns in order, slips that are corrected at once or later, some undone.

What the table refuses is tried again once the slips before it are corrected.
"""

from collections.abc import Iterable, Iterator
from random import Random

from kosci.engine.errors import RuleError
from kosci.engine.game import Begun, Event, Left, Moved, Passed, Rolled
from kosci.engine.moves import Bank, Keep, RollOn, Score
from kosci.engine.reported import Reported, readings
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table import Settings, fair
from kosci.variants import Rules
from tests.table.wild import WildTable


class Kitchen(WildTable):
    """A table whose people enter a game that is known beforehand; `slips` is the share of turns entered wrongly."""

    def __init__(self, rules: Rules, random: Random, seats: int, *, slips: float = 0.0) -> None:
        super().__init__(rules, random, Settings(dice="real", scorer="anyone"))
        self.slips = slips
        self.pending: list[tuple[int, Reported | Passed]] = []
        for _ in range(seats):
            share = random.randbytes(fair.SHARE_BYTES)
            self.tried(lambda: self.table.join(fair.share_digest(share), drawn=True))  # noqa: B023 (done at once)
            self.shares.append(share)
        self.tried(lambda: self.table.start(self.shares, self.draw))

    def enter(self, events: Iterable[Event]) -> None:
        """The whole game."""
        for event in whole_steps(events):
            if not self._slip(event) and not self._done(event):
                self.correct()
                assert self._done(event), event
            if self.random.random() < 1 / 4:
                self.correct()
        self.correct()

    def correct(self) -> None:
        """Every slip so far put right."""
        for seq, event in self.pending:
            assert self.tried(lambda: self.table.correct(seq, event))  # noqa: B023
        self.pending = []

    def _slip(self, event: "Event | Told") -> bool:
        """A turn entered wrongly; another that is possible, to be corrected or taken back at once."""
        if not isinstance(event, Reported) or self.random.random() >= self.slips:
            return False
        wrong = self._wrong(event)
        turn = self.table.running.next_turn(event.seat)
        if wrong is None or not self.tried(lambda: self.table.report(wrong, turn)):
            return False
        seq = self.table.running.log[-1].seq
        if self.table.is_over or self.random.random() < 1 / 3:
            self.tried(lambda: self.table.undo_told(seq))
            return False
        self.pending.append((seq, event))
        return True

    def _wrong(self, event: Reported) -> Reported | None:
        play = self.table.running
        if not isinstance(play.game, Scorecard) or not isinstance(play.position, SheetPosition):
            return Reported(event.seat, "bank", points=5 * self.random.randint(1, 20))
        card = play.position.cards[event.seat]
        rows = [row.id for row, value in zip(play.game.rows, card.values, strict=True) if value is None]
        row = self.random.choice(rows)
        try:
            reading = self.random.choice(readings(play.game, card, row))
        except RuleError:
            return None
        return Reported(event.seat, row, points=reading.points, alike=reading.alike)

    def _done(self, event: "Event | Told") -> bool:
        table = self.table
        match event:
            case Begun(seat):
                return self.tried(lambda: table.begin(seat))
            case Reported(seat):
                return self.tried(lambda: table.report(event, table.running.next_turn(seat)))
            case Passed(seat):
                return self.tried(lambda: table.pass_told(seat, table.running.next_turn(seat)))
            case Left(seat):
                return self.tried(lambda: table.leave(seat))
            case Told(moved, rolled):
                return self._told(moved, rolled)
            case Moved(seat, move):
                return self.tried(lambda: table.move(seat, move, self.draw))
        raise TypeError(f"{event!r} is not entered")

    def _told(self, moved: Moved, rolled: Rolled) -> bool:
        play = self.table.running
        dice = getattr(moved.move, "dice", getattr(moved.move, "aside", ()))
        number = (play.next_turn(moved.seat), play.rolls_told + 1)
        return self.tried(lambda: self.table.tell(moved.seat, rolled.faces, number, play.places_of(dice)))


class Told:
    """A roll with the move that asked for it."""

    __match_args__ = ("moved", "rolled")

    def __init__(self, moved: Moved, rolled: Rolled) -> None:
        self.moved, self.rolled = moved, rolled


def whole_steps(events: Iterable[Event]) -> Iterator[Event | Told]:
    """The events as they are entered: a roll together with what asked for it."""
    asked: Moved | None = None
    for event in events:
        if isinstance(event, Rolled):
            assert asked is not None
            yield Told(asked, event)
            asked = None
        elif isinstance(event, Moved) and not isinstance(event.move, Score | Bank):
            assert isinstance(event.move, Keep | RollOn) or asked is None
            asked = event
        else:
            yield event
