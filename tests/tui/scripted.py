"""A desk whose people type what a test says, and a session at it.

Judges nothing.
"""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

from rich.console import Console, RenderableType

from kosci.locale.languages import words_in
from kosci.table.gamefile import GameFile, format_game
from kosci.tui.saved import SavedGame, take_up
from kosci.tui.session import Session
from tests.cli.files import SEED

Typist = Callable[[str], str | None]


class ScriptedDesk:
    """Answers each prompt with the next line, and keeps everything that was shown."""

    def __init__(self, lines: Iterable[str] | Typist = (), *, undo: Iterable[bool] = ()) -> None:
        self._lines: Iterator[str] = iter(()) if callable(lines) else iter(lines)
        self._typist = lines if callable(lines) else None
        self._undo = iter(undo)
        self._text = io.StringIO()
        self._console = Console(file=self._text, width=80, markup=False, highlight=False)
        self.waits: list[float] = []
        self.pauses: list[float] = []

    @property
    def width(self) -> int:
        return 80

    @property
    def shown(self) -> str:
        return self._text.getvalue()

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self._console.print(thing)

    def ask(self, prompt: str) -> str | None:
        line = self._typist(prompt) if self._typist else next(self._lines, None)
        self._console.print(f"{prompt}{line}")
        return line

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def wants_undo(self, seconds: float, hint: str) -> bool:
        self.show(hint)
        self.waits.append(seconds)
        return next(self._undo, False)


def put(folder: Path, game: GameFile) -> SavedGame:
    """The game in a file of its own, its seed open."""
    text = format_game(GameFile(game.names, game.facts, SEED))
    folder.mkdir(exist_ok=True)
    path = folder / "game.kosci"
    path.write_text(text, encoding="utf-8")
    return take_up(path, text)


def session(desk: ScriptedDesk, lang: str = "en") -> Session:
    """A session at the desk, its computers the same each time."""
    return Session(desk, words_in(lang), Random(11))
