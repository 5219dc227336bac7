"""Solves every variant with its usual rules, and writes src/kosci/coach/means.toml.

Run as `.venv/bin/python tools/means.py` whenever a variant has changed.
"""

from pathlib import Path

from kosci.coach.exact import Exact
from kosci.coach.means import FILE, format_means
from kosci.engine.race import Race
from kosci.solve.kept import KeptSolutions, usual_folder
from kosci.solve.library import Library
from kosci.variants import Rules, catalogue, load

FOLDER = Path(__file__).parents[1] / "src/kosci/coach"


def solved(exact: Exact, game: Rules) -> tuple[float, ...]:
    """What best play of a game comes to."""
    if not isinstance(game, Race):
        return (exact.prepare(game),)
    means = exact.race_means(game)
    return (means.turn, means.turns_alone, means.first_wins)


def main() -> None:
    """Write the file anew."""
    exact = Exact(Library(KeptSolutions(usual_folder())))
    games = [load(variant.id) for variant in catalogue()]
    (FOLDER / FILE).write_text(format_means({game: solved(exact, game) for game in games}), "utf-8")


if __name__ == "__main__":
    main()
