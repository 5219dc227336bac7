"""Whole tables by chance for the tests of records: the lobby, moves, places, undo, passes, leavers, stand-ins, advice.

Every fact comes from the table's own commands; what the table refuses is not done.
"""

from collections.abc import Callable
from random import Random

from kosci.engine.errors import RuleError
from kosci.engine.game import ToMove
from kosci.engine.moves import Bank, Keep, Move, RollOn, Score
from kosci.table import Fact, Settings, Table, fair
from kosci.table.gamefile import GameFile
from kosci.table.play import Play
from kosci.variants import Rules

PLAIN = ("Anna", "Olek", "Anna Maria", "Ґалина #4", "Anna", "Zoë  B")
ODD = ("seat 2", "3. Ewa", "", "chance", "- undone", "#1", "seed", "start", "result", "5 5", "seat", "player")
NAMES = (*PLAIN, *ODD)


class WildTable:
    """A table under way and its log."""

    def __init__(self, rules: Rules, random: Random, settings: Settings | None = None) -> None:
        self.random = random
        self.seed = random.randbytes(fair.SEED_BYTES)
        self.facts = Table.create(rules, fair.commitment(self.seed), settings)
        self.table = Table.rebuilt(self.facts)
        self.shares: list[bytes] = []

    def tried(self, command: Callable[[], list[Fact]]) -> bool:
        """What the table makes of a command; nothing where it refuses."""
        try:
            facts = command()
        except RuleError:
            return False
        for fact in facts:
            self.table = self.table.after(fact)
        self.facts += facts
        return True

    def draw(self, number: int, dice: int) -> tuple[int, ...]:
        """Dice that often fall alike."""
        if self.random.random() < 1 / 4:
            return (self.random.randint(1, 6),) * dice
        return fair.faces(self.seed, self.shares, number, dice)

    def lobby(self, seats: int) -> None:
        """Seats taken, some of them given up again and taken by others."""
        while len(self.shares) < seats:
            if self.shares and self.random.random() < 1 / 6:
                seat = self.random.randrange(len(self.shares))
                self.tried(lambda: self.table.leave(seat))  # noqa: B023 (done at once)
                del self.shares[seat]
            share = self.random.randbytes(fair.SHARE_BYTES)
            bot = self.random.choice((None, None, "greedy", "random"))
            drawn = self.random.random() < 1 / 2
            self.tried(lambda: self.table.join(fair.share_digest(share), drawn=drawn, bot=bot))  # noqa: B023
            self.shares.append(share)

    def start(self) -> None:
        """The game begun."""
        self.tried(lambda: self.table.start(self.shares, self.draw))

    def step(self) -> None:
        """Something happens."""
        seat = self.random.randrange(len(self.shares))
        mover = self.table.mover
        rare: list[Callable[[], list[Fact]]] = [
            lambda: self.table.undo(seat),
            lambda: self.table.undo(seat),
            lambda: self.table.stand_in(seat, "greedy"),
            lambda: self.table.bring_back(seat),
            lambda: self.table.advise(seat),
            lambda: self.table.extend(seat),
            lambda: self.table.pass_turn(seat if mover is None else mover),
        ]
        if self.random.random() < 1 / 60:
            self.tried(lambda: self.table.leave(seat))
        elif self.random.random() < 1 / 3:
            self.tried(self.random.choice(rare))
        elif mover is not None:
            move, places = self._move(self.table.running)
            self.tried(lambda: self.table.move(mover, move, self.draw, places))

    def _move(self, play: Play) -> tuple[Move, tuple[int, ...]]:
        """A legal move, entries more often than their share; sometimes with the last places of its dice."""
        assert isinstance(play.awaiting, ToMove)
        legal: list[Move] = list(play.game.legal_moves(play.position))  # type: ignore[arg-type]  # its own position
        entries = [move for move in legal if isinstance(move, Score | Bank)]
        move = self.random.choice(entries if entries and self.random.random() < 1 / 2 else legal)
        if isinstance(move, Keep | Bank | RollOn) and self.random.random() < 1 / 3:
            dice = move.dice if isinstance(move, Keep) else move.aside
            free, places = list(reversed(play.free)), []
            for die in dice:
                places.append(next(at for at in free if play.faces[at - 1] == die and at not in places))
            return move, tuple(sorted(places))
        return move, ()


def wild_game(rules: Rules, random: Random, steps: int) -> GameFile:
    """A game after so many steps; sometimes in the lobby, sometimes closed, sometimes with its seed open."""
    settings = random.choice((None, Settings(pace="slow", away="pass", clock=60), Settings(coach="always")))
    wild = WildTable(rules, random, settings)
    least, most = rules.players
    seats = random.choice((1, *range(max(least, 2), most + 1)))
    wild.lobby(seats)
    if steps:
        wild.start()
    for _ in range(steps):
        if wild.table.is_over and random.random() < 1 / 2:
            break
        wild.step()
    if random.random() < 1 / 4:
        wild.tried(lambda: wild.table.close(wild.seed))
    has_plain_names = random.random() < 1 / 2
    people = [NAMES[at] if has_plain_names and at < 2 else random.choice(NAMES).strip() for at in range(seats)]
    seated = zip(people, wild.table.seats, strict=True)
    names = tuple(f"@{seat.bot}" if seat.bot and random.random() < 3 / 4 else name for name, seat in seated)
    return GameFile(names, tuple(wild.facts), wild.seed if random.random() < 1 / 4 else None)
