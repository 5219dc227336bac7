"""`kosci score`: the published cases, word for word as scripts read them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Runner

DATA = Path(__file__).parents[1] / "rulings" / "data"
JOKERS: list[dict[str, Any]] = json.loads((DATA / "joker_states.json").read_text("utf-8"))["cases"]
ROLLS: list[dict[str, Any]] = json.loads((DATA / "tysiac.json").read_text("utf-8"))["cases"]
SEEDS: list[dict[str, Any]] = json.loads((DATA / "seed_examples.json").read_text("utf-8"))["cases"]
FAULTS: list[dict[str, Any]] = json.loads((DATA / "faults_scoring.json").read_text("utf-8"))["cases"]


def shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def dice(case: dict[str, Any]) -> str:
    return ",".join(map(str, case["dice"]))


@pytest.mark.parametrize("case", JOKERS, ids=lambda case: f"J-{case['state']}-{case['variant']}")
def test_five_alike_once_more(kosci: Runner, case: dict[str, Any]) -> None:
    sheet = ",".join(f"{row}={value}" for row, value in case["sheet"].items())
    options = [word for name, value in case.get("set", {}).items() for word in ("--set", f"{name}={shown(value)}")]
    answer = kosci("score", "--variant", case["variant"], "--dice", dice(case), "--sheet", sheet, *options, "--json")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.count("\n") == 1
    assert json.loads(answer.out) == {"legal": case["legal"]}


@pytest.mark.parametrize("case", ROLLS, ids=lambda case: f"T2-{case['dice']}")
def test_a_roll_of_tysiac(kosci: Runner, case: dict[str, Any]) -> None:
    answer = kosci("score", "--variant", "tysiac", "--dice", dice(case), "--json")
    assert (answer.status, answer.err) == (0, "")
    assert json.loads(answer.out) == {key: case[key] for key in ("points", "scoring_dice", "wins")}


@pytest.mark.parametrize("case", [*SEEDS, *FAULTS], ids=lambda case: f"S5-{case['dice']}-{case['row']}")
def test_a_worked_example(kosci: Runner, case: dict[str, Any]) -> None:
    variant = "yatzi" if case["row"] == "rigol" else "general"
    legal = json.loads(kosci("score", "--variant", variant, "--dice", dice(case), "--json").out)["legal"]
    assert legal[case["row"]] == [case["points"], 0]


def test_the_answer_is_one_line_in_the_order_of_the_sheet(kosci: Runner) -> None:
    sheet = "five_of_a_kind=50,fives=15,ones=3,twos=6,threes=9,fours=12,sixes=18,chance=20"
    answer = kosci("score", "--variant", "yahtzee", "--dice", "5,5,5,5,5", "--sheet", sheet, "--json")
    assert answer.out == (
        '{"legal": {"three_of_a_kind": [25, 100], "four_of_a_kind": [25, 100], "full_house": [25, 100], '
        '"small_straight": [30, 100], "large_straight": [40, 100]}}\n'
    )


def test_e2_the_extras_on_the_sheet_count(kosci: Runner) -> None:
    asked = ("score", "--variant", "yatzi", "--dice", "5,5,5,5,5", "--sheet", "five_of_a_kind=50,ones=3", "--json")
    assert json.loads(kosci(*asked, "--extras", "0").out)["legal"]["chance"] == [25, 100]
    assert json.loads(kosci(*asked, "--extras", "1").out)["legal"]["chance"] == [25, 0]


@pytest.mark.parametrize("typed", ["5,5,2,3,1", "5 5 2 3 1", "55231", " 5, 5, 2, 3, 1 "])
def test_dice_may_be_typed_in_any_notation(kosci: Runner, typed: str) -> None:
    legal = json.loads(kosci("score", "--variant", "general", "--dice", typed, "--json").out)["legal"]
    assert legal["chance"] == [16, 0]


def test_a_zero_may_stand_anywhere_also_in_chance(kosci: Runner) -> None:
    answer = kosci("score", "--variant", "general", "--dice", "11111", "--sheet", "chance=0,five_of_a_kind=0", "--json")
    assert answer.status == 0
    assert "chance" not in json.loads(answer.out)["legal"]


def test_t2_options_of_tysiac_are_taken_too(kosci: Runner) -> None:
    answer = kosci(
        "score", "--variant", "tysiac", "--set", "target=500", "--set", "exact=true", "--dice", "15", "--json"
    )
    assert json.loads(answer.out) == {"points": 15, "scoring_dice": 2, "wins": False}


def test_people_get_a_table_in_their_language(kosci: Runner) -> None:
    sheet = "five_of_a_kind=50,fives=15"
    answer = kosci("score", "--variant", "yahtzee", "--dice", "55555", "--sheet", sheet, "--lang", "pl")
    assert answer.status == 0
    assert "⚄5   ⚄5   ⚄5   ⚄5   ⚄5" in answer.out
    (straight,) = [line.split() for line in answer.out.splitlines() if "large_straight" in line]
    assert straight == ["Duży", "strit", "large_straight", "40", "+100", "dżoker"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5,5,3,2,4", "Ten rzut: 5, 5, czyli 10 punktów"),
        ("4,4,4,4,4", "Pięć jednakowych: 1000 punktów i wygrana."),
        ("2,3", "Nic nie punktuje: 0 punktów."),
    ],
)
def test_people_are_told_what_a_roll_of_tysiac_is_worth(kosci: Runner, typed: str, said: str) -> None:
    assert said in kosci("score", "--variant", "tysiac", "--dice", typed, "--lang", "pl").out
