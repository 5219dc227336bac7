"""The picture of results over time as coordinates: dots, their running mean, bands of best play behind them.

Draws with numbers only: what is said stands in `build_record_group`, how it looks in the style sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor
from typing import TYPE_CHECKING

from kosci.locale.words import Words
from kosci.web.draw_spread import Frame
from kosci.web.views_records import Band, Level, RecordPlot
from kosci.web.views_spread import Spot

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

FRAMES = (Frame("record-wide", 640.0, 300.0), Frame("record-narrow", 300.0, 260.0))
MOST_DOTS = 300  # the latest results of a picture
LEVELS = (10, 50, 90)
_LEFT, _RIGHT, _TOP, _FOOT = 44.0, 46.0, 14.0, 26.0
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_LEAST_POINTS, _LEAST_TURNS = 40, 8  # between the ends of the scale, however close the results are
_STEP_ROOM, _LEVEL_ROOM = 34.0, 15.0


@dataclass(frozen=True, slots=True)
class Scale:
    """From results to heights; where fewer is better they stand higher."""

    low: int
    high: int
    top: float
    base: float
    is_fewer_better: bool

    def y(self, value: float) -> float:
        """The height of a result."""
        share = (value - self.low) / (self.high - self.low)
        return _short(self.top + share * (self.base - self.top)) if self.is_fewer_better else self._up(share)

    def _up(self, share: float) -> float:
        return _short(self.base - share * (self.base - self.top))


def plot(
    words: Words,
    frame: Frame,
    values: Sequence[int],
    dates: tuple[str, str],
    chances: "Distribution | None",
    *,
    is_fewer_better: bool = False,
) -> RecordPlot:
    """The picture at one width: the latest results, the first and last of them dated."""
    means = [total / many for many, total in enumerate(accumulate(values), start=1)]
    shown, running = values[-MOST_DOTS:], means[-MOST_DOTS:]
    scale = _scale(frame, (*shown, *running), chances, is_fewer_better=is_fewer_better)
    dots = tuple(_spots(frame, shown, scale))
    best = (min if is_fewer_better else max)(shown)
    return RecordPlot(
        id=frame.id,
        width=frame.width,
        height=frame.height,
        left=_LEFT,
        right=frame.width - _RIGHT,
        base=scale.base,
        steps=tuple(_steps(words, scale)),
        ticks=tuple(_ticks(frame, dots, dates)),
        dots=dots,
        radius=_short(max(2.0, min(5.0, _room(frame, len(shown)) / 2))),
        running=_path(_spots(frame, running, scale)) if len(shown) > 1 else "",
        wide=_band(scale, chances, 10, 90),
        middle=_band(scale, chances, 25, 75),
        levels=tuple(_levels(words, scale, chances)),
        best=dots[shown.index(best)],
    )


def _scale(frame: Frame, values: Sequence[float], chances: "Distribution | None", *, is_fewer_better: bool) -> Scale:
    marked = [chances.percentile(percent) for percent in (5, 95)] if chances else []
    low, high = floor(min(*values, *marked, values[0])), ceil(max(*values, *marked, values[0]))
    missing = (_LEAST_TURNS if is_fewer_better else _LEAST_POINTS) - (high - low)
    low, high = max(0, low - max(0, missing) // 2), high + max(0, missing) // 2
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step
    return Scale(low, high, _TOP, frame.height - _FOOT, is_fewer_better)


def _step(span: int) -> int:
    return next(step for step in _STEPS if span / step <= 5 or step == _STEPS[-1])


def _room(frame: Frame, many: int) -> float:
    return (frame.width - _LEFT - _RIGHT) / max(1, many)


def _spots(frame: Frame, values: Sequence[float], scale: Scale) -> Iterator[Spot]:
    room = _room(frame, len(values))
    for at, value in enumerate(values):
        yield Spot(_short(_LEFT + room * (at + 0.5)), scale.y(value), "")


def _path(spots: Iterator[Spot]) -> str:
    return "M" + "L".join(f"{spot.x} {spot.y}" for spot in spots)


def _steps(words: Words, scale: Scale) -> Iterator[Spot]:
    """Round results with their heights, as many as there is room for."""
    step = _step(scale.high - scale.low)
    while (scale.base - scale.top) / ((scale.high - scale.low) / step) < _STEP_ROOM:
        step *= 2
    for value in range(ceil(scale.low / step) * step, scale.high + 1, step):
        yield Spot(_LEFT - 6, scale.y(value), words.number(value))


def _ticks(frame: Frame, dots: Sequence[Spot], dates: tuple[str, str]) -> Iterator[Spot]:
    """The dates of the first and the last result; one alone where there is one."""
    y = frame.height - 7
    if len(dots) > 1:
        yield Spot(_LEFT, y, dates[0])
    yield Spot(frame.width - _RIGHT, y, dates[1])


def _band(scale: Scale, chances: "Distribution | None", low: int, high: int) -> Band | None:
    if chances is None:
        return None
    one, two = sorted(scale.y(chances.percentile(percent)) for percent in (low, high))
    return Band(one, _short(two - one))


def _levels(words: Words, scale: Scale, chances: "Distribution | None") -> Iterator[Level]:
    """Percentiles of best play with lines; their words keep clear of each other."""
    if chances is None:
        return
    heights = sorted((scale.y(chances.percentile(percent)), percent) for percent in LEVELS)
    text_y = -_LEVEL_ROOM
    for y, percent in heights:
        text_y = max(y + 4, text_y + _LEVEL_ROOM)
        yield Level(y, _short(text_y), words.percent(percent / 100, 0))


def _short(number: float) -> float:
    return round(number, 1)
