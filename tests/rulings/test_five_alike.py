"""Section 2 cell by cell: when five alike are a joker, what they give, what they must do, when 100 is paid on top."""

import pytest

from kosci.engine.dice import as_dice
from kosci.engine.errors import IllegalMoveError
from kosci.engine.game import Moved, apply
from kosci.engine.moves import Score
from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard
from tests.engine.games import a_sheet, mid_turn, on_card

FIVES = (5, 5, 5, 5, 5)
UPPER_USED = "ones=0,twos=0,threes=0,fours=0,fives=0,sixes=0"
LOWER_USED = "three_of_a_kind=0,four_of_a_kind=0,full_house=0,small_straight=0,large_straight=0,chance=0"
BOX_50, BOX_0 = "five_of_a_kind=50", "five_of_a_kind=0"
A, B, C, D = "general", "general-full-upper", "yahtzee", "yatzi"


def legal(rules: Scorecard, sheet: str, extras: int = 0, dice: tuple[int, ...] = FIVES) -> dict[str, tuple[int, int]]:
    return {entry.row: (entry.points, entry.extra) for entry in rules.entries(on_card(rules, sheet, extras), dice)}


# rule, variant, options, sheet, row, (points, extra) or None where the row is refused
Cell = tuple[str, str, dict[str, Value], str, str, tuple[int, int] | None]
CELLS: list[Cell] = [
    # While the box is open nothing is special.
    ("box-open", A, {}, "fives=15", "five_of_a_kind", (50, 0)),
    ("box-open", C, {}, "fives=15", "full_house", (0, 0)),
    ("box-open", C, {}, "", "chance", (25, 0)),
    ("box-open", B, {}, UPPER_USED, "large_straight", (0, 0)),
    # J1: when it is a joker.
    ("J1", A, {}, f"{BOX_50},fives=15", "large_straight", (40, 100)),
    ("J1", A, {}, f"{BOX_0},fives=15", "large_straight", (0, 0)),
    ("J1", A, {}, BOX_50, "large_straight", (0, 0)),
    ("J1", B, {}, f"{BOX_50},{UPPER_USED}", "large_straight", (40, 100)),
    ("J1", B, {}, f"{BOX_0},{UPPER_USED}", "large_straight", (40, 0)),
    ("J1", B, {}, f"{BOX_50},ones=0,twos=0,threes=0,fours=0,fives=0", "large_straight", (0, 100)),
    ("J1", C, {}, f"{BOX_50},fives=15", "large_straight", (40, 100)),
    ("J1", C, {}, f"{BOX_0},fives=15", "large_straight", (40, 0)),
    ("J1", D, {}, f"{BOX_50},{UPPER_USED}", "large_straight", (0, 100)),
    ("J1", D, {}, f"{BOX_0},{UPPER_USED}", "large_straight", (0, 0)),
    # J2: must the own upper row be taken when open?
    ("J2", A, {}, BOX_50, "chance", (25, 0)),
    ("J2", B, {}, BOX_50, "chance", (25, 100)),
    ("J2", C, {}, BOX_50, "chance", None),
    ("J2", C, {}, BOX_50, "ones", None),
    ("J2", C, {}, BOX_50, "fives", (25, 100)),
    ("J2", C, {}, BOX_0, "chance", None),
    ("J2", C, {}, BOX_0, "fives", (25, 0)),
    ("J2", D, {}, BOX_50, "chance", (25, 100)),
    # J3: what a joker gives in the lower rows.
    *(
        ("J3", variant, {}, f"{BOX_50},{UPPER_USED}", row, (points, 100))
        for variant in (A, B, C)
        for row, points in {
            "full_house": 25,
            "small_straight": 30,
            "large_straight": 40,
            "three_of_a_kind": 25,
            "four_of_a_kind": 25,
            "chance": 25,
        }.items()
    ),
    *(
        ("J3", D, {"joker": joker, "rigol": rigol}, f"{BOX_50},{UPPER_USED}", "rigol", (0, 100))
        for joker in ("own_row", "full_upper", "forced", "free_choice")
        for rigol in (50, "sum")
    ),
    # J4: upper rows with a joker.
    ("J4", A, {}, f"{BOX_50},fives=15", "ones", (0, 0)),
    ("J4", C, {}, f"{BOX_50},fives=15", "ones", None),
    ("J4", C, {}, f"{BOX_0},fives=15", "ones", None),
    ("J4", D, {}, f"{BOX_50},fives=15", "ones", (0, 100)),
    # J5: no lower row open, the own upper row used.
    ("J5", A, {}, f"{BOX_50},{LOWER_USED},fives=15", "ones", (0, 100)),
    ("J5", B, {}, f"{BOX_50},{LOWER_USED},fives=15", "ones", (0, 100)),
    ("J5", C, {}, f"{BOX_50},{LOWER_USED},fives=15", "ones", (0, 100)),
    ("J5", C, {}, f"{BOX_0},{LOWER_USED},fives=15", "ones", (0, 0)),
    ("J5", D, {}, f"{BOX_50},{LOWER_USED},rigol=0,fives=15", "ones", (0, 100)),
    # E1: when 100 is paid. A: as a joker only, and never for the own upper row.
    ("E1", A, {}, BOX_50, "fives", (25, 0)),
    ("E1", A, {}, f"{BOX_50},{LOWER_USED}", "fives", (25, 0)),
    ("E1", A, {}, f"{BOX_50},{LOWER_USED}", "ones", (0, 0)),
    ("E1", A, {}, f"{BOX_50},fives=15,chance=20", "chance", None),
    ("E1", B, {}, f"{BOX_50},{LOWER_USED}", "fives", (25, 100)),
    ("E1", B, {}, f"{BOX_50},{LOWER_USED}", "ones", (0, 100)),
    ("E1", C, {}, f"{BOX_50},{LOWER_USED}", "fives", (25, 100)),
    ("E1", C, {}, f"{BOX_50},{LOWER_USED}", "ones", None),
    ("E1", D, {}, f"{BOX_50},{LOWER_USED},rigol=0", "fives", (25, 100)),
    *(("E1", variant, {}, BOX_0, "fives", (25, 0)) for variant in (A, B, C, D)),
    # The fourth public reading: any open row, J3 values once the own upper row is used.
    ("free-choice", C, {"joker": "free_choice"}, BOX_50, "large_straight", (0, 100)),
    ("free-choice", C, {"joker": "free_choice"}, f"{BOX_50},fives=15", "large_straight", (40, 100)),
    ("free-choice", C, {"joker": "free_choice"}, f"{BOX_0},fives=15", "large_straight", (40, 0)),
    ("free-choice", C, {"joker": "free_choice"}, f"{BOX_50},fives=15", "ones", (0, 100)),
    # Mixed cards.
    ("mixed-no-duty", C, {"joker_needs_50": True}, BOX_0, "ones", (0, 0)),
    ("mixed-no-duty", C, {"joker_needs_50": True}, f"{BOX_0},fives=15", "large_straight", (0, 0)),
    ("mixed-no-duty", C, {"joker_needs_50": True}, f"{BOX_0},fives=15", "ones", (0, 0)),
    ("mixed-duty", C, {"joker_needs_50": True}, BOX_50, "ones", None),
    ("mixed-as-joker", D, {"extra": "as_joker"}, f"{BOX_50},{UPPER_USED}", "chance", (25, 0)),
    ("mixed-as-joker", A, {"joker": "none"}, f"{BOX_50},fives=15", "chance", (25, 0)),
    ("mixed-as-joker", C, {"extra": "as_joker"}, BOX_50, "fives", (25, 0)),
    ("mixed-as-joker", C, {"extra": "as_joker"}, f"{BOX_50},fives=15", "full_house", (25, 100)),
    ("mixed-as-joker", B, {"extra": "as_joker"}, f"{BOX_50},{LOWER_USED},fives=15", "ones", (0, 0)),
    ("mixed-none", C, {"extra": "none"}, f"{BOX_50},fives=15", "full_house", (25, 0)),
    ("mixed-each", A, {"extra": "each"}, BOX_50, "ones", (0, 100)),
    ("mixed-second", C, {"extra": "second"}, BOX_50, "fives", (25, 100)),
    ("mixed-needs-50", A, {"joker_needs_50": False}, f"{BOX_0},fives=15", "full_house", (25, 0)),
    ("mixed-needs-50", B, {"joker_needs_50": True}, f"{BOX_0},{UPPER_USED}", "full_house", (0, 0)),
    ("mixed-forced-rigol", D, {"joker": "forced"}, BOX_50, "rigol", None),
    # The order: upper rows first, then the duties among what is left, then zeros.
    ("order-C2-J2", C, {"upper_first": True}, BOX_50, "fives", (25, 100)),
    ("order-C2-J2", C, {"upper_first": True}, BOX_50, "ones", None),
    ("order-C2-J4", C, {"upper_first": True}, f"{BOX_50},fives=15", "ones", (0, 100)),
    ("order-C2-J4", C, {"upper_first": True}, f"{BOX_50},fives=15", "large_straight", None),
    ("order-C2-J5", A, {"upper_first": True}, f"{BOX_50},fives=15", "ones", (0, 100)),
    ("order-C2", A, {"upper_first": True}, BOX_50, "ones", (0, 0)),
    ("order-C2", B, {"upper_first": True}, f"{BOX_50},{UPPER_USED}", "small_straight", (30, 100)),
    ("order-C2-box", C, {"upper_first": True}, "fives=15", "five_of_a_kind", None),
    ("order-S4", A, {"zero": "only_if_nothing_fits"}, f"{BOX_50},fives=15", "ones", None),
    ("order-S4", A, {"zero": "only_if_nothing_fits"}, f"{BOX_50},fives=15", "large_straight", (40, 100)),
    ("order-S4", A, {"zero": "only_if_nothing_fits"}, BOX_50, "large_straight", None),
    ("order-S4", A, {"zero": "only_if_nothing_fits"}, BOX_50, "fives", (25, 0)),
    ("order-S4", C, {"zero": "only_if_nothing_fits"}, f"{BOX_50},{LOWER_USED},fives=15", "ones", (0, 100)),
    ("order-S4-J2", C, {"zero": "only_if_nothing_fits"}, BOX_50, "chance", None),
    (
        "order-S4-rigol",
        D,
        {"joker": "forced", "zero": "only_if_nothing_fits"},
        f"{BOX_50},{UPPER_USED}",
        "rigol",
        None,
    ),
    (
        "order-C2-S4",
        A,
        {"upper_first": True, "zero": "only_if_nothing_fits"},
        f"{BOX_50},fives=15",
        "ones",
        (0, 100),
    ),
]


