"""`kosci variants` and `kosci rules`: what is offered, and how it is played."""

import json

import pytest

from kosci.locale.languages import languages
from tests.cli.running import Runner

VARIANTS = ("general", "general-full-upper", "yahtzee", "yatzi", "yatzy", "tysiac")


def offered(kosci: Runner) -> dict[str, dict[str, object]]:
    answer = kosci("variants", "--json")
    assert (answer.status, answer.err) == (0, "")
    listed = json.loads(answer.out)
    assert isinstance(listed, list)
    return {entry["id"]: entry for entry in listed}


def test_variants_as_json_have_all_that_scripts_ask_for(kosci: Runner) -> None:
    found = offered(kosci)
    assert tuple(found) == VARIANTS
    keys = ["id", "names", "players", "solo", "rows", "turns", "options"]
    assert all(list(entry) == keys for entry in found.values())
    assert found["yatzi"]["names"] == {"pl": "Jatzi z Rigolem", "uk": "Ятзі", "en": "Yatzi with Rigol"}


def test_c1_players_and_solo(kosci: Runner) -> None:
    found = offered(kosci)
    ranges = {id_: entry["players"] for id_, entry in found.items()}
    assert ranges == {
        "general": [2, 4],
        "general-full-upper": [2, 8],
        "yahtzee": [1, 8],
        "yatzi": [2, 5],
        "yatzy": [1, 8],
        "tysiac": [2, 8],
    }
    assert all(entry["solo"] is True for entry in found.values())


def test_rows_and_turns(kosci: Runner) -> None:
    found = offered(kosci)
    upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    lower = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight"]
    rows = [*upper, *lower, "five_of_a_kind", "chance"]
    yatzy = ["one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "small_straight", "large_straight"]
    yatzy += ["full_house", "chance", "five_of_a_kind"]
    assert {id_: entry["rows"] for id_, entry in found.items()} == {
        "general": rows,
        "general-full-upper": rows,
        "yahtzee": rows,
        "yatzi": [*rows, "rigol"],
        "yatzy": [*upper, *yatzy],
        "tysiac": [],
    }
    assert [entry["turns"] for entry in found.values()] == [13, 13, 13, 13, 15, None]


def test_options_with_their_values_and_defaults(kosci: Runner) -> None:
    found = offered(kosci)
    options = found["yatzi"]["options"]
    assert isinstance(options, dict)
    assert options["joker"] == {
        "values": ["own_row", "full_upper", "forced", "free_choice", "none"],
        "default": "none",
    }
    assert options["bonus_at"] == {"least": 1, "most": 105, "step": 1, "default": 64}
    assert options["rigol"] == {"values": [50, 45, 40, "sum", 0], "default": 50}
    assert options["turns"] == {"values": [13, 14], "default": 13}
    race = found["tysiac"]["options"]
    assert isinstance(race, dict)
    assert race["target"] == {"least": 100, "most": 10000, "step": 50, "default": 1000}
    assert race["opening"] == {"values": [0, 25, 50, 75, 100], "default": 0}
    assert list(race) == ["set_aside", "hot_dice", "bust", "target", "opening", "exact", "last_round", "first"]


@pytest.mark.parametrize("lang", languages())
def test_people_get_every_game_by_its_name(kosci: Runner, lang: str) -> None:
    names = [entry["names"] for entry in offered(kosci).values()]
    told = kosci("variants", "--lang", lang).out
    assert all(isinstance(name, dict) and str(name[lang]) in told for name in names)
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_of_every_game_in_every_language_fit_80_columns(kosci: Runner, variant: str, lang: str) -> None:
    answer = kosci("rules", variant, "--lang", lang)
    assert (answer.status, answer.err) == (0, "")
    assert max(map(len, answer.out.splitlines())) <= 80
    options = offered(kosci)[variant]["options"]
    assert isinstance(options, dict)
    assert all(f"{name}=" in answer.out for name in options)


def test_s6_rules_say_the_numbers_of_the_game_as_it_is_set(kosci: Runner) -> None:
    usual = kosci("rules", "general", "--lang", "en").out
    changed = kosci("rules", "general", "--set", "bonus_at=70", "--set", "bonus=50", "--lang", "en").out
    assert "The bonus: 35 points when the upper section holds at least 63 points." in " ".join(usual.split())
    assert "The bonus: 50 points when the upper section holds at least 70 points." in " ".join(changed.split())
    assert "Changed here: Bonus threshold: 70; Bonus: 50" in changed
    assert "Changed here" not in usual
