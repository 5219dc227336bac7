"""Tables played by chance, for tests: every fact by the table's own commands.

Decides nothing about the rules.
"""

from dataclasses import dataclass, field
from random import Random

from kosci.engine.moves import End, Move
from kosci.table import Draw, Fact, Settings, Table, fair
from kosci.variants import Rules


@dataclass
class Played:
    """A table with its whole log and the seed behind its dice."""

    game: Rules
    seats: int = 2
    settings: Settings = field(default_factory=Settings)
    number: int = 0
    facts: list[Fact] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = Random(self.number)
        self.seed = rng.randbytes(fair.SEED_BYTES)
        self.shares = [rng.randbytes(fair.SHARE_BYTES) for _ in range(self.seats)]
        self.rng = rng
        self.facts = Table.create(self.game, fair.commitment(self.seed), self.settings)
        self.table = Table.rebuilt(self.facts)
        for share in self.shares:
            self.do(self.table.join(fair.share_digest(share), drawn=True))

    @property
    def draw(self) -> Draw:
        """The dice of this table."""
        return lambda number, dice: fair.faces(self.seed, self.shares, number, dice)

    def do(self, facts: list[Fact]) -> "Played":
        """Add facts."""
        for fact in facts:
            self.table = self.table.after(fact)
        self.facts = self.facts + facts
        return self

    def start(self) -> "Played":
        """Begin the game."""
        return self.do(self.table.start(self.shares, self.draw))

    def move(self, move: Move, places: tuple[int, ...] = ()) -> "Played":
        """A move of the seat to move."""
        assert self.table.mover is not None
        return self.do(self.table.move(self.table.mover, move, self.draw, places))

    def moves(self) -> list[Move]:
        """The legal moves, without ending the game early."""
        assert self.table.play is not None
        game, position = self.table.play.game, self.table.play.position
        legal = game.legal_moves(position)  # type: ignore[arg-type]  # a play holds positions of its own game
        return [move for move in legal if not isinstance(move, End)]

    def random_move(self) -> "Played":
        """Any legal move."""
        return self.move(self.rng.choice(self.moves()))

    def to_the_end(self) -> "Played":
        """Play on by chance until the game is over."""
        while not self.table.is_over:
            self.random_move()
        return self
