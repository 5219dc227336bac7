"""The program as people and scripts start it: language, pipes, interruptions, versions."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

import kosci as package
from tests.cli.running import PROGRAM, Runner, environment, program


def test_version() -> None:
    answer = program("--version")
    assert (answer.status, answer.out, answer.err) == (0, f"kosci {package.__version__}\n", "")


@pytest.mark.parametrize("arguments", [(), ("--help",)])
def test_help_lists_the_commands(kosci: Runner, arguments: tuple[str, ...]) -> None:
    answer = kosci(*arguments)
    assert answer.status == 0
    for command in ("play", "serve", "variants", "rules", "score", "replay", "verify", "bench"):
        assert f"\n  {command} " in answer.out


@pytest.mark.parametrize("command", ["play", "serve", "variants", "rules", "score", "replay", "verify", "bench"])
def test_each_command_has_help(kosci: Runner, command: str) -> None:
    answer = kosci(command, "--help")
    assert answer.status == 0
    assert answer.out.startswith(f"Usage: kosci {command}")


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "Gracze"),
        ({"LANG": "uk_UA.UTF-8"}, "Гравці"),
        ({"LANG": "C.UTF-8"}, "Players"),
        ({"LANG": "de_DE.UTF-8"}, "Players"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "uk"}, "Гравці"),
    ],
)
def test_people_are_answered_in_the_language_of_their_environment(env: dict[str, str], said: str) -> None:
    assert said in program("variants", env=environment(**env)).out


def test_the_language_may_be_named_before_or_behind_the_command(kosci: Runner) -> None:
    assert "Gracze" in kosci("--lang", "pl", "variants").out
    assert "Gracze" in kosci("variants", "--lang", "pl").out
    assert "Гравці" in kosci("--lang", "pl", "variants", "--lang", "uk").out


def test_json_stays_json_where_the_terminal_knows_no_polish() -> None:
    answer = program("variants", "--json", env=environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0"))
    assert (answer.status, answer.err) == (0, "")
    assert "Genera" in answer.out


def test_sheets_and_dice_are_drawn_where_the_terminal_knows_only_ascii() -> None:
    env = environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    answer = program("score", "--variant", "general", "--dice", "55231", env=env)
    assert (answer.status, answer.err) == (0, "")
    assert "full_house" in answer.out


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_the_output_is_no_terminal(env: dict[str, str]) -> None:
    for arguments in (["variants"], ["rules", "yatzi"], ["score", "--variant", "general", "--dice", "55231"]):
        assert "\x1b" not in program(*arguments, env=environment(**env)).out


def test_a_reader_that_goes_away_is_no_error() -> None:
    script = f"'{PROGRAM}' rules general --lang pl | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=environment(), timeout=60, check=False)
    assert done.stderr == b""
    assert done.stdout.decode() == "Generał\n"
    assert done.returncode in (0, 141)


def test_an_output_that_is_closed_already_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [PROGRAM, "variants", "--json"], stdout=writing, stderr=subprocess.PIPE, env=environment(), check=False
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


def test_ctrl_c_at_the_keyboard_is_quiet_and_the_game_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.kosci"
    command = [str(PROGRAM), "play", "general", "--players", "Anna,Olek", "--file", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"r\n")
        process.stdin.flush()
        while b"Roll 1 of 3" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert path.read_text("utf-8").count(": roll\n") == 1


def test_a_damaged_environment_of_terminals_changes_nothing() -> None:
    answer = program("score", "--variant", "general", "--dice", "55231", env=environment(COLUMNS="7", LINES="no"))
    assert answer.status == 0
