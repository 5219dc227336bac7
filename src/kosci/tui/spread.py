"""What `kosci solve --distribution` shows people: how high best play scores and how often, with a picture in letters.

Computes nothing but how wide the bars are.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from kosci.engine.scorecard import Scorecard
from kosci.locale.words import Words

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

_MEDIAN = 50
_EDGES = (0.5, 99.5)  # percentiles between which totals have bars of their own
_MOST_BARS = 20
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
_LONGEST = 44

Bar = tuple[str, float]  # what totals, the chance of them


def show_distribution(
    console: Console, words: Words, game: Scorecard, found: "Distribution", percentiles: Sequence[int]
) -> None:
    """The figures of a distribution, the means of the rows, and its totals as bars."""
    figures = _figures(words, found, percentiles)
    _show_figures(console, (words("solve.mean"), words.number(found.mean, 4)), *figures, *_sheet(words, game, found))
    console.print(words("spread.title"))
    show_bars(console, words, list(_bars(words, found)))


def show_turns(console: Console, words: Words, found: "Distribution", percentiles: Sequence[int]) -> None:
    """The same of the turns that the best play of a race needs alone."""
    mean = words("solve.solo-turns"), words.number(found.mean, 4)
    _show_figures(console, mean, *_figures(words, found, percentiles))
    console.print(words("spread.turns-title"))
    show_bars(console, words, list(_bars(words, found)))


def show_bars(console: Console, words: Words, bars: Sequence[Bar]) -> None:
    """Chances side by side, the largest as long as the screen allows."""
    largest = max(chance for _, chance in bars)
    mark = "█" if console.encoding.startswith("utf") else "#"
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    for label, chance in bars:
        table.add_row(label, words.percent(chance), mark * round(_LONGEST * chance / largest))
    console.print(table)


def _show_figures(console: Console, *lines: tuple[str, str]) -> None:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for line in lines:
        table.add_row(*line)
    console.print(table)
    console.print()


def _figures(words: Words, found: "Distribution", percentiles: Sequence[int]) -> Iterator[tuple[str, str]]:
    yield words("simulate.deviation"), words.number(found.standard_deviation, 4)
    for percent in percentiles:
        label = words("simulate.quantile", share=words.percent(percent / 100, 0))
        label = words("simulate.median") if percent == _MEDIAN else label
        yield label, words.number(found.percentile(percent))


def _sheet(words: Words, game: Scorecard, found: "Distribution") -> Iterator[tuple[str, str]]:
    for row, mean in zip(game.rows, found.rows, strict=True):
        yield words.row(row.id, game.id), words.number(mean, 2)
    if game.bonus:
        yield words("sheet.bonus"), words.percent(found.bonus, 2)
    if found.extras:
        yield words.own("sheet.extras", game.id), words.number(found.extras, 4)


def _bars(words: Words, found: "Distribution") -> Iterator[Bar]:
    """The chances of totals in steps of a round number; the rare ones below and above together."""
    low, high = (found.percentile(percent) for percent in _EDGES)
    step = next((step for step in _STEPS if high - low <= step * _MOST_BARS), _STEPS[-1])
    first, last = -(-low // step) * step, high // step * step
    yield f"≤ {words.number(first - 1)}", found.below(first)
    for start in range(first, last, step):
        label = words.number(start) if step == 1 else f"{words.number(start)}–{words.number(start + step - 1)}"
        yield label, found.at_least(start) - found.at_least(start + step)
    yield f"≥ {words.number(last)}", found.at_least(last)
