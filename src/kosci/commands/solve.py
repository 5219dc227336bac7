"""`kosci solve`: what best play averages, and what it took to find out.

Solves nothing itself.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, words_for
from kosci.commands.score import Variant

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard
    from kosci.locale.words import Words

_SOLVED = ("mean", "seconds", "cpu_seconds", "states", "table_bytes")

Spread = Annotated[bool, typer.Option("--distribution", help="Say how likely every result is, too.")]


def solve(
    ctx: typer.Context,
    *,
    variant: Variant = None,
    options: Options = None,
    spread: Spread = False,
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

        solve_race(words, game, spread=spread, as_json=as_json)
        return
    if spread:
        _tell_distribution(words, game, as_json=as_json)
        return
    found = solution_of(words, game)
    if as_json:
        print_json({name: getattr(found, name) for name in _SOLVED})
        return
    from kosci.tui.advice import show_solution
    from kosci.tui.terminal import open_terminal

    show_solution(open_terminal(), words, found)


def _tell_distribution(words: "Words", game: "Scorecard", *, as_json: bool) -> None:
    from kosci.commands.solving import solution_of
    from kosci.commands.spreading import PERCENTILES, as_data, distribution_of

    found = distribution_of(words, game)
    if as_json:
        solution = solution_of(words, game)
        solved = {name: getattr(solution, name) for name in _SOLVED}
        print_json({**solved, "distribution": as_data(found, game)})
        return
    from kosci.tui.spread import show_distribution
    from kosci.tui.terminal import open_terminal

    show_distribution(open_terminal(), words, game, found, PERCENTILES)
