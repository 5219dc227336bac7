"""One turn of a race as the solvers see it: what each kind of roll can bring, compiled once from the engine.

Holds no rule of its own: every number here is the engine's answer to a small position.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

from kosci.engine.dice import Dice, rolls
from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, RollOn
from kosci.engine.race import Race, RacePosition

_FAR = 10**9  # a target that no turn reaches: moves then follow from the dice alone
_HELD = 1000  # points of the turn before the roll that is asked about


class RaceNotSolvedError(RuleError):
    """A reading of the race that there is no exact solution for."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What may follow once dice are set aside: the kind of roll, None where the turn must stop, and banking."""

    kind: int | None
    may_bank: bool


@dataclass(frozen=True, slots=True)
class Part:
    """Dice set aside: their points, and which of the model's stands the player is left with."""

    points: int
    stand: int


@dataclass(frozen=True, slots=True)
class Fall:
    """All rolls of one kind that leave the same choice of parts, with their chance together."""

    chance: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of roll: the chances that it busts and that it wins at once, and how it may fall otherwise."""

    bust: float
    win: float
    falls: tuple[Fall, ...]


@dataclass(frozen=True)
class TurnModel:
    """A turn: it starts with a roll of kind `start`; a bust loses the turn's points unless `keeps`."""

    kinds: tuple[Kind, ...]
    stands: tuple[Stand, ...]
    start: int
    keeps: bool
    win_pays: int

    @cached_property
    def step(self) -> int:
        """The greatest number that divides the points of every part."""
        return gcd(*(part.points for part in self._parts()))

    @cached_property
    def most(self) -> int:
        """The most points that one roll sets aside without winning at once."""
        return max(part.points for part in self._parts())

    def _parts(self) -> Iterator[Part]:
        return (part for kind in self.kinds for fall in kind.falls for part in fall.parts)

    def stand_with(self, dice: int) -> Stand:
        """What may follow when so many dice are left to roll; all of them means that all have scored."""
        if dice <= self.start:
            return next(stand for stand in self.stands if stand.kind == dice - 1)
        return next(stand for stand in self.stands if stand.kind in (None, self.start))


def unsolved_option(game: Race) -> str | None:
    """The first option that is set and that the solvers do not know; None where the game has an exact solution."""
    options: Mapping[str, object] = {"opening": game.opening, "exact": game.exact, "last_round": game.last_round}
    return next((name for name, value in options.items() if value), None)


def check_solved(game: Race) -> None:
    """RaceNotSolvedError where the game has an option that the solvers do not know."""
    name = unsolved_option(game)
    if name is not None:
        message = f"{name!r} is set: exact play of {game.id!r} is known only without it"
        raise RaceNotSolvedError("race-not-solved", message, option=name)


def turn_model(game: Race) -> TurnModel:
    """The turn of this game, wherever the target stands; entrance, exact target and last round are left out."""
    plain = replace(game, target=_FAR, opening=0, exact=False, last_round=False)
    stands: dict[Stand, int] = {}
    asked = [_asked(plain, count, stands) for count in range(1, game.dice + 1)]
    kept = {held for _, held in asked} - {None}
    if not kept <= {0, _HELD} or len(kept) != 1:
        raise ValueError(f"a bust of {game.id!r} leaves {kept} of {_HELD} points: all or none is needed")
    return TurnModel(
        kinds=tuple(kind for kind, _ in asked),
        stands=tuple(stands),
        start=game.dice - 1,
        keeps=kept == {_HELD},
        win_pays=game.alike_pays,
    )


def _asked(game: Race, count: int, stands: dict[Stand, int]) -> tuple[Kind, int | None]:
    """What so many dice can bring, and what a bust leaves of the points held before it."""
    bust = win = 0
    kept = None
    falls: dict[tuple[Part, ...], int] = {}
    for dice, weight in rolls(count):
        after = game.after_roll(RacePosition((0, 0), (False, False), turn=_HELD, rolling=count), dice)
        if after.has_ended:
            win += weight
        elif after.roll:
            parts = _parts(game, after, stands)
            falls[parts] = falls.get(parts, 0) + weight
        else:
            bust += weight
            kept = after.banked[0]
    total = 6**count
    ways = tuple(Fall(weight / total, parts) for parts, weight in falls.items())
    return Kind(bust / total, win / total, ways), kept


def _parts(game: Race, position: RacePosition, stands: dict[Stand, int]) -> tuple[Part, ...]:
    points: dict[Dice, int] = {}
    rolling: dict[Dice, int] = {}
    may_bank: set[Dice] = set()
    for move in game.legal_moves(position):
        after = game.after_move(position, move)
        if isinstance(move, Bank):
            may_bank.add(move.aside)
            points[move.aside] = after.banked[0] - _HELD
        elif isinstance(move, RollOn):
            rolling[move.aside] = after.rolling
            points[move.aside] = after.turn - _HELD
    found = set()
    for aside, worth in points.items():
        stand = Stand(rolling[aside] - 1 if aside in rolling else None, aside in may_bank)
        found.add(Part(worth, stands.setdefault(stand, len(stands))))
    return tuple(sorted(found, key=lambda part: (part.points, part.stand)))
