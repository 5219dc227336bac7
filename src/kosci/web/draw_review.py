"""The pictures of a review as coordinates: the curve of what was expected, and the way from that to the result.

Draws with numbers only: what is said stands in `build_review`, how it looks in the style sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10

from kosci.web.views_review import Bar, Column, Curve, Fall, Mark, Text

_COLUMN = 24.0  # the least width that a finger finds
_SMALLER = 1.3  # a curve that is so much wider than its frame stays as wide
_START_ROOM = 45.0  # for a word before the first turn
_LEFT, _TOP, _FOOT = 8.0, 14.0, 26.0
_ROW, _LABELS, _VALUES, _FALL = 32.0, 92.0, 62.0, 330.0
_NAME_ROOM, _NAME_LETTERS, _NAME_HEIGHT = 140.0, 17, 18.0


@dataclass(frozen=True, slots=True)
class Line:
    """One player's values: at the start, then after each turn."""

    series: int
    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What a curve is called and about, what stands before the first turn, and what is to be read at each turn."""

    title: str
    about: str
    start: str
    turns: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Frame:
    """How large a curve is drawn, and whether there is room for names beside it."""

    id: str
    width: float
    height: float
    is_wide: bool


FRAMES = (Frame("wide", 880.0, 320.0, is_wide=True), Frame("narrow", 320.0, 260.0, is_wide=False))


@dataclass(frozen=True, slots=True)
class _Scale:
    """Values as places on a line of the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return _short(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start))


def curve(frame: Frame, lines: Sequence[Line], said: Said) -> Curve:
    """The lines of all players."""
    turns = max(len(line.values) for line in lines) - 1
    right = _NAME_ROOM if frame.is_wide else _LEFT
    width = max(frame.width, _LEFT + _COLUMN * (turns + 0.5) + right)
    values = [value for line in lines for value in line.values]
    steps = list(_steps(min(values), max(values)))
    down = _Scale(min(steps[0], *values), max(steps[-1], *values), frame.height - _FOOT - 8, _TOP + 4)
    room = (width - _LEFT - right) / (turns + 0.5)
    across = [_short(_LEFT + room * turn) for turn in range(turns + 1)]
    return Curve(
        id=f"curve-{frame.id}",
        width=_short(width),
        height=frame.height,
        is_long=width > frame.width * _SMALLER,
        top=_TOP,
        bottom=frame.height - _FOOT,
        title=said.title,
        about=said.about,
        steps=tuple(Text(_LEFT, down(step), f"{step:g}") for step in steps),
        turns=tuple(_ticks(across, frame.height - 7, said.start if room > _START_ROOM else "0")),
        lines=tuple(Mark(line.series, _path(line, across, down)) for line in lines),
        columns=tuple(_columns(lines, said.turns, across, down, room)),
        ends=tuple(_ends(lines, across, down, frame)),
    )


def _ticks(across: Sequence[float], y: float, start: str) -> Iterator[Text]:
    yield Text(across[0], y, start)
    every = 1 if len(across) < 25 else 5
    for turn, x in enumerate(across):
        if turn and turn % every == 0:
            yield Text(x, y, str(turn))


def _path(line: Line, across: Sequence[float], down: _Scale) -> str:
    return "M" + "L".join(f"{x:g} {down(value):g}" for x, value in zip(across, line.values, strict=False))


def _columns(
    lines: Sequence[Line], labels: Mapping[int, str], across: Sequence[float], down: _Scale, room: float
) -> Iterator[Column]:
    for turn in range(1, len(across)):
        marks = [
            Mark(line.series, mark(line.series, across[turn], down(line.values[turn])))
            for line in lines
            if turn < len(line.values)
        ]
        yield Column(turn, _short(across[turn] - room / 2), _short(room), labels[turn], tuple(marks))


