"""What best play comes to under some rules, in words and in a table, from what the jobs have found so far.

Solves nothing and asks no job.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from kosci.engine.errors import RuleError
from kosci.engine.race import Race
from kosci.locale.explain import explain
from kosci.locale.option_words import option_label, option_value
from kosci.locale.words import Words
from kosci.variants import Rules, changed_options
from kosci.web.solved import Compared, Found
from kosci.web.views_own import AverageView, Effect, Figure

Means: TypeAlias = Sequence[float]
_MOST_PLACES = 6


def not_here(words: Words, url: str, game: Rules, means: Means) -> AverageView:
    """Where exact play is not installed: what is known all the same, or why there is no number and the way out."""
    if means:
        return AverageView(url, lines=mean_lines(words, game, means))
    return AverageView(url, why_not=words("own.not-here"))


def not_solved(words: Words, url: str, why: RuleError) -> AverageView:
    """Where these rules have no exact play: which option it is that rules it out."""
    option = option_label(words, str(why.params["option"]))
    return AverageView(url, why_not=explain(words, why, option=option))


def average_view(words: Words, url: str, games: Compared, found: Found) -> AverageView:
    """What is known so far."""
    means = found.means.get(games.game)
    usual = found.means.get(games.usual) if games.usual is not None else None
    lines = () if means is None else (*mean_lines(words, games.game, means), *_against(words, games.game, means, usual))
    why_not = words("own.too-many") if found.is_refused else ""
    if found.error is not None:
        why_not = explain(words, found.error)
    return AverageView(
        url=url,
        lines=lines,
        percent=None if found.progress is None else int(100 * found.progress),
        columns=_columns(words, games.game) if games.usual is not None else (),
        effects=tuple(_effects(words, games, found)) if games.usual is not None else (),
        why_not=why_not,
    )


def mean_lines(words: Words, game: Rules, means: Means) -> tuple[str, ...]:
    """What best play comes to, as sentences."""
    if not isinstance(game, Race):
        return (words("own.mean", mean=words.number(means[0], 1)),)
    turn, turns, first = means
    return (
        words("own.turn-mean", mean=words.number(turn, 1)),
        words("own.solo-turns", target=game.target, turns=words.number(turns, 1)),
        words("own.first-wins", chance=words.percent(first)),
    )


def _against(words: Words, game: Rules, means: Means, usual: Means | None) -> Iterator[str]:
    """How a sheet game's average differs from the usual one; a race has three numbers, told by the table."""
    if usual is None or isinstance(game, Race):
        return
    change = means[0] - usual[0]
    places = _places(change)
    if places is None:
        yield words("own.equal")
    else:
        yield words("own.more" if change > 0 else "own.less", change=words.number(abs(change), places))


def _columns(words: Words, game: Rules) -> tuple[str, ...]:
    names = ("turn", "turns", "first") if isinstance(game, Race) else ("mean",)
    return tuple(words(f"own.col.{name}") for name in names)


def _effects(words: Words, games: Compared, found: Found) -> Iterator[Effect]:
    usual = found.means.get(games.usual) if games.usual is not None else None
    yield Effect(words("own.row.usual"), _figures(words, games.game, usual, None))
    for name, game in games.alone.items():
        change = words("option.set", option=option_label(words, name), value=_value(words, game, name))
        figures = _figures(words, game, found.means.get(game), usual)
        yield Effect(words("own.row.only", change=change), figures)
    label = words("own.row.all" if games.alone else "own.row.these")
    yield Effect(label, _figures(words, games.game, found.means.get(games.game), usual))


def _value(words: Words, game: Rules, name: str) -> str:
    return option_value(words, name, changed_options(game)[name])


def _figures(words: Words, game: Rules, means: Means | None, usual: Means | None) -> tuple[Figure, ...]:
    if means is None:
        return ()
    scales = (1.0, 1.0, 100.0) if isinstance(game, Race) else (1.0,)
    before = usual if usual is not None else (None,) * len(means)
    return tuple(_figure(words, scale, mean, old) for scale, mean, old in zip(scales, means, before, strict=True))


def _figure(words: Words, scale: float, mean: float, usual: float | None) -> Figure:
    value = words.number(scale * mean, 1)
    if usual is None:
        return Figure(value)
    change = scale * (mean - usual)
    places = _places(change)
    if places is None:
        return Figure(value, words("own.no-change"))
    sign = "+" if change > 0 else ""
    return Figure(value, f"{sign}{words.number(change, places)}")


def _places(change: float) -> int | None:
    """How many decimal places show the change: one, or as many as a small one needs; None where there is none."""
    return next((places for places in range(1, _MOST_PLACES + 1) if round(change, places)), None)
