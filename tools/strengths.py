"""Measures what every computer player comes to in every variant, and writes src/kosci/bots/averages.toml.

Run as `.venv/bin/python tools/strengths.py [VARIANT …]`; what is not named keeps what the file says.
With `--readings` it prints instead how `best` and its weaker fellows fare in Tysiąc where no exact play is known.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from pathlib import Path

from kosci.bots import BOTS, BotInfo, players
from kosci.bots.averages import Average, format_averages, parse_averages
from kosci.bots.strengths import BEST, TEMPERATURES, WEAKEST_FIRST
from kosci.coach.exact import Exact
from kosci.engine.options import format_value
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.solve.kept import KeptSolutions, usual_folder
from kosci.solve.library import Library
from kosci.solve.simulate import Exact as ExactPlayer
from kosci.solve.simulate import simulate
from kosci.solve.simulate_race import simulate_duels, simulate_race
from kosci.solve.tables import Ints
from kosci.variants import Rules, catalogue, fingerprint, load

FILE = Path(__file__).parents[1] / "src/kosci/bots/averages.toml"
SEED = 20_261_130
GAMES = 200_000  # of players on exact values, many at once
ENGINE_GAMES = {"random": 4_000, "family": 2_000, "greedy": 1_000}
RACE_GAMES = 2_000  # of two against `best`, one move after another; two best play GAMES
SOLO_GAMES = 1_000
READING_GAMES = 1_000
READINGS: tuple[dict[str, int | bool], ...] = ({"opening": 50}, {"exact": True}, {"last_round": True})


def measured(library: Library, variant: str, names: Sequence[str]) -> tuple[Average, ...]:
    """The players of these names in a variant with its usual rules."""
    game = load(variant)
    found = _totals(library, game, names) if isinstance(game, Scorecard) else _races(library, game, names)
    averages = []
    for one in found:
        print(f"{variant:20} {one.player:8} {one.measure:6} {one.mean:9.4f} ± {one.error:.4f}", file=sys.stderr)
        averages.append(one)
    return tuple(averages)


def _totals(library: Library, game: Scorecard, names: Sequence[str]) -> Iterator[Average]:
    solution, _ = library.sheet(game).solved(game.empty_card())
    warmth = {**TEMPERATURES, BEST: 0.0}
    for name in names:
        player = BOTS[name].move if name in BOTS else ExactPlayer(solution, warmth[name])
        games = ENGINE_GAMES.get(name, GAMES)
        yield _mean(name, "total", simulate(game, [player], games, SEED).seats[0].totals)


def _races(library: Library, game: Race, names: Sequence[str]) -> Iterator[Average]:
    advisor = library.race(game)
    advisor.turn = cache(advisor.turn)  # type: ignore[method-assign]  # the same standings come again and again
    everybody = players(Exact(library).advice)
    best = everybody[BEST].move
    for name in names:
        if name == BEST:
            duels = simulate_duels(advisor.solution, GAMES, SEED)
        else:
            duels = simulate_race(game, [everybody[name].move, best], RACE_GAMES, SEED)
        yield _mean(name, "wins", duels.seats[0].places == 1)
    for name in names:
        yield _mean(name, "turns", simulate_race(game, [everybody[name].move], SOLO_GAMES, SEED).seats[0].turns)


def _mean(player: str, measure: str, numbers: Ints) -> Average:
    error = float(numbers.std(ddof=1)) / sqrt(len(numbers))
    return Average(player, measure, float(numbers.mean()), error, len(numbers))


def readings(library: Library) -> Iterator[str]:
    """A line of Markdown for every reading of Tysiąc and every number of players whose best play is not known."""
    everybody = players(Exact(library).advice)
    for options in READINGS:
        what = ", ".join(f"`{name}={format_value(value)}`" for name, value in options.items())
        for rival in ("family", "greedy"):
            yield _share(everybody, load("tysiac", options), (BEST, rival), what)
    yield _share(everybody, load("tysiac"), (BEST, "family", "family", "family"), "four players")


def _share(everybody: Mapping[str, BotInfo], game: Rules, names: tuple[str, ...], what: str) -> str:
    assert isinstance(game, Race)
    played = simulate_race(game, [everybody[name].move for name in names], READING_GAMES, SEED)
    won = _mean(names[0], "wins", played.seats[0].places == 1)
    against = ", ".join(f"`{name}`" for name in names[1:])
    return f"| {what} | {against} | {100 * won.mean:.1f} % ± {100 * won.error:.1f} |"


def main() -> None:
    """Measure what was asked for."""
    known = tuple(variant.id for variant in catalogue())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=f"of {', '.join(known)}; all if none is named")
    parser.add_argument("--players", nargs="+", metavar="PLAYER", choices=WEAKEST_FIRST, default=WEAKEST_FIRST)
    parser.add_argument("--readings", action="store_true")
    asked = parser.parse_args()
    library = Library(KeptSolutions(usual_folder()))
    if asked.readings:
        for line in readings(library):
            print(line, flush=True)
        return
    for variant in asked.variants or known:
        write(variant, measured(library, variant, asked.players))


def write(variant: str, averages: tuple[Average, ...]) -> None:
    """Put the averages of a variant in the place of what the file says of the same players."""
    known = tuple(variant.id for variant in catalogue())
    rules: dict[str, str] = {}
    found: dict[str, tuple[Average, ...]] = {}
    for name, table in (tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}).items():
        found[name] = tuple(one for _, one in parse_averages({name: table}))
        rules[name] = str(table["rules"])
    together = {(one.measure, one.player): one for one in (*found.get(variant, ()), *averages)}
    order = sorted(together.values(), key=lambda one: (one.measure, WEAKEST_FIRST.index(one.player)))
    found[variant], rules[variant] = tuple(order), fingerprint(load(variant))
    FILE.write_text(format_averages(rules, {name: found[name] for name in known if name in found}), "utf-8")


if __name__ == "__main__":
    main()
