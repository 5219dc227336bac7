"""`kosci review`: a game from its file taken apart into luck and decisions.

The coach keeps the books; here they are read out.
"""

from typing import TYPE_CHECKING

import typer

from kosci.commands.asked import AFile, Json, Lang, check_known, print_json, read_text, words_for
from kosci.commands.errors import CommandError
from kosci.commands.solving import check_installed, kept_solutions, solving

if TYPE_CHECKING:
    from kosci.coach.ledger import Ledger
    from kosci.locale.words import Words
    from kosci.table.gamefile import GameFile
    from kosci.table.record import PaperGame
    from kosci.variants import Rules


def review(ctx: typer.Context, file: AFile, *, as_json: Json = False, lang: Lang = None) -> None:
    """Take a game apart: what was expected, what luck brought, what decisions cost."""
    from kosci.table.gamefile import GameFile
    from kosci.table.record import parse_any

    words = words_for(ctx, lang)
    game = parse_any(read_text(file))
    rules = game.table.game if isinstance(game, GameFile) else game.rules
    check_known(words, rules)
    if isinstance(game, GameFile) and game.table.play is None:
        raise CommandError("not-started", "the game has not begun: there is nothing to review")
    check_installed()
    books = books_of(words, game, rules)
    if as_json:
        from kosci.coach.telling import Reviewed, as_data

        given = tuple(game.names[seat] if seat < len(game.names) else "" for seat in range(len(books)))
        print_json(as_data(Reviewed(rules.id, given, books)), indent=2)
        return
    from kosci.locale.review_words import ReviewWords
    from kosci.tui.review import show_review
    from kosci.tui.terminal import open_terminal

    names = names_of(words, game)
    show_review(open_terminal(), ReviewWords(words, rules, names, books[0].unit), books)


def names_of(words: "Words", game: "GameFile | PaperGame") -> tuple[str, ...]:
    """What the players of a game from a file are called."""
    from kosci.table.gamefile import GameFile
    from kosci.tui.setup import paper_names, shown_names

    return shown_names(words, game.table, game.names) if isinstance(game, GameFile) else paper_names(words, game.names)


def books_of(words: "Words", game: "GameFile | PaperGame", rules: "Rules") -> "tuple[Ledger, ...]":
    """The ledger of each seat; the game is solved first where it is not at hand."""
    from kosci.coach.books import table_books
    from kosci.coach.judging import judge_of
    from kosci.coach.paper_books import paper_books
    from kosci.solve.library import Library
    from kosci.table.gamefile import GameFile

    with solving(words, "kernel.solve_items") as progress:
        judge = judge_of(Library(kept_solutions(words)), rules, progress)
    return table_books(judge, game.facts) if isinstance(game, GameFile) else paper_books(judge, game)
