"""`kosci solve --distribution`: its JSON, its picture in three languages, what it refuses."""

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


ASKED = ("solve", "--distribution", "--variant", "yahtzee", "--set", "upper_first=true")  # the quickest game


def test_distribution_as_json_beside_the_solution_found_once(kosci: Runner, folder: Path) -> None:
    first, again = kosci(*ASKED, "--json"), kosci(*ASKED, "--json")
    assert (first.status, first.err) == (0, "")
    assert again == first  # the seconds too are those of the one time
    assert len(list(folder.iterdir())) == 2
    told = json.loads(first.out)
    found = told["distribution"]
    assert list(told) == ["mean", "seconds", "cpu_seconds", "states", "table_bytes", "distribution"]
    assert found["mean"] == pytest.approx(told["mean"], abs=1e-9)
    assert sum(found["chances"]) == pytest.approx(1, abs=1e-9)
    mean = sum((found["first"] + at) * chance for at, chance in enumerate(found["chances"]))
    assert mean == pytest.approx(told["mean"], abs=1e-9)
    assert sum(found["rows"].values()) + 35 * found["bonus"] + 100 * found["extras"] == pytest.approx(mean, abs=1e-9)
    assert list(found["percentiles"]) == ["1", "5", "25", "50", "75", "95", "99"]
    assert found["standard_deviation"] > 30


def test_distribution_is_shown_to_people_in_three_languages(kosci: Runner) -> None:
    for lang, title, median in (
        ("en", "Which results best play ends with, and how often", "Median"),
        ("pl", "Jakim wynikiem kończy się najlepsza gra i jak często", "Mediana"),
        ("uk", "Яким результатом закінчується найкраща гра і як часто", "Медіана"),
    ):
        shown = kosci(*ASKED, "--lang", lang).out
        assert title in shown
        assert median in shown
        bars = shown[shown.index(title) :].splitlines()[1:]
        assert 10 < len(bars) <= 25
        shares = [float(bar.split("%")[0].split()[-1].replace(",", ".")) for bar in bars]
        assert sum(shares) == pytest.approx(100, abs=0.06 * len(bars))
        longest = max(range(len(bars)), key=lambda at: bars[at].count("█"))
        assert shares[longest] == max(shares)


def test_of_tysiac_it_is_how_many_turns_best_play_needs_alone(kosci: Runner) -> None:
    asked = ("solve", "--distribution", "--variant", "tysiac", "--set", "target=300")
    told = json.loads(kosci(*asked, "--json").out)
    found = told["distribution"]
    assert found["mean"] == pytest.approx(told["solo_turns"], abs=1e-9)
    assert (found["first"], "rows" in found) == (1, False)
    assert sum(found["chances"]) == pytest.approx(1, abs=1e-9)
    for lang, title in (
        ("en", "How many turns best play takes alone, and how often"),
        ("pl", "Ile tur trwa najlepsza gra w pojedynkę i jak często"),
        ("uk", "Скільки ходів триває найкраща гра наодинці і як часто"),
    ):
        assert title in kosci(*asked, "--lang", lang).out


def test_a_race_without_an_exact_solution_is_refused(kosci: Runner) -> None:
    answer = kosci("solve", "--distribution", "--variant", "tysiac", "--set", "exact=true")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
