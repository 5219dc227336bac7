"""What simulated games come to: means with their standard errors, quantiles, places.

Nothing is played and nothing is printed here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from kosci.solve.simulate import SeatGames, Simulation
from kosci.solve.simulate_race import RaceSimulation
from kosci.solve.tables import Ints

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, or the share of games in which something happened, with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers of many games are spread; `quantiles` are numbers that came about, by the share at or below them."""

    mean: float
    deviation: float
    error: float
    least: int
    most: int
    quantiles: Mapping[float, int]


@dataclass(frozen=True, slots=True)
class Place:
    """How often a seat took a place, and how often with others; equal totals share it, the next is skipped (S8)."""

    place: int
    taken: Estimate
    shared: Estimate


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stood on the sheets of a seat: points by row, the bonus, extras; `extra_games[n]` had n of them."""

    rows: Mapping[str, Estimate]
    bonus: Estimate
    extras: Estimate
    extra_games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What a seat came to: its total, or points of a race with the turns they took; its places.

    `ahead` is by how much it ends above the first seat, game by game. A race has no `sheet`, a sheet game no `turns`.
    """

    total: Spread
    turns: Spread | None
    ahead: Estimate
    places: tuple[Place, ...]
    sheet: Sheet | None


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation came to; `ties` are the games whose first place is shared."""

    seats: tuple[SeatReport, ...]
    ties: Estimate


def report_of(simulation: Simulation | RaceSimulation) -> Report:
    """What a simulation came to."""
    if isinstance(simulation, RaceSimulation):
        points = [seat.points for seat in simulation.seats]
        places: Sequence[Ints] = [seat.places for seat in simulation.seats]
        rest = [(spread_of(seat.turns), None) for seat in simulation.seats]
        return _report(points, places, rest)
    points = [seat.totals for seat in simulation.seats]
    return _report(points, places_of(points), [(None, sheet_of(simulation, seat)) for seat in simulation.seats])


def _report(
    points: Sequence[Ints], places: Sequence[Ints], rest: Sequence[tuple[Spread | None, Sheet | None]]
) -> Report:
    seats = [
        SeatReport(spread_of(own), turns, estimate_of(own - points[0]), taken_places(places, at), sheet)
        for at, (own, (turns, sheet)) in enumerate(zip(points, rest, strict=True))
    ]
    return Report(tuple(seats), tied(places))


def sheet_of(simulation: Simulation, seat: SeatGames) -> Sheet:
    """What stood on the sheets of a seat."""
    games = simulation.games
    sums = zip(simulation.rows, seat.row_sums.tolist(), seat.row_squares.tolist(), strict=True)
    rows = {row: _of_sums(total, squares, games) for row, total, squares in sums}
    numbers = np.arange(len(seat.extras))
    extras = _of_sums(int((seat.extras * numbers).sum()), int((seat.extras * numbers**2).sum()), games)
    return Sheet(rows, _of_sums(seat.bonuses, seat.bonuses, games), extras, tuple(seat.extras.tolist()))


def spread_of(numbers: Ints) -> Spread:
    """How these numbers are spread."""
    mean = estimate_of(numbers)
    found = np.quantile(numbers, QUANTILES, method="inverted_cdf")
    quantiles = dict(zip(QUANTILES, map(int, found), strict=True))
    deviation = mean.error * sqrt(len(numbers))
    return Spread(mean.mean, deviation, mean.error, int(numbers.min()), int(numbers.max()), quantiles)


def estimate_of(numbers: Ints) -> Estimate:
    """The mean of these numbers."""
    exact = numbers.astype(np.int64)
    return _of_sums(int(exact.sum()), int((exact**2).sum()), len(numbers))


def places_of(points: Sequence[Ints]) -> tuple[Ints, ...]:
    """The place of each seat in each game by its points."""
    ahead = [sum((other > own).astype(np.int32) for other in points) for own in points]
    return tuple(np.asarray(number + 1, np.int32) for number in ahead)


def taken_places(places: Sequence[Ints], seat: int) -> tuple[Place, ...]:
    """How often a seat took each place; none for one who plays alone."""
    if len(places) == 1:
        return ()
    own = places[seat]
    is_shared = sum((other == own).astype(np.int32) for other in places) > 1
    return tuple(
        Place(place, estimate_of(own == place), estimate_of((own == place) & is_shared))
        for place in range(1, len(places) + 1)
    )


def tied(places: Sequence[Ints]) -> Estimate:
    """How often several seats share the first place."""
    return estimate_of(sum((own == 1).astype(np.int32) for own in places) > 1)


def _of_sums(total: int, squares: int, games: int) -> Estimate:
    """The mean of numbers by their sum and that of their squares; whole numbers lose nothing on the way."""
    spread = games * squares - total**2
    variance = spread / (games * (games - 1)) if games > 1 else 0.0
    return Estimate(total / games, sqrt(variance / games))
