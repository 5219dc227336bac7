"""How long the review of a game of four takes once its game is solved: a ledger for everybody.

One process, one core; what is told of the ledgers is not counted.
"""

from collections.abc import Iterator
from functools import partial

from kosci.bench.clock import pace
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.playing import chance, game_of
from kosci.bench.solving import sheet
from kosci.bots import bot
from kosci.coach.bookkeeping import ledger
from kosci.coach.judging import Judge, SheetJudge
from kosci.coach.ledger import Ledger
from kosci.coach.steps import steps_of
from kosci.engine.game import Event
from kosci.engine.scorecard import Scorecard
from kosci.solve.advisor import Advisor
from kosci.solve.solver import solve

_SEATS = 4
_MOST = 300


def reviewing(effort: Effort) -> Iterator[Measurement]:
    """Milliseconds from the events of a game of four to its ledgers."""
    rules = sheet("yahtzee")
    events = game_of(rules, [bot("greedy")] * _SEATS, chance(1))
    judge = SheetJudge(Advisor(solve(rules)))
    taken = pace(partial(_books, rules, judge, events), effort.seconds).median_ms
    note = f"{_SEATS} players, {len(events)} events"
    yield Measurement("review", "yahtzee", taken, "ms", note, Target(_MOST, "at most"))


def _books(rules: Scorecard, judge: Judge, events: list[Event]) -> list[Ledger]:
    start = rules.start(_SEATS)
    steps = list(steps_of(rules, start, events))
    return [ledger(judge, steps, seat, start) for seat in range(_SEATS)]
