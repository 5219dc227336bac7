"""`kosci advise`: what each move is worth under best play from then on, and what it costs against the best.

Values come from the solver, reasons from the coach; nothing is computed here.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Json, Lang, Options, game_of, print_json, whole_number, words_for
from kosci.commands.errors import CommandError
from kosci.commands.racing import TypedStanding, advise_race
from kosci.commands.score import Extras, Sheet, TheDice, Variant, typed_card

if TYPE_CHECKING:
    from kosci.commands.reasoning import Asked
    from kosci.engine.dice import Dice
    from kosci.engine.scorecard import Scorecard
    from kosci.locale.words import Words
    from kosci.solve.options import Option

RollsLeft = Annotated[
    str | None, typer.Option("--rolls-left", metavar="N", help="How many rolls the turn has left: 0, 1 or 2.")
]
Why = Annotated[bool, typer.Option("--why", help="Say where the best move gains and loses against the second.")]
Instead = Annotated[
    str | None, typer.Option("--instead", metavar="MOVE", help='Say it against this move, as in "keep 5 5".')
]
Banked = Annotated[str | None, typer.Option("--banked", metavar="N", help="Tysiąc: the points banked.")]
TurnPoints = Annotated[str | None, typer.Option("--turn", metavar="N", help="Tysiąc: the points of this turn.")]
DiceLeft = Annotated[str | None, typer.Option("--dice-left", metavar="N", help="Tysiąc: the dice left to roll.")]
Opponent = Annotated[
    str | None, typer.Option("--opponent", metavar="N", help="Tysiąc: what the other player has banked.")
]


@dataclass(frozen=True, slots=True)
class TypedTurn:
    """A turn on a sheet, as it was typed."""

    dice: str | None
    rolls_left: str | None
    sheet: str | None
    extras: str | None
    why: bool
    instead: str | None

    @property
    def given(self) -> str | None:
        """The first of these options that was typed."""
        named = {"--dice": self.dice, "--rolls-left": self.rolls_left, "--sheet": self.sheet, "--extras": self.extras}
        named |= {"--why": "" if self.why else None, "--instead": self.instead}
        return next((f"{option} {text}".strip() for option, text in named.items() if text is not None), None)


def advise(
    ctx: typer.Context,
    *,
    variant: Variant = None,
    dice: TheDice = None,
    rolls_left: RollsLeft = None,
    sheet: Sheet = None,
    extras: Extras = None,
    why: Why = False,
    instead: Instead = None,
    banked: Banked = None,
    turn: TurnPoints = None,
    dice_left: DiceLeft = None,
    opponent: Opponent = None,
    options: Options = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what each move is worth, best first.

    In sheet games the expected final total; in Tysiąc the chance to win, or alone the turns to the target.
    """
    from kosci.engine.race import Race

    words = words_for(ctx, lang)
    game = game_of(variant, options)
    standing = TypedStanding(banked, turn, dice_left, opponent)
    typed_sheet = TypedTurn(dice, rolls_left, sheet, extras, why, instead)
    if isinstance(game, Race):
        _refuse(typed_sheet.given, game.id, "--banked, --turn, --dice-left, --opponent")
        advise_race(words, game, standing, as_json=as_json)
    else:
        _refuse(standing.given, game.id, "--dice, --rolls-left, --sheet, --extras, --why, --instead")
        _advise_sheet(words, game, typed_sheet, as_json=as_json)


def _refuse(given: str | None, variant: str, allowed: str) -> None:
    """CommandError where an option was typed that this game has no use for."""
    if given is not None:
        message = f"{given!r} says nothing in {variant!r}, which takes {allowed}"
        raise CommandError("advise-other-game", message, given=given, variant=variant, takes=allowed)


def _advise_sheet(words: "Words", game: "Scorecard", typed: TypedTurn, *, as_json: bool) -> None:
    from kosci.commands.reasoning import reasons_asked, typed_move
    from kosci.commands.solving import solution_of
    from kosci.engine.dice import parse_dice

    dice, rolls_left = typed.dice, typed.rolls_left
    if dice is None:
        raise CommandError("dice-missing", "which dice? write --dice 5,5,2,3,1")
    if rolls_left is None:
        raise CommandError("rolls-left-missing", "how many rolls are left? write --rolls-left 2")
    hand = parse_dice(dice, least=game.dice, most=game.dice)
    left = whole_number("--rolls-left", rolls_left, 0, game.rolls - 1)
    card = typed_card(game, typed.sheet or "", typed.extras)
    other = None if typed.instead is None else typed_move(game, card, (hand, left), typed.instead)
    found = solution_of(words, game)
    from kosci.solve.advisor import Advisor

    advisor = Advisor(found)
    moves = advisor.values(card, hand, left)
    reasons = reasons_asked(advisor, card, (hand, left), other) if typed.why or other else None
    if as_json:
        print_json({"options": [told(option) for option in moves], **(reasons.as_data() if reasons else {})})
    else:
        _show(words, game, hand, (moves, reasons))


def _show(words: "Words", game: "Scorecard", hand: "Dice", advice: "tuple[tuple[Option, ...], Asked | None]") -> None:
    from kosci.tui.advice import show_advice, show_reasons
    from kosci.tui.terminal import open_terminal

    moves, reasons = advice
    console = open_terminal()
    show_advice(console, words, game.id, hand, moves)
    if reasons is not None:
        show_reasons(console, words, game.id, reasons.moves, reasons.found)


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
