"""A second scorer and a second reading of the rules, written from RULES.md by plain counting.

Never asks the engine anything: it is here to disagree with it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "five_of_a_kind",
    "chance",
)
YATZY_LOWER = (
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "four_of_a_kind",
    "small_straight",
    "large_straight",
    "full_house",
    "chance",
    "five_of_a_kind",
)
BOX = "five_of_a_kind"
YATZY_JOKER_POINTS = {"small_straight": 15, "large_straight": 20}
JOKER_POINTS = {"full_house": 25, "small_straight": 30, "large_straight": 40, "rigol": 0}

Sheet = Mapping[str, int]
Options = Mapping[str, object]
Legal = dict[str, tuple[int, int]]


def ordered_rolls(count: int = 5) -> list[tuple[int, ...]]:
    """All the ways so many dice can fall, each die told apart."""
    return list(product(range(1, 7), repeat=count))


def hands(count: int = 5) -> list[tuple[int, ...]]:
    """The different hands of so many dice."""
    return sorted({tuple(sorted(roll)) for roll in ordered_rolls(count)})


def is_demand_met(row: str, dice: Sequence[int]) -> bool:
    """Whether the dice are what the row asks for (S5)."""
    times = sorted(Counter(dice).values(), reverse=True)
    shown = "".join(str(face) for face in range(1, 7) if face in dice)
    if row in UPPER:
        return UPPER.index(row) + 1 in dice
    if row == "rigol":
        return times == [4, 1] and sum(set(dice)) == 7
    return {
        "three_of_a_kind": times[0] >= 3,
        "four_of_a_kind": times[0] >= 4,
        "full_house": times == [3, 2],
        "small_straight": any(run in shown for run in ("1234", "2345", "3456")),
        "large_straight": shown in ("12345", "23456"),
        "five_of_a_kind": times == [5],
        "chance": True,
    }[row]


def natural(row: str, dice: Sequence[int], rigol: object = 50) -> int:
    """What the dice are worth in the row by S5, without any joker."""
    if not is_demand_met(row, dice):
        return 0
    if row in UPPER:
        face = UPPER.index(row) + 1
        return face * list(dice).count(face)
    if row == "rigol":
        return sum(dice) if rigol == "sum" else int(str(rigol))
    fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40, "five_of_a_kind": 50}
    return fixed.get(row, sum(dice))


def yatzy(row: str, dice: Sequence[int]) -> int:
    """What the dice are worth in a row of the Scandinavian game without any joker (Y2)."""
    if row in UPPER:
        return natural(row, dice)
    times = Counter(dice)
    pairs = sorted((2 * face for face, many in times.items() if many >= 2), reverse=True)
    alike = {size: sum(size * face for face, many in times.items() if many >= size) for size in (3, 4)}
    return {
        "one_pair": max(pairs, default=0),
        "two_pairs": sum(pairs) if len(pairs) == 2 else 0,
        "three_of_a_kind": alike[3],
        "four_of_a_kind": alike[4],
        "small_straight": 15 * (set(dice) == {1, 2, 3, 4, 5}),
        "large_straight": 20 * (set(dice) == {2, 3, 4, 5, 6}),
        "full_house": sum(dice) * (sorted(times.values()) == [2, 3]),
        "chance": sum(dice),
        "five_of_a_kind": 50 * (len(times) == 1),
    }[row]


def legal(rows: Sequence[str], sheet: Sheet, extras: int, dice: Sequence[int], options: Options) -> Legal:
    """Each row that may be written with its points and the extra it brings: section 2, C2 and S4 read in order."""
    is_joker = has_joker(sheet, dice, options)
    open_rows = [row for row in rows if row not in sheet]
    may = [row for row in open_rows if not breaks_upper_first(row, open_rows, options)]
    may = [row for row in may if not breaks_joker_duty(row, may, sheet, dice, options)]

    is_yatzy = "one_pair" in rows
    joker_points = YATZY_JOKER_POINTS if is_yatzy else JOKER_POINTS

    def fits(row: str) -> bool:
        is_met = yatzy(row, dice) > 0 if is_yatzy else is_demand_met(row, dice)
        return is_met or (is_joker and joker_points.get(row, 0) > 0)

    if options["zero"] == "only_if_nothing_fits" and any(map(fits, may)):
        may = [row for row in may if fits(row)]
    points = {row: yatzy(row, dice) if is_yatzy else natural(row, dice, options.get("rigol", 50)) for row in may}
    if is_joker:
        points |= {row: joker_points[row] for row in may if row in joker_points}
    has_lower = any(row not in UPPER for row in may)
    return {
        row: (
            points[row],
            extra(sheet, extras, dice, options, as_joker=is_joker and (row not in UPPER or not has_lower)),
        )
        for row in may
    }


def is_once_more(sheet: Sheet, dice: Sequence[int]) -> bool:
    """Five alike while the box is filled: all that section 2 speaks about."""
    return len(set(dice)) == 1 and BOX in sheet


def could_be_joker(sheet: Sheet, dice: Sequence[int], options: Options) -> bool:
    """Five alike on a card where the box allows a joker at all (J1)."""
    box_is_good = sheet.get(BOX) == 50 or not options["joker_needs_50"]
    return is_once_more(sheet, dice) and box_is_good and options["joker"] != "none"


def has_joker(sheet: Sheet, dice: Sequence[int], options: Options) -> bool:
    """Whether this hand is a joker on this card (J1)."""
    if not could_be_joker(sheet, dice, options):
        return False
    needed = UPPER if options["joker"] == "full_upper" else (UPPER[dice[0] - 1],)
    return all(row in sheet for row in needed)


def breaks_upper_first(row: str, open_rows: Sequence[str], options: Options) -> bool:
    """A lower row while an upper one is open (C2)."""
    return bool(options["upper_first"]) and row not in UPPER and any(other in UPPER for other in open_rows)


def breaks_joker_duty(row: str, may: Sequence[str], sheet: Sheet, dice: Sequence[int], options: Options) -> bool:
    """Another row than the own upper one while that is open (J2), or an upper row while a lower one is open (J4)."""
    if options["joker"] != "forced" or not could_be_joker(sheet, dice, options):
        return False
    own = UPPER[dice[0] - 1]
    if own not in sheet:
        return row != own
    return row in UPPER and any(other not in UPPER for other in may)


def extra(sheet: Sheet, extras: int, dice: Sequence[int], options: Options, *, as_joker: bool) -> int:
    """What is paid on top (E1, E2)."""
    if not (is_once_more(sheet, dice) and sheet[BOX] == 50):
        return 0
    if options["extra"] == "each":
        return 100
    if options["extra"] == "second":
        return 100 if extras == 0 else 0
    return 100 if options["extra"] == "as_joker" and as_joker else 0


def total(sheet: Sheet, extras: int, bonus_at: int = 63, bonus: int = 35) -> int:
    """The sum of a sheet (S6, S7)."""
    upper = sum(sheet.get(row, 0) for row in UPPER)
    return sum(sheet.values()) + (bonus if upper >= bonus_at else 0) + 100 * extras


def roll_value(dice: Sequence[int]) -> tuple[int, int, bool]:
    """Points, number of scoring dice and whether the game is won, of one roll of Tysiąc (T2)."""
    if len(dice) == 5 and len(set(dice)) == 1:
        return 1000, 5, True
    if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return 150, 5, False
    points = scoring = 0
    for face, times in Counter(dice).items():
        if face == 1:
            worth = (0, 10, 20, 100, 200)[times]
        elif times >= 3:
            worth = 10 * face * (times - 2)
        else:
            worth = 5 * times if face == 5 else 0
        points += worth
        scoring += times if worth else 0
    return points, scoring, False


def scoring_parts(dice: Sequence[int]) -> set[tuple[int, ...]]:
    """The parts of a roll in which every die scores, found by trying all of them (T3, `any`)."""
    chosen = ({0, 1} for _ in dice)
    parts = (tuple(sorted(die for die, is_in in zip(dice, taken, strict=True) if is_in)) for taken in product(*chosen))
    return {part for part in parts if part and roll_value(part)[1] == len(part)}
