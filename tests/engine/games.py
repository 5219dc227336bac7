"""Short ways to make games, events and positions in tests.

Decides nothing: the engine is asked for everything.
"""

from collections.abc import Iterable
from typing import Any

from kosci.engine.card import Card
from kosci.engine.game import Event, Game, Over, Result, parse_event, replay
from kosci.engine.options import Value
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.engine.sheet_text import parse_sheet
from kosci.variants import load

# The four of RULES.md share their rows; the Scandinavian game has its own.
SHEETS = ("general", "general-full-upper", "yahtzee", "yatzi")
ALL_SHEETS = (*SHEETS, "yatzy")
VARIANTS = (*ALL_SHEETS, "tysiac")


def a_game(variant: str, /, **options: Value) -> Game[Any]:
    """The game of a variant, of either family."""
    return load(variant, options)


def a_sheet(variant: str, /, **options: Value) -> Scorecard:
    """The sheet game of a variant."""
    rules = load(variant, options)
    assert isinstance(rules, Scorecard)
    return rules


def a_race(**options: Value) -> Race:
    """Tysiąc, where the first seat starts unless something else is said."""
    rules = load("tysiac", {"first": "seat", **options})
    assert isinstance(rules, Race)
    return rules


def events(text: str) -> list[Event]:
    """The events that lines apart by `;` or line ends say."""
    return [parse_event(line) for line in text.replace(";", "\n").splitlines() if line.strip()]


def sheet_after(rules: Scorecard, seats: int, text: str) -> SheetPosition:
    """The position of a sheet game after these events."""
    return replay(rules, seats, events(text))


def race_after(rules: Race, seats: int, text: str) -> RacePosition:
    """The position of Tysiąc after these events."""
    return replay(rules, seats, events(text))


def on_card(rules: Scorecard, sheet: str, extras: int = 0) -> Card:
    """The card that a sheet text describes."""
    return parse_sheet(rules, sheet, extras)


def mid_turn(card: Card, dice: Iterable[int], rolls_used: int = 3) -> SheetPosition:
    """One seat with these dice on the table."""
    return SheetPosition((card,), (False,), 0, rolls_used, tuple(sorted(dice)))


def results(game: Game[Any], position: object) -> tuple[Result, ...]:
    """The results of a game that is over."""
    awaiting = game.awaiting(position)
    assert isinstance(awaiting, Over)
    return awaiting.results


def places(game: Game[Any], position: object) -> list[int]:
    """The places in seat order of a game that is over."""
    return [result.place for result in results(game, position)]
