"""How fast games are solved and advice is given, beside the peer in the same call where it is installed.

Processor time, for the machine may be shared; kernels are compiled before anything is measured.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

import numpy as np

from kosci.bench.clock import pace
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.peer import MISSING, NAME, peer_advice, peer_mean, peer_solver
from kosci.bench.playing import chance
from kosci.engine.card import possible_values
from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard
from kosci.solve.advisor import Advisor
from kosci.solve.batch import OPEN, Positions, advise_many
from kosci.solve.solution import Solution
from kosci.solve.solver import solve, usual_threads
from kosci.variants import load

_TIMES_LESS = 20  # the peer's processor time for a solution
_TIMES_MORE = 10  # the peer's positions a second
_HARD: dict[str, Value] = {"turns": 14, "zero": "only_if_nothing_fits", "joker": "own_row", "joker_needs_50": True}
_DIFFERENCE = "largest difference to {}: {:.0e}"


def solving(effort: Effort) -> Iterator[Measurement]:
    """Processor seconds of a whole solution of `yahtzee`, and seconds on the clock of the largest game there is."""
    found: list[Solution] = []
    own = pace(lambda: found.append(solve(sheet("yahtzee"))), effort.seconds).cpu_ms / 1000
    build = peer_solver()
    if build is None:
        yield Measurement("solve", "yahtzee", own, "CPU s", MISSING)
    else:
        theirs = pace(build, 0).cpu_ms / 1000
        note = _DIFFERENCE.format(NAME, abs(peer_mean(build()) - found[0].mean))
        yield Measurement("solve", "yahtzee", own, "CPU s", note, Target(theirs / _TIMES_LESS, "at most"))
        yield Measurement("solve", f"yahtzee, {NAME}", theirs, "CPU s", f"{theirs / own:.0f}× ours")
    for name, options in (("yatzi", {}), ("yatzi, hardest options", _HARD)):
        taken: list[float] = []
        game = partial(sheet, "yatzi", options)
        pace(lambda game=game, taken=taken: taken.append(solve(game()).seconds), effort.seconds / 2)  # type: ignore[misc]
        note = f"on the clock, {usual_threads()} threads"
        yield Measurement("solve", name, median(taken), "s", note, Target(1, "at most"))


def advice(effort: Effort) -> Iterator[Measurement]:
    """Milliseconds of one advice once the solution is there, and positions a second in batches on one thread."""
    solution = solve(sheet("yahtzee"))
    card = solution.rules.empty_card()
    ask = partial(Advisor(solution).values, card, (1, 2, 3, 4, 6), 2)
    yield Measurement("advise", "one position", pace(ask, effort.seconds).cpu_ms, "ms", "", Target(1, "at most"))
    positions = _positions(solution.rules, chance(1), 20_000)
    own = len(positions.used) * pace(lambda: advise_many(solution, positions), effort.seconds).per_second
    build = peer_solver()
    if build is None:
        yield Measurement("advise", "many positions", own, "/s", MISSING)
        return
    solver = build()
    theirs = len(positions.used) * pace(lambda: peer_advice(solver, positions), effort.seconds).per_second
    note = _DIFFERENCE.format(NAME, _difference(solution, positions, peer_advice(solver, positions)))
    yield Measurement("advise", "many positions", own, "/s", note, Target(theirs * _TIMES_MORE, "at least"))
    yield Measurement("advise", f"many, {NAME}", theirs, "/s", f"ours is {own / theirs:.1f}×")


def sheet(variant: str, options: dict[str, Value] | None = None) -> Scorecard:
    """The sheet game of a variant."""
    rules = load(variant, options or {})
    assert isinstance(rules, Scorecard)
    return rules


def _difference(solution: Solution, positions: Positions, theirs: np.typing.NDArray[np.float64]) -> float:
    """The largest difference of the best moves' values."""
    ours = np.nanmax(advise_many(solution, positions).values, axis=1)
    return float(np.abs(ours - np.nanmax(theirs, axis=1)).max())


def _positions(rules: Scorecard, random: Random, number: int) -> Positions:
    """Random cards with random dice: every row used or not, holding anything that it can."""
    rows, box = range(len(rules.rows)), rules.index[rules.box]
    used = [random.randrange((1 << len(rows)) - 1) for _ in range(number)]
    values = [
        [random.choice(possible_values(rules.rows[at])) if bits >> at & 1 else None for at in rows] for bits in used
    ]
    return Positions(
        used=np.array(used, np.int32),
        box=np.array([OPEN if value[box] is None else value[box] for value in values], np.int32),
        upper=np.array([sum(value[at] or 0 for at in rules.upper_rows) for value in values], np.int32),
        extras=np.zeros(number, np.int32),
        dice=np.array([random.choices(range(1, 7), k=rules.dice) for _ in used], np.int32),
        rolls_left=np.array([random.randrange(rules.rolls) for _ in used], np.int32),
    )
