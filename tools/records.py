"""Writes the golden records that machines play: whole games as text, their dice from a seed that is opened at the end.

Run as `.venv/bin/python tools/records.py [NAME …]`: writes tests/golden/records/NAME.txt, all of them without a name;
of games with real dice tests/golden/logs/NAME.txt as well.
What it writes is read before it is committed; the tests never run it.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from kosci.bots import bot
from kosci.engine.game import Event, Game, Moved, Over, Rolled, ToRoll, apply
from kosci.engine.options import Value
from kosci.engine.race import Race
from kosci.table import Fact, Settings, fair
from kosci.table.gamefile import GameFile, format_game
from kosci.table.record import format_record, parse_record
from kosci.variants import Rules, load
from tests.laws.strategies import faces, interruption
from tests.table.kitchen import Kitchen
from tests.table.retold import retold
from tests.table.wild import WildTable

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "records"
LOGS = FOLDER.parent / "logs"
NAMES = ("Anna", "Olek", "Ґалина", "Zoë", "Jan", "Ewa", "Юрко", "Maria")


@dataclass(frozen=True)
class Recipe:
    """A game to be played: its rules, its seats (computers by `@`), how eventful it is, and what must come about."""

    variant: str
    seats: tuple[str, ...]
    options: dict[str, Value] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    unrest: float = 0.0
    leavers: float = 0.0
    moves: int = 10_000
    player: str = "greedy"
    wanted: tuple[str, ...] = ()
    is_open: bool = False
    is_changing: bool = False
    slips: float | None = None  # with real dice: the share of turns that is entered wrongly first


def two(variant: str, **options: Value) -> Recipe:
    """A game of two people with these options."""
    return Recipe(variant, NAMES[:2], options)


def real(variant: str, seats: int, *wanted: str, **options: Value) -> Recipe:
    """A game with real dice, as people enter it."""
    return replace(
        two(variant, **options), seats=NAMES[:seats], slips=0.15, wanted=("- corrected", "- undone", *wanted)
    )


RECIPES = {
    "general-two": two("general"),
    "general-joker": replace(two("general"), seats=NAMES[:4], wanted=(" +100",)),
    "general-lively": replace(two("general"), unrest=0.1, wanted=("- undone", "stand-in", "returned", "advised")),
    "general-running": replace(two("general"), moves=25, wanted=("- undone",), unrest=0.1),
    "general-full-upper-two": two("general-full-upper"),
    "general-full-upper-eight": Recipe("general-full-upper", (*NAMES[:5], "@greedy", "@random", "@greedy")),
    "general-full-upper-extra": replace(two("general-full-upper"), seats=NAMES[:6], wanted=(" +100",)),
    "general-full-upper-leavers": replace(two("general-full-upper"), seats=NAMES[:3], leavers=0.03, wanted=("left",)),
    "yahtzee-two": two("yahtzee"),
    "yahtzee-alone": Recipe("yahtzee", ("Anna",)),
    "yahtzee-extra": replace(two("yahtzee"), seats=NAMES[:5], wanted=(" +100",)),
    "yahtzee-strict": two("yahtzee", upper_first=True, zero="only_if_nothing_fits", first="lot"),
    "yahtzee-free-choice": replace(two("yahtzee", joker="free_choice", extra="none", first="seat"), seats=NAMES[:3]),
    "yahtzee-coach": replace(two("yahtzee"), settings=Settings(coach="always", pace="slow"), unrest=0.05),
    "yahtzee-lobby": replace(two("yahtzee"), is_changing=True, moves=30, wanted=("given-up", "sealed")),
    "yahtzee-terminal": replace(Recipe("yahtzee", ("Anna", "@greedy")), is_open=True),
    "yatzi-two": two("yatzi"),
    "yatzi-rigol": two("yatzi", rigol="sum", turns=14),
    "yatzi-passed": replace(two("yatzi"), seats=NAMES[:4], unrest=0.05, wanted=("passed", "stand-in")),
    "yatzi-extra": replace(two("yatzi"), seats=NAMES[:5], wanted=(" +100",)),
    "yatzi-random": replace(Recipe("yatzi", ("Anna", "@random", "@random")), player="random"),
    "yatzy-two": two("yatzy"),
    "yatzy-house": replace(two("yatzy", bonus_at=70, bonus=100, zero="only_if_nothing_fits"), seats=NAMES[:3]),
    "yatzy-leaver": replace(two("yatzy"), leavers=0.02, unrest=0.03, wanted=("left",)),
    "tysiac-two": two("tysiac"),
    "tysiac-seven": Recipe("tysiac", (*NAMES[:5], "@greedy", "@random")),
    "tysiac-any-part": replace(
        two("tysiac", set_aside="any", target=500), player="random", wanted=(" @",), unrest=0.02
    ),
    "tysiac-keep": two("tysiac", bust="keep", hot_dice="must", opening=50),
    "tysiac-exact": replace(two("tysiac", exact=True, target=300), seats=NAMES[:3]),
    "tysiac-last-round": replace(two("tysiac", last_round=True, target=400, first="roll"), seats=NAMES[:4]),
    "tysiac-wins": replace(two("tysiac"), seats=NAMES[:8], wanted=("wins",)),
    "real-general": real("general", 4, " alike"),
    "real-general-full-upper": real("general-full-upper", 3, " +100", "left"),
    "real-yahtzee": real("yahtzee", 4, " +100", "alike", "passed"),
    "real-yatzi": real("yatzi", 3, " alike", "left"),
    "real-yatzy": real("yatzy", 2, joker="free_choice"),
    "real-tysiac": real("tysiac", 3, "bust = ", "roll-on", "passed", bust="keep", target=500),
    "tysiac-lively": replace(two("tysiac"), seats=NAMES[:4], unrest=0.08, leavers=0.01, wanted=("- undone", "left")),
}


class Evening(WildTable):
    """A table where people play sensibly and now and then something comes between."""

    def __init__(self, rules: Rules, random: Random, recipe: Recipe) -> None:
        super().__init__(rules, random, recipe.settings)
        self.recipe = recipe

    def draw(self, number: int, dice: int) -> tuple[int, ...]:
        """Fair dice."""
        return fair.faces(self.seed, self.shares, number, dice)

    def sit(self) -> None:
        """Everybody at the table, in one case after somebody has given up a seat."""
        if self.recipe.is_changing:
            self._join("Nobody")
            self.tried(lambda: self.table.leave(0))
            del self.shares[0]
        for name in self.recipe.seats:
            self._join(name)

    def _join(self, name: str) -> None:
        share = self.random.randbytes(fair.SHARE_BYTES)
        who = name.removeprefix("@") if name.startswith("@") else None
        self.tried(lambda: self.table.join(fair.share_digest(share), drawn=who is not None, bot=who))
        self.shares.append(share)

    def move(self) -> None:
        """A move of whose turn it is, and sometimes something beside."""
        if self.random.random() < self.recipe.leavers:
            self.tried(lambda: self.table.leave(self.random.randrange(len(self.shares))))
        if self.random.random() < self.recipe.unrest:
            self.tried(self.random.choice(self._beside()))
        mover = self.table.mover
        if mover is None:
            return
        seat, play = self.table.seats[mover], self.table.running
        wanted = bot(seat.acting_bot or self.recipe.player)(play.game, play.position, self.random)
        self.tried(lambda: self.table.move(mover, wanted, self.draw, self._places(wanted)))

    def _places(self, move: object) -> tuple[int, ...]:
        """Now and then other equal dice than the first ones."""
        dice = tuple(getattr(move, "dice", ()) or getattr(move, "aside", ()))
        play = self.table.running
        if not dice or self.random.random() > self.recipe.unrest:
            return ()
        found: list[int] = []
        for die in dice:
            found += [at for at in reversed(play.free) if play.faces[at - 1] == die and at not in found][:1]
        return tuple(sorted(found))

    def _beside(self) -> list[Callable[[], list[Fact]]]:
        seat, mover = self.random.randrange(len(self.shares)), self.table.mover
        moving = seat if mover is None else mover
        return [
            *(lambda at=at: self.table.undo(at) for at in range(len(self.shares))),
            lambda: self.table.stand_in(seat, "greedy"),
            lambda: self.table.bring_back(seat),
            lambda: self.table.advise(moving),
            lambda: self.table.pass_turn(moving),
        ]


def rolled(rules: Rules, seats: int, random: Random, player: str) -> Iterator[Event]:
    """A whole game that people roll and play sensibly, some turns passed over, some leaving."""
    game: Game[Any] = rules
    position = game.start(seats)
    while not isinstance(awaiting := game.awaiting(position), Over):
        event = interruption(game, position, awaiting, random) if random.random() < 0.005 else None
        if event is None and isinstance(awaiting, ToRoll):
            is_fair = isinstance(rules, Race)
            fallen = (
                random.choices(range(1, 7), k=awaiting.count) if is_fair else faces(awaiting.count, position, random)
            )
            event = Rolled(tuple(fallen))
        event = event or Moved(awaiting.seat, bot(player)(rules, position, random))
        yield event
        position = apply(game, position, event)


def entered(recipe: Recipe, number: int) -> GameFile:
    """The game of a recipe with real dice that often fall alike."""
    rules, random, seats = load(recipe.variant, recipe.options), Random(number), len(recipe.seats)  # noqa: S311
    kitchen = Kitchen(rules, random, seats, slips=recipe.slips or 0)
    kitchen.enter(retold(rules, seats, rolled(rules, seats, random, recipe.player), random, rolls=0.2))
    kitchen.tried(lambda: kitchen.table.close(kitchen.seed))
    return GameFile(recipe.seats, tuple(kitchen.facts))


def played(recipe: Recipe, number: int) -> GameFile:
    """The game of a recipe with dice from this seed."""
    if recipe.slips is not None:
        return entered(recipe, number)
    evening = Evening(load(recipe.variant, recipe.options), Random(number), recipe)  # noqa: S311 (the same each time)
    evening.sit()
    evening.start()
    made = 0
    while not evening.table.is_over and made < recipe.moves:
        evening.move()
        made += 1
    if evening.table.is_over:
        evening.tried(lambda: evening.table.close(evening.seed))
    return GameFile(recipe.seats, tuple(evening.facts), evening.seed if recipe.is_open else None)


def main() -> None:
    """Write the records that were named, or all."""
    for name in sys.argv[1:] or RECIPES:
        recipe = RECIPES[name]
        texts = (format_record(played(recipe, number)) for number in count(1))
        text = next(text for text in texts if all(word in text for word in recipe.wanted))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        if recipe.slips is not None:
            (LOGS / f"{name}.txt").write_text(format_game(parse(text)), encoding="utf-8")


def parse(text: str) -> GameFile:
    """The game with a log that a record tells."""
    game = parse_record(text)
    assert isinstance(game, GameFile)
    return game


if __name__ == "__main__":
    main()
