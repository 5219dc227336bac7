"""What computer players come to with the usual rules of each variant, as measured by tools/strengths.py.

Nothing is measured here, and nothing is said of rules that were not.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kosci.variants import Rules, fingerprint

FILE = "averages.toml"


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over games with its standard error.

    `measure` says of what: `total` of a sheet, `wins` of games of two against `best`, `turns` to the target alone.
    """

    player: str
    measure: str
    mean: float
    error: float
    games: int


def average(game: Rules, player: str, measure: str) -> Average | None:
    """What this player comes to in just this game; None where it was not measured."""
    return _measured().get((fingerprint(game), player, measure))


@cache
def _measured() -> Mapping[tuple[str, str, str], Average]:
    data = tomllib.loads(files("kosci.bots").joinpath(FILE).read_text("utf-8"))
    return {(rules, found.player, found.measure): found for rules, found in parse_averages(data)}


def parse_averages(data: Mapping[str, Mapping[str, object]]) -> tuple[tuple[str, Average], ...]:
    """The averages of a file with the fingerprints of their rules."""
    found: list[tuple[str, Average]] = []
    for table in data.values():
        for measure, rows in table.items():
            if isinstance(rows, Mapping):
                numbers = {player: tuple(row) for player, row in rows.items()}
                found += [(str(table["rules"]), Average(name, measure, *row)) for name, row in numbers.items()]
    return tuple(found)


def format_averages(rules: Mapping[str, str], found: Mapping[str, tuple[Average, ...]]) -> str:
    """The file: for each variant the fingerprint of its rules, and its averages."""
    lines = ["# Written by tools/strengths.py: for each player its mean, the standard error, and the games played."]
    for variant, averages in found.items():
        lines += ["", f"[{variant}]", f'rules = "{rules[variant]}"']
        for measure in dict.fromkeys(one.measure for one in averages):
            lines += ["", f"[{variant}.{measure}]"]
            chosen = (one for one in averages if one.measure == measure)
            lines += [f"{one.player} = [{one.mean:.4f}, {one.error:.4f}, {one.games}]" for one in chosen]
    return "\n".join(lines) + "\n"