def _ends(lines: Sequence[Line], across: Sequence[float], down: _Scale, frame: Frame) -> Iterator[Text]:
    """The names at the ends of the lines, moved apart where they would cover each other."""
    if not frame.is_wide:
        return
    lowest = frame.height - _FOOT
    ends = sorted(lines, key=lambda line: down(line.values[-1]))
    places = [down(line.values[-1]) + 5 for line in ends]
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + _NAME_HEIGHT)
    for at in reversed(range(len(places))):
        below = places[at + 1] - _NAME_HEIGHT if at + 1 < len(places) else lowest
        places[at] = min(places[at], below)
    for line, y in zip(ends, places, strict=True):
        name = line.name if len(line.name) <= _NAME_LETTERS else line.name[: _NAME_LETTERS - 1] + "…"
        yield Text(across[len(line.values) - 1] + 14, _short(y), name, line.series)


def mark(series: int, x: float, y: float, size: float = 4.5) -> str:
    """The shape of a player's points: a circle, a square, a triangle, a diamond, in turn."""
    wide, sharp = size + 1, size + 1.5
    match (series - 1) % 4:
        case 0:
            arc = f"a{size:g} {size:g} 0 1 0"
            return f"M{x - size:g} {y:g}{arc} {2 * size:g} 0{arc} {-2 * size:g} 0z"
        case 1:
            return f"M{x - size:g} {y - size:g}h{2 * size:g}v{2 * size:g}h{-2 * size:g}z"
        case 2:
            return f"M{x:g} {y - wide:g}l{wide:g} {2 * size:g}h{-2 * wide:g}z"
        case _:
            return f"M{x:g} {y - sharp:g}l{sharp:g} {sharp:g}l{-sharp:g} {sharp:g}l{-sharp:g} {-sharp:g}z"


def _steps(low: float, high: float) -> Iterator[float]:
    """Three to seven round numbers of which the outer ones enclose the values."""
    span = max(high - low, 1.0)
    size = 10 ** floor(log10(span / 3))
    step = next(size * many for many in (1, 2, 5, 10) if span / (size * many) <= 7)
    at = floor(low / step) * step
    while at < high + step * 0.999:
        yield round(at, 6)
        at += step


# --- the way to the result ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """One player's levels: expected, after luck, result; with the words and numbers beside them."""

    series: int
    expected: float
    lucky: float
    result: float
    words: tuple[tuple[str, str], ...]

    @property
    def levels(self) -> tuple[float, float, float]:
        """All of them."""
        return self.expected, self.lucky, self.result


def fall(way: Way, ways: Sequence[Way], title: str, about: str) -> Fall:
    """A player's way, on the scale of all players' so that they may be held against each other."""
    levels = [level for one in ways for level in one.levels]
    room = max(max(levels) - min(levels), 10.0 if max(levels) > 60 else 2.0)
    middle = (max(levels) + min(levels)) / 2
    across = _Scale(middle - room / 2, middle + room / 2, _LABELS + 12, _FALL - _VALUES - 12)
    expected, lucky, result = (across(level) for level in way.levels)
    spans = ((expected, expected), (expected, lucky), (lucky, result), (result, result))
    kinds = ("level", "luck", "cost", "level result")
    rows = [_ROW * (at + 0.5) for at in range(4)]
    bars = tuple(_bar(kind, y, span, words) for kind, y, span, words in zip(kinds, rows, spans, way.words, strict=True))
    links = tuple(
        Mark(way.series, f"M{x:g} {_short(rows[at] + 10):g}V{_short(rows[at + 1] - 10):g}")
        for at, x in enumerate((expected, lucky, result))
    )
    return Fall(f"fall-{way.series}", _FALL, 4 * _ROW, title, about, bars, links)


def _bar(kind: str, y: float, span: tuple[float, float], words: tuple[str, str]) -> Bar:
    start, end = span
    label, value = words
    arrow = ""
    if abs(end - start) > 6:
        back = 5 if end > start else -5
        arrow = f"M{end - back:g} {y - 4:g}L{end - back / 5:g} {y:g}L{end - back:g} {y + 4:g}"
    return Bar(kind, y, min(start, end), max(_short(abs(end - start)), 1.5), arrow, label, value)


def _short(number: float) -> float:
    return round(number, 1)
