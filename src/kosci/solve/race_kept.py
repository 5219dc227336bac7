"""Solved races on disk, in the same folder as the solutions of sheet games and by the same care.

Nothing is solved here.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kosci.engine.race import Race
from kosci.solve.kept import KeptSolutions
from kosci.solve.race import RACE_VERSION, RaceSolution, RaceValues, levels
from kosci.solve.race_model import check_solved, turn_model
from kosci.solve.tables import Floats
from kosci.variants import fingerprint

_NUMBERS = "<f8"


def race_solution(kept: KeptSolutions, game: Race, solve: Callable[[Race], RaceSolution]) -> RaceSolution:
    """The solution of a race: the one that is kept, or a new one, kept from now on; RaceNotSolvedError if none is."""
    check_solved(game)
    return kept.kept(_path(kept, game), lambda data: _parsed(game, data), lambda: solve(game), _packed)


def found_race(kept: KeptSolutions, game: Race) -> RaceSolution | None:
    """The solution of a race that is kept; None where it would have to be solved."""
    return kept.read(_path(kept, game), lambda data: _parsed(game, data))


def _path(kept: KeptSolutions, game: Race) -> Path:
    return kept.folder / f"{fingerprint(game)}-{RACE_VERSION}.values"


def _packed(solution: RaceSolution) -> bytes:
    values = solution.values
    head = {"size": values.size, "seconds": solution.seconds, "cpu_seconds": solution.cpu_seconds}
    numbers = np.concatenate((values.waits, values.chances.ravel())).astype(_NUMBERS)
    return json.dumps(head).encode() + b"\n" + numbers.tobytes()


def _parsed(game: Race, data: bytes) -> RaceSolution:
    """The solution that bytes hold; ValueError where they are of another game."""
    text, _, values = data.partition(b"\n")
    head = json.loads(text)
    model = turn_model(game)
    size = levels(game, model)
    rows = size + 1
    if head["size"] != size or len(values) != 8 * rows * (rows + 1):
        raise ValueError("it holds another game")
    numbers: Floats = np.frombuffer(values, _NUMBERS).astype(np.float64)
    numbers.flags.writeable = False
    known = RaceValues(model, numbers[:rows], numbers[rows:].reshape(rows, rows))
    return RaceSolution(game, known, head["seconds"], head["cpu_seconds"])
