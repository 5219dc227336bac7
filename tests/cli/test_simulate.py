"""`kosci simulate`: its JSON, its table, the same dice again, what it refuses."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kosci.bots.strengths import TEMPERATURES
from kosci.solve import kept
from tests.cli.running import Answer, Runner

SMALL = ("simulate", "--variant", "yahtzee", "--games", "200", "--seed", "5")


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for the solutions of these tests."""
    path = tmp_path_factory.mktemp("solutions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "usual_folder", lambda: path)
        yield path


def data(answer: Answer) -> dict[str, Any]:
    assert (answer.status, answer.err) == (0, "")
    found: dict[str, Any] = json.loads(answer.out)
    return found


def test_simulate_tells_of_each_player_in_json(kosci: Runner) -> None:
    found = data(kosci(*SMALL, "--players", "best,easy", "--json"))
    players = found.pop("players")
    ties = found.pop("ties")
    assert found == {"variant": "yahtzee", "games": 200, "seed": 5, "same_dice": False}
    assert [player["player"] for player in players] == ["best", "easy"]
    best, easy = players
    assert best["total"]["mean"] == pytest.approx(254.6, abs=4 * best["total"]["standard_error"])
    assert best["total"]["standard_error"] == pytest.approx(best["total"]["standard_deviation"] / 200**0.5)
    assert easy["total"]["mean"] < best["total"]["mean"] - 40
    assert list(best["total"]["quantiles"]) == ["0.05", "0.25", "0.5", "0.75", "0.95"]
    quantiles = [best["total"]["least"], *best["total"]["quantiles"].values(), best["total"]["most"]]
    assert quantiles == sorted(quantiles)
    assert best["ahead_of_first"] == {"mean": 0, "standard_error": 0}
    assert easy["ahead_of_first"]["mean"] == pytest.approx(easy["total"]["mean"] - best["total"]["mean"])
    assert sum(place["share"] for place in best["places"]) == pytest.approx(1)
    assert best["places"][0]["share"] + easy["places"][0]["share"] == pytest.approx(1 + ties["mean"])
    assert best["places"][0]["shared"] == pytest.approx(ties["mean"])
    rows = sum(row["mean"] for row in best["rows"].values())
    assert rows + 35 * best["bonus"]["mean"] + 100 * best["extras"]["mean"] == pytest.approx(best["total"]["mean"])
    assert sum(best["extras"]["games"]) == 200


def test_the_same_seed_gives_the_same_games_and_none_gives_others(kosci: Runner) -> None:
    assert kosci(*SMALL, "--json") == kosci(*SMALL, "--json")
    drawn = [data(kosci("simulate", "--variant", "yahtzee", "--games", "5", "--json")) for _ in range(2)]
    assert drawn[0]["seed"] != drawn[1]["seed"]
    again = data(kosci(*SMALL[:3], "--games", "5", "--seed", str(drawn[0]["seed"]), "--json"))
    assert again == drawn[0]


def test_one_who_plays_alone_takes_no_place(kosci: Runner) -> None:
    (player,) = data(kosci(*SMALL, "--json"))["players"]
    assert player["player"] == "best"
    assert player["places"] == []


def test_players_can_be_held_against_each_other_on_the_same_dice(kosci: Runner) -> None:
    twice = data(kosci(*SMALL, "--players", "best,best", "--same-dice", "--json"))
    assert twice["same_dice"]
    assert twice["ties"]["mean"] == 1
    errors = [
        data(kosci(*SMALL, "--players", "best,hard", *more, "--json"))["players"][1]["ahead_of_first"]["standard_error"]
        for more in ((), ("--same-dice",))
    ]
    assert errors[1] < 0.8 * errors[0]


def test_options_of_the_game_hold(kosci: Runner) -> None:
    without = data(kosci(*SMALL, "--set", "bonus=0", "--set", "extra=none", "--json"))["players"][0]
    rows = sum(row["mean"] for row in without["rows"].values())
    assert rows == pytest.approx(without["total"]["mean"])


def test_any_player_can_take_part_in_any_game(kosci: Runner) -> None:
    names = ["random", "family", "greedy", "best", *TEMPERATURES]
    played = ("simulate", "--variant", "general-full-upper", "--players", ",".join(names), "--games", "2")
    assert [player["player"] for player in data(kosci(*played, "--json"))["players"]] == names


@pytest.mark.parametrize(
    ("players", "options"),
    [
        ("best,best", ()),
        ("best", ()),
        ("best,greedy,best", ()),
        ("best,random", ("--set", "opening=50")),
        ("hard,best", ()),
        ("family,easy,medium", ()),
    ],
)
def test_tysiac_tells_of_points_and_turns(kosci: Runner, players: str, options: tuple[str, ...]) -> None:
    played = ("simulate", "--variant", "tysiac", "--set", "target=300", *options, "--players", players, "--games", "3")
    seats = data(kosci(*played, "--json"))["players"]
    assert [seat["player"] for seat in seats] == players.split(",")
    assert sum(place["share"] for seat in seats for place in seat["places"] if place["place"] == 1) in (0, 1)
    for seat in seats:
        assert seat["turns"]["least"] >= 0
        assert "rows" not in seat
    assert max(seat["total"]["most"] for seat in seats) >= 300


@pytest.mark.parametrize(("lang", "mean"), [("pl", "Średni wynik"), ("uk", "Середній результат"), ("en", "Average")])
@pytest.mark.parametrize("variant", ["yatzi", "tysiac"])
def test_simulate_speaks_to_people(kosci: Runner, variant: str, lang: str, mean: str) -> None:
    asked = ("simulate", "--variant", variant, "--players", "greedy,random", "--games", "2", "--seed", "1234")
    answer = kosci(*asked, "--lang", lang)
    assert (answer.status, answer.err) == (0, "")
    assert mean in answer.out
    assert "1234" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


REFUSED = [
    (("--players", "best,champion"), "“champion”", "greedy, hard, best"),
    (("--players", "best,"), "“”", "best"),
    (("--players", ",".join(["best"] * 9)), "9", "1–8"),
    (("--games", "0"), "“0”", "1–10,000,000"),
    (("--games", "many"), "“many”", "1–10,000,000"),
    (("--seed", "-1"), "“-1”", "0–999,999,999"),
    (("--seed", "1.5"), "“1.5”", "0–999,999,999"),
    (("--set", "rigol=50"), "rigol", "joker"),
    (("--variant", "bridge"), "“bridge”", "yahtzee"),
]


@pytest.mark.parametrize(("typed", "given", "allowed"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line(kosci: Runner, typed: tuple[str, ...], given: str, allowed: str) -> None:
    answer = kosci("simulate", "--variant", "yahtzee", *typed)
    assert (answer.status, answer.out) == (2, "")
    assert given in answer.err
    assert allowed in answer.err
    assert answer.err.count("\n") == 1
