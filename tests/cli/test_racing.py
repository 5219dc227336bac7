"""`kosci solve` and `kosci advise` for Tysiąc: their JSON, their tables, what they refuse."""

import json
from pathlib import Path

import pytest

from kosci.solve import kept
from tests.cli.running import Runner


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for solutions."""
    monkeypatch.setattr(kept, "usual_folder", lambda: tmp_path)
    return tmp_path


SOLVE = ("solve", "--variant", "tysiac")
ADVISE = ("advise", "--variant", "tysiac")
STANDING = (*ADVISE, "--banked", "250", "--turn", "35", "--dice-left", "3")


def test_solve_tells_the_best_turn_the_turns_alone_and_the_chance_of_the_first(kosci: Runner, folder: Path) -> None:
    asked = (*SOLVE, "--set", "hot_dice=stop", "--json")
    answer = kosci(*asked)
    assert (answer.status, answer.err) == (0, "")
    found = json.loads(answer.out)
    names = ["turn_mean", "solo_turns", "first_wins", "seconds", "cpu_seconds", "states", "table_bytes"]
    assert list(found) == names
    assert found["solo_turns"] == pytest.approx(31.984092595, abs=1e-9)
    assert found["first_wins"] == pytest.approx(0.523050311671, abs=1e-12)
    assert found["states"] == 40_000
    assert kosci(*asked) == answer  # the seconds too are those of the one solving
    assert len(list(folder.iterdir())) == 1


def test_solve_says_when_a_kept_solution_is_damaged(kosci: Runner, folder: Path) -> None:
    asked = (*SOLVE, "--set", "target=200", "--json")
    first = json.loads(kosci(*asked).out)
    (file,) = folder.iterdir()
    file.write_bytes(b"?" + file.read_bytes()[1:])
    again = kosci(*asked)
    assert again.status == 0
    assert json.loads(again.out)["first_wins"] == first["first_wins"]
    assert str(file) in again.err
    assert again.err.count("\n") == 1


@pytest.mark.parametrize(("lang", "mean", "chance"), [("pl", "34,57", "52,07"), ("uk", "34,57", "52,07")])
def test_solve_speaks_to_people(kosci: Runner, lang: str, mean: str, chance: str) -> None:
    shown = kosci(*SOLVE, "--lang", lang).out
    assert mean in shown
    assert chance in shown


def test_advise_tells_the_chance_to_win_against_an_opponent(kosci: Runner) -> None:
    answer = kosci(*STANDING, "--opponent", "400", "--json")
    assert (answer.status, answer.err) == (0, "")
    told = json.loads(answer.out)
    assert told["measure"] == "chance_to_win"
    assert [option["move"] for option in told["options"]] == ["roll-on", "bank"]
    best, other = told["options"]
    assert best["value"] == pytest.approx(0.309421776336, abs=1e-12)
    assert other["cost"] == pytest.approx(best["value"] - other["value"])
    assert (best["cost"], best["place"], other["place"]) == (0, 1, 2)


def test_advise_tells_the_turns_to_the_target_of_one_alone(kosci: Runner) -> None:
    told = json.loads(kosci(*STANDING, "--json").out)
    assert told["measure"] == "turns_to_target"
    best, other = told["options"]
    assert best["value"] < other["value"]
    assert other["cost"] == pytest.approx(other["value"] - best["value"])


def test_a_turn_begins_with_all_dice_and_no_points(kosci: Runner) -> None:
    (only,) = json.loads(kosci(*ADVISE, "--banked", "0", "--opponent", "0", "--json").out)["options"]
    assert (only["move"], only["value"]) == ("roll", pytest.approx(0.5207828916976, abs=1e-12))


def test_advise_speaks_to_people(kosci: Runner) -> None:
    alone = kosci(*STANDING, "--lang", "pl").out
    assert "tury do celu" in alone
    assert "zapisz punkty" in alone
    against = kosci(*STANDING, "--opponent", "400", "--lang", "en").out
    assert "chance to win" in against
    assert "30.9422%" in against


REFUSED = {
    "banked-missing": (ADVISE, "banked", "--banked 250"),
    "dice-left-missing": (STANDING[:-2], "dice are left", "--dice-left 3"),
    "banked-step": ((*ADVISE, "--banked", "253"), "253", "5"),
    "banked-all": ((*ADVISE, "--banked", "1000"), "1000", "0–995"),
    "banked-word": ((*ADVISE, "--banked", "many"), "many", "0–995"),
    "opponent": ((*STANDING, "--opponent", "-5"), "-5", "0–995"),
    "turn": ((*ADVISE, "--banked", "0", "--turn", "-5"), "-5", "0–"),
    "dice-left-6": ((*STANDING[:-1], "6"), "6", "1–5"),
    "dice-left-0": ((*STANDING[:-1], "0"), "0", "1–5"),
    "dice-left-at-start": ((*ADVISE, "--banked", "0", "--dice-left", "3"), "3", "5"),
    "sheet": ((*STANDING, "--sheet", "ones=3"), "--sheet ones=3", "--dice-left"),
    "dice": ((*STANDING, "--dice", "1,5"), "--dice 1,5", "--banked"),
    "race-option-of-sheets": (("advise", "--variant", "yahtzee", "--banked", "5"), "--banked 5", "--rolls-left"),
    "opening": ((*SOLVE, "--set", "opening=50"), "opening", "without"),
    "exact": ((*STANDING, "--set", "exact=true"), "exact", "without"),
    "last-round": ((*SOLVE, "--set", "last_round=true"), "last_round", "without"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(kosci: Runner, case: str, folder: Path) -> None:
    arguments, quoted, allowed = REFUSED[case]
    answer = kosci(*arguments)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert quoted in answer.err
    assert allowed in answer.err
    assert list(folder.iterdir()) == []
