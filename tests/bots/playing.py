"""Whole games among computer players, and positions of every variant and option, for the tests of bots.

Decides nothing: the engine is asked for everything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from kosci.bots import Bot, bot
from kosci.engine.dice import FACES
from kosci.engine.game import Event, Game, Left, Moved, Over, Passed, Result, Rolled, ToMove, ToRoll, apply
from kosci.engine.options import Choice, Spec, Value
from kosci.variants import Position, Rules, catalogue, info, load

VARIANTS = tuple(variant.id for variant in catalogue())


def values(spec: Spec) -> st.SearchStrategy[Value]:
    """Every value an option can have."""
    if isinstance(spec, Choice):
        return st.sampled_from(spec.values)
    return st.integers(0, (spec.most - spec.least) // spec.step).map(lambda step: spec.least + step * spec.step)


@st.composite
def games(draw: st.DrawFn) -> Rules:
    """A game of any variant with any options."""
    id_ = draw(st.sampled_from(VARIANTS))
    options = {name: values(spec) for name, spec in info(id_).specs.items()}
    return load(id_, draw(st.fixed_dictionaries({}, optional=options)))


@dataclass(frozen=True, slots=True)
class Asked:
    """A position in which a seat is to move."""

    game: Rules
    position: Position
    seat: int


def _event(game: Game[Any], position: Position, random: Random) -> Event:
    """Anything that can happen here; dice often fall alike, turns are seldom passed over, seats seldom leave."""
    awaiting = game.awaiting(position)
    assert not isinstance(awaiting, Over)
    has_begun = position.contest is None
    if has_begun and random.random() < 0.02:
        return random.choice((Passed, Left))(awaiting.seat)
    if isinstance(awaiting, ToRoll):
        usual = random.choice(FACES)
        return Rolled(tuple(usual if random.random() < 0.5 else random.choice(FACES) for _ in range(awaiting.count)))
    return Moved(awaiting.seat, random.choice(game.legal_moves(position)))


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    """A position met in a game of any variant with any options, in which a move is awaited."""
    rules = draw(games())
    random = Random(draw(st.integers(0, 2**32)))
    return met_in(rules, random, seats=draw(st.sampled_from(_sizes(rules))), events=draw(st.integers(2, 120)))


def _sizes(rules: Rules) -> list[int]:
    least, most = rules.players
    return sorted({1, least, min(3, most)})


def met_in(rules: Rules, random: Random, *, seats: int | None = None, events: int | None = None) -> Asked:
    """A position met in a game, in which a move is awaited: after so many events, or after some."""
    game: Game[Any] = rules
    position = game.start(random.choice(_sizes(rules)) if seats is None else seats)
    met: list[Asked] = []
    for _ in range(random.randint(2, 120) if events is None else events):
        awaiting = game.awaiting(position)
        if isinstance(awaiting, Over):
            break
        if isinstance(awaiting, ToMove):
            met.append(Asked(rules, position, awaiting.seat))
        position = apply(game, position, _event(game, position, random))
    while not met:
        if isinstance(awaiting := game.awaiting(position), ToMove):
            met.append(Asked(rules, position, awaiting.seat))
        else:
            assert isinstance(awaiting, ToRoll)
            position = apply(game, position, _event(game, position, random))
    return met[-1]


def played(rules: Rules, players: Sequence[str], seed: int) -> tuple[Result, ...]:
    """The results of a game among these computer players; the dice and the players follow the seed."""
    game: Game[Any] = rules
    seats: list[Bot] = [bot(name) for name in players]
    dice, whims = Random(seed), Random(seed + 1)
    position = game.start(len(seats))
    while not isinstance(awaiting := game.awaiting(position), Over):
        if isinstance(awaiting, ToRoll):
            event: Event = Rolled(tuple(dice.choices(FACES, k=awaiting.count)))
        else:
            event = Moved(awaiting.seat, seats[awaiting.seat](rules, position, whims))
        position = apply(game, position, event)
    return awaiting.results
