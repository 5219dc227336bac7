"""A real terminal of 80 by 24 with the program in it: types lines, waits for prompts.

Judges nothing.
"""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cli.running import PROGRAM, environment

PATIENCE = 60.0
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@dataclass(slots=True)
class Terminal:
    """The program on a terminal; `text` is all it has printed, without control sequences."""

    process: "subprocess.Popen[bytes]"
    keyboard: int
    raw: bytes = b""
    seen: int = 0

    @property
    def text(self) -> str:
        return self._plain(0)

    def _plain(self, first: int) -> str:
        return _CONTROL.sub("", self.raw[first:].decode("utf-8", "replace")).replace("\r\n", "\n")

    def wait(self, ending: str) -> str:
        """What was printed since the last waiting, once it ends so."""
        until = time.monotonic() + PATIENCE
        while not (new := self._plain(self.seen)).endswith(ending):
            assert time.monotonic() < until, f"no {ending!r} at the end of:\n{self.text[-2000:]}"
            assert self._read(), f"ended without {ending!r}:\n{self.text[-2000:]}"
        self.seen = len(self.raw)
        return new

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.keyboard, keys.encode())

    def ended(self) -> int:
        """The exit status, once the program has ended."""
        until = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < until, self.text[-2000:]
        os.close(self.keyboard)
        return self.process.wait(PATIENCE)

    def _read(self) -> bool:
        """Whether the program still prints."""
        ready, _, _ = select.select([self.keyboard], [], [], 0.2)
        if not ready:
            return True
        try:
            more = os.read(self.keyboard, 65536)
        except OSError:  # Linux says so where the other side has gone
            return False
        self.raw += more
        return bool(more)


@contextmanager
def at_terminal(*arguments: str | Path, **env: str) -> Iterator[Terminal]:
    """The program on a terminal of its own, gone at the end."""
    terminal = _started(arguments, env)
    try:
        yield terminal
    finally:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()
            os.close(terminal.keyboard)


def _started(arguments: Sequence[str | Path], env: Mapping[str, str]) -> Terminal:
    keyboard, screen = pty.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        [str(PROGRAM), *map(str, arguments)],
        stdin=screen,
        stdout=screen,
        stderr=screen,
        env=environment(**env),
        start_new_session=True,
    )
    os.close(screen)
    return Terminal(process, keyboard)
