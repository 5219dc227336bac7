"""`kosci solve`: what best play averages, and what it took to find out.

Solves nothing itself.
"""

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, words_for
from kosci.commands.score import Variant


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
    from kosci.engine.race import Race

    words = words_for(ctx, lang)
    game = game_of(variant, options)
    if isinstance(game, Race):
        from kosci.commands.racing import solve_race

        solve_race(words, game, as_json=as_json)
        return
    found = solution_of(words, game)
    if as_json:
        names = ("mean", "seconds", "cpu_seconds", "states", "table_bytes")
        print_json({name: getattr(found, name) for name in names})
        return
    from kosci.tui.advice import show_solution
    from kosci.tui.terminal import open_terminal

    show_solution(open_terminal(), words, found)
