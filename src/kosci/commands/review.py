"""`kosci review`: a game from its file taken apart into luck and decisions.

The coach keeps the books; here they are read out.
"""

from typing import TYPE_CHECKING

import typer

from kosci.commands.asked import AFile, Json, Lang, check_known, print_json, read_text, words_for
from kosci.commands.errors import CommandError
from kosci.commands.solving import check_installed, kept_solutions, solving

if TYPE_CHECKING:
    from kosci.coach.ledger import Decision, Ledger, Luck
    from kosci.locale.words import Words
    from kosci.table.gamefile import GameFile


def review(ctx: typer.Context, file: AFile, *, as_json: Json = False, lang: Lang = None) -> None:
    """Take a game apart: what was expected, what luck brought, what decisions cost."""
    from kosci.table.gamefile import parse_game

    words = words_for(ctx, lang)
    game = parse_game(read_text(file))
    check_known(words, game.table.game)
    if game.table.play is None:
        raise CommandError("not-started", "the game has not begun: there is nothing to review")
    check_installed()
    books = _books(words, game)
    if as_json:
        print_json({"variant": game.table.game.id, "unit": books[0].unit, "players": _players(game, books)}, indent=2)
        return
    from kosci.locale.review_words import ReviewWords
    from kosci.tui.review import show_review
    from kosci.tui.setup import shown_names
    from kosci.tui.terminal import open_terminal

    names = shown_names(words, game.table, game.names)
    show_review(open_terminal(), ReviewWords(words, game.table.game, names, books[0].unit), books)


def _books(words: "Words", game: "GameFile") -> "tuple[Ledger, ...]":
    """The ledger of each seat; the game is solved first where it is not at hand."""
    from kosci.coach.judging import judge_of
    from kosci.coach.ledger import ledger
    from kosci.coach.steps import table_steps
    from kosci.solve.library import Library

    table, steps = game.table, table_steps(game.facts)
    with solving(words, "kernel.solve_items") as progress:
        judge = judge_of(Library(kept_solutions(words)), table.game, progress)
    start = table.game.start(len(table.seats))
    return tuple(ledger(judge, steps, seat, start) for seat in range(len(table.seats)))


def _players(game: "GameFile", books: "tuple[Ledger, ...]") -> list[dict[str, object]]:
    from kosci.coach.ledger import Luck

    return [
        {
            "seat": book.seat,
            "name": game.names[book.seat] if book.seat < len(game.names) else "",
            "expected": book.start,
            "luck": book.luck,
            "cost": book.cost,
            "result": book.now,
            "by_turn": [{"turn": turn, "luck": luck, "cost": cost} for turn, (luck, cost) in book.by_turn().items()],
            "by_row": {row: {"luck": luck, "cost": cost} for row, (luck, cost) in book.by_row().items()},
            "entries": [_roll(entry) if isinstance(entry, Luck) else _decision(entry) for entry in book.entries],
        }
        for book in books
    ]


def _roll(roll: "Luck") -> dict[str, object]:
    return {
        "fact": roll.seq,
        "turn": roll.turn,
        "roll": roll.number,
        "dice": list(roll.faces),
        "before": roll.before,
        "after": roll.after,
        "luck": roll.luck,
    }


def _decision(decision: "Decision") -> dict[str, object]:
    from kosci.engine.moves import format_move

    move = decision.move
    return {
        "fact": decision.seq,
        "turn": decision.turn,
        "dice": list(decision.dice),
        "move": move if isinstance(move, str) else format_move(move),
        "best": [format_move(best) for best in decision.best],
        "before": decision.before,
        "after": decision.after,
        "cost": decision.cost,
        "open": decision.is_open,
        "by": decision.by,
    }
