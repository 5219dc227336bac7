"""Words for how much a decision cost: from best to blunder, by what people's choices cost in the same variant.

The limits stand in `sizes.toml`, which `tools/sizes` makes from simulated games; none is made up here.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kosci.coach.ledger import Decision
from kosci.solve.options import TIED

Size = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
SIZES: tuple[Size, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")

#: Up to these shares of the choices that cost something: a fine one, an inaccuracy, a mistake. Dearer is a blunder.
QUANTILES = (0.5, 0.8, 0.95)


@dataclass(frozen=True, slots=True)
class Limits:
    """The costs up to which a choice is fine, an inaccuracy, a mistake; and how many choices these were taken from."""

    fine: float
    inaccuracy: float
    mistake: float
    choices: int

    def size(self, cost: float) -> Size:
        """The word for a cost.

        >>> [Limits(0.5, 2.0, 6.0, 1000).size(cost) for cost in (0, 0.5, 1.9, 6, 6.1)]
        ['best', 'fine', 'inaccuracy', 'mistake', 'blunder']
        """
        if cost <= TIED:
            return "best"
        if cost <= self.fine:
            return "fine"
        if cost <= self.inaccuracy:
            return "inaccuracy"
        return "mistake" if cost <= self.mistake else "blunder"


@cache
def limits() -> Mapping[str, Limits]:
    """The limits by variant, in points or turns as its ledger counts."""
    data: Mapping[str, Any] = tomllib.loads(files("kosci.coach").joinpath("sizes.toml").read_text(encoding="utf-8"))
    return {variant: Limits(**found) for variant, found in data["variants"].items()}


def size_of(variant: str, decision: Decision) -> Size:
    """The word for what a decision of this variant cost."""
    return limits()[variant].size(decision.cost)
