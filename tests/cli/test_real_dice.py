"""Files of games with real dice: replayed, converted, reviewed; there is nothing to verify."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from kosci.table.gamefile import GameFile, format_game
from kosci.table.record import format_record, parse_record
from kosci.variants import catalogue, load
from tests.cli.running import Runner
from tests.table.real import real_game

EVENING = """kosci record 1
game yahtzee
table dice=real
player Anna
player Olek

1. Olek  5 5 5 2 2  full_house
1. Anna  threes 9
2. Olek
   2 5 5 1 6  keep 5 5
   5 5 3 5 6  fives
2. Anna  five_of_a_kind 50
- corrected 1. Anna  3 3 3 3 1  threes
3. Olek  passed
3. Anna  large_straight 40 +100
"""


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str], str]:
    """Writes a file and gives its name."""

    def save(text: str) -> str:
        path = tmp_path / "game.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return save


@pytest.mark.parametrize("variant", [info.id for info in catalogue()])
def test_log_and_text_are_converted_into_each_other(kosci: Runner, saved: Callable[[str], str], variant: str) -> None:
    game = real_game(load(variant), Random(variant), 40)
    log, text = format_game(game), format_record(game)
    for given, wanted in ((log, text), (text, log)):
        answer = kosci("convert", saved(given))
        assert (answer.status, answer.out, answer.err) == (0, wanted, "")


def test_replay_tells_a_correction_with_the_old_and_the_new_value(kosci: Runner, saved: Callable[[str], str]) -> None:
    answer = kosci("--lang", "en", "replay", saved(EVENING))
    shown = " ".join(answer.out.split())
    assert (answer.status, answer.err) == (0, "")
    assert "Anna: 9 in “Threes”." in shown
    assert "Correction, Anna: it was “Threes” 9, it is “Threes” 12." in shown
    assert "Anna: 40 in “Large straight” (joker). Another Yahtzee: +100." in shown
    assert "Last entry: Anna, Large straight 40" in shown
    assert shown.count("Olek: 15 in “Fives”.") == 1


def test_the_last_entry_is_shown_as_it_was_corrected(kosci: Runner, saved: Callable[[str], str]) -> None:
    text = f"{EVENING}- corrected 3. Anna  3 4 4 4 4  chance\n"
    assert "Last entry: Anna, Chance 19" in kosci("--lang", "en", "replay", saved(text)).out


@pytest.mark.parametrize("form", [format_record, format_game])
def test_there_is_nothing_to_verify_and_verify_says_so(
    kosci: Runner, saved: Callable[[str], str], form: Callable[[GameFile], str]
) -> None:
    game = parse_record(EVENING)
    assert isinstance(game, GameFile)
    answer = kosci("--lang", "en", "verify", saved(form(game)))
    assert answer.status == 2
    assert "There is nothing to check: people rolled the dice of the game" in answer.err


def test_the_terminal_goes_on_with_no_such_game(kosci: Runner, saved: Callable[[str], str]) -> None:
    game = parse_record(EVENING)
    assert isinstance(game, GameFile)
    answer = kosci("--lang", "en", "play", saved(format_game(game)))
    assert answer.status == 2
    assert "People roll the dice of the game" in answer.err


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (EVENING, "Of some turns only the end is known"),
        (EVENING.replace("dice=real\n", "dice=real scorer=host\n").split("2. Olek")[0], "Only the end of each turn is"),
        (
            "kosci record 1\ngame tysiac\ntable dice=real\nplayer A\nplayer B\nA bank = 85\nB bust\n",
            "Only the points of each turn are known",
        ),
    ],
)
def test_a_review_adds_up_and_says_what_is_not_known(
    kosci: Runner, saved: Callable[[str], str], text: str, about: str
) -> None:
    file = saved(text)
    found = json.loads(kosci("review", file, "--json").out)
    sign = 1 if found["unit"] == "points" else -1
    for player in found["players"]:
        assert player["expected"] + sign * (player["luck"] - player["cost"]) == pytest.approx(player["result"])
        parts = [entry.get("luck", -entry.get("cost", 0)) for entry in player["entries"]]
        assert sum(parts) == pytest.approx(player["luck"] - player["cost"])
    assert about in " ".join(kosci("--lang", "en", "review", file).out.split())
