"""The curve of a review: what was expected after each turn, a line a player that black ink alone tells apart.

Draws; values are handed in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10

from kosci.paper.pen import HAIR, RULE, SOFT, Box, Pen
from kosci.paper.type import Type, fitted, width

_DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2), (1.5, 2), (7, 2, 1.5, 2))
_KINDS = 4  # shapes of marks; the next four players have them hollow


@dataclass(frozen=True, slots=True)
class Line:
    """One player's values, at the start and after each turn."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Scale:
    """Values as places between two ends."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def draw_curve(pen: Pen, box: Box, lines: Sequence[Line], start: str) -> None:
    """Draw the chart into the box: round numbers at the left, turns below, the lines."""
    size = pen.size
    small = Type("sans", size.small)
    values = [value for line in lines for value in line.values]
    steps = list(_steps(min(values), max(values)))
    labels = [f"{one:g}" for one in steps]
    left = box.x + max(width(label, small) for label in labels) + size.small * 0.6
    down = _Scale(steps[0], steps[-1], box.bottom - size.small * 1.8, box.y + size.small * 0.6)
    turns = max(len(line.values) for line in lines) - 1
    across = _Scale(0, max(turns, 1), left + size.small * 0.8, box.right - size.small * 0.8)
    for one, label in zip(steps, labels, strict=True):
        pen.line(left, down(one), box.right, down(one), HAIR, grey=0.75)
        pen.text(left - size.small * 0.6, down(one) + size.small * 0.34, label, small, left, align="right", grey=SOFT)
    _draw_turns(pen, box, across, turns, start)
    for series, line in enumerate(lines):
        points = [(across(turn), down(value)) for turn, value in enumerate(line.values)]
        pen.path(points, RULE + 0.2, _DASHES[series % len(_DASHES)])
        for x, y in points:
            _draw_mark(pen, series, x, y, size.small * 0.26)


def _draw_turns(pen: Pen, box: Box, across: _Scale, turns: int, start: str) -> None:
    """The numbers of the turns, as many as find room."""
    size = pen.size
    small = Type("sans", size.small)
    room = across(1) - across(0)
    every = next(many for many in (1, 2, 5, 10, 20, 50, 100, 1000) if many * room > width("000", small) * 1.1)
    for turn in range(0, turns + 1, every):
        label = start if turn == 0 and width(start, small) < room * every else str(turn)
        align = "left" if turn == 0 and label == start else "middle"
        x = across(turn) - (size.small * 0.8 if align == "left" else 0)
        if align == "middle" and x + width(label, small) / 2 > box.right:
            align, x = "right", box.right
        pen.text(x, box.bottom - size.small * 0.4, label, small, box.width, align=align, grey=SOFT)  # type: ignore[arg-type]


def legend_height(pen: Pen, lines: Sequence[Line]) -> float:
    """How much the names of the lines take."""
    return -(-len(lines) // _columns(pen)) * pen.size.name * 1.35


def draw_legend(pen: Pen, x: float, y: float, lines: Sequence[Line]) -> None:
    """Each line with its name, in two columns where the paper is wide enough."""
    size = pen.size
    columns = _columns(pen)
    room, sample, height = size.room / columns, size.name * 2.6, size.name * 1.35
    for series, line in enumerate(lines):
        left, middle = x + series % columns * room, y + series // columns * height + height / 2
        pen.path([(left, middle), (left + sample, middle)], RULE + 0.2, _DASHES[series % len(_DASHES)])
        _draw_mark(pen, series, left + sample / 2, middle, size.small * 0.32)
        name, kind = fitted(line.name, Type("sans", size.name * 0.9), room - sample - size.name)
        pen.text(left + sample + size.small * 0.6, middle + kind.size * 0.34, name, kind, room)


def _columns(pen: Pen) -> int:
    return 2 if pen.size.has_foot else 1


def _draw_mark(pen: Pen, series: int, x: float, y: float, size: float) -> None:
    """A circle, a square, a triangle, a diamond in turn; filled for the first four players."""
    is_filled = series < _KINDS
    wide = size * 1.25
    match series % _KINDS:
        case 0:
            pen.ring(x, y, size, is_filled=is_filled)
        case 1:
            pen.shape(
                ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)),
                is_filled=is_filled,
            )
        case 2:
            pen.shape(((x, y - wide), (x + wide, y + size), (x - wide, y + size)), is_filled=is_filled)
        case _:
            pen.shape(((x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)), is_filled=is_filled)


def _steps(low: float, high: float) -> Iterator[float]:
    """Three to eight round numbers of which the outer ones enclose the values."""
    span = max(high - low, 1.0)
    size = 10 ** floor(log10(span / 3))
    step = next(size * many for many in (1, 2, 5, 10) if span / (size * many) <= 7)
    at = floor(low / step) * step
    while at < high + step * 0.999:
        yield round(at, 6)
        at += step
