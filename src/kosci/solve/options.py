"""Moves with what they are worth, ranked: what every kind of advice is told in.

Values come from elsewhere; nothing here needs arrays.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from kosci.engine.moves import Move

TIED = 1e-9  # moves closer than this share their place


@dataclass(frozen=True, slots=True)
class Option:
    """A move with its expected final total, its cost against the best, and its place; equal moves share it."""

    move: Move
    value: float
    cost: float
    place: int


def ranked(moves: Iterable[tuple[Move, float]]) -> tuple[Option, ...]:
    """The moves best first with cost and place; equal ones stay in the order given."""
    given = list(moves)
    groups: list[list[int]] = []
    for at in sorted(range(len(given)), key=lambda at: -given[at][1]):
        if groups and given[groups[-1][0]][1] - given[at][1] <= TIED:
            groups[-1].append(at)
        else:
            groups.append([at])
    best = given[groups[0][0]][1] if groups else 0.0
    options: list[Option] = []
    for group in groups:
        tied = [given[at] for at in sorted(group)]
        options += [Option(move, value, best - value, len(options) + 1) for move, value in tied]
    return tuple(options)
