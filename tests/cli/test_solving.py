"""`kosci solve` and `kosci advise` for sheet games: their JSON, their tables, what they refuse."""

import json
from pathlib import Path

import pytest

from kosci.commands.solving import solving
from kosci.locale.languages import words_in
from kosci.solve import kept
from kosci.solve.kernel_cache import is_kept
from tests.cli.running import Runner
from tests.cli.test_refusals import FULL
from tests.engine.games import a_sheet
from tests.solve.solving import solution


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for solutions."""
    monkeypatch.setattr(kept, "usual_folder", lambda: tmp_path)
    return tmp_path


def test_solve_tells_what_it_found_and_what_it_took(kosci: Runner) -> None:
    answer = kosci("solve", "--variant", "yahtzee", "--json")
    assert (answer.status, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert list(found) == ["mean", "seconds", "cpu_seconds", "states", "table_bytes"]
    assert found["mean"] == pytest.approx(254.5877287345, abs=1e-6)
    assert found["states"] == 536_448


def test_solve_takes_options_and_keeps_what_it_solved(kosci: Runner, folder: Path) -> None:
    asked = ("solve", "--variant", "yahtzee", "--set", "joker=none", "--set", "extra=none", "--json")
    first, again = kosci(*asked), kosci(*asked)
    assert json.loads(first.out)["mean"] == pytest.approx(245.8707745141, abs=1e-6)
    assert again == first  # the seconds too are those of the one solving
    assert len(list(folder.iterdir())) == 1


def test_solve_says_when_a_kept_solution_is_damaged(kosci: Runner, folder: Path) -> None:
    asked = ("solve", "--variant", "yahtzee", "--set", "upper_first=true", "--json")
    first = kosci(*asked)
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-8])
    again = kosci(*asked)
    assert again.status == 0
    assert json.loads(again.out)["mean"] == json.loads(first.out)["mean"]
    assert str(file) in again.err
    assert again.err.endswith("is damaged: the game is solved again.\n")
    assert again.err.count("\n") == 1


@pytest.mark.parametrize(("lang", "mean"), [("pl", "254,5877"), ("uk", "254,5877"), ("en", "254.5877")])
def test_solve_speaks_to_people(kosci: Runner, lang: str, mean: str) -> None:
    assert mean in kosci("solve", "--variant", "yahtzee", "--lang", lang).out


def test_advise_lists_every_move_best_first(kosci: Runner) -> None:
    answer = kosci("advise", "--variant", "yahtzee", "--dice", "6,5,6,5,6", "--rolls-left", "2", "--json")
    assert (answer.status, answer.err) == (0, "")
    options = json.loads(answer.out)["options"]
    assert options[0] == {
        "move": "keep 6 6 6",
        "keep": [6, 6, 6],
        "value": pytest.approx(265.1134, abs=5e-5),
        "cost": 0.0,
        "place": 1,
    }
    assert len(options) == 11 + 13
    assert [option["value"] for option in options] == sorted((option["value"] for option in options), reverse=True)
    rows = {option["row"]: option["value"] for option in options if "row" in option}
    assert rows["full_house"] > rows["chance"]


def test_advise_looks_at_the_sheet(kosci: Runner) -> None:
    sheet = ",".join(part for part in FULL.split(",") if not part.startswith("sixes"))
    asked = ("advise", "--variant", "general", "--dice", "6,6,6,6,6", "--rolls-left", "0", "--sheet", sheet)
    (only,) = json.loads(kosci(*asked, "--extras", "1", "--json").out)["options"]
    total = 3 + 6 + 9 + 12 + 15 + 17 + 14 + 25 + 30 + 40 + 50 + 20 + 100
    assert (only["row"], only["value"]) == ("sixes", pytest.approx(total + 30 + 35))


def test_advise_speaks_to_people(kosci: Runner) -> None:
    shown = kosci("advise", "--variant", "yahtzee", "--dice", "66655", "--rolls-left", "2", "--lang", "pl").out
    assert "zatrzymaj 6 6 6" in shown
    assert "265,1134" in shown
    assert "rzuć wszystkimi" in shown


WHY = ("advise", "--variant", "yahtzee", "--dice", "1,1,1,1,6", "--rolls-left", "1")
ALL_BUT_CHANCE = ",".join(f"{row.id}=0" for row in a_sheet("yahtzee").rows if row.id != "chance")


def test_advise_tells_why_the_best_move_is_better(kosci: Runner) -> None:
    """In the last row, chance: 6 + 4 · 3.5 for the six kept, 17.5 for none."""
    answer = kosci(*WHY, "--sheet", ALL_BUT_CHANCE, "--why", "--json")
    assert (answer.status, answer.err) == (0, "")
    assert json.loads(answer.out)["reasons"] == {
        "better": "keep 6",
        "other": "keep",
        "gains": [{"kind": "row", "row": "chance", "points": 2.5}],
        "losses": [],
        "rest": 0.0,
        "total": 2.5,
    }


def test_advise_tells_why_it_is_better_than_a_move_that_is_typed(kosci: Runner) -> None:
    told = json.loads(kosci(*WHY, "--sheet", ALL_BUT_CHANCE, "--instead", "score chance", "--json").out)["reasons"]
    assert (told["better"], told["other"], told["total"]) == ("keep 6", "score chance", 10.0)
    plain = json.loads(kosci(*WHY, "--sheet", ALL_BUT_CHANCE, "--json").out)
    assert list(plain) == ["options"]


@pytest.mark.parametrize(
    ("lang", "shown"),
    [
        ("en", ["“keep 6”", "“roll all”", "Chance  ", "+2.5", "together"]),
        ("pl", ["„zatrzymaj 6”", "„rzuć wszystkimi”", "Szansa  ", "+2,5", "razem"]),
        ("uk", ["«відкласти 6»", "«кинути всі»", "Шанс  ", "+2,5", "разом"]),
    ],
)
def test_advise_tells_people_why(kosci: Runner, lang: str, shown: list[str]) -> None:
    out = kosci(*WHY, "--sheet", ALL_BUT_CHANCE, "--why", "--lang", lang).out
    assert [part for part in shown if part not in out] == []


def test_where_there_is_one_move_advise_says_so(kosci: Runner) -> None:
    asked = ("advise", "--variant", "yahtzee", "--dice", "55555", "--rolls-left", "0", "--sheet", "five_of_a_kind=50")
    assert json.loads(kosci(*asked, "--why", "--json").out)["reasons"] is None
    assert kosci(*asked, "--why", "--lang", "en").out.endswith("There is no other move.\n")


ADVISE = ["advise", "--variant", "yahtzee", "--dice", "5,5,2,3,1", "--rolls-left", "2"]
REFUSED = {
    "dice-missing": (["advise", "--variant", "yahtzee", "--rolls-left", "2"], "--dice", "5,5,2,3,1"),
    "rolls-missing": (ADVISE[:-2], "How many rolls", "--rolls-left 2"),
    "rolls-3": ([*ADVISE[:-1], "3"], "3", "0–2"),
    "rolls-negative": ([*ADVISE[:-1], "-1"], "-1", "0–2"),
    "rolls-word": ([*ADVISE[:-1], "two"], "two", "0–2"),
    "dice-four": ([*ADVISE[:4], "5,5,2,3", *ADVISE[5:]], "5,5,2,3", "5 are needed"),
    "dice-7": ([*ADVISE[:4], "5,5,2,3,7", *ADVISE[5:]], "5,5,2,3,7", "1 to 6"),
    "sheet-full": ([*ADVISE, "--sheet", FULL], FULL, "13"),
    "row-unknown": ([*ADVISE, "--sheet", "sevens=7"], "sevens", "ones, twos"),
    "value": ([*ADVISE, "--sheet", "fives=7"], "7", "0, 5, 10"),
    "extras": ([*ADVISE, "--extras", "1"], "1", "five_of_a_kind"),
    "instead-keep": ([*ADVISE, "--instead", "keep 6"], "6", "1 2 3 5 5"),
    "instead-text": ([*ADVISE, "--instead", "hold 5"], "hold 5", "keep 5 5"),
    "instead-tysiac": (["advise", "--variant", "tysiac", "--instead", "keep 5"], "--instead keep 5", "--banked"),
    "why-tysiac": (["advise", "--variant", "tysiac", "--why"], "“--why”", "--banked"),
    "option": ([*ADVISE, "--set", "joker=maybe"], "maybe", "own_row, full_upper"),
    "advise-variant": (["advise", "--variant", "Yahtzee", *ADVISE[3:]], "Yahtzee", "general, "),
    "solve-variant": (["solve", "--variant", "Yahtzee"], "Yahtzee", "general, "),
    "solve-variant-missing": (["solve"], "Which game", "general, "),
    "solve-option": (["solve", "--variant", "yahtzee", "--set", "bonus_at=106"], "106", "1–105"),
    "solve-other-option": (["solve", "--variant", "yahtzee", "--set", "target=500"], "target", "joker, joker_needs_50"),
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


def test_what_is_missing_for_exact_play_is_named(kosci: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kosci.commands.solving.find_spec", lambda name: None if name == "numba" else name)
    answer = kosci("solve", "--variant", "yahtzee")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == "Exact play needs numba: pip install kosci[solve].\n"


@pytest.mark.parametrize("is_made", [True, False])
def test_the_first_solving_on_a_machine_says_so(
    *, is_made: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kosci.solve.kernel_cache.is_kept", lambda _kernel: is_made)
    monkeypatch.setattr("kosci.commands.solving._QUIET_SECONDS", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, for Rich
    words = words_in("en")
    with solving(words, "kernel.solve_items") as progress:
        shown = ""
        while not shown:
            shown = capsys.readouterr().err
        progress(0.5)
    assert ("once on this machine" in shown) == (not is_made)
    assert words("cli.solving") in shown + capsys.readouterr().err


def test_a_kernel_is_known_to_be_kept_once_it_was_made() -> None:
    solution("yahtzee")
    assert is_kept("kernel.solve_items")
    assert not is_kept("kernel.solve")
