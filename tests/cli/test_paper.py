"""`kosci paper` writes PDFs: blank sheets, games in either form, reviews; what cannot be is one line in words."""

import subprocess
from pathlib import Path

import pytest

from kosci.locale.languages import languages, words_in
from kosci.table.gamefile import format_game
from kosci.table.record import format_record
from tests.cli.files import played
from tests.cli.running import PROGRAM, Runner, environment, program
from tests.paper.reading import Printed

ON_PAPER = "kosci record 1\ngame yahtzee\nplayer Anna\n\nAnna 5 5 5 2 2 full_house\n"


@pytest.mark.parametrize("lang", languages())
def test_a_blank_sheet_is_written(kosci: Runner, tmp_path: Path, lang: str) -> None:
    file = tmp_path / "sheet.pdf"
    asked = ("--variant", "yatzi", "--players", "3", "--size", "A5", "--lang", lang)
    assert kosci("paper", *asked, "-o", str(file)) == kosci("paper", *asked, "--output", str(file))
    found = Printed(file.read_bytes())
    assert found.sizes == {(148, 210)}
    assert words_in(lang)("variant.yatzi.name") in found.text
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


def test_games_of_one_player_and_options_of_the_house(kosci: Runner, tmp_path: Path) -> None:
    file = tmp_path / "series.pdf"
    answer = kosci("paper", "--variant", "general", "--games", "6", "--set", "bonus_at=50", "-o", str(file))
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    text = Printed(file.read_bytes()).text
    assert "Game 6" in text
    assert "35 if the sum is 50 or more" in text


def test_the_sheet_of_a_game_is_the_same_from_either_form(kosci: Runner, tmp_path: Path) -> None:
    game = played("yahtzee", 3)
    made = []
    for form in (format_game, format_record):
        (tmp_path / "game").write_text(form(game), encoding="utf-8")
        assert kosci("paper", "--game", str(tmp_path / "game"), "-o", str(tmp_path / "game.pdf")).status == 0
        made.append((tmp_path / "game.pdf").read_bytes())
    assert made[0] == made[1]
    text = Printed(made[0]).text
    assert all(name in text for name in ("Anna", "Olek", "Ґалина", "1. "))


def test_a_game_on_paper_is_printed_and_reviewed(kosci: Runner, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(ON_PAPER, encoding="utf-8")
    for more, said in (((), "Full house"), (("--review",), "Luck and decisions")):
        answer = kosci("paper", "--game", str(tmp_path / "game"), *more, "-o", str(tmp_path / "game.pdf"))
        assert (answer.status, answer.err) == (0, "")
        text = Printed((tmp_path / "game.pdf").read_bytes()).text
        assert said in text
        assert "Anna" in text


def test_standard_output_carries_the_pdf(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    command = [str(PROGRAM), "paper", "--variant", "tysiac", "--players", "2", "-o", "-"]
    piped = subprocess.run(command, capture_output=True, env=environment(), check=True, timeout=60).stdout
    assert program("paper", "--variant", "tysiac", "--players", "2", "-o", str(file)).status == 0
    assert piped == file.read_bytes()
    assert piped.startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("--variant general", "Name the file"),
        ("-o x.pdf", "general, general-full-upper"),
        ("--variant chess -o x.pdf", "There is no game “chess”"),
        ("--variant general --size A3 -o x.pdf", "“A3” here. Possible: A4, A5, A6 or letter"),
        ("--variant general --players 5 -o x.pdf", "--players cannot be “5”. Allowed: 1–4"),
        ("--variant general --players two -o x.pdf", "“two”"),
        ("--variant general --games 0 -o x.pdf", "--games cannot be “0”. Allowed: 1–6"),
        ("--variant general --games 2 --players 2 -o x.pdf", "--players and --games are not given together"),
        ("--variant general --game g -o x.pdf", "--game and --variant are not given together"),
        ("--game g --players 2 -o x.pdf", "--game and --players are not given together"),
        ("--variant general --review -o x.pdf", "--review needs a game"),
        ("--variant general --lang de -o x.pdf", "“de” is no language here"),
        ("--variant general --set joker=often -o x.pdf", "joker cannot be “often”"),
        ("--game nowhere.txt -o x.pdf", "nowhere.txt"),
        ("--variant general -o nowhere/x.pdf", "“nowhere/x.pdf” cannot be written"),
        ("--variant general -o .", "cannot be written"),
    ],
)
def test_what_cannot_be_is_one_line_and_writes_nothing(
    kosci: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = kosci("paper", *asked.split())
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_has_not_begun_has_no_sheet(kosci: Runner, tmp_path: Path) -> None:
    game = played("general", moves=0)
    lobby = format_game(game).splitlines()
    begun = next(at for at, line in enumerate(lobby) if "started" in line.lower())
    (tmp_path / "game").write_text("\n".join(lobby[:begun]) + "\n", encoding="utf-8")
    answer = kosci("paper", "--game", str(tmp_path / "game"), "-o", str(tmp_path / "x.pdf"))
    assert answer.status == 2
    assert "has not begun" in answer.err


def test_a_file_that_is_there_is_replaced_whole(kosci: Runner, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_text("before", encoding="utf-8")
    assert kosci("paper", "--variant", "general", "-o", str(file)).status == 0
    assert file.read_bytes().startswith(b"%PDF-")
