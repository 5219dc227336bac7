"""What is said of a computer player: how it plays, and what it comes to where that is known.

Measures nothing, and says nothing of rules that were not measured.
"""

from kosci.bots.averages import average
from kosci.bots.strengths import BEST
from kosci.engine.race import Race
from kosci.locale.words import Words
from kosci.variants import Rules


def bot_line(words: Words, bot: str, average: str) -> str:
    """How it plays, and its `bot_average` if there is one, as "errs often, plays about 180 on average"."""
    return ", ".join(part for part in (words(f"bot.{bot}.hint"), average) if part)


def bot_average(words: Words, game: Rules, bot: str, mean: float | None = None) -> str:
    """What it comes to in just this game, empty where that is not known.

    `mean` is the exact mean of the game's best play, where it has been solved: it stands for rules not measured.
    """
    if isinstance(game, Race):
        return _of_race(words, game, bot)
    measured = average(game, bot, "total")
    if measured is not None:
        return words("bot.average", mean=words.number(measured.mean, 0))
    return words("bot.average", mean=words.number(mean, 0)) if mean is not None and bot == BEST else ""


def _of_race(words: Words, game: Race, bot: str) -> str:
    turns, wins = average(game, bot, "turns"), average(game, bot, "wins")
    if bot == BEST:
        return words("bot.turns", turns=words.number(turns.mean, 1)) if turns else ""
    return words("bot.wins", share=round(100 * wins.mean)) if wins else ""
