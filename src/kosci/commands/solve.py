"""`kosci solve`: what best play averages, and what it took to find out.

Solves nothing itself.
"""

from typing import TYPE_CHECKING

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, words_for
from kosci.commands.errors import CommandError
from kosci.commands.score import Variant

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard
    from kosci.variants import Rules


def solve(
    ctx: typer.Context,
    *,
    variant: Variant = None,
    options: Options = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Find the exact value of every position of a game under best play."""
    from kosci.commands.solving import solution_of

    words = words_for(ctx, lang)
    found = solution_of(words, sheet_game(game_of(variant, options)))
    if as_json:
        names = ("mean", "seconds", "cpu_seconds", "states", "table_bytes")
        print_json({name: getattr(found, name) for name in names})
        return
    from kosci.tui.advice import show_solution
    from kosci.tui.terminal import open_terminal

    show_solution(open_terminal(), words, found)


def sheet_game(game: "Rules") -> "Scorecard":
    """The game, if it has sheets."""
    from kosci.engine.scorecard import Scorecard

    if not isinstance(game, Scorecard):
        message = f"{game.id!r} has no sheet: exact play is known for sheet games"
        raise CommandError("solve-no-sheet", message, variant=game.id)
    return game
