"""What is said of a computer player: how it plays, and what it comes to where that is known.

Measures nothing, and says nothing of rules that were neither measured nor solved.
"""

from kosci.bots.averages import average
from kosci.bots.strengths import BEST
from kosci.coach.means import usual_means
from kosci.engine.race import Race
from kosci.locale.words import Words
from kosci.variants import Rules


def bot_line(words: Words, game: Rules, bot: str, mean: float | None = None) -> str:
    """How it plays and what it comes to, as "errs often, plays about 180 on average"; `mean` as for `bot_average`."""
    return ", ".join(part for part in (words(f"bot.{bot}.hint"), bot_average(words, game, bot, mean)) if part)


def bot_pick(words: Words, game: Rules, bot: str, mean: float | None = None) -> str:
    """Its name with what it comes to, in few words; `mean` as for `bot_average`."""
    name, (measure, number) = words(f"bot.{bot}.name"), _known(words, game, bot, mean)
    return name if measure in ("", "turns") else words(f"bot.pick.{measure}", name=name, number=number)


def bot_average(words: Words, game: Rules, bot: str, mean: float | None = None) -> str:
    """What it comes to in just this game, empty where that is not known.

    `mean` is the exact mean of the game's best play, where it has been solved: it stands for rules that are not usual.
    """
    measure, number = _known(words, game, bot, mean)
    return words(f"bot.{measure}", number=number) if measure else ""


def _known(words: Words, game: Rules, bot: str, mean: float | None) -> tuple[str, str]:
    """What is known of it and the number, which is a percentage for games won; empty where nothing is."""
    if bot == BEST:
        return _of_best(words, game, mean)
    measure = "wins" if isinstance(game, Race) else "total"
    measured = average(game, bot, measure)
    if measured is None:
        return "", ""
    return measure, words.percent(measured.mean, 0) if measure == "wins" else words.number(measured.mean, 0)


def _of_best(words: Words, game: Rules, mean: float | None) -> tuple[str, str]:
    usual = usual_means(game)
    if isinstance(game, Race):
        return ("turns", words.number(usual[1], 1)) if usual else ("", "")
    known = usual[0] if usual else mean
    return ("", "") if known is None else ("total", words.number(known, 0))
