"""Random games for laws: options from the variants' own specifications, stories of events, odd events, odd texts.

Every variant of the catalogue is in; nothing here knows a rule, legal moves come from the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from kosci.engine.dice import keeps, rolls
from kosci.engine.game import Event, Game, Left, Moved, Over, Passed, Rolled, ToMove, ToRoll, apply
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score
from kosci.engine.options import Choice, Spec, Value
from kosci.engine.scorecard import Scorecard
from kosci.variants import Rules, catalogue, load

ROWS = tuple(dict.fromkeys(row for info in catalogue() for row in info.rows))
PARTS = tuple(sorted({keep for dice, _ in rolls(5) for keep in keeps(dice)}))


def examples(number: int) -> settings:
    """So many examples in the short run, and as many times more in the long one as its profile asks for."""
    return settings(max_examples=max(1, number * settings().max_examples // 100))


@dataclass(frozen=True)
class Story:
    """A game under way: what happened from the start to this position."""

    rules: Rules
    seats: int
    events: tuple[Event, ...]
    position: Any

    @property
    def game(self) -> Game[Any]:
        """The rules, of either family."""
        return self.rules

    def __repr__(self) -> str:
        return f"Story({self.rules.id!r}, {self.seats}, {self.game.format_position(self.position)!r})"


def values_of(spec: Spec) -> st.SearchStrategy[Value]:
    """Every value an option can be."""
    if isinstance(spec, Choice):
        return st.sampled_from(spec.values)
    return st.integers(0, (spec.most - spec.least) // spec.step).map(lambda steps: spec.least + steps * spec.step)


@st.composite
def options(draw: st.DrawFn, variant: str) -> dict[str, Value]:
    """Some of the options of a variant, each with a value it can be."""
    specs = next(info.specs for info in catalogue() if info.id == variant)
    chosen = draw(st.lists(st.sampled_from(sorted(specs)), unique=True, max_size=len(specs)))
    return {name: draw(values_of(specs[name])) for name in chosen}


VARIANT_IDS = tuple(info.id for info in catalogue())
SHEET_IDS = tuple(info.id for info in catalogue() if info.family == "scorecard")


@st.composite
def games(draw: st.DrawFn, ids: tuple[str, ...] = VARIANT_IDS) -> Rules:
    """A variant with random options."""
    variant = draw(st.sampled_from(ids))
    return load(variant, draw(options(variant)))


@st.composite
def stories(draw: st.DrawFn, ids: tuple[str, ...] = VARIANT_IDS, *, longest: int = 250) -> Story:
    """A random game up to a random moment, with passed turns and leavers, and dice that often fall alike."""
    rules = draw(games(ids))
    least, most = rules.players
    seats = draw(st.sampled_from(sorted({1, *range(least, most + 1)})))
    length = draw(st.integers(0, longest))
    random = Random(draw(st.integers(0, 2**32)))
    return told(rules, seats, length, random, interruptions=draw(st.sampled_from([0.0, 0.02, 0.1])))


def told(rules: Rules, seats: int, length: int, random: Random, *, interruptions: float = 0.0) -> Story:
    """So many random events of a game, fewer if it ends."""
    game: Game[Any] = rules
    position, events = game.start(seats), list[Event]()
    for event in play(game, position, random, interruptions):
        if len(events) == length:
            break
        position = apply(game, position, event)
        events.append(event)
    return Story(rules, seats, tuple(events), position)


def play(game: Game[Any], position: object, random: Random, interruptions: float = 0.0) -> Iterator[Event]:
    """Random events one after another, each legal in the position after those before it."""
    while not isinstance(awaiting := game.awaiting(position), Over):
        event = interruption(game, position, awaiting, random) if random.random() < interruptions else None
        event = event or step(game, position, awaiting, random)
        yield event
        position = apply(game, position, event)


def step(game: Game[Any], position: object, awaiting: ToMove | ToRoll, random: Random) -> Event:
    """The awaited roll, or a legal move."""
    if isinstance(awaiting, ToRoll):
        return Rolled(faces(awaiting.count, position, random))
    return Moved(awaiting.seat, random.choice(game.legal_moves(position)))


def faces(count: int, position: object, random: Random) -> tuple[int, ...]:
    """Dice; a third of the time all alike, and like those kept, so that jokers and extras come up."""
    kept = getattr(position, "dice", ())
    if random.random() < 1 / 3:
        return (kept[0] if kept else random.randint(1, 6),) * count
    return tuple(random.randint(1, 6) for _ in range(count))


def interruption(game: Game[Any], position: object, awaiting: ToMove | ToRoll, random: Random) -> Event | None:
    """A passed turn, or a seat leaving."""
    staying = [seat for seat in range(len(seats_of(position))) if not game.has_left(position, seat)]
    if random.random() < 1 / 4:
        return Left(random.choice(staying))
    return None if getattr(position, "contest", None) else Passed(awaiting.seat)


def seats_of(position: object) -> tuple[bool, ...]:
    """Who has left, a value a seat."""
    left = getattr(position, "left", ())
    assert isinstance(left, tuple)
    return left


def all_moves() -> Iterator[Move]:
    """Every well-formed move: all rows there are, all dice that can be named."""
    yield Roll()
    yield End()
    yield from (Score(row) for row in (*ROWS, "", "Ones", "yahtzee"))
    for part in PARTS:
        yield Keep(part)
        yield Bank(part)
        yield RollOn(part)


dice_values = st.lists(st.integers(1, 6), max_size=5).map(lambda faces: tuple(sorted(faces)))
row_names = st.one_of(st.sampled_from(ROWS), st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1))
moves = st.one_of(
    st.just(Roll()),
    st.just(End()),
    dice_values.map(Keep),
    dice_values.map(Bank),
    dice_values.map(RollOn),
    row_names.map(Score),
)
seat_numbers = st.integers(0, 9)
any_events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Moved, seat_numbers, moves),
    st.lists(st.integers(1, 6), min_size=1, max_size=5).map(lambda faces: Rolled(tuple(faces))),
    seat_numbers.map(Passed),
    seat_numbers.map(Left),
)


def sheet_of(story: Story) -> Scorecard:
    """The rules of a story of a sheet game."""
    assert isinstance(story.rules, Scorecard)
    return story.rules
