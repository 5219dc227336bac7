"""Whole tables with real dice by chance: turns told whole or roll by roll, corrections, taking back, leavers.

Every fact comes from the table's own commands; what the table refuses is not done.
"""

from collections.abc import Callable
from random import Random

from kosci.engine.dice import Dice
from kosci.engine.errors import RuleError
from kosci.engine.game import Passed
from kosci.engine.moves import Bank, Score
from kosci.engine.race import Race
from kosci.engine.reported import Reported, readings
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table import Fact, Settings, fair
from kosci.table.gamefile import GameFile
from kosci.table.play import Play
from kosci.table.refold import is_entry, seat_of
from kosci.variants import Rules
from tests.table.wild import NAMES, WildTable

SHARE = bytes(fair.SHARE_BYTES)


class RealTable(WildTable):
    """A table of people who roll by hand; `unrest` is how often something else happens than a turn."""

    def __init__(self, rules: Rules, random: Random, *, seats: int = 2, unrest: float = 0.3) -> None:
        super().__init__(rules, random, Settings(dice="real", scorer=random.choice(("anyone", "host"))))
        self.unrest = unrest
        for _ in range(seats):
            self.shares.append(SHARE)
            self.tried(lambda: self.table.join(fair.share_digest(SHARE), drawn=True))

    def draw(self, number: int, dice: int) -> tuple[int, ...]:
        """Nothing is drawn here."""
        raise AssertionError(f"roll {number} of {dice} dice was drawn at a table with real ones")

    def hand(self, count: int = 5) -> tuple[int, ...]:
        """Dice as they fall, often alike."""
        if self.random.random() < 1 / 4:
            return (self.random.randint(1, 6),) * count
        return tuple(self.random.randint(1, 6) for _ in range(count))

    def step(self) -> None:
        """Something happens: mostly a turn is told."""
        if self.table.play is None:
            return
        if not self.table.is_begun:
            self.tried(lambda: self.table.begin(self.random.randrange(len(self.shares))))
        elif self.random.random() < self.unrest:
            self.tried(self.random.choice(self._beside()))
        elif self.random.random() < 1 / 3:
            self.roll_or_move()
        elif self.table.mover is not None:
            seat = self.table.mover
            reported = self.report(self.table.running, seat)
            self.tried(lambda: self.table.report(reported, self.table.running.next_turn(seat)))

    def _beside(self) -> list[Callable[[], list[Fact]]]:
        seat, table = self.random.randrange(len(self.shares)), self.table
        play, undoable = table.running, table.undoable
        entries = [one for one in play.log if is_entry(one)]
        rare: list[Callable[[], list[Fact]]] = [lambda: table.advise(seat)]
        if self.random.random() < 1 / 8:
            rare.append(lambda: table.leave(seat))
        if undoable is not None:
            rare += [lambda: table.undo_told(undoable[1])] * 2
        if table.mover is not None:
            mover = table.mover
            rare.append(lambda: table.pass_told(mover, play.next_turn(mover)))
        if entries:
            entry = self.random.choice(entries)
            whose = seat_of(entry.event)
            assert whose is not None
            event = Passed(whose) if self.random.random() < 1 / 6 else self.report(play, whose)
            rare += [lambda: table.correct(entry.seq, event)] * 4
        return rare

    def report(self, play: Play, seat: int) -> Reported:
        """A turn as somebody may tell it, mostly one that can be."""
        if isinstance(play.game, Race):
            return self._report_of_race(play.game, seat)
        assert isinstance(play.position, SheetPosition)
        card, game = play.position.cards[seat], play.game
        dice = tuple(sorted(self.hand()))
        entries = game.entries(card, dice)
        row = self.random.choice(entries).row if entries else self.random.choice(game.rows).id
        if self.random.random() < 1 / 2:
            return Reported(seat, row, dice, None)
        return self._by_points(game, play, seat, row)

    def _by_points(self, game: Scorecard, play: Play, seat: int, row: str) -> Reported:
        assert isinstance(play.position, SheetPosition)
        try:
            reading = self.random.choice(readings(game, play.position.cards[seat], row))
        except RuleError:
            return Reported(seat, row, points=0)
        answer = self.random.choice((None, reading.alike, reading.alike))
        dice: Dice | None = reading.dice if self.random.random() < 1 / 8 else None
        return Reported(seat, row, dice, reading.points, answer)

    def _report_of_race(self, game: Race, seat: int) -> Reported:
        row = self.random.choice(
            ("bank", "bank", "bank", "bust", "bust", "wins" if self.random.random() < 0.1 else "bank")
        )
        some = 5 * self.random.randint(1, 40)
        if row == "bust":
            points = some if game.bust == "keep" and self.random.random() < 1 / 2 else self.random.choice((None, 0))
            return Reported(seat, row, points=points)
        return Reported(seat, row, points=some + (game.alike_pays if row == "wins" else 0))

    def roll_or_move(self) -> None:
        """A roll told, or an entry of the dice that lie."""
        seat = self.table.mover
        if seat is None:
            return
        play = self.table.running
        number = (play.next_turn(seat), play.rolls_told + 1)
        if not play.faces:
            self.tried(lambda: self.table.tell(seat, self.hand(), number))
            return
        legal = list(play.game.legal_moves(play.position))  # type: ignore[arg-type]  # its own position
        entries = [move for move in legal if isinstance(move, Score | Bank)]
        if entries and self.random.random() < 1 / 2:
            move = self.random.choice(entries)
            self.tried(lambda: self.table.move(seat, move, self.draw))
            return
        places = tuple(at for at in play.free if self.random.random() < 1 / 2)
        left = 5 - len(places) - (0 if isinstance(play.game, Scorecard) else 5 - len(play.free))
        self.tried(lambda: self.table.tell(seat, self.hand(left or 5), number, places))


def real_game(rules: Rules, random: Random, steps: int) -> GameFile:
    """A game after so many steps; sometimes not begun, sometimes played on, sometimes closed."""
    least, most = rules.players
    seats = random.choice((1, *range(max(least, 2), most + 1)))
    made = RealTable(rules, random, seats=seats)
    if steps:
        made.tried(lambda: made.table.start(made.shares, made.draw, random.choice((None, 0))))
    for _ in range(steps):
        made.step()
        if made.table.is_over and random.random() < 1 / 2:
            break
    for end in random.sample(("play on", "close"), random.randint(0, 2)):
        made.tried(lambda: made.table.play_on() if end == "play on" else made.table.close(made.seed))  # noqa: B023
    has_plain_names = random.random() < 1 / 2
    people = [NAMES[at] if has_plain_names and at < 2 else random.choice(NAMES).strip() for at in range(seats)]
    return GameFile(tuple(people), tuple(made.facts), made.seed if random.random() < 1 / 8 else None)
