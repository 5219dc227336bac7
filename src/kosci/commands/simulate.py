"""`kosci simulate`: many games among computer players, and what they come to.

Only what was typed is understood here; games are played in `solve`.
"""

import secrets
from typing import Annotated

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, whole_number, words_for
from kosci.commands.score import Variant

MOST_GAMES = 10_000_000
MOST_SEED = 999_999_999

Players = Annotated[str, typer.Option("--players", metavar="NAMES", help="Apart by commas, one for each seat.")]
Games = Annotated[str, typer.Option("--games", metavar="N", help="How many games.")]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="Gives the same dice again; otherwise one is drawn.")
]
SameDice = Annotated[bool, typer.Option("--same-dice", help="Let all seats roll the dice of the first.")]


def simulate(
    ctx: typer.Context,
    *,
    variant: Variant = None,
    options: Options = None,
    players: Players = "best",
    games: Games = "10000",
    seed: Seed = None,
    same_dice: SameDice = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Play many games among computer players and say what they come to."""
    from kosci.commands.simulating import Asked, as_data, checked_players, simulated

    words = words_for(ctx, lang)
    game = game_of(variant, options)
    names = checked_players(game, players)
    number = whole_number("--games", games, 1, MOST_GAMES)
    chosen = secrets.randbelow(MOST_SEED + 1) if seed is None else whole_number("--seed", seed, 0, MOST_SEED)
    asked = Asked(names, number, chosen, same_dice)
    report = simulated(words, game, asked)
    if as_json:
        print_json(as_data(game, asked, report))
        return
    from kosci.tui.simulated import show_simulation
    from kosci.tui.terminal import open_terminal

    console = open_terminal()
    console.print(words("simulate.title", n=words.number(number), seed=str(chosen)))
    show_simulation(console, words, game.id, names, report)
