"""`kosci paper`: blank sheets, the sheet of a game from its file, or its review, as a PDF.

Draws nothing; what is wrong with the request is said before anything is written.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Lang, Options, check_known, game_of, read_text, whole_number, words_for
from kosci.commands.errors import CommandError
from kosci.commands.score import Variant

if TYPE_CHECKING:
    from kosci.locale.words import Words
    from kosci.table.gamefile import GameFile
    from kosci.table.record import PaperGame
    from kosci.variants import Rules

Players = Annotated[
    str | None,
    typer.Option("--players", metavar="N", help="Columns for so many players; otherwise as many as may play."),
]
Games = Annotated[str | None, typer.Option("--games", metavar="N", help="Columns for 1-6 games of one player instead.")]
SizeOf = Annotated[str, typer.Option("--size", metavar="A4|A5|A6|letter", help="The size of the paper.")]
Out = Annotated[
    str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write the PDF; - for standard output.")
]
GameOf = Annotated[str | None, typer.Option("--game", metavar="FILE", help="Print the sheet of this game.")]
Review = Annotated[bool, typer.Option("--review", help="Of a game print the review: luck, decisions, the curve.")]


def paper(
    ctx: typer.Context,
    *,
    variant: Variant = None,
    options: Options = None,
    players: Players = None,
    games: Games = None,
    size: SizeOf = "A4",
    game: GameOf = None,
    review: Review = False,
    output: Out = None,
    lang: Lang = None,
) -> None:
    """Print score sheets as PDF: blank ones for a game's rules, or that of a game with its review."""
    from kosci.paper.sizes import parse_size

    words = words_for(ctx, lang)
    _check_together(variant, options, players, games, game, review=review)
    paper_size = parse_size(size).id
    if output is None:
        raise CommandError("paper-output", "where to? write -o FILE, or -o - for standard output")
    if game is not None:
        data = _of_game(words, game, paper_size, review=review)
    else:
        data = _blank(words, game_of(variant, options), players, games, paper_size)
    _write(output, data)


def _check_together(
    variant: str | None,
    options: list[str] | None,
    players: str | None,
    games: str | None,
    game: str | None,
    *,
    review: bool,
) -> None:
    """CommandError where options do not go together."""
    blank = {"--variant": variant, "--set": options, "--players": players, "--games": games}
    given = [name for name, value in blank.items() if value]
    if game is not None and given:
        raise _apart("--game", given[0])
    if game is None and review:
        raise CommandError("paper-review", "--review needs a game: --game FILE")
    if players is not None and games is not None:
        raise _apart("--players", "--games")


def _apart(first: str, second: str) -> CommandError:
    message = f"{first} and {second} are not given together"
    return CommandError("paper-together", message, first=first, second=second)


def _blank(words: "Words", rules: "Rules", players: str | None, games: str | None, size: str) -> bytes:
    from kosci.paper.content import MOST_GAMES
    from kosci.paper.press import Press

    if games is not None:
        return Press().games(words, rules, size, whole_number("--games", games, 1, MOST_GAMES))
    most = rules.players[1]
    number = most if players is None else whole_number("--players", players, 1, most)
    return Press().players(words, rules, size, number)


def _of_game(words: "Words", file: str, size: str, *, review: bool) -> bytes:
    """The sheet or the review of the game in a file."""
    from kosci.table.gamefile import GameFile
    from kosci.table.record import parse_any

    game = parse_any(read_text(file))
    rules = game.table.game if isinstance(game, GameFile) else game.rules
    check_known(words, rules)
    if isinstance(game, GameFile) and game.table.play is None:
        raise CommandError("paper-not-started", "the game has not begun: there is nothing to print")
    return _review(words, game, size) if review else _sheet(words, game, size)


def _sheet(words: "Words", game: "GameFile | PaperGame", size: str) -> bytes:
    from kosci.commands.review import names_of
    from kosci.paper.played import of_paper, of_play
    from kosci.paper.press import Press
    from kosci.table.gamefile import GameFile

    names = names_of(words, game)
    if isinstance(game, GameFile):
        play = game.table.play
        assert play is not None
        helped = [names[seat] for seat in sorted(game.table.coached)]
        notes = (words("coach.marked", names=words.joined(helped)),) if helped else ()
        return Press().game(words, of_play(play, names, notes=notes), size)
    return Press().game(words, of_paper(game, names), size)


def _review(words: "Words", game: "GameFile | PaperGame", size: str) -> bytes:
    from kosci.commands.review import books_of, names_of
    from kosci.commands.solving import check_installed
    from kosci.locale.review_words import ReviewWords
    from kosci.paper.press import Press
    from kosci.table.gamefile import GameFile

    check_installed()
    rules = game.table.game if isinstance(game, GameFile) else game.rules
    books = books_of(words, game, rules)
    told = ReviewWords(words, rules, names_of(words, game), books[0].unit)
    return Press().review(told, books, size, (), "")


def _write(output: str, data: bytes) -> None:
    """Write the PDF; CommandError, and no half file, where that cannot be."""
    if output == "-":
        import sys

        sys.stdout.buffer.write(data)
        return
    target = Path(output)
    is_beside = bool(target.name) and (target.is_file() or not target.exists())  # a pipe is written to as it is
    half = target.with_name(f".{target.name}.{os.getpid()}") if is_beside else target
    try:
        half.write_bytes(data)
        if is_beside:
            half.replace(target)
    except (OSError, ValueError) as error:
        if is_beside:
            _discard(half)
        why = getattr(error, "strerror", None) or str(error)
        message = f"the file {output!r} cannot be written: {why}"
        raise CommandError("paper-unwritable", message, given=output, why=why) from error


def _discard(half: Path) -> None:
    import contextlib

    with contextlib.suppress(OSError, ValueError):
        half.unlink(missing_ok=True)
