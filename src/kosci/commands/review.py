"""`kosci review`: a game from its file taken apart into luck and decisions.

The coach keeps the books; here they are read out.
"""

from typing import TYPE_CHECKING

import typer

from kosci.commands.asked import AFile, Json, Lang, check_known, print_json, read_text, words_for
from kosci.commands.convert import game_with_log
from kosci.commands.errors import CommandError
from kosci.commands.solving import check_installed, kept_solutions, solving

if TYPE_CHECKING:
    from kosci.coach.ledger import Ledger
    from kosci.locale.words import Words
    from kosci.table.gamefile import GameFile


def review(ctx: typer.Context, file: AFile, *, as_json: Json = False, lang: Lang = None) -> None:
    """Take a game apart: what was expected, what luck brought, what decisions cost."""
    words = words_for(ctx, lang)
    game = game_with_log(read_text(file), file)
    check_known(words, game.table.game)
    if game.table.play is None:
        raise CommandError("not-started", "the game has not begun: there is nothing to review")
    check_installed()
    books = _books(words, game)
    if as_json:
        from kosci.coach.telling import Reviewed, as_data

        names = tuple(game.names[seat] if seat < len(game.names) else "" for seat in range(len(books)))
        print_json(as_data(Reviewed(game.table.game.id, names, books)), indent=2)
        return
    from kosci.locale.review_words import ReviewWords
    from kosci.tui.review import show_review
    from kosci.tui.setup import shown_names
    from kosci.tui.terminal import open_terminal

    names = shown_names(words, game.table, game.names)
    show_review(open_terminal(), ReviewWords(words, game.table.game, names, books[0].unit), books)


def _books(words: "Words", game: "GameFile") -> "tuple[Ledger, ...]":
    """The ledger of each seat; the game is solved first where it is not at hand."""
    from kosci.coach.books import table_books
    from kosci.coach.judging import judge_of
    from kosci.solve.library import Library

    with solving(words, "kernel.solve_items") as progress:
        judge = judge_of(Library(kept_solutions(words)), game.table.game, progress)
    return table_books(judge, game.facts)
