"""Measures what people's choices cost: quantiles over simulated games of players who err, one line a variant.

Writes src/kosci/coach/sizes.toml and nothing else; the same games and seed give the same file.
"""

import argparse
from collections.abc import Iterator
from math import exp
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from kosci.bots.strengths import TEMPERATURES, temperatures
from kosci.coach.judging import Judge, judge_of
from kosci.coach.sizes import QUANTILES
from kosci.engine.game import Game, Over, ToRoll
from kosci.engine.moves import Move, Roll
from kosci.engine.scorecard import SheetPosition
from kosci.solve.kept import KeptSolutions, usual_folder
from kosci.solve.library import Library
from kosci.solve.options import TIED
from kosci.variants import Position, Rules, catalogue, load

FILE = Path(__file__).parents[1] / "src" / "kosci" / "coach" / "sizes.toml"
AIMS = {"points": "total", "turns": "turns"}
HEADING = """\
# What choices cost that people make: the words for sizes of decisions. Made by tools/sizes, not by hand.
#
# Each variant with its usual options was played alone, {games} games by each of the computer players {players}, who
# choose a move with a weight of exp(-cost / temperature) as bots/strengths.py has it. Of all their choices that were
# open and not the best, half cost no more than `fine`, 80% no more than `inaccuracy`, 95% no more than `mistake`; what
# costs more is a blunder. Unit: points of the expected final total, in races turns still needed.
"""


def costs(rules: Rules, judge: Judge, warmth: float, random: Random) -> Iterator[float]:
    """What the choices of one game cost that were not the best."""
    game: Game[Any] = rules
    position = game.start(1)
    while not isinstance(awaiting := game.awaiting(position), Over):
        if isinstance(awaiting, ToRoll):
            position = game.after_roll(position, tuple(sorted(random.choices(range(1, 7), k=awaiting.count))))
            continue
        move, cost = chosen(judge, position, warmth, random)
        if cost > TIED:
            yield cost
        position = game.after_move(position, move)


def chosen(judge: Judge, position: Position, warmth: float, random: Random) -> tuple[Move, float]:
    """A move, the likelier the less it costs; the first roll of a turn is no choice."""
    dice = position.dice if isinstance(position, SheetPosition) else position.roll
    if not dice:
        return Roll(), 0.0
    options = judge.options(position, 0)
    weights = [exp(-option.cost / warmth) for option in options]
    option = random.choices(options, weights)[0]
    return option.move, option.cost


def measured(library: Library, variant: str, games: int, seed: int) -> str:
    """The lines of one variant."""
    rules = load(variant, {"first": "seat"})
    judge = judge_of(library, rules)
    aim = AIMS[judge.unit]
    found: list[float] = []
    for name in TEMPERATURES:
        random = Random(f"{seed} {variant} {name}")  # noqa: S311 - dice of simulated games
        for _ in range(games):
            found += costs(rules, judge, temperatures(name)[aim], random)
    percents = quantiles(found, n=100, method="inclusive")
    fine, inaccuracy, mistake = (percents[round(100 * share) - 1] for share in QUANTILES)
    return (
        f"[variants.{variant}]\nfine = {fine:.3f}\ninaccuracy = {inaccuracy:.3f}\nmistake = {mistake:.3f}\n"
        f"choices = {len(found)}\n"
    )


def main() -> None:
    """Play, count and write."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=150, help="of each player in each variant")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    library = Library(KeptSolutions(usual_folder(), print))
    parts = [measured(library, info.id, given.games, given.seed) for info in catalogue()]
    heading = HEADING.format(games=given.games, players=", ".join(TEMPERATURES))
    body = f"games = {given.games}\nseed = {given.seed}\n"
    FILE.write_text("\n".join([heading, body, *parts]), encoding="utf-8")


if __name__ == "__main__":
    main()
