"""How fast the rules are: random games a second, and the replay of a whole game from its log.

One process, one core, no store.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from kosci.bench.clock import pace
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.playing import SEATS, chance, game_of, log_of
from kosci.bots import bot
from kosci.engine.game import Game, replay
from kosci.table import Table, fair, parse_fact
from kosci.variants import catalogue, load

REPLAY = Target(10, "at most")


def games(effort: Effort) -> Iterator[Measurement]:
    """Random legal games of two seats a second, for each variant."""
    for variant in catalogue():
        play = partial(game_of, load(variant.id), [bot("random")] * SEATS, chance(1))
        yield Measurement("games", variant.id, pace(play, effort.seconds).per_second, "games/s", "two seats, one core")


def replays(effort: Effort) -> Iterator[Measurement]:
    """How long a finished two-player game takes from its events to its last position, and from its log to its table."""
    for variant in catalogue():
        rules = load(variant.id)
        game: Game[Any] = rules
        events = game_of(rules, [bot("greedy")] * SEATS, chance(1))
        taken = pace(partial(replay, game, SEATS, events), effort.seconds / 2).median_ms
        yield Measurement("replay", f"{variant.id}, rules", taken, "ms", f"{len(events)} events", REPLAY)
        lines = log_of(rules, "greedy", bytes(fair.SEED_BYTES))
        taken = pace(partial(_rebuilt, lines), effort.seconds / 2).median_ms
        yield Measurement("replay", f"{variant.id}, table", taken, "ms", f"{len(lines)} lines of log", REPLAY)


def _rebuilt(lines: list[str]) -> Table:
    return Table.rebuilt(map(parse_fact, lines))
