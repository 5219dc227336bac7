"""`kosci variants` and `kosci rules`: which games there are, and how each is played.

Every number and every sentence comes from the variants and the catalogues.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, words_for

if TYPE_CHECKING:
    from kosci.engine.options import Spec, Value
    from kosci.variants import VariantInfo

AVariant = Annotated[str | None, typer.Argument(metavar="VARIANT", help="The game: kosci variants.")]
Offered = Mapping[str, object]


def variants(ctx: typer.Context, *, as_json: Json = False, lang: Lang = None) -> None:
    """List the games: players, rows, turns; with --json all of it."""
    from kosci.variants import catalogue

    words = words_for(ctx, lang)
    if as_json:
        print_json([offered(entry) for entry in catalogue()], indent=2)
        return
    from kosci.tui.offering import variant_lines
    from kosci.tui.terminal import open_terminal

    console = open_terminal()
    for line in variant_lines(words, catalogue()):
        console.print(line)


def offered(entry: "VariantInfo") -> Offered:
    """What `kosci variants --json` says of a variant."""
    from kosci.locale.languages import languages, words_in

    return {
        "id": entry.id,
        "names": {lang: words_in(lang)(f"variant.{entry.id}.name") for lang in languages()},
        "players": list(entry.players),
        "solo": entry.solo,
        "rows": list(entry.rows),
        "turns": entry.turns,
        "options": {name: _option(spec, entry.defaults[name]) for name, spec in entry.specs.items()},
    }


def _option(spec: "Spec", default: "Value") -> Offered:
    from kosci.engine.options import Choice

    if isinstance(spec, Choice):
        return {"values": list(spec.values), "default": default}
    return {"least": spec.least, "most": spec.most, "step": spec.step, "default": default}


def rules(ctx: typer.Context, variant: AVariant = None, *, options: Options = None, lang: Lang = None) -> None:
    """Tell the rules of a game with its options as set."""
    words = words_for(ctx, lang)
    game = game_of(variant, options)
    from kosci.tui.offering import rules_lines
    from kosci.tui.terminal import open_terminal

    console = open_terminal()
    for line in rules_lines(words, game):
        console.print(line)
