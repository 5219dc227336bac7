"""Golden games added up a second time from their events alone, by the counting of tests/rulings."""

from pathlib import Path

import pytest

from kosci.engine.game import Moved, Passed, Rolled
from kosci.engine.moves import Bank, Keep, Roll, RollOn, Score
from kosci.engine.reported import Reported
from kosci.variants import options_of
from tests.golden.scripts import FOLDER, Script, parse_script
from tests.rulings import counting

FILES = sorted(FOLDER.glob("*.txt"))


def sheet_totals(script: Script) -> list[int]:
    """The totals of a sheet game."""
    options = options_of(script.rules)
    lower = counting.YATZY_LOWER if script.rules.id == "yatzy" else counting.LOWER
    rows = [*counting.UPPER, *lower, *(["rigol"] if "rigol" in options else [])]
    sheets: list[dict[str, int]] = [{} for _ in range(script.seats)]
    hundreds = [0] * script.seats
    dice: list[int] = []
    for event in script.events:
        match event:
            case Rolled(faces):
                dice += faces
            case Moved(_, Roll()):
                dice = []
            case Moved(_, Keep(kept)):
                dice = list(kept)
            case Moved(seat, Score(row)):
                points, extra = counting.legal(rows, sheets[seat], hundreds[seat], dice, options)[row]
                sheets[seat][row] = points
                hundreds[seat] += extra // 100
            case Reported(seat) as told:
                points, extra = told_value(rows, sheets[seat], hundreds[seat], told, options)
                sheets[seat][told.row] = points
                hundreds[seat] += extra // 100
            case _:
                pass
    bonus_at, bonus = int(options["bonus_at"]), int(options["bonus"])
    return [counting.total(sheet, extras, bonus_at, bonus) for sheet, extras in zip(sheets, hundreds, strict=True)]


def told_value(
    rows: list[str], sheet: counting.Sheet, extras: int, told: Reported, options: counting.Options
) -> tuple[int, int]:
    """What a turn that was only told can only have brought: points and extra, over all hands that fit."""
    found = set()
    for dice in [told.dice] if told.dice else counting.hands():
        value = counting.legal(rows, sheet, extras, list(dice), options).get(told.row)
        is_answered = told.alike is None or told.alike == (len(set(dice)) == 1)
        if value is not None and is_answered and told.points in (None, value[0]):
            found.add(value)
    (only,) = found
    return only


def race_totals(script: Script) -> list[int]:
    """The banked points of a game of Tysiąc."""
    options = options_of(script.rules)
    banked, turn, seat_of_turn = [0] * script.seats, 0, -1
    roll: tuple[int, ...] = ()
    for event in script.events:
        match event:
            case Moved(seat, Roll()):
                turn, seat_of_turn = 0, seat
            case Rolled(faces) if seat_of_turn >= 0:
                roll = tuple(sorted(faces))
                points, _, wins = counting.roll_value(roll)
                is_above = options["exact"] and banked[seat_of_turn] + turn + points > int(options["target"])
                if wins:
                    banked[seat_of_turn] += turn + 1000
                elif not points or is_above:
                    is_kept = options["bust"] == "keep" and (banked[seat_of_turn] or turn >= int(options["opening"]))
                    banked[seat_of_turn] += turn if is_kept else 0
            case Moved(seat, Bank(aside) | RollOn(aside)):
                turn += counting.roll_value(aside or roll)[0]
                banked[seat] += turn if isinstance(event.move, Bank) else 0
            case Reported(seat, _, _, brought):
                banked[seat] += brought or 0
                turn, seat_of_turn = 0, -1
            case Passed():
                turn = 0
            case _:
                pass
    return banked


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_points_of_a_golden_game_add_up_again(path: Path) -> None:
    script = parse_script(path.read_text(encoding="utf-8"))
    totals = race_totals(script) if "target" in options_of(script.rules) else sheet_totals(script)
    assert [int(result.split()[1]) for result in script.results] == totals
