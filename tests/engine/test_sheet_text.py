"""Sheets as text: what can stand in a row, how many extras, and what is refused (RULES.md section 5)."""

import pytest

from kosci.engine.card import Card
from kosci.engine.errors import RuleError, SheetError
from kosci.engine.options import Value
from kosci.engine.sheet_text import card_of, check_open, format_sheet, parse_sheet
from tests.engine.games import SHEETS, a_sheet


@pytest.mark.parametrize("variant", SHEETS)
@pytest.mark.parametrize(
    "text",
    ["", "fives=15", "five_of_a_kind=50,fives=15", " fives = 15 , five_of_a_kind=50 ", "chance=0", "ones=5,twos=0"],
)
def test_a_sheet_is_read_in_any_order_and_written_in_that_of_the_rows(variant: str, text: str) -> None:
    rules = a_sheet(variant)
    card = parse_sheet(rules, text)
    assert parse_sheet(rules, format_sheet(rules, card)) == card
    given = sorted(part.replace(" ", "") for part in text.split(",") if part)
    assert sorted(part for part in format_sheet(rules, card).split(",") if part) == given


# row, a value that cannot stand there
IMPOSSIBLE = [
    *(("fives", value) for value in ("7", "30", "-5", "16", "1")),
    *(("ones", value) for value in ("6", "-1")),
    *(("sixes", value) for value in ("33", "31", "5")),
    *(("five_of_a_kind", value) for value in ("49", "51", "100", "-50", "25")),
    *(("full_house", value) for value in ("24", "28", "50")),
    *(("small_straight", value) for value in ("15", "40")),
    *(("large_straight", value) for value in ("30", "20", "15")),
    *(("chance", value) for value in ("4", "31", "-5", "1")),
    *(("three_of_a_kind", value) for value in ("4", "31")),
    *(("four_of_a_kind", value) for value in ("4", "31")),
    *(
        ("fives", value)
        for value in ("", "x", "5.0", "1e1", "true", "null", "NaN", "０", "٥", "²", "--5", "+5", "5 5", "9" * 5000)
    ),
]


@pytest.mark.parametrize(("row", "value"), IMPOSSIBLE, ids=lambda text: text[:12])
@pytest.mark.parametrize("variant", SHEETS)
def test_a_value_that_its_row_cannot_hold_is_refused(variant: str, row: str, value: str) -> None:
    with pytest.raises(SheetError) as refused:
        parse_sheet(a_sheet(variant), f"{row}={value}")
    assert refused.value.code == "value-impossible"
    assert f"{row}={value}" in str(refused.value)
    assert "can hold 0, " in str(refused.value)
    assert refused.value.params["row"] == row


def test_a_message_stays_on_one_line_whatever_was_typed() -> None:
    for text in ("fives=1\n2", "fi\nves=1", "a\nb"):
        with pytest.raises(SheetError) as refused:
            parse_sheet(a_sheet("general"), text)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("variant", SHEETS)
def test_a_0_may_stand_anywhere_and_every_value_that_dice_can_give(variant: str) -> None:
    rules = a_sheet(variant)
    for row in rules.rows:
        assert card_of(rules, {row.id: 0}).filled == 1
    for row_id, values in {
        "fives": [5, 10, 15, 20, 25],
        "chance": list(range(5, 31)),
        "three_of_a_kind": [5, 6, 30, 28],
        "four_of_a_kind": [5, 6, 29, 30],
        "full_house": [25],
        "five_of_a_kind": [50],
    }.items():
        for value in values:
            assert parse_sheet(rules, f"{row_id}={value}").filled == 1


@pytest.mark.parametrize(
    ("rigol", "possible"), [(50, {50}), (45, {45}), (40, {40}), (0, set()), ("sum", {10, 13, 16, 19, 22, 25})]
)
def test_rigol_holds_what_its_option_pays(rigol: Value, possible: set[int]) -> None:
    rules = a_sheet("yatzi", rigol=rigol)
    for value in range(1, 60):
        if value in possible:
            assert card_of(rules, {"rigol": value}).filled == 1
        else:
            with pytest.raises(SheetError):
                card_of(rules, {"rigol": value})


@pytest.mark.parametrize(
    "row", ["Fives", "FIVES", "fünf", "", "five of a kind", "piątki", "rigol", "0", "<b>", "fives\x00"]
)
def test_an_unknown_row_is_quoted_and_the_rows_are_listed(row: str) -> None:
    with pytest.raises(SheetError) as refused:
        parse_sheet(a_sheet("general"), f"{row}=0")
    assert refused.value.code == "row-unknown"
    assert repr(row) in str(refused.value)
    assert "ones, twos" in str(refused.value)


def test_rigol_is_a_row_of_yatzi_alone() -> None:
    assert parse_sheet(a_sheet("yatzi"), "rigol=50").filled == 1
    with pytest.raises(SheetError):
        parse_sheet(a_sheet("yahtzee"), "rigol=50")


