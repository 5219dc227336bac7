"""Distributions on disk, in the same folder as the solutions they come from and by the same care.

Nothing is computed here.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kosci.engine.scorecard import Scorecard
from kosci.solve.kept import KeptSolutions
from kosci.solve.solution import SOLVER_VERSION
from kosci.solve.spread import SPREAD_VERSION, Distribution
from kosci.solve.tables import Floats
from kosci.variants import fingerprint

_NUMBERS = "<f8"
_NEAR = 1e-9  # what chances that are whole may differ from 1 by


def kept_distribution(kept: KeptSolutions, rules: Scorecard, find: Callable[[], Distribution]) -> Distribution:
    """The distribution of a game: the one that is kept, or a new one, which is kept from now on."""
    return kept.kept(distribution_path(kept, rules), lambda data: _parsed(rules, data), find, _packed)


def found_distribution(kept: KeptSolutions, rules: Scorecard) -> Distribution | None:
    """The distribution of a game that is kept; None where it would have to be found."""
    return kept.read(distribution_path(kept, rules), lambda data: _parsed(rules, data))


def distribution_path(kept: KeptSolutions, rules: Scorecard) -> Path:
    """Where the distribution of a game is kept: by its rules with all options, and by what versions found it."""
    return kept.folder / f"{fingerprint(rules)}-{SOLVER_VERSION}-{SPREAD_VERSION}.chances"


def _packed(found: Distribution) -> bytes:
    head = {
        "first": found.first,
        "count": len(found.chances),
        "bonus": found.bonus,
        "extras": found.extras,
        "rows": found.rows,
        "seconds": found.seconds,
    }
    return json.dumps(head).encode() + b"\n" + found.chances.astype(_NUMBERS).tobytes()


def _parsed(rules: Scorecard, data: bytes) -> Distribution:
    """The distribution that bytes hold; ValueError where they are of another game."""
    text, _, numbers = data.partition(b"\n")
    head = json.loads(text)
    chances: Floats = np.frombuffer(numbers, _NUMBERS).astype(np.float64)
    if head["count"] != len(chances) or len(head["rows"]) != len(rules.rows) or abs(chances.sum() - 1) > _NEAR:
        raise ValueError("it holds another game")
    chances.flags.writeable = False
    return Distribution(
        head["first"], chances, head["bonus"], head["extras"], tuple(head["rows"]), seconds=head["seconds"]
    )
