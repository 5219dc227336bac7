"""All that a device needs to add up a race by looking it up: what each roll is worth, what may be done with it.

Asks the rules and holds none; nothing here depends on a game that is being played.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kosci.engine.dice import Dice, rolls
from kosci.engine.errors import IllegalMoveError
from kosci.engine.moves import Bank, RollOn
from kosci.engine.race_moves import refusal
from kosci.engine.race_reports import ENDS, after_report, step_of
from kosci.engine.reported import Reported

if TYPE_CHECKING:
    from kosci.engine.race import Race


def race_scoring_table(race: "Race") -> dict[str, Any]:
    """The table of a race as plain data for JSON.

    `rolls` has for each roll of one to five dice [points, scoring dice, 1 if it wins, parts that may be set aside].
    `least` is what each end of a turn brings at least, `most` is there where it can bring no more than that. `stands`
    says by where banking would leave a seat (see `_stands`) why the points may not be banked or rolled on with, or
    null: [[bank, roll on] with a die left, [bank, roll on] with none].
    """
    every = [dice for count in range(1, race.dice + 1) for dice, _ in rolls(count)]
    return {
        "family": "race",
        "id": race.id,
        "dice": race.dice,
        "rolls": {_text(dice): _roll(race, dice) for dice in every},
        "step": step_of(race),
        "alike_pays": race.alike_pays,
        "least": {end: _least(race, end) for end in ENDS},
        "most": {"bust": 0} if race.bust == "lose" else {},
        "stands": _stands(race),
        "set_aside": race.set_aside,
        "hot_dice": race.hot_dice,
        "bust": race.bust,
        "target": race.target,
        "opening": race.opening,
        "exact": race.exact,
        "last_round": race.last_round,
    }


def _roll(race: "Race", dice: Dice) -> list[Any]:
    value = race.value(dice)
    parts = [_text(part) for part in race.parts(dice) if part]
    return [value.points, _text(value.scoring), int(value.wins), parts]


def _least(race: "Race", end: str) -> int:
    """The fewest points with which a turn can end so where nothing but its own end limits them."""
    free = replace(race, opening=0, exact=False)
    start = replace(free.start(1), contest=None)
    for points in range(0, race.alike_pays + 1, step_of(race)):
        try:
            after_report(free, start, Reported(0, end, points=points))
        except IllegalMoveError:
            continue
        return points
    raise ValueError(f"no turn of {race.id!r} ends with {end!r}")


def _stands(race: "Race") -> dict[str, list[list[str | None]]]:
    """What may be done while the first banking is under the opening, else below, at and above the target."""
    step = step_of(race)
    places = {"below": (step, step), "at": (race.target - step, step), "above": (race.target, step)}
    if race.opening:
        places["opening"] = (0, race.opening - step)
    return {place: [_may(race, *points, is_hot=is_hot) for is_hot in (False, True)] for place, points in places.items()}


def _may(race: "Race", banked: int, turn: int, *, is_hot: bool) -> list[str | None]:
    """The codes of what refuses to bank, and to roll on, with so many points of a turn; None where nothing does."""
    die = min((dice for dice, _ in rolls(1) if race.value(dice).points), key=lambda dice: race.value(dice).points)
    blank = next(dice for dice, _ in rolls(1) if not race.value(dice).points)
    roll = die if is_hot else tuple(sorted(die + blank))
    start = replace(race.start(1), contest=None, banked=(banked,), roll=roll, turn=turn - race.value(die).points)
    refused = (refusal(race, start, move) for move in (Bank(die), RollOn(die)))
    return [None if error is None else error.code for error in refused]


def _text(dice: Dice) -> str:
    return "".join(map(str, dice))
