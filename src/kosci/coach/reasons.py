"""Why one move is better than another: where it is expected to bring more in the end, and where less.

Values only: the words stand in the catalogues, the arithmetic in `solve.flow`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Literal

from kosci.engine.card import Card
from kosci.engine.moves import Move
from kosci.engine.scorecard import Scorecard

if TYPE_CHECKING:
    from kosci.solve.advisor import Advisor
    from kosci.solve.flow import Expectations

Kind = Literal["row", "bonus", "extras"]

MOST = 3  # gains, and as many losses, that people are told of where nothing else is asked for


@dataclass(frozen=True, slots=True)
class Gain:
    """Points that a move is expected to bring more, or less: in a row, by the bonus, by extras; `row` may be empty."""

    kind: Kind
    row: str
    points: float


@dataclass(frozen=True, slots=True)
class Reasons:
    """The largest gains and losses of the better move, largest first, and the rest, in tenths of points.

    Together they are the total, which is the regret of the other move.
    """

    gains: tuple[Gain, ...]
    losses: tuple[Gain, ...]
    rest: float
    total: float


def reasons_for(
    advisor: "Advisor",
    card: Card,
    dice: Iterable[int],
    rolls_left: int,
    *,
    better: Move,
    other: Move,
    most: int = MOST,
) -> Reasons:
    """Why the one move of these dice is better than the other; where it is worse the total is negative."""
    from kosci.solve.flow import difference

    solution, held = advisor.solved(card)
    found = difference(solution, held, dice, rolls_left, better=better, other=other)
    return reasons_of(advisor.rules, found, most)


def reasons_for_best(advisor: "Advisor", card: Card, dice: Iterable[int], rolls_left: int) -> Reasons | None:
    """Why the best move is better than the second; None where there is no second."""
    hand = tuple(dice)
    best, *others = advisor.values(card, hand, rolls_left)
    if not others:
        return None
    return reasons_for(advisor, card, hand, rolls_left, better=best.move, other=others[0].move)


def reasons_of(rules: Scorecard, difference: "Expectations", most: int = MOST) -> Reasons:
    """What to tell people of a difference; of equal gains or losses the lowest row first, then bonus, then extras."""
    found = [Gain("row", row.id, points) for row, points in zip(rules.rows, difference.rows, strict=True)]
    found += [Gain("bonus", "", difference.bonus), Gain("extras", "", difference.extras)]
    found.sort(key=lambda gain: -round(abs(gain.points), 6))  # what differs by rounding alone is equal
    gains = [gain for gain in found if _tenths(gain.points) > 0]
    losses = [gain for gain in found if _tenths(gain.points) < 0]
    told = gains[:most] + losses[:most]
    total = _tenths(difference.total)
    rest = difference.total - sum(gain.points for gain in told)
    *shown, last = _fitted([*(gain.points for gain in told), rest], total)
    rounded = [Gain(gain.kind, gain.row, tenths / 10) for gain, tenths in zip(told, shown, strict=True)]
    more = tuple(gain for gain in rounded if gain.points > 0)
    less = tuple(gain for gain in rounded if gain.points < 0)
    return Reasons(more, less, last / 10, total / 10)


def _tenths(points: float) -> int:
    """Points in tenths, halves away from 0; what is due to rounding does not count."""
    return floor(abs(points) * 10 + 0.5 + 1e-9) * (1 if points > 0 else -1)


def _fitted(points: list[float], total: int) -> list[int]:
    """Each number in tenths, up or down, so that they add up to the total: up first those that lack least."""
    tenths = [floor(some * 10 + 1e-9) for some in points]
    missing = total - sum(tenths)
    upwards = sorted(range(len(points)), key=lambda at: tenths[at] - points[at] * 10)
    for at in upwards[:missing]:
        tenths[at] += 1
    return tenths
