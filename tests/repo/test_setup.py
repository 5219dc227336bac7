"""`./kosci` and `./test`: one command on a machine that has only Python."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.project import FOLDERS, MADE, ROOT

SHELL_TOOLS = ("sh", "cat", "cksum", "dirname", "readlink")
ECHO = '#!/bin/sh\npwd\nfor argument in "$@"; do echo "<$argument>"; done\n'


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the project in a folder with a space in its name, with nothing set up."""
    copy = tmp_path / "a clone"
    copy.mkdir()
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, copy)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns(*MADE))
    return copy


def run(*command: str | Path, cwd: Path, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )


def set_up_in_name_only(clone: Path, folder: str, program: str) -> None:
    """An environment whose stamp is right and whose program prints what it is called with."""
    programs = clone / folder / "bin"
    programs.mkdir(parents=True)
    for name in ("python", program):
        (programs / name).write_text(ECHO)
        (programs / name).chmod(0o755)
    requirements = "requirements.txt" if program == "kosci" else "requirements-test.txt"
    files = [clone / "pyproject.toml", clone / requirements]
    checksum = subprocess.run(
        ["cksum"], input=b"".join(map(Path.read_bytes, files)), capture_output=True, check=True
    ).stdout.decode()
    (clone / folder / "stamp").write_text(f"{clone} {checksum}")


def test_arguments_are_the_command_line_and_the_folder_stays(clone: Path, tmp_path: Path) -> None:
    set_up_in_name_only(clone, ".tools/kosci", "kosci")
    done = run(clone / "kosci", "score", "--sheet", "a=1, b", cwd=tmp_path)
    assert done.stdout.splitlines() == [str(tmp_path), "<score>", "<--sheet>", "<a=1, b>"]
    assert done.stderr == ""


def test_without_arguments_the_server_starts(clone: Path) -> None:
    set_up_in_name_only(clone, ".tools/kosci", "kosci")
    assert run("./kosci", cwd=clone).stdout.splitlines()[1:] == ["<serve>"]


def test_it_is_found_through_symbolic_links(clone: Path, tmp_path: Path) -> None:
    set_up_in_name_only(clone, ".tools/kosci", "kosci")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "first").symlink_to("../a clone/kosci")
    (tmp_path / "second").symlink_to(tmp_path / "links" / "first")
    assert run(tmp_path / "second", "variants", cwd=tmp_path).stdout.splitlines() == [str(tmp_path), "<variants>"]


def test_arguments_of_test_go_to_pytest(clone: Path) -> None:
    set_up_in_name_only(clone, ".venv", "pytest")
    printed = run("./test", "--long", "-k", "a or b", cwd=clone).stdout.splitlines()
    assert printed[1:3] == ["<-m>", "<pytest>"]
    assert printed[-3:] == ["<--long>", "<-k>", "<a or b>"]


@pytest.mark.parametrize("command", ["./kosci", "./test"])
def test_an_old_python_is_refused_in_one_line(clone: Path, tmp_path: Path, command: str) -> None:
    old = tmp_path / "old"
    old.mkdir()
    for name in SHELL_TOOLS:
        (old / name).symlink_to(str(shutil.which(name)))
    for name in ("python3", "python"):
        (old / name).write_text("#!/bin/sh\nexit 1\n")
        (old / name).chmod(0o755)
    done = run(command, cwd=clone, path=str(old))
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.splitlines() == ["Kości needs Python 3.11 or newer, and there is none on this machine's PATH"]


@pytest.mark.long
def test_one_command_sets_everything_up_though_interrupted_and_started_twice(clone: Path) -> None:
    plain = os.pathsep.join([str(Path(sys.base_exec_prefix) / "bin"), "/usr/bin", "/bin"])
    environment = {**os.environ, "PATH": plain}
    interrupted = subprocess.Popen(["./kosci", "--help"], cwd=clone, env=environment, start_new_session=True)
    made = clone / ".tools/kosci/bin/pip"
    while not made.exists():
        assert interrupted.poll() is None
        time.sleep(0.05)
    os.killpg(interrupted.pid, 9)
    interrupted.wait()

    both = [
        subprocess.Popen(["./kosci", "variants"], cwd=clone, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for process in both:
        printed, _ = process.communicate()
        assert process.returncode == 0
        assert "tysiac" in printed
    again = run("./kosci", "variants", cwd=clone, path=plain)
    assert (again.returncode, again.stderr) == (0, "")