@pytest.mark.parametrize("cell", CELLS, ids=[f"{cell[0]}-{cell[1]}-{cell[4]}-{at}" for at, cell in enumerate(CELLS)])
def test_cell(cell: Cell) -> None:
    rule, variant, options, sheet, row, given = cell
    assert legal(a_sheet(variant, **options), sheet).get(row) == given, rule


@pytest.mark.parametrize("variant", [A, B, C])
def test_e2_hundreds_have_no_cap(variant: str) -> None:
    rules = a_sheet(variant)
    sheet = f"{BOX_50},{UPPER_USED}"
    extras = 5
    assert legal(rules, sheet, extras)["chance"] == (25, 100)


def test_e2_in_yatzi_only_the_second_five_of_a_kind_is_paid() -> None:
    rules = a_sheet(D)
    assert legal(rules, f"{BOX_50},fives=25", extras=0)["chance"] == (25, 100)
    assert legal(rules, f"{BOX_50},fives=25", extras=1)["chance"] == (25, 0)


def test_e2_second_five_of_a_kind_counts_from_the_box_and_not_from_the_first_rolled() -> None:
    rules = a_sheet(D)
    card = rules.empty_card()
    paid = []
    for row in ("fives", "five_of_a_kind", "chance", "four_of_a_kind"):
        entry = next(entry for entry in rules.entries(card, FIVES) if entry.row == row)
        paid.append((entry.points, entry.extra))
        card = rules.after_entry(card, entry)
    assert paid == [(25, 0), (50, 0), (25, 100), (25, 0)]
    assert (card.extras, rules.total(card)) == (1, 25 + 50 + 25 + 100 + 25)


