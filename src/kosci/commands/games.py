"""`kosci replay` and `kosci verify`: a game from its file, told turn by turn, and its dice recomputed.

Files are never trusted; no point and no face is computed here.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import AFile, Lang, check_known, read_text, whole_number, words_for
from kosci.commands.convert import game_with_log
from kosci.commands.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kosci.locale.words import Words
    from kosci.table.facts import Fact
    from kosci.table.gamefile import GameFile
    from kosci.table.verify import Verification

At = Annotated[
    str | None, typer.Option("--at", metavar="N", help="Stop after fact N and show the table as it stood then.")
]
WRONG, NOT_YET = 1, 3  # exit statuses of `verify`


def replay(ctx: typer.Context, file: AFile, *, at: At = None, lang: Lang = None) -> None:
    """Tell a game turn by turn, the sheet at the end."""
    words = words_for(ctx, lang)
    game = game_with_log(read_text(file), file)
    check_known(words, game.table.game)
    last = len(game.facts) if at is None else whole_number("--at", at, 1, len(game.facts))
    from kosci.tui.retelling import Retelling
    from kosci.tui.terminal import open_terminal

    Retelling(open_terminal(), words, game).tell(last, is_whole=at is None)


def verify(ctx: typer.Context, file: AFile, *, lang: Lang = None) -> None:
    """Recompute every roll of a game.

    The exit status is 0 if all are right, 1 if something was altered, 3 while the game is running.
    """
    from kosci.table.verify import verify as verified
    from kosci.tui.terminal import open_terminal, say

    words = words_for(ctx, lang)
    text = read_text(file)
    game, found = _checked(text, file)
    console = open_terminal()
    if found.verdict == "wrong":
        say(console, *_wrong(words, game, found))
        raise typer.Exit(WRONG)
    if verified(game.facts).verdict == "not-yet":
        say(console, words("cli.verify.running"))
        raise typer.Exit(NOT_YET)
    say(console, words("cli.verify.good", n=len(found.rolls)))
    if game.open_seed is not None:
        say(console, words("cli.verify.trusted"))


def _checked(text: str, file: str) -> "tuple[GameFile, Verification]":
    """The game and what its dice are found to be; a game whose dice are right must keep to the rules too."""
    from kosci.table.gamefile import parse_game, read_game
    from kosci.table.record import has_commitment, is_record
    from kosci.table.verify import verify as verified

    if is_record(text):
        game = game_with_log(text, file)
        _check_drawn(game.facts, file)
        if not has_commitment(game):
            message = f"nobody committed to the dice of the game in {file!r}: they cannot be checked"
            raise CommandError("record-uncommitted", message, given=file)
        return game, verified(game.facts, game.open_seed)
    game = read_game(text)
    _check_drawn(game.facts, file)
    found = verified(game.facts, game.open_seed)
    if found.verdict != "wrong":
        parse_game(text)
    return game, found


def _check_drawn(facts: "Sequence[Fact]", file: str) -> None:
    """CommandError where people rolled by hand: nothing follows from the seed."""
    from kosci.table.facts import Created

    created = facts[0]
    if isinstance(created, Created) and created.settings.is_real:
        message = f"people rolled the dice of the game in {file!r} by hand: there is nothing to check"
        raise CommandError("verify-real", message, given=file)


def _wrong(words: "Words", game: "GameFile", found: "Verification") -> list[str]:
    """What is wrong, a sentence each: the seed or a share before the rolls that follow from them."""
    if not found.is_seed_right:
        return [words("verify.bad-seed")]
    if found.wrong_shares:
        names = dict(enumerate(game.names))
        seats = [names.get(seat, words("player.default", n=seat + 1)) for seat in found.wrong_shares]
        return [words("verify.bad-share", name=name) for name in seats]
    return [
        words("cli.verify.bad-roll", n=roll.number, dice=roll.faces, right=roll.recomputed)
        for roll in found.wrong_rolls
    ]
