"""Dialogues with the program on a real terminal: whole games typed to their ends, stopped and taken up again."""

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.tui.saved import SavedGame, take_up
from tests.cli.running import Runner, environment, program
from tests.tui.terminal import Terminal, at_terminal

VARIANTS = ("general", "general-full-upper", "yahtzee", "yatzi", "yatzy", "tysiac")
PROMPT = " > "


def kept(path: Path) -> SavedGame:
    return take_up(path, path.read_text("utf-8"))


def lines(path: Path) -> Iterator[str]:
    """The next line to type, from what the file says: rolls, keeps and rows in every way to write them."""
    keeps = cycle(["keep {0}", "k {0}", "{0}", "k{0}", "keep"])
    rows = cycle(["score {id}", "s {number}", "s{number}", "{id}"])
    ends = cycle(["b", "r", "bank", "roll-on", "b"])
    while True:
        play = kept(path).table.running
        match play.game, play.position:
            case Scorecard() as game, SheetPosition() as position:
                if not position.rolls_used:
                    yield "r"
                elif position.rolls_used < 2:
                    yield next(keeps).format(position.dice[-1])
                else:
                    card = position.cards[position.mover]
                    best = max(game.entries(card, position.dice), key=lambda entry: entry.points + entry.extra)
                    yield next(rows).format(id=best.row, number=1 + game.index[best.row])
            case Race(), RacePosition() as position:
                yield next(ends) if position.roll else "roll"


def play_to_the_end(terminal: Terminal, path: Path) -> str:
    """Types a game to its end and gives all that was printed."""
    typed = lines(path)
    for _ in range(2000):
        new = terminal.wait(PROMPT)
        if "Enter ends the game" in new.splitlines()[-1]:
            terminal.type("")
            break
        if "(y/n)" in new.splitlines()[-1]:
            terminal.type("y")
        else:
            terminal.type(next(typed))
    assert terminal.ended() == 0
    return terminal.text


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_typed_to_its_end(tmp_path: Path, variant: str) -> None:
    path = tmp_path / "game.kosci"
    options = ["--set", "target=300"] if variant == "tysiac" else []
    with at_terminal("play", "--variant", variant, "--players", "Anna,Olek", "--file", path, *options) as terminal:
        text = play_to_the_end(terminal, path)
        saved = kept(path)
        assert saved.table.is_over
        assert saved.table.seed is not None
        assert "Place" in text
        assert f"kosci verify {path}" in text
        answer = program("verify", str(path))
        assert (answer.status, answer.err) == (0, "")
        assert "Everything agrees." in answer.out
        assert program("replay", str(path)).status == 0


def test_a_game_alone_with_a_computer_that_is_asked_for_by_questions(tmp_path: Path) -> None:
    with at_terminal("play", "--pace", "at_once", "--file", tmp_path / "game.kosci") as terminal:
        assert "Which game?" in terminal.wait(PROMPT)
        terminal.type("9")
        assert "“9”: give a number from 1 to 6" in terminal.wait(PROMPT)
        terminal.type("tys")
        assert "Who plays (2–8)?" in terminal.wait("\n> ")
        terminal.type("Anna, anna")
        assert "already" in terminal.wait("\n> ")
        terminal.type("Anna, @deep")
        assert "random" in terminal.wait("\n> ")
        terminal.type("Anna, @greedy")
        assert "Race to 1,000" in terminal.wait("Anna > ")
        terminal.type("q")
        assert terminal.ended() == 0
        assert f"kosci play {tmp_path}" in terminal.text


def test_quit_in_a_turn_and_resume_with_the_same_dice(tmp_path: Path) -> None:
    data = {"XDG_DATA_HOME": str(tmp_path)}
    with at_terminal("play", "general", "--players", "Anna,Olek", **data) as terminal:
        mover = terminal.wait(PROMPT).splitlines()[-1].removesuffix(PROMPT)
        terminal.type("r")
        terminal.wait(PROMPT)
        (path,) = (tmp_path / "kosci" / "games").iterdir()
        before = kept(path).table.running
        terminal.type(f"k {before.faces[1]}")
        shown = terminal.wait(PROMPT)
        terminal.type("q")
        assert terminal.ended() == 0
        dice = re.findall(r"\[?[⚀-⚅][1-6]\]?", shown)
    with at_terminal("play", "--resume", **data) as again:
        new = again.wait(f"{mover} > ")
        assert re.findall(r"\[?[⚀-⚅][1-6]\]?", new) == dice
        assert "Roll 2 of 3" in new
        again.type("s 13")
        again.wait(PROMPT)
        again.type("u")
        assert "Roll 2 of 3" in again.wait(f"{mover} > ")
        again.type("q")
        assert again.ended() == 0
    with at_terminal("play", **data) as third:
        assert "0  Go on: Generał: Anna, Olek" in third.wait(PROMPT)
        third.type("0")
        assert "Roll 2 of 3" in third.wait(f"{mover} > ")
        third.type("q")
        assert third.ended() == 0


