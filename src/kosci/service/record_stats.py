"""Results of one person grouped and counted: best, last, mean, spread, what was made how often.

Pure: points count in a sheet game, in a race the turns of who won it; nothing is asked of a store here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, stdev

from kosci.service.names import same_name
from kosci.service.record_ports import Played, ResultRow
from kosci.service.results import game_of, played_of
from kosci.variants import Rules


@dataclass(frozen=True, slots=True)
class Made:
    """How often a row brought points, in how many sheets, and what it brought in the mean."""

    row: str
    times: int
    sheets: int
    mean: float


@dataclass(frozen=True)
class Group:
    """The results of one game with one number of players, in the order of time; none of them, or all, with advice."""

    played: Played
    players: int
    is_coached: bool
    results: tuple[ResultRow, ...]

    @cached_property
    def game(self) -> Rules | None:
        """The rules, None where they are known no more."""
        return game_of(self.played)

    @property
    def is_race(self) -> bool:
        """Whether turns are counted, the fewer the better."""
        return self.results[0].is_race

    @cached_property
    def measured(self) -> tuple[ResultRow, ...]:
        """The results that have a measure: all of a sheet game, those that were won of a race."""
        return tuple(row for row in self.results if measure(row) is not None)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The measures in the order of time."""
        return tuple(value for row in self.results if (value := measure(row)) is not None)

    @property
    def best(self) -> ResultRow | None:
        """The earliest of the best results."""
        return best_of(self.results)

    @property
    def last(self) -> ResultRow:
        """The latest result."""
        return self.results[-1]

    @property
    def mean(self) -> float | None:
        """The mean measure."""
        return fmean(self.values) if self.values else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the measures, of two at least."""
        return stdev(self.values) if len(self.values) > 1 else None

    @property
    def won(self) -> int:
        """How many games had the first place, alone or shared."""
        return sum(row.place == 1 for row in self.results)

    @property
    def bonuses(self) -> int | None:
        """How many sheets earned the upper bonus, None where there is none."""
        earned = [row.bonus for row in self.results if row.bonus is not None]
        return sum(earned) if earned else None

    @property
    def extras(self) -> int:
        """How many extras there were in all."""
        return sum(row.extras for row in self.results)

    @property
    def made(self) -> tuple[Made, ...]:
        """The rows in the order of the sheet; a row left blank brought nothing."""
        sheets = len(self.results)
        names = dict.fromkeys(row for result in self.results for row in result.rows)
        index = getattr(self.game, "index", {})
        return tuple(
            Made(row, sum(points > 0 for points in brought), sheets, sum(brought) / sheets)
            for row in sorted(names, key=lambda name: index.get(name, len(index)))
            if (brought := [result.rows.get(row, 0) for result in self.results])
        )


def measure(row: ResultRow) -> int | None:
    """What a result is held against others by: points, of a race the turns that it was won in."""
    return row.turns if row.is_race else row.points


def best_of(results: Iterable[ResultRow]) -> ResultRow | None:
    """The earliest of the best: most points, in a race fewest turns."""
    measured = [(value, row) for row in results if (value := measure(row)) is not None]
    if not measured:
        return None
    best = min(value if row.is_race else -value for value, row in measured)
    return next(row for value, row in measured if (value if row.is_race else -value) == best)


def is_better(row: ResultRow, other: ResultRow) -> bool:
    """Whether the first result beats the second; both have a measure."""
    one, two = measure(row) or 0, measure(other) or 0
    return one < two if row.is_race else one > two


def groups(results: Sequence[ResultRow]) -> tuple[Group, ...]:
    """The results by game, players and advice: the game played latest first, then by the number of players."""
    found: dict[tuple[Played, int, bool], list[ResultRow]] = {}
    for row in results:
        found.setdefault((row.played, row.players, row.coached), []).append(row)
    latest = {row.played: at for at, row in enumerate(results)}
    made = (Group(*key, tuple(rows)) for key, rows in found.items())
    return tuple(sorted(made, key=lambda group: (-latest[group.played], group.players, group.is_coached)))


def group_of(results: Iterable[ResultRow], game: Rules, players: int, *, is_coached: bool) -> Group | None:
    """The results of one game with one number of players, None where there are none."""
    key = (played_of(game), players, is_coached)
    rows = tuple(row for row in results if (row.played, row.players, row.coached) == key)
    return Group(*key, rows) if rows else None


def names_of(results: Sequence[ResultRow]) -> tuple[tuple[str, int], ...]:
    """The names used, as last written, with how many results each has; the most used first.

    Of names used as often the one in the lower seat comes first: whose device it is sits down first.
    """
    found: dict[str, tuple[int, int, str]] = {}
    for row in results:
        many, _, _ = found.get(same_name(row.name), (0, 0, ""))
        found[same_name(row.name)] = (many + 1, row.seat, row.name)
    ordered = sorted(found.values(), key=lambda one: (-one[0], one[1], one[2]))
    return tuple((name, many) for many, _, name in ordered)


def named(results: Iterable[ResultRow], name: str | None) -> tuple[ResultRow, ...]:
    """The results under a name however it is written, or under all."""
    return tuple(row for row in results if name is None or same_name(row.name) == same_name(name))


def before(results: Sequence[ResultRow], row: ResultRow) -> tuple[ResultRow, ...]:
    """The earlier results that this one is held against: the same game, number of players and name, without advice."""
    at = next((at for at, one in enumerate(results) if one.key == row.key), len(results))
    alike = (one for one in results[:at] if (one.played, one.players) == (row.played, row.players) and not one.coached)
    return named(alike, row.name)
