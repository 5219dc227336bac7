"""The rules in so few words that they stand beside each row of a sheet on paper.

Decides nothing: whatever it says is read from the game that is played.
"""

from collections.abc import Iterator

from kosci.engine.card import Row
from kosci.engine.patterns import Anything, Exactly, Face, Groups, Opposite, Pattern, Straight
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.locale.rules_sheet import sheet_rules
from kosci.locale.rules_text import rules_text
from kosci.locale.words import Words


def short_form(words: Words, row: Row) -> str:
    """What a row asks for and pays: "3 + 2 alike: 25"."""
    asks = _asks(words, row.pattern)
    if isinstance(row.pattern, Face) and row.pays == "matched":
        return words("paper.short.face", asks=asks)
    pays = words(f"paper.short.{row.pays}") if isinstance(row.pays, str) else words.number(row.pays)
    return words("paper.short", asks=asks, pays=pays)


def _asks(words: Words, pattern: Pattern) -> str:
    match pattern:
        case Face(face):
            return words.number(face)
        case Groups(sizes):
            *before, last = sizes
            return "".join(f"{size} + " for size in before) + words.count("alike", last)
        case Straight(length):
            return words("paper.short.straight", n=length)
        case Exactly(dice):
            return "-".join(map(str, dice))
        case Opposite(alike):
            return words("paper.short.opposite", alike=words.count("alike", alike))
        case Anything():
            return words("rules.asks.anything")


def pays_extras(game: Scorecard) -> bool:
    """Whether a further five alike can bring anything (E1)."""
    return game.extra != "none" and not (game.extra == "as_joker" and game.joker == "none")


def examples(words: Words, game: Scorecard) -> tuple[tuple[int, ...], ...]:
    """For each row dice that meet it; of an upper row its face alone."""
    listed = [row.example for section in sheet_rules(words, game) for row in section.rows]
    return tuple(
        (row.pattern.face,) if isinstance(row.pattern, Face) else example
        for row, example in zip(game.rows, listed, strict=True)
    )


def foot(words: Words, game: Scorecard | Race) -> Iterator[tuple[str, str]]:
    """What is to be known at the table beside the rows: headings, each with its sentences."""
    wanted = ("rules.turn", "rules.five") if isinstance(game, Scorecard) else ("rules.race-turn", "rules.race-values")
    titles = [words(key) for key in wanted]
    for section in rules_text(words, game):
        if section.title in titles:
            yield section.title, " ".join(section.lines)
