"""Where people sit: what is shown to them and what they type, on a terminal or from a pipe.

Understands nothing of what is typed.
"""

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from rich.console import Console, RenderableType
from rich.text import Text


class Desk(Protocol):
    """Shows and asks."""

    @property
    def width(self) -> int:
        """How many columns may be drawn on."""

    def show(self, *things: RenderableType) -> None:
        """Put these on the screen, each on lines of its own."""

    def ask(self, prompt: str) -> str | None:
        """The line typed after the prompt, or None where nothing more will come."""

    def pause(self, seconds: float) -> None:
        """Give people time to read."""

    def wants_undo(self, seconds: float, hint: str) -> bool:
        """Whether an undo is asked for within so many seconds, which the hint says; another key goes on at once."""


class Keyboard:
    """A desk at standard input and output."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._is_terminal = sys.stdin.isatty() and console.is_terminal
        self._next: str | None = None  # a line from a pipe that was looked at before its time
        self._waited = False  # keys pressed while the screen was moving were meant for nothing
        if self._is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  # editing of the line, and the lines typed before

    @property
    def width(self) -> int:
        """How many columns may be drawn on."""
        return self._console.width

    def show(self, *things: RenderableType) -> None:
        """Put these on the screen, each on lines of its own."""
        for thing in things:
            is_unbroken = isinstance(thing, Text) and bool(thing.no_wrap)  # printing forgets it otherwise
            self._console.print(thing, soft_wrap=is_unbroken)

    def ask(self, prompt: str) -> str | None:
        """The line typed after the prompt, or None where nothing more will come."""
        if self._is_terminal:
            if self._waited:
                _forget_keys()
            self._waited = False
            try:
                return input(prompt)
            except EOFError:
                self._console.print()
                return None
            except KeyboardInterrupt:
                self._console.print()
                raise
        line = self._from_pipe()
        self._console.print(prompt + (line or ""), soft_wrap=True)
        return line

    def _from_pipe(self) -> str | None:
        line, self._next = self._next, None
        if line is None:
            line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def pause(self, seconds: float) -> None:
        """Give people time to read; from a pipe nobody reads along."""
        if self._is_terminal and seconds:
            time.sleep(seconds)
            self._waited = True

    def wants_undo(self, seconds: float, hint: str) -> bool:
        """Whether an undo is asked for within so many seconds, which the hint says; another key goes on at once."""
        if self._is_terminal:
            self._waited = True
            self._console.print(Text(hint, style="dim"))
            with _single_keys() as keys:
                ready, _, _ = select.select([keys], [], [], seconds)
                return bool(ready) and os.read(keys, 64)[:1].lower() == b"u"
        self._next = self._next or sys.stdin.readline()
        is_undo = self._next.strip().lower() in ("u", "undo")
        if is_undo:
            self._next = None
        return is_undo


@contextmanager
def _single_keys() -> Iterator[int]:
    """Standard input giving keys one by one, without showing them."""
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor, termios.TCSANOW)  # a key pressed already counts
    try:
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _forget_keys() -> None:
    import termios

    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
