"""A turn with real dice as people tell it: its row, and the last dice or the points; what a row can take.

How a hand may be written is asked of `entries`; Tysiąc stands in `race_reports`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kosci.engine.card import Card, Entry
from kosci.engine.dice import Dice, as_dice, format_dice, parse_faces, rolls
from kosci.engine.entries import check_row, entries
from kosci.engine.errors import DiceError, IllegalMoveError, NotationError

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard

_WORD = "reported"
ALIKE = {"alike": True, "not-alike": False}
_FORMS = "reported threes 3 3 3 5 6, reported threes =9, reported large_straight =40 alike"


@dataclass(frozen=True, slots=True)
class Reported:
    """A whole turn of a seat with real dice: the row, and either the last five dice or the points.

    `alike` answers whether five alike were rolled, where the points alone leave that open. In Tysiąc the row
    is how the turn ended (`bank`, `bust` or `wins`) and the points are what it brought.
    """

    seat: int
    row: str
    dice: Dice | None = None
    points: int | None = None
    alike: bool | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way a row can be filled on a card: its points and extra, by five alike or not, and dice that do it."""

    points: int
    extra: int
    alike: bool
    dice: Dice


@lru_cache(maxsize=4096)  # a game is played anew with every correction
def readings(rules: "Scorecard", card: Card, row: str) -> tuple[Reading, ...]:
    """Every way some five dice fill this row on this card, by points; what `check_row` raises where none do.

    Of hands that come to the same the first stands for all.
    """
    found: dict[tuple[int, int, bool], Reading] = {}
    for dice, _ in rolls(rules.dice):
        for entry in entries(rules, card, dice):
            if entry.row == row:
                is_alike = dice[0] == dice[-1]
                key = (entry.points, entry.extra, is_alike)
                found.setdefault(key, Reading(*key, dice))
    if not found:
        check_row(rules, card, rolls(rules.dice)[1][0], row)
    return tuple(found[key] for key in sorted(found))


def entry_of(rules: "Scorecard", card: Card, reported: Reported) -> Entry:
    """The entry that a report means on this card; IllegalMoveError or DiceError where it can mean none."""
    dice = _dice_of(rules, card, reported)
    check_row(rules, card, dice, reported.row)
    entry = next(entry for entry in entries(rules, card, dice) if entry.row == reported.row)
    if reported.points is not None and reported.points != entry.points:
        raise impossible(reported.row, reported.points, [entry.points])
    return entry


def _dice_of(rules: "Scorecard", card: Card, reported: Reported) -> Dice:
    if reported.dice is not None:
        return as_dice(reported.dice, least=rules.dice, most=rules.dice)
    if reported.points is None:
        raise IllegalMoveError("report-empty", f"a report for {reported.row!r} names its dice or its points")
    possible = readings(rules, card, reported.row)
    if type(reported.points) is not int:
        raise impossible(reported.row, reported.points, (reading.points for reading in possible))
    if reported.alike is not None:
        possible = tuple(reading for reading in possible if reading.alike == reported.alike)
    fitting = [reading for reading in possible if reading.points == reported.points]
    if not fitting:
        raise impossible(reported.row, reported.points, (reading.points for reading in possible))
    if len({reading.extra for reading in fitting}) > 1:
        if reported.alike is not None:  # five alike whose own row is open bring none (E1)
            message = f"{reported.points} in {reported.row!r} may bring an extra or not: name the dice"
            raise IllegalMoveError("report-dice", message, row=reported.row, points=reported.points)
        message = f"{reported.points} in {reported.row!r} is natural or five alike: say which"
        raise IllegalMoveError("report-alike", message, row=reported.row, points=reported.points)
    return fitting[0].dice


def impossible(row: str, points: int, possible: Iterable[int]) -> IllegalMoveError:
    """The refusal of points that a row cannot take on a card."""
    shown = value_ranges(sorted(set(possible)))
    message = f"{row!r} cannot take {points!r} here: {shown} can stand there"
    return IllegalMoveError("report-impossible", message, row=row, points=points, possible=shown)


def value_ranges(values: list[int]) -> str:
    """The numbers, those that follow each other as a range.

    >>> value_ranges([0, 5, 6, 7])
    '0, 5–7'
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}–{run[-1]}" if run[1:] else str(run[0]) for run in runs)


def format_report(reported: Reported) -> str:
    """The report as text, without its seat.

    >>> format_report(Reported(0, "large_straight", points=40, alike=True))
    'reported large_straight =40 alike'
    """
    words = [_WORD, reported.row]
    if reported.dice is not None:
        words.append(format_dice(reported.dice))
    if reported.points is not None:
        words.append(f"={reported.points}")
    words += [word for word, answer in ALIKE.items() if answer is reported.alike]
    return " ".join(words)


def is_report(text: str) -> bool:
    """Whether a text begins as reports do."""
    return text.split(" ", 1)[0] == _WORD


def parse_report(seat: int, text: str) -> Reported:
    """The report of a seat that a text says; NotationError where it says none."""
    words = text.split()
    alike = ALIKE.get(words[-1]) if len(words) > 2 else None
    rest = words[2:] if alike is None else words[2:-1]
    points = next((word for word in rest if word.startswith("=")), None)
    dice = [word for word in rest if word is not points]
    number = None if points is None else points[1:]
    is_wrong_number = number is not None and not (number.isascii() and number.isdigit() and len(number) < 10)
    if words[:1] != [_WORD] or len(words) < 2 or is_wrong_number or (points is not None and rest[-1] != points):
        raise NotationError("bad-event", f"{text!r} is no report: write {_FORMS}", given=text)
    try:
        faces = tuple(sorted(parse_faces(" ".join(dice), least=1))) if dice else None
    except DiceError as error:
        raise NotationError("bad-event", f"{text!r} is no report: {error}", given=text) from error
    return Reported(seat, words[1], faces, None if number is None else int(number), alike)
