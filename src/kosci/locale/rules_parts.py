"""What a rules page is made of, and the sentences all games share.

Reads numbers from the game it is given; no number of a rule stands here.
"""

from dataclasses import dataclass

from kosci.engine.dice import Dice
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.locale.words import Words


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One row of a table of values: what it asks for, what it pays, dice that meet it and their points."""

    name: str
    asks: str
    pays: str
    example: Dice
    points: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, its sentences and, where values are listed, its rows."""

    title: str
    lines: tuple[str, ...]
    rows: tuple[RuleRow, ...] = ()


def players_range(words: Words, players: tuple[int, int]) -> str:
    """How many may sit at a table: "2–4"."""
    least, most = players
    return words.number(least) if least == most else f"{words.number(least)}–{words.number(most)}"


def players_line(words: Words, game: Scorecard | Race) -> str:
    """How many may play; alone is always possible (C1)."""
    least, _ = game.players
    key = "player.range" if least == 1 else "player.range-solo"
    return words(key, range=players_range(words, game.players))


def start_line(words: Words, game: Scorecard | Race) -> str:
    """Who starts (S9)."""
    return words(f"rules.first.{game.first}", dice=game.dice)
