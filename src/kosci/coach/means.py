"""What best play comes to with the usual rules of each variant, exactly: written down, so that nobody has to wait.

Nothing is solved here, and nothing is said of rules that were not.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from kosci.variants import Rules, fingerprint

FILE = "means.toml"
_PLACES = 9


def usual_means(game: Rules) -> tuple[float, ...] | None:
    """The expected total of a sheet game, or a race's points of a turn, turns alone, and chance of the first of two.

    None where the game is not played by the usual rules of a variant.
    """
    return _written().get(fingerprint(game))


@cache
def _written() -> Mapping[str, tuple[float, ...]]:
    return parse_means(files("kosci.coach").joinpath(FILE).read_text("utf-8"))


def parse_means(text: str) -> dict[str, tuple[float, ...]]:
    """The means that a file tells, by the fingerprints of their rules."""
    return {table["rules"]: tuple(map(float, table["means"])) for table in tomllib.loads(text).values()}


def format_means(found: Mapping[Rules, tuple[float, ...]]) -> str:
    """The file: for each variant the fingerprint of its rules, and what best play comes to."""
    lines = ["# Written by tools/means.py: what best play comes to with the usual rules."]
    for game, means in found.items():
        numbers = ", ".join(f"{mean:.{_PLACES}f}" for mean in means)
        lines += ["", f"[{game.id}]", f'rules = "{fingerprint(game)}"', f"means = [{numbers}]"]
    return "\n".join(lines) + "\n"
