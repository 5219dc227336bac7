"""What the engine says of cards, reports and turns of a race, as plain data to hold a device against.

Asks the rules only; knows nothing of tables of points or of scripts.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from kosci.engine.card import Card, possible_values
from kosci.engine.dice import Dice, as_dice, rolls
from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, Roll, RollOn
from kosci.engine.race import Race, RacePosition
from kosci.engine.race_moves import refusal
from kosci.engine.race_reports import ENDS
from kosci.engine.reported import Reported, entry_of, readings
from kosci.engine.scorecard import Scorecard

HANDS = [dice for dice, _ in rolls(5)]
Data = dict[str, Any]


# --- cards -------------------------------------------------------------------------------------


def cards(rules: Scorecard) -> Iterator[Card]:
    """Every state of the box and the extras on cards that tell the duties apart: which rows are open besides it."""
    every = set(range(len(rules.rows))) - {rules.index[rules.box]}
    upper, lower = set(rules.upper_rows), set(rules.lower_rows) & every
    kinds = [every, every - upper, every - lower, set[int]()]
    kinds += [{face} for face in upper] + [lower | {face} for face in upper] + [{row} for row in lower]
    for box, extras in ((None, 0), (0, 0), (50, 0), (50, 1)):
        for kind in kinds:
            values = [None if at in kind else possible_values(row)[-1] for at, row in enumerate(rules.rows)]
            values[rules.index[rules.box]] = box
            yield Card(tuple(values), extras)


def card_data(card: Card) -> Data:
    """A card as a script has it."""
    return {"values": list(card.values), "extras": card.extras, "passed": card.passed}


def hand_entries(rules: Scorecard, card: Card) -> str:
    """A hash of all that any hand can be written as on a card."""
    lines = (
        ",".join(f"{e.row}:{e.points}:{e.extra}:{int(e.joker)}" for e in rules.entries(card, dice)) for dice in HANDS
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def row_readings(rules: Scorecard, card: Card, row: str) -> list[Data]:
    """Every way to fill a row; none where it may not be written."""
    try:
        found = readings(rules, card, row)
    except RuleError:
        return []
    return [{"points": r.points, "extra": r.extra, "alike": r.alike, "dice": list(r.dice)} for r in found]


def some_report(rules: Scorecard, card: Card, rng: Random, seat: int = 0) -> Reported:
    """A report that may fit or not: dice or points, answered or not, mostly in an open row."""
    open_rows = [row.id for row, value in zip(rules.rows, card.values, strict=True) if value is None]
    row = rng.choice(open_rows if open_rows and rng.random() < 0.9 else [*rules.index, "nonsense"])
    dice = HANDS[rng.randrange(252)] if rng.random() < 0.5 else (rng.randint(1, 6),) * 5
    if rng.random() < 0.4:
        return Reported(seat, row, dice, rng.choice((None, None, None, 0, 25)))
    values = possible_values(rules.rows[rules.index[row]]) if row in rules.index else (0,)
    points = rng.choice(values) if rng.random() < 0.9 else rng.randint(0, 60)
    return Reported(seat, row, points=points, alike=rng.choice((None, None, True, False)))


def report_data(report: Reported) -> Data:
    """A report as a model has it."""
    dice = None if report.dice is None else list(report.dice)
    return {"row": report.row, "dice": dice, "points": report.points, "alike": report.alike}


def checked(rules: Scorecard, card: Card, report: Reported) -> Data:
    """The entry a report means, or the code of its refusal with what is possible instead."""
    try:
        entry = entry_of(rules, card, report)
    except RuleError as error:
        return {"code": error.code, "possible": error.params.get("possible"), "allowed": error.params.get("allowed")}
    return {"row": entry.row, "points": entry.points, "extra": entry.extra, "joker": entry.joker}


# --- turns of a race ---------------------------------------------------------------------------


def race_ends(race: Race) -> str:
    """A hash of why a turn may not end so, over all that may be banked before and all that a turn may bring."""
    start = replace(race.start(1), contest=None)
    codes = []
    for banked in range(0, race.target + 1, 5):
        for points in [*range(0, race.target + 60, 5), 7, 1000, 1005]:
            for end in ENDS:
                try:
                    race.after_report(replace(start, banked=(banked,)), Reported(0, end, points=points))
                except RuleError as error:
                    codes.append(error.code)
                else:
                    codes.append("-")
    return hashlib.sha256(",".join(codes).encode()).hexdigest()


def race_turn(race: Race, rng: Random) -> list[Data]:
    """A turn told roll by roll: after each step the rolls so far and what the device has to make of them."""
    banked = rng.choice((0, 0, rng.randrange(0, race.target, 5)))
    position = replace(race.start(1), contest=None, banked=(banked,))
    rolled: list[Data] = []
    steps = [{"banked": banked, "rolls": [], "turn": turn_data(0, race.dice)}]
    position = race.after_move(position, Roll())
    while True:
        dice = as_dice(
            [rng.randint(1, 6) if rng.random() < 0.7 else 1 for _ in range(position.rolling)], least=1, most=5
        )
        rolled = [*rolled, {"dice": list(dice), "aside": None}]
        after = race.after_roll(position, dice)
        ended = None if after.roll else "wins" if race.value(dice).wins else "bust"
        brings = after.banked[0] - banked
        choices = [] if ended else [choice_data(race, after, part) for part in race.parts(dice)]
        steps.append({"banked": banked, "rolls": rolled, "turn": turn_data(position.turn, 0, ended, brings, choices)})
        going_on = [choice for choice in choices if choice["rollOn"] is None]
        if ended or not going_on or len(steps) > 8:
            return steps
        aside = tuple(rng.choice(going_on)["aside"])
        rolled = [*rolled[:-1], {"dice": list(dice), "aside": list(aside)}]
        position = race.after_move(after, RollOn(aside))
        steps.append({"banked": banked, "rolls": rolled, "turn": turn_data(position.turn, position.rolling)})


def turn_data(points: int, count: int, ended: str | None = None, brings: int = 0, choices: Sequence[Data] = ()) -> Data:
    """A turn as a device tells it."""
    return {"points": points, "count": count, "ended": ended, "brings": brings, "choices": list(choices)}


def choice_data(race: Race, position: RacePosition, part: Dice) -> Data:
    """What may be done with a part of a roll."""
    refused = (refusal(race, position, move) for move in (Bank(part), RollOn(part)))
    bank, roll_on = (None if error is None else error.code for error in refused)
    return {"aside": list(part), "points": position.turn + race.value(part).points, "bank": bank, "rollOn": roll_on}