def test_a_key_takes_an_entry_back_before_the_computer_answers(tmp_path: Path) -> None:
    path = tmp_path / "game.kosci"
    with at_terminal(
        "play", "yahtzee", "--players", "Anna,@random", "--set", "first=seat", "--pace", "at_once", "--file", path
    ) as terminal:
        terminal.wait("Anna > ")
        terminal.type("r")
        terminal.wait("Anna > ")
        terminal.type("s 13")
        terminal.wait("another key goes on.\n")
        terminal.press("u")
        assert "Anna takes the entry back." in terminal.wait("Anna > ")
        assert len(kept(path).table.running.faces) == 5
        terminal.type("s 13")
        terminal.wait("another key goes on.\n")
        terminal.press(" ")
        assert "Random: roll 1 of 3" in terminal.wait("Anna > ")
        terminal.type("q")
        assert terminal.ended() == 0


def test_bad_lines_are_answered_in_words_in_the_language_of_the_table(tmp_path: Path) -> None:
    with at_terminal(
        "play", "general", "--players", "Оля", "--file", tmp_path / "g.kosci", LANG="uk_UA.UTF-8"
    ) as terminal:
        terminal.wait("Оля > ")
        terminal.type("score full_house")
        assert "Спочатку киньте кістки" in terminal.wait("Оля > ")
        terminal.type("танцюй")
        assert "«танцюй»" in terminal.wait("Оля > ")
        terminal.type("r")
        terminal.wait("Оля > ")
        terminal.type("повний!")
        assert "Оля: " in terminal.wait("Оля > ")
        terminal.press("\x04")
        assert terminal.ended() == 0


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_the_board_fits_the_terminal_with_and_without_colours(tmp_path: Path, env: dict[str, str]) -> None:
    players = "Anna,Olek,Zoë,Ґалина,Bartłomiej Kowalczyk"
    with at_terminal("play", "yatzi", "--players", players, "--file", tmp_path / "g.kosci", **env) as terminal:
        terminal.wait(PROMPT)
        terminal.type("r")
        board = terminal.wait(PROMPT)
        assert max(map(len, board.splitlines())) <= 80
        assert len(board.splitlines()) <= 1 + 1 + 24  # the line typed and its story have scrolled away
        colours = re.findall(rb"\x1b\[[0-9;]*3[0-9]m", terminal.raw)
        assert bool(colours) == (not env)
        terminal.type("q")
        assert terminal.ended() == 0


def test_a_game_from_a_pipe_needs_no_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.kosci"
    typed = "".join(f"r\ns{row}!\n" for row in range(1, 14))
    answer = program("play", "general", "--players", "Anna", "--file", str(path), text=typed)
    assert (answer.status, answer.err) == (0, "")
    assert "\x1b" not in answer.out
    assert "Your score:" in answer.out
    assert kept(path).table.seed is not None


def test_a_pipe_that_ends_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.kosci"
    answer = program("play", "general", "--players", "Anna", "--file", str(path), text="r\n")
    assert (answer.status, answer.err) == (0, "")
    assert kept(path).table.running.faces
    again = program("play", str(path), text="s 13\n")
    assert "Anna: " in again.out
    assert kept(path).table.running.faces == ()


@pytest.mark.parametrize("typed", ["", "q\n", "general\n", "general\nq\n"])
def test_whoever_wants_no_game_after_all_gets_none(tmp_path: Path, typed: str) -> None:
    answer = program("play", text=typed, env=environment(XDG_DATA_HOME=str(tmp_path)))
    assert (answer.status, answer.err) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_a_new_game_never_takes_a_file_that_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.kosci"
    path.write_text("precious", encoding="utf-8")
    answer = Runner(capsys)("--lang", "en", "play", "--variant", "general", "--players", "Anna", "--file", str(path))
    assert (answer.status, answer.out) == (2, "")
    assert str(path) in answer.err
    assert path.read_text(encoding="utf-8") == "precious"
