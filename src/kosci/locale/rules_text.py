"""The rules of any game in words, drawn from the very value that is played, so that text and play cannot differ.

Holds no number of a rule and decides nothing.
"""

from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.locale.rules_parts import RuleRow, Section, players_line, players_range
from kosci.locale.rules_race import race_rules
from kosci.locale.rules_sheet import sheet_rules
from kosci.locale.words import Words

__all__ = ["RuleRow", "Section", "blurb", "players_line", "players_range", "rules_text"]


def rules_text(words: Words, game: Scorecard | Race) -> tuple[Section, ...]:
    """How the game is played, with its options as they are."""
    return sheet_rules(words, game) if isinstance(game, Scorecard) else race_rules(words, game)


def blurb(words: Words, game: Scorecard | Race) -> tuple[str, str]:
    """Two lines that say what sets the variant apart."""
    lines = f"variant.{game.id}.blurb"
    if isinstance(game, Race):
        return words(f"{lines}.1"), words(f"{lines}.2", target=game.target)
    numbers = {"rolls": game.rolls, "rows": len(game.rows), "turns": game.turns, "extra": game.extra_pays}
    return words(f"{lines}.1", **numbers), words(f"{lines}.2", **numbers)
