"""`kosci convert`: a game between its log and the text that people read, on standard output.

Files are never trusted; how a game is written stands in `table`.
"""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import AFile, Lang, read_text, words_for
from kosci.commands.errors import CommandError, one_line

if TYPE_CHECKING:
    from kosci.table.gamefile import GameFile
    from kosci.table.record import PaperGame, RecordError

FORMS = ("log", "text")
To = Annotated[
    str | None, typer.Option("--to", metavar="log|text", help="The form to write; the other one if left out.")
]

GoodPart = Annotated[
    bool, typer.Option("--good-part", help="Of a text with a mistake write what stands before it, with status 1.")
]
MISTAKEN = 1  # the exit status where only a part was written


def convert(ctx: typer.Context, file: AFile, *, to: To = None, good_part: GoodPart = False, lang: Lang = None) -> None:
    """Write a game in its other form: as a log for programs, as text to read and edit."""
    from kosci.table.gamefile import format_game
    from kosci.table.record import format_record, is_record

    words = words_for(ctx, lang)
    if to is not None and to not in FORMS:
        message = f"--to {to!r} is not possible: {' or '.join(FORMS)} is needed"
        raise CommandError("convert-to", message, given=to, allowed=FORMS)
    text = read_text(file)
    game, error = _read(text, good_part=good_part)
    form = to or ("log" if is_record(text) else "text")
    written = format_game(with_log(game, file)) if form == "log" else format_record(game)
    if sys.stdout.isatty():  # a name from a stranger's file steers no terminal
        written = "".join(f"{one_line(line)}\n" for line in written.splitlines())
    sys.stdout.buffer.write(written.encode())
    if error is not None:
        from kosci.locale.explain import explain

        sys.stdout.buffer.flush()
        print(one_line(explain(words, error)), file=sys.stderr)
        raise typer.Exit(MISTAKEN)


def _read(text: str, *, good_part: bool) -> "tuple[GameFile | PaperGame, RecordError | None]":
    """The game, with the mistake where only the part before it is wanted; RuleError where there is no such part."""
    from kosci.table.record import is_record, parse_any, read_record

    if good_part and is_record(text):
        reading = read_record(text)
        if reading.game is not None:
            return reading.game, reading.error
    return parse_any(text), None


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
