"""The package that exact play is held against: `yatzy-solver`, installed with the dependency group `bench`.

It plays the same rules as `yahtzee`; nothing else of Kości knows it.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from kosci.solve.batch import OPEN, Positions
from kosci.solve.tables import Floats, Longs

NAME = "yatzy-solver"
MISSING = f"{NAME} is not installed: no comparison"
_MODULE = "yatzy_solver"
_RULES = "american+forced-joker"

Solve = Callable[[], Any]


def peer_solver() -> Solve | None:
    """What solves `yahtzee` with the peer, or None where it is not installed."""
    if find_spec(_MODULE) is None:
        return None
    peer: Any = import_module(_MODULE)
    return lambda: peer.Solver.build(peer.Variant(_RULES))


def peer_mean(solver: Any) -> float:  # noqa: ANN401 - the package has no types
    """The mean of best play from an empty card."""
    return float(solver.state_value("upper 0 | filled -"))


def peer_advice(solver: Any, positions: Positions) -> Floats:  # noqa: ANN401 - the package has no types
    """The value of each move of each position, with what is still to come only; NaN where there are fewer moves."""
    given = (
        positions.used.astype(np.uint32),
        np.minimum(positions.upper, 63).astype(np.uint16),
        (positions.box != OPEN) & (positions.box > 0),
        np.sort(positions.dice, axis=1).astype(np.uint8),
        positions.rolls_left.astype(np.uint8),
    )
    values: Floats = solver.option_values_batch(*given)[1]
    return values


def peer_games(solver: Any, games: int) -> Longs:  # noqa: ANN401 - the package has no types
    """The totals of so many games of best play."""
    totals: Longs = np.asarray(solver.simulate(games, seed=1)["scores"], np.int64)
    return totals
