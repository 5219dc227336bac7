"""`kosci verify` and `kosci replay`: right, altered and running games, and files that are none."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kosci.locale.languages import languages
from kosci.table.gamefile import GameFile, format_game
from tests.cli.files import SEED, played
from tests.cli.running import Runner

VARIANTS = ("general", "general-full-upper", "yahtzee", "yatzi", "yatzy", "tysiac")
GOOD = format_game(played("general"))


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str], str]:
    """Puts a text into a file and gives its name."""

    def save(text: str) -> str:
        path = tmp_path / "game.kosci"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return save


def changed(text: str, found: Callable[[str], bool], change: Callable[[str], str], which: int = 0) -> str:
    """The text with one of the lines that answer to `found` changed."""
    lines = text.splitlines()
    at = [number for number, line in enumerate(lines) if found(line)][which]
    lines[at] = change(lines[at])
    return "\n".join(lines) + "\n"


def is_roll(line: str) -> bool:
    return line.startswith("rolled ")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_finished_game_is_right(kosci: Runner, saved: Callable[[str], str], variant: str) -> None:
    answer = kosci("verify", saved(format_game(played(variant))))
    assert (answer.status, answer.err) == (0, "")
    rolls = format_game(played(variant)).count("\nrolled ")
    assert answer.out == f"Everything agrees. Checked: {rolls} rolls.\n"


@pytest.mark.parametrize("which", [0, 1, 5, -1])
def test_an_altered_roll_is_named_with_both_faces(kosci: Runner, saved: Callable[[str], str], which: int) -> None:
    rolls = [line for line in GOOD.splitlines() if is_roll(line)]
    first = rolls[which].split()[1]
    altered = "1" if first != "1" else "2"
    text = changed(GOOD, is_roll, lambda line: line.replace(first, altered, 1), which)
    answer = kosci("verify", saved(text))
    number = which % len(rolls) + 1
    right = ", ".join(rolls[which].split()[1:])
    wrong = ", ".join(rolls[which].replace(first, altered, 1).split()[1:])
    assert (answer.status, answer.err) == (1, "")
    told = f"Roll {number} does not agree: {wrong} is written, it should be {right}.\n"
    assert " ".join(answer.out.split()) == told.strip()


def test_several_altered_rolls_are_all_named(kosci: Runner, saved: Callable[[str], str]) -> None:
    text = GOOD
    for which in (2, 4):
        text = changed(text, is_roll, lambda line: "rolled " + " ".join("1" for _ in line.split()[1:]), which)
    answer = kosci("verify", saved(text))
    assert answer.status == 1
    assert "Roll 3 " in answer.out
    assert "Roll 5 " in answer.out


@pytest.mark.parametrize("change", [lambda line: line[:-2], lambda line: f"{line} 6"], ids=["taken", "added"])
def test_a_die_taken_or_added_is_an_altered_roll(
    kosci: Runner, saved: Callable[[str], str], change: Callable[[str], str]
) -> None:
    answer = kosci("verify", saved(changed(GOOD, is_roll, change, 3)))
    assert answer.status == 1
    assert "Roll 4 " in answer.out


def test_an_altered_seed_is_said(kosci: Runner, saved: Callable[[str], str]) -> None:
    answer = kosci("verify", saved(GOOD.replace(f"closed {SEED.hex()}", f"closed {bytes(32).hex()}")))
    assert answer.status == 1
    assert answer.out == "The seed does not match the hash given before the game.\n"


def test_an_altered_share_is_said_with_the_name(kosci: Runner, saved: Callable[[str], str]) -> None:
    share = (bytes([1]) * 16).hex()
    answer = kosci("verify", saved(GOOD.replace(share, (bytes([9]) * 16).hex())))
    assert answer.status == 1
    assert answer.out == "The share does not match its hash: Olek\n"


@pytest.mark.parametrize("moves", [0, 1, 20])
def test_a_running_game_is_not_yet_verifiable(kosci: Runner, saved: Callable[[str], str], moves: int) -> None:
    answer = kosci("verify", saved(format_game(played("yatzi", moves=moves))))
    assert (answer.status, answer.err) == (3, "")
    assert answer.out.startswith("Not yet verifiable")


def test_a_running_game_with_an_open_seed_is_not_yet_verifiable_unless_it_is_wrong(
    kosci: Runner, saved: Callable[[str], str]
) -> None:
    running = played("yatzi", moves=9)
    text = format_game(GameFile(running.names, running.facts, SEED))
    assert kosci("verify", saved(text)).status == 3
    assert kosci("verify", saved(changed(text, is_roll, lambda _: "rolled 1 1 1 1 1"))).status == 1


def test_a_file_with_an_open_seed_says_that_it_is_trusted(kosci: Runner, saved: Callable[[str], str]) -> None:
    whole = played("tysiac", 1)
    answer = kosci("verify", saved(format_game(GameFile(whole.names, whole.facts, SEED))))
    assert answer.status == 0
    assert "whoever keeps it must be trusted" in answer.out


def header(line: str) -> bool:
    return line.startswith("created ")


BAD_FILES = {
    "empty": "",
    "no-game": "once upon a time\n",
    "no-facts": "kosci game 1\nplayer Anna\n",
    "other-format": "kosci game 2\n",
    "unknown-line": GOOD + "1: dances\n",
    "after-the-end": GOOD + "1: roll\n",
    "move-against-the-rules": changed(GOOD, lambda line: ": roll" in line, lambda line: line.replace("roll", "end")),
    "move-of-another-seat": changed(GOOD, lambda line: ": roll" in line, lambda line: line.translate({49: 50, 50: 49})),
    "no-json": changed(GOOD, header, lambda line: line.rsplit(" ", 1)[0] + " {"),
    "deep-json": changed(GOOD, header, lambda line: line.rsplit(" ", 1)[0] + " " + "[" * 100_000),
    "list-for-options": changed(GOOD, header, lambda line: line.replace('"options":{', '"options":[{},{')),
    "other-rules": changed(GOOD, header, lambda line: line.replace('"turns":13', '"turns":"many"')),
    "no-rows": changed(GOOD, header, lambda line: line.split('"rows":')[0] + '"rows":[]}'),
    "unseated-nobody": "\n".join(GOOD.splitlines()[:5]) + "\n3: unseated\n",
    "huge-number": GOOD.replace("closed ", f"undone {'9' * 5000}\nclosed "),
}


@pytest.mark.parametrize("command", ["verify", "replay", "play"])
@pytest.mark.parametrize("text", BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_refused_in_one_line(kosci: Runner, saved: Callable[[str], str], command: str, text: str) -> None:
    answer = kosci(command, saved(text))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(("known", "other"), [('"id":"chance"', '"id":"luck"'), ('"id":"general"', '"id":"luck"')])
@pytest.mark.parametrize("command", ["replay", "play"])
def test_a_game_there_are_no_words_for_is_refused(
    kosci: Runner, saved: Callable[[str], str], command: str, known: str, other: str
) -> None:
    running = played("general", moves=0)
    text = format_game(GameFile(running.names, running.facts, SEED)).replace(known, other)
    answer = kosci(command, saved(text))
    assert (answer.status, answer.out) == (2, "")
    assert "“luck”" in answer.err
    assert answer.err.count("\n") == 1
    assert kosci("verify", saved(text)).status == 3


def test_a_bad_line_is_quoted_with_its_number(kosci: Runner, saved: Callable[[str], str]) -> None:
    answer = kosci("replay", saved(GOOD + "1: dances\n"))
    assert f"{GOOD.count(chr(10)) + 1}" in answer.err
    assert "1: dances" in answer.err


def test_bytes_that_are_no_text_are_refused(kosci: Runner, tmp_path: Path) -> None:
    path = tmp_path / "game.kosci"
    path.write_bytes(b"kosci game 1\n\xff\xfe")
    answer = kosci("verify", str(path))
    assert (answer.status, answer.out) == (2, "")
    assert "UTF-8" in answer.err


# --- replay -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", VARIANTS)
def test_replay_tells_a_whole_game_within_80_columns(
    kosci: Runner, saved: Callable[[str], str], variant: str, lang: str
) -> None:
    answer = kosci("replay", saved(format_game(played(variant, 2))), "--lang", lang)
    assert (answer.status, answer.err) == (0, "")
    assert max(map(len, answer.out.splitlines())) <= 80
    assert "Anna" in answer.out
    assert "*" in answer.out or variant == "tysiac"


def test_replay_numbers_each_sentence_by_its_fact_and_each_turn_has_a_heading(
    kosci: Runner, saved: Callable[[str], str]
) -> None:
    game = played("general", 2)
    told = kosci("replay", saved(format_game(game))).out
    assert told.count("– round 13 of 13") == 2
    numbers = [int(line[:4]) for line in told.splitlines() if line[:4].strip().isdigit() and line[4:6] == "  "]
    assert numbers == sorted(numbers)
    assert numbers[0] == 5  # created, two joined, started, then the first roll for the start
    assert "Anna: roll for the start" in told


def test_replay_at_a_fact_shows_the_table_as_it_stood_and_its_notation(
    kosci: Runner, saved: Callable[[str], str]
) -> None:
    name = saved(format_game(played("general", 2)))
    told = kosci("replay", name, "--at", "8").out
    assert "Roll 1 of 3" in told
    assert told.splitlines()[-1].startswith("general | to=")
    assert "rolls=1" in told.splitlines()[-1]
    assert kosci("replay", name, "--at", "1").status == 0
    answer = kosci("replay", name, "--at", "0")
    assert (answer.status, answer.out) == (2, "")
    assert "“0”" in answer.err


def test_names_of_a_file_cannot_move_the_cursor(kosci: Runner, saved: Callable[[str], str]) -> None:
    text = GOOD.replace("player Anna", "player A\x1b[2Jn[bold]na")
    told = kosci("replay", saved(text)).out
    assert "\x1b" not in told
    assert "n[bold]na" in told
