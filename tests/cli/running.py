"""Runs command lines in the tests: in this process, or as the program that people start.

Judges nothing.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from kosci.cli import main

PROGRAM = Path(sys.executable).with_name("kosci")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command line came to."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs command lines in this process, in English unless they say otherwise."""

    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str) -> Answer:
        self.capsys.readouterr()
        status = main(arguments)
        out, err = self.capsys.readouterr()
        return Answer(status, out, err)


def environment(**changes: str) -> dict[str, str]:
    """The environment of a program with a plain terminal in English."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR")}
    return {**kept, "LANG": "C.UTF-8", "TERM": "xterm", **changes}


def program(*arguments: str, text: str = "", env: Mapping[str, str] | None = None) -> Answer:
    """The program's answer, with this text on standard input."""
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=text.encode(),
        capture_output=True,
        env=dict(env or environment()),
        timeout=60,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
