"""`kosci advise`: what each move is worth under best play from then on, and what it costs against the best.

Values come from the solver; nothing is computed here.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, whole_number, words_for
from kosci.commands.errors import CommandError
from kosci.commands.score import Extras, Sheet, TheDice, Variant, typed_card
from kosci.commands.solve import sheet_game

if TYPE_CHECKING:
    from kosci.solve.advisor import Option

RollsLeft = Annotated[
    str | None, typer.Option("--rolls-left", metavar="N", help="How many rolls the turn has left: 0, 1 or 2.")
]


def advise(
    ctx: typer.Context,
    *,
    variant: Variant = None,
    dice: TheDice = None,
    rolls_left: RollsLeft = None,
    sheet: Sheet = None,
    extras: Extras = None,
    options: Options = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what each keep and each row is worth: the expected final total, best first."""
    from kosci.commands.solving import solution_of
    from kosci.engine.dice import parse_dice

    words = words_for(ctx, lang)
    game = sheet_game(game_of(variant, options))
    if dice is None:
        raise CommandError("dice-missing", "which dice? write --dice 5,5,2,3,1")
    if rolls_left is None:
        raise CommandError("rolls-left-missing", "how many rolls are left? write --rolls-left 2")
    hand = parse_dice(dice, least=game.dice, most=game.dice)
    left = whole_number("--rolls-left", rolls_left, 0, game.rolls - 1)
    card = typed_card(game, sheet or "", extras)
    found = solution_of(words, game)
    from kosci.solve.advisor import Advisor

    moves = Advisor(found).values(card, hand, left)
    if as_json:
        print_json({"options": [told(option) for option in moves]})
        return
    from kosci.tui.advice import show_advice
    from kosci.tui.terminal import open_terminal

    show_advice(open_terminal(), words, game.id, hand, moves)


def told(option: "Option") -> dict[str, object]:
    """What `kosci advise --json` says of a move; `keep` or `row` says what the move is about."""
    from kosci.engine.moves import Keep, Score, format_move

    about: dict[str, object] = {}
    if isinstance(option.move, Keep):
        about = {"keep": list(option.move.dice)}
    elif isinstance(option.move, Score):
        about = {"row": option.move.row}
    measured = {"value": option.value, "cost": option.cost, "place": option.place}
    return {"move": format_move(option.move), **about, **measured}
