"""The picture of the results of best play as coordinates: a bar for some totals each, percentiles, own results.

Draws with numbers only: what is said stands in `build_spread`, how it looks in the style sheet.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from kosci.locale.words import Words
from kosci.web.views_spread import Column, Percentile, Spot, SpreadPlot

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

MARKED = (1, 50, 99)  # percentiles that have a line
_SEEN = 0.2  # percent of the games beyond each end of the picture
_LONG = 250  # points from which bars stand for ten of them instead of five
_LEFT, _RIGHT, _TOP, _FOOT = 8.0, 8.0, 44.0, 24.0
_TICK_ROOM, _TEXT_ROOM, _MOST_STEPS, _MOST_STACKED = 52.0, 22.0, 4, 6


@dataclass(frozen=True, slots=True)
class Frame:
    """How large the picture is drawn."""

    id: str
    width: float
    height: float


FRAMES = (Frame("wide", 640.0, 280.0), Frame("narrow", 300.0, 250.0))


@dataclass(frozen=True, slots=True)
class Span:
    """The totals that are shown, from `first` to before `end`, in bars of `step`."""

    first: int
    end: int
    step: int

    @property
    def starts(self) -> range:
        """The first total of each bar."""
        return range(self.first, self.end, self.step)

    def bar(self, total: int) -> int:
        """Which bar a total belongs to."""
        return (total - self.first) // self.step


def span_of(chances: "Distribution", own: Sequence[int]) -> Span:
    """The totals of nearly all games, and all own results."""
    low = min(chances.percentile(_SEEN), *own, chances.last)
    high = max(chances.percentile(100 - _SEEN), *own, low)
    step = 10 if high - low > _LONG else 5
    return Span(low // step * step, high // step * step + step, step)


def plot(words: Words, frame: Frame, chances: "Distribution", span: Span, own: Sequence[int]) -> SpreadPlot:
    """The picture at one width."""
    room = (frame.width - _LEFT - _RIGHT) / len(span.starts)
    shares = [chances.below(start + span.step) - chances.below(start) for start in span.starts]
    radius = min(4.0, room / 2 - 0.4)
    base, top = frame.height - _FOOT, max(shares)
    stacked, lines = _stacked(span, own), tuple(_percentiles(words, frame, chances, span, room))
    foot = min(_MOST_STACKED, max(stacked.values(), default=0)) * (2 * radius + 1.5)
    return SpreadPlot(
        id=f"spread-{frame.id}",
        width=frame.width,
        height=_short(frame.height + foot),
        base=base,
        steps=tuple(_steps(words, frame, top, base)),
        ticks=tuple(_ticks(words, frame, span, room, _short(frame.height + foot - 6))),
        columns=tuple(_columns(chances, span, shares, room, base)),
        percentiles=lines,
        own=tuple(_own(stacked, room, base, radius)),
        radius=_short(radius),
    )


def _columns(
    chances: "Distribution", span: Span, shares: Sequence[float], room: float, base: float
) -> Iterator[Column]:
    low, high, top = chances.percentile(25), chances.percentile(75), max(shares)
    for at, (start, share) in enumerate(zip(span.starts, shares, strict=True)):
        height = _short((base - _TOP) * share / top)
        is_middle = span.bar(low) <= span.bar(start) <= span.bar(high)
        yield Column(_short(_LEFT + room * at), _short(base - height), _short(room - 1), height, is_middle)


def _percentiles(words: Words, frame: Frame, chances: "Distribution", span: Span, room: float) -> Iterator[Percentile]:
    for percent in MARKED:
        total = chances.percentile(percent)
        x = _short(_LEFT + room * (total + 0.5 - span.first) / span.step)
        text_x = min(max(x, _TEXT_ROOM), frame.width - _TEXT_ROOM)
        yield Percentile(x, text_x, words.number(total), words.percent(percent / 100, 0))


def _steps(words: Words, frame: Frame, top: float, base: float) -> Iterator[Spot]:
    """Round shares with the heights they are drawn at, on the right, where the bars are low."""
    step = next(size / 1000 for size in (1, 2, 5, 10, 20, 50, 100, 200, 500) if top / (size / 1000) < _MOST_STEPS + 1)
    for many in range(1, int(top / step) + 1):
        y = _short(base - (base - _TOP) * step * many / top)
        yield Spot(frame.width, y, words.percent(step * many, 0 if step >= 0.01 else 1))


def _ticks(words: Words, frame: Frame, span: Span, room: float, y: float) -> Iterator[Spot]:
    most = frame.width / _TICK_ROOM
    step = next(size for size in (20, 50, 100, 200, 500, 1000, 5000) if (span.end - span.first) / size <= most)
    for total in range(ceil(span.first / step) * step, span.end, step):
        x = _short(_LEFT + room * (total - span.first) / span.step)
        yield Spot(min(max(x, _TEXT_ROOM / 2), frame.width - _TEXT_ROOM / 2), y, words.number(total))


def _stacked(span: Span, own: Sequence[int]) -> Counter[int]:
    """How many own results stand under each bar."""
    return Counter(span.bar(total) for total in own)


def _own(stacked: Counter[int], room: float, base: float, radius: float) -> Iterator[Spot]:
    """Marks under the bars, one below the other, closer where there are many."""
    most = max(stacked.values(), default=1)
    apart = (2 * radius + 1.5) * min(1.0, (_MOST_STACKED - 1) / max(1, most - 1))
    for bar, many in sorted(stacked.items()):
        for row in range(many):
            yield Spot(_short(_LEFT + room * (bar + 0.5) - 0.5), _short(base + 2.5 + radius + apart * row), "")


def _short(number: float) -> float:
    return round(number, 1)