@pytest.mark.parametrize("text", ["fives=15,fives=15", "fives=15,ones=1,fives=0", "fives=15, fives =10"])
def test_a_row_given_twice_is_refused(text: str) -> None:
    with pytest.raises(SheetError) as refused:
        parse_sheet(a_sheet("general"), text)
    assert refused.value.code == "row-twice"
    assert "'fives'" in str(refused.value)


@pytest.mark.parametrize("text", ["fives", "fives:15", "fives=15,,ones=1", "fives=15,", ",", "fives=15;ones=1,x"])
def test_another_text_is_no_sheet(text: str) -> None:
    with pytest.raises(SheetError) as refused:
        parse_sheet(a_sheet("general"), text)
    assert refused.value.code in {"bad-sheet", "value-impossible"}


@pytest.mark.parametrize("value", [15.0, True, "15", None, float("nan"), 7])
def test_values_given_as_data_are_checked_alike(value: object) -> None:
    with pytest.raises(SheetError) as refused:
        card_of(a_sheet("general"), {"fives": value})  # type: ignore[dict-item]
    assert refused.value.code == "value-impossible"


# --- extras ---------------------------------------------------------------------------------------

FULL_UPPER = "ones=0,twos=0,threes=0,fours=0,fives=15,sixes=0"


@pytest.mark.parametrize(
    ("variant", "options", "sheet", "extras", "code"),
    [
        ("yahtzee", {}, "", 1, "extras-without-50"),
        ("yahtzee", {}, "fives=15", 1, "extras-without-50"),
        ("yahtzee", {}, "five_of_a_kind=0,fives=15", 1, "extras-without-50"),
        ("yahtzee", {}, "five_of_a_kind=50", 1, "extras-too-many"),
        ("yahtzee", {}, "five_of_a_kind=50,fives=15", 2, "extras-too-many"),
        ("yahtzee", {}, f"five_of_a_kind=50,{FULL_UPPER}", 7, "extras-too-many"),
        ("yatzi", {}, f"five_of_a_kind=50,{FULL_UPPER}", 2, "extras-too-many"),
        ("yahtzee", {"extra": "none"}, f"five_of_a_kind=50,{FULL_UPPER}", 1, "extras-too-many"),
        ("general", {"joker": "none"}, f"five_of_a_kind=50,{FULL_UPPER}", 1, "extras-too-many"),
        *(("yahtzee", {}, "five_of_a_kind=50,fives=15", bad, "extras-number") for bad in (-1, True, 1.0, "1", None)),
    ],
)
def test_extras_that_the_card_cannot_have(
    variant: str, options: dict[str, Value], sheet: str, extras: int, code: str
) -> None:
    with pytest.raises(SheetError) as refused:
        parse_sheet(a_sheet(variant, **options), sheet, extras)
    assert refused.value.code == code
    assert str(extras) in str(refused.value)


@pytest.mark.parametrize(
    ("variant", "sheet", "extras"),
    [
        ("yahtzee", "five_of_a_kind=50,fives=25", 1),
        ("yahtzee", "five_of_a_kind=50,fives=25,sixes=30,ones=5,chance=20", 3),
        ("general", f"five_of_a_kind=50,{FULL_UPPER},chance=5", 1),
        ("yatzi", "five_of_a_kind=50,fives=25", 1),
        ("yatzi", "five_of_a_kind=50,fives=25", 0),
    ],
)
def test_extras_that_it_can(variant: str, sheet: str, extras: int) -> None:
    assert parse_sheet(a_sheet(variant), sheet, extras).extras == extras


# --- full sheets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SHEETS)
def test_a_full_sheet_has_nothing_to_write(variant: str) -> None:
    rules = a_sheet(variant)
    full = card_of(rules, {row.id: 0 for row in rules.rows[: rules.turns]})
    with pytest.raises(SheetError) as refused:
        check_open(rules, full)
    assert refused.value.code == "sheet-full"
    check_open(rules, card_of(rules, {row.id: 0 for row in rules.rows[: rules.turns - 1]}))
    with pytest.raises(SheetError):
        check_open(rules, Card(full.values[:-2] + (None,) * 2, passed=2))


def test_fourteen_rows_are_too_many_for_thirteen_turns() -> None:
    rules = a_sheet("yatzi")
    with pytest.raises(SheetError) as refused:
        card_of(rules, {row.id: 0 for row in rules.rows})
    assert refused.value.code == "sheet-over-full"
    more = a_sheet("yatzi", turns=14)
    assert card_of(more, {row.id: 0 for row in more.rows}).filled == 14


def test_every_refusal_of_a_sheet_is_a_rule_error() -> None:
    assert issubclass(SheetError, RuleError)