def test_s4_the_first_five_of_a_kind_may_be_written_anywhere() -> None:
    rules = a_sheet(A)
    assert set(legal(rules, "")) == {row.id for row in rules.rows}


@pytest.mark.parametrize("face", range(1, 7))
def test_own_upper_row_is_that_of_the_face_just_rolled(face: int) -> None:
    rules = a_sheet(C)
    own = rules.rows[face - 1].id
    assert legal(rules, BOX_50, dice=as_dice([face] * 5)) == {own: (5 * face, 100)}
    others = ",".join(f"{rules.rows[at].id}=0" for at in range(6) if at != face - 1)
    assert list(legal(rules, f"{BOX_50},{others}", dice=as_dice([face] * 5))) == [own]


# options, sheet, row, code, words of the message, rows allowed where the case is about them
Refusal = tuple[dict[str, Value], str, str, str, str, tuple[str, ...] | None]
REFUSALS: list[Refusal] = [
    ({}, BOX_50, "chance", "row-refused-joker-own", "own upper row", ("fives",)),
    (
        {},
        f"{BOX_50},fives=15,{LOWER_USED.replace(',chance=0', '')}",
        "ones",
        "row-refused-joker-lower",
        "lower row",
        ("chance",),
    ),
    (
        {"upper_first": True},
        "ones=0,twos=0,threes=0,fours=0,fives=0",
        "chance",
        "row-refused-upper-first",
        "upper rows",
        ("sixes",),
    ),
    (
        {"zero": "only_if_nothing_fits"},
        f"{LOWER_USED},ones=0",
        "twos",
        "row-refused-zero",
        "no zero",
        ("fives", "five_of_a_kind"),
    ),
    ({}, "fives=25", "fives", "row-used", "filled already", None),
    ({}, "", "Fives", "row-unknown", "'Fives' is no row", None),
    ({}, "", "", "row-unknown", "'' is no row", None),
    ({}, "", "rigol", "row-unknown", "'rigol' is no row", None),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=[f"{refusal[3]}-{refusal[2]}" for refusal in REFUSALS])
def test_a_refusal_says_which_rule_forbids_it_and_which_rows_are_allowed(refusal: Refusal) -> None:
    options, sheet, row, code, words, allowed = refusal
    rules = a_sheet(C, **options)
    position = mid_turn(on_card(rules, sheet), FIVES)
    with pytest.raises(IllegalMoveError) as refused:
        apply(rules, position, Moved(0, Score(row)))
    assert refused.value.code == code
    assert words in str(refused.value)
    assert repr(row) in str(refused.value)
    named = refused.value.params["allowed"]
    assert named == tuple(entry.row for entry in rules.entries(position.cards[0], FIVES))
    assert allowed is None or named == allowed
