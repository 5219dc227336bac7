"""`kosci convert`: a game between its log and the text that people read, on standard output.

Files are never trusted; how a game is written stands in `table`.
"""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import AFile, Lang, read_text, words_for
from kosci.commands.errors import CommandError

if TYPE_CHECKING:
    from kosci.table.gamefile import GameFile

FORMS = ("log", "text")
To = Annotated[
    str | None, typer.Option("--to", metavar="log|text", help="The form to write; the other one if left out.")
]


def convert(ctx: typer.Context, file: AFile, *, to: To = None, lang: Lang = None) -> None:
    """Write a game in its other form: as a log for programs, as text to read and edit."""
    from kosci.table.gamefile import format_game
    from kosci.table.record import format_record, is_record, parse_any

    words_for(ctx, lang)
    if to is not None and to not in FORMS:
        message = f"--to {to!r} is not possible: {' or '.join(FORMS)} is needed"
        raise CommandError("convert-to", message, given=to, allowed=FORMS)
    text = read_text(file)
    game = parse_any(text)
    form = to or ("log" if is_record(text) else "text")
    written = format_game(with_log(game, file)) if form == "log" else format_record(game)
    sys.stdout.buffer.write(written.encode())


def game_with_log(text: str, file: str) -> "GameFile":
    """The game of a file in either form; CommandError where only the last dice of its turns are known."""
    from kosci.table.record import parse_any

    return with_log(parse_any(text), file)


def with_log(game: object, file: str) -> "GameFile":
    """The game, if all its rolls are known."""
    from kosci.table.gamefile import GameFile

    if not isinstance(game, GameFile):
        message = f"of the game in {file!r} only the last dice of each turn are known: it has no log"
        raise CommandError("record-on-paper", message, given=file)
    return game
