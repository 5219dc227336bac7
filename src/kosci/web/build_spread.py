"""The results of best play in words, as a picture and as a table, with the reader's own results beside them.

Finds nothing and asks no job.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kosci.engine.errors import RuleError
from kosci.engine.scorecard import Scorecard
from kosci.locale.explain import explain
from kosci.locale.words import Words
from kosci.web.draw_spread import FRAMES, Span, plot, span_of
from kosci.web.views_spread import AtLeast, SpreadFound, SpreadView

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

_MOST_ROWS = 12
_RARE = 0.0005  # of the games: what would be shown as none, or as all of them


def not_asked(url: str) -> SpreadView:
    """Where nobody has asked for the results yet."""
    return SpreadView(url, can_ask=True)


def coming(url: str, progress: float) -> SpreadView:
    """Where the results are being found."""
    return SpreadView(url, percent=int(100 * progress))


def refused(words: Words, url: str) -> SpreadView:
    """Where the address has asked for too much."""
    return SpreadView(url, why_not=words("own.too-many"))


def failed(words: Words, url: str, error: RuleError) -> SpreadView:
    """Where the results could not be found."""
    return SpreadView(url, can_ask=True, why_not=explain(words, error))


def spread_view(words: Words, url: str, game: Scorecard, chances: "Distribution", own: Sequence[int]) -> SpreadView:
    """The results, with the reader's own totals of the same rules."""
    lines, span = tuple(_lines(words, game, chances)), span_of(chances, own)
    said = _own(words, own)
    found = SpreadFound(
        about=" ".join([*lines, *([said] if own else [])]),
        caption=tuple(_caption(words, chances, span, own)),
        plots=tuple(plot(words, frame, chances, span, own) for frame in FRAMES),
        rows=tuple(_rows(words, chances)),
        own=said,
        own_note=words("best-results.own-note"),
        listed=_listed(words, own),
    )
    return SpreadView(url, lines, found)


def _lines(words: Words, game: Scorecard, chances: "Distribution") -> Iterator[str]:
    yield words("best-results.mean", mean=words.number(chances.mean, 1), most=chances.percentile(99))
    low, middle, high = (chances.percentile(percent) for percent in (25, 50, 75))
    yield words("best-results.middle", low=low, high=high, median=middle)
    yield words("best-results.low", least=chances.percentile(1))
    if game.bonus:
        yield words("best-results.bonus", chance=chances.bonus)


def _own(words: Words, own: Sequence[int]) -> str:
    if not own:
        return words("best-results.own-none")
    return words("best-results.own", n=len(own), mean=words.number(sum(own) / len(own), 0 if len(own) == 1 else 1))


def _listed(words: Words, own: Sequence[int]) -> str:
    listed = ", ".join(words.number(total) for total in sorted(own, reverse=True))
    return words("best-results.own-listed", totals=listed) if own else ""


def _caption(words: Words, chances: "Distribution", span: Span, own: Sequence[int]) -> Iterator[str]:
    yield words("best-results.bars", n=span.step)
    yield words("best-results.middle-half")
    yield words("best-results.marked")
    if own:
        yield words("best-results.dots")
    yield words("best-results.seen", share=chances.below(span.end) - chances.below(span.first))


def _rows(words: Words, chances: "Distribution") -> Iterator[AtLeast]:
    """Round totals with the chance of so much or more, where that is neither nearly sure nor nearly none."""
    low, high = chances.percentile(100 * _RARE), chances.percentile(100 * (1 - _RARE))
    step = next(size for size in (10, 25, 50, 100, 250, 500, 1000) if (high - low) / size < _MOST_ROWS)
    for total in range(low // step * step + step, high + 1, step):
        yield AtLeast(words.number(total), words.percent(chances.at_least(total)))
