"""`kosci score`: what dice are worth, for scripts as JSON and for people as a table.

Decides nothing: the engine knows every legal entry and the value of every roll.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, words_for
from kosci.commands.errors import CommandError

if TYPE_CHECKING:
    from kosci.engine.card import Card, Entry
    from kosci.engine.dice import Dice
    from kosci.engine.race import Race, RollValue
    from kosci.engine.scorecard import Scorecard
    from kosci.locale.words import Words

Variant = Annotated[str | None, typer.Option("--variant", metavar="VARIANT", help="The game: kosci variants.")]
TheDice = Annotated[str | None, typer.Option("--dice", metavar="5,5,2,3,1", help="Five dice; in Tysiąc one to five.")]
Sheet = Annotated[
    str | None, typer.Option("--sheet", metavar="ROW=POINTS,…", help="The rows filled already; none if left out.")
]
Extras = Annotated[str | None, typer.Option("--extras", metavar="N", help="How many extras the sheet has already.")]


def score(
    ctx: typer.Context,
    *,
    variant: Variant = None,
    dice: TheDice = None,
    sheet: Sheet = None,
    extras: Extras = None,
    options: Options = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what dice give in each row, or are worth in Tysiąc."""
    from kosci.engine.scorecard import Scorecard

    words = words_for(ctx, lang)
    game = game_of(variant, options)
    if dice is None:
        raise CommandError("dice-missing", "which dice? write --dice 5,5,2,3,1")
    if isinstance(game, Scorecard):
        _score_sheet(words, game, (dice, sheet or "", extras), as_json=as_json)
    else:
        _refuse_sheet(game, sheet, extras)
        _score_roll(words, game, dice, as_json=as_json)


def _score_sheet(words: "Words", game: "Scorecard", typed: tuple[str, str, str | None], *, as_json: bool) -> None:
    from kosci.engine.dice import parse_dice

    text, sheet, extras = typed
    dice = parse_dice(text, least=game.dice, most=game.dice)
    entries = _entries(game, dice, sheet, extras)
    if as_json:
        print_json({"legal": {entry.row: [entry.points, entry.extra] for entry in entries}})
    else:
        from kosci.tui.scoring import show_entries
        from kosci.tui.terminal import open_terminal

        show_entries(open_terminal(), words, game, dice, entries)


def _entries(game: "Scorecard", dice: "Dice", sheet: str, extras: str | None) -> "tuple[Entry, ...]":
    return game.entries(typed_card(game, sheet, extras), dice)


def typed_card(game: "Scorecard", sheet: str, extras: str | None) -> "Card":
    """The card that --sheet and --extras describe, on which a row can still be written."""
    from kosci.engine.errors import SheetError
    from kosci.engine.sheet_text import check_open, parse_sheet

    try:
        card = parse_sheet(game, sheet, _extras(extras))
        check_open(game, card)
    except SheetError as error:
        if error.code not in ("sheet-full", "sheet-over-full"):
            raise
        message = f"{sheet!r}: no row can be written any more, the game has {game.turns} turns"
        raise CommandError("score-sheet-full", message, given=sheet, turns=game.turns) from error
    return card


def _extras(text: str | None) -> int:
    if text is None:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        from kosci.engine.errors import SheetError

        raise SheetError("extras-number", f"{text!r} extras: a whole number from 0 is needed", given=text)
    return int(text)


def _refuse_sheet(game: "Race", sheet: str | None, extras: str | None) -> None:
    for option, given in (("--sheet", sheet), ("--extras", extras)):
        if given is not None:
            typed = f"{option} {given}"
            message = f"{typed!r}: {game.id} has no sheet; it takes --dice and --set"
            raise CommandError("score-no-sheet", message, given=typed, variant=game.id)


def _score_roll(words: "Words", game: "Race", text: str, *, as_json: bool) -> None:
    from kosci.engine.dice import parse_dice

    dice = parse_dice(text, least=1, most=game.dice)
    value: RollValue = game.value(dice)
    if as_json:
        print_json({"points": value.points, "scoring_dice": len(value.scoring), "wins": value.wins})
    else:
        from kosci.tui.scoring import show_roll
        from kosci.tui.terminal import open_terminal

        show_roll(open_terminal(), words, dice, value)
