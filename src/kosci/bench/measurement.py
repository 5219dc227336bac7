"""One measured number: what it is of, its unit, and the target it is held against.

Nothing is measured here.
"""

from dataclasses import dataclass
from typing import Literal

from kosci.engine.errors import RuleError


class BenchError(RuleError):
    """A benchmark that does not exist, or that this machine cannot run."""


@dataclass(frozen=True, slots=True)
class Target:
    """The number to reach: at most or at least so much."""

    value: float
    bound: Literal["at most", "at least"]

    def reached(self, value: float) -> float:
        """How many times the target is reached: 1 is just so, 2 is twice as good, 0.5 half."""
        better, worse = (value, self.value) if self.bound == "at least" else (self.value, value)
        return better / worse


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a benchmark found: the benchmark, what was measured, how much of which unit (above 0), and how."""

    bench: str
    name: str
    value: float
    unit: str
    note: str = ""
    target: Target | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the target is reached, or None where there is none."""
        return None if self.target is None else self.target.reached(self.value)

    def as_data(self) -> dict[str, str | float | None]:
        """The measurement as JSON writes it."""
        target = None if self.target is None else self.target.value
        return {
            "bench": self.bench,
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "note": self.note,
            "target": target,
            "ratio": self.ratio,
        }


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done for each number: seconds, clients at once, tables open at once.

    The load is measured on `database` with a `bell` between so many `workers`, with each of `open_tables`. A soak
    lasts so many `minutes`, on SQLite if no database is given.
    """

    seconds: float = 2.0
    clients: int = 50
    tables: int = 1000
    database: str = ""
    bell: str = ""
    workers: int = 2
    open_tables: tuple[int, ...] = (100, 1000, 5000)
    minutes: int = 20


USUAL = Effort()


def format_measurement(measurement: Measurement) -> str:
    """The measurement as one line.

    >>> format_measurement(Measurement("replay", "yatzi", 1.25, "ms", "median of 40", Target(10, "at most")))
    'replay    yatzi                             1.25 ms          8.0× the target   median of 40'
    """
    ratio, number = measurement.ratio, _number(measurement.value)
    held = "" if ratio is None else f"{_number(ratio)}× the target"
    line = f"{measurement.bench:9} {measurement.name:26} {number:>11} {measurement.unit:9} {held:>17}"
    return f"{line}   {measurement.note}".rstrip()


def _number(value: float) -> str:
    """Three digits that say something.

    >>> [_number(value) for value in (12345.6, 123.45, 8.0, 1.25, 0.0123)]
    ['12,346', '123', '8.0', '1.25', '0.0123']
    """
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 8 else f"{value:.3g}"
