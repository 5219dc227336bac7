"""A turn of Tysiąc with real dice as people tell it: how it ended, and what it brought (T4-T7).

Asks the rules through positions that such a turn can have; knows no value of its own.
"""

from dataclasses import replace
from math import gcd
from types import NoneType
from typing import TYPE_CHECKING

from kosci.engine import race_moves
from kosci.engine.dice import Dice, rolls
from kosci.engine.errors import IllegalMoveError
from kosci.engine.moves import Bank
from kosci.engine.reported import Reported

if TYPE_CHECKING:
    from kosci.engine.race import Race, RacePosition

ENDS = ("bank", "bust", "wins")


def after_report(race: "Race", position: "RacePosition", reported: Reported) -> "RacePosition":
    """The position after the turn, played as its last roll with all points before it set aside already.

    IllegalMoveError where no turn ends so, or the rules refuse it.
    """
    if reported.row not in ENDS:
        message = f"{reported.row!r} is no end of a turn: {', '.join(ENDS)} are"
        raise IllegalMoveError("row-unknown", message, given=reported.row, allowed=ENDS)
    if reported.points is None and reported.row != "bust":
        raise IllegalMoveError("report-empty", f"a turn that ends with {reported.row!r} names its points")
    if type(reported.points) not in (int, NoneType):
        raise race_points(reported)
    dice, aside = _partly(race)
    points = reported.points or 0
    last = {"bank": race.value(aside).points, "wins": race.alike_pays}.get(reported.row, 0)
    before = points - last
    if reported.dice is not None or before < 0 or points % step_of(race):
        raise race_points(reported)
    start = replace(position, turn=before, roll=(), rolling=0)
    match reported.row:
        case "bank":
            move = race_moves.full_move(race, replace(start, roll=dice), Bank(aside))
            after = race.after_move(replace(start, roll=dice), move)
        case "bust":
            after = race.after_roll(replace(start, rolling=1), _worthless(race))
        case _:
            after = race.after_roll(replace(start, rolling=race.dice), (1,) * race.dice)
    brought = after.banked[position.mover] - position.banked[position.mover]
    if brought != points:
        raise race_points(reported, brought)
    return after


def step_of(race: "Race") -> int:
    """The number of which all points are multiples."""
    return gcd(*(race.value(dice).points for dice, _ in rolls(1)))


def race_points(reported: Reported, brought: int | None = None) -> IllegalMoveError:
    """The refusal of points that a turn cannot bring; `brought` is what it brings, where that is known."""
    points = reported.points if reported.points is not None else 0
    message = f"a turn that ends with {reported.row!r} cannot bring {points!r}"
    return IllegalMoveError("report-race-points", message, points=points, brought=brought)


def _partly(race: "Race") -> tuple[Dice, Dice]:
    """The cheapest roll of two dice of which one scores, and that one: no question of hot dice arises (T5)."""
    values = ((race.value(dice), dice) for dice, _ in rolls(2))
    partly = [(value.points, dice, value.scoring) for value, dice in values if len(value.scoring) == 1]
    _, dice, scoring = min(partly)
    return dice, scoring


def _worthless(race: "Race") -> Dice:
    return next(dice for dice, _ in rolls(1) if not race.value(dice).points)
