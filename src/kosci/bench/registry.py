"""The benchmarks by name, and running them.

How anything is measured is not decided here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from kosci.bench.commands import appends, commands
from kosci.bench.games import games, replays
from kosci.bench.load import load
from kosci.bench.measurement import USUAL, BenchError, Effort, Measurement
from kosci.bench.memory import memory
from kosci.bench.over_http import over_http
from kosci.bench.pages import pages
from kosci.bench.reviewing import reviewing
from kosci.bench.simulating import simulating
from kosci.bench.soaking import soak
from kosci.bench.solving import advice, solving
from kosci.bench.spreading import spreading


@dataclass(frozen=True, slots=True)
class Bench:
    """A benchmark: what it measures, in a few words, and the measuring."""

    about: str
    measure: Callable[[Effort], Iterator[Measurement]]
    is_usual: bool = True  # whether it runs where none is named


BENCHES: Mapping[str, Bench] = MappingProxyType(
    {
        "games": Bench("random legal games a second, for each variant", games),
        "replay": Bench("replay of a two-player game, for each variant", replays),
        "store": Bench("durable appends a second on SQLite, without the service", appends),
        "commands": Bench("durable moves a second on SQLite, through the service", commands),
        "page": Bench("a page on the server's side, without a network", pages),
        "http": Bench("moves a second through HTTP, server and clients on this machine", over_http),
        "solve": Bench("exact solution of sheet games, against yatzy-solver where it is installed", solving),
        "advise": Bench("values of all moves, one position and many, against the same", advice),
        "simulate": Bench("simulated games of best play, against the same", simulating),
        "review": Bench("ledgers of a game of four, once it is solved", reviewing),
        "spread": Bench("exact distribution of the final total, beside the plain solution", spreading),
        "memory": Bench("memory of open tables that nobody watches", memory),
        "load": Bench("the site under load: several processes on a database and a bell", load, is_usual=False),
        "soak": Bench("memory of a server in use, minute by minute, and whether it is flat", soak, is_usual=False),
    }
)


def run(
    names: Sequence[str] = (),
    effort: Effort = USUAL,
    progress: Callable[[str], None] = lambda _: None,
    among: Mapping[str, Bench] = BENCHES,
) -> Iterator[Measurement]:
    """What these benchmarks find, all of them if none is named, each row as soon as it is measured.

    BenchError comes at once where a name is unknown; `progress` is told what each one measures as it begins.
    """
    for name in names:
        if name not in among:
            message = f"{name!r} is no benchmark: there are {', '.join(among)}"
            raise BenchError("bench-unknown", message, given=name, allowed=tuple(among))
    usual = [name for name, bench in among.items() if bench.is_usual]
    return _measured([among[name] for name in names or usual], effort, progress)


def _measured(benches: Sequence[Bench], effort: Effort, progress: Callable[[str], None]) -> Iterator[Measurement]:
    for bench in benches:
        progress(bench.about)
        yield from bench.measure(effort)
