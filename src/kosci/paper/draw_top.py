"""The head and the foot that every sheet has: title, lines to fill in, standings; the rules at the table.

Draws; what is said is handed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kosci.paper.content import Standing, Top
from kosci.paper.pen import HAIR, SOFT, Box, Pen
from kosci.paper.sizes import MM
from kosci.paper.type import Type, cut, fitted, width, wrapped

_BRAND = "Kości"
_SHORT = 120  # letters that even a short section of the foot takes the room of


def draw_top(pen: Pen, top: Top) -> float:
    """Draw the head; how far down it reaches."""
    size = pen.size
    y = _title(pen, top.title)
    note = Type("sans", size.small)
    y += size.title * 0.22 * bool(top.notes)
    for line in (line for text in top.notes for line in wrapped(text, note, size.room)):
        y += note.leading
        pen.text(size.margin, y, line, note, size.room)
    if top.fields:
        y += size.name * 1.9
        _fields(pen, y, top.fields)
    if top.standings:
        y = _standings(pen, y + size.small, top.standings)
    return y + size.small * 0.9


def _title(pen: Pen, title: str) -> float:
    """The title with the mark at its right; its baseline."""
    size = pen.size
    edge, brand = size.title * 0.8, Type("serif", size.title * 0.5)
    mark = width(_BRAND, brand) + edge * 1.3
    y = size.margin + size.title * 0.8
    pen.dice(size.margin + size.room - edge, size.margin, (5,), edge)
    pen.text(size.width - size.margin - edge * 1.3, y - size.title * 0.1, _BRAND, brand, mark, align="right")
    room = size.room - mark - size.title
    text, kind = fitted(title, Type("serif", size.title), room, size.title * 0.6)
    pen.text(size.margin, y, text, kind, room)
    return y


def _fields(pen: Pen, y: float, fields: Sequence[tuple[str, str]]) -> None:
    """Labels, each with a line to write on or with what stands there."""
    size = pen.size
    gap = size.name
    room = (size.room - gap * (len(fields) - 1)) / len(fields)
    label, given = Type("sans", size.small), Type("strong", size.name)
    for at, (name, value) in enumerate(fields):
        x = size.margin + at * (room + gap)
        start = x + width(name, label) + size.small * 0.5
        pen.text(x, y, name, label, room, grey=SOFT)
        pen.line(start, y + 1.5, x + room, y + 1.5)
        if value:
            shown, kind = fitted(value, given, x + room - start)
            pen.text(start + 2, y, shown, kind, room)


def _standings(pen: Pen, y: float, standings: Sequence[Standing]) -> float:
    """Places, names and points, in two columns where all names find room in them."""
    size = pen.size
    gap = size.name * 2
    half = (size.room - gap) / 2
    columns = 2 if size.has_foot and len(standings) > 2 and _fit(pen, standings, half) else 1
    rows = -(-len(standings) // columns)
    room = half if columns == 2 else size.room
    height = size.name * 1.55
    for at, standing in enumerate(standings):
        box = Box(size.margin + at // rows * (room + gap), y + at % rows * height, room, height)
        _standing(pen, box, standing)
    return y + rows * height


def _fit(pen: Pen, standings: Sequence[Standing], room: float) -> bool:
    """Whether every name fits beside its place and points, hardly smaller than usual."""
    size = pen.size
    name, beside = Type("serif", size.name * 0.8), Type("strong", size.name)
    return all(
        width(one.name, name) + width(one.points + one.note, beside) + size.name * 3 <= room for one in standings
    )


def _standing(pen: Pen, box: Box, standing: Standing) -> None:
    size = pen.size
    base = box.bottom - size.name * 0.45
    strong, soft = Type("strong", size.name), Type("sans", size.small)
    place = size.name * 1.8 if standing.place else 0.0
    pen.text(box.x, base, standing.place, strong, place)
    points = width(standing.points, strong)
    pen.text(box.right, base, standing.points, strong, box.width, align="right")
    note = width(standing.note, soft) + size.small if standing.note else 0.0
    room = box.width - place - points - note - size.small
    name, kind = fitted(standing.name, Type("serif", size.name), room)
    pen.text(box.x + place, base, name, kind, room)
    pen.text(box.x + place + width(name, kind) + size.small / 2, base, standing.note, soft, note, grey=SOFT)
    pen.line(box.x, box.bottom, box.right, box.bottom, HAIR, grey=SOFT)


@dataclass(frozen=True, slots=True)
class _Column:
    """A heading with its sentences in lines, and where it stands from the left."""

    x: float
    title: str
    lines: tuple[str, ...]


def foot_height(pen: Pen, foot: Sequence[tuple[str, str]]) -> float:
    """How much the foot takes, with the space above it."""
    rows = max((1 + len(column.lines) for column in _columns(pen, foot)), default=0)
    return rows * Type("sans", pen.size.small).leading + pen.size.small * 1.2 * bool(rows)


def draw_foot(pen: Pen, foot: Sequence[tuple[str, str]]) -> None:
    """Draw the foot at the lower margin."""
    size = pen.size
    head, kind = Type("strong", size.small), Type("sans", size.small)
    for column in _columns(pen, foot):
        y = size.bottom - foot_height(pen, foot) + size.small * 0.9 + kind.leading
        pen.text(column.x, y, column.title, head, size.room)
        for line in column.lines:
            y += kind.leading
            pen.text(column.x, y, line, kind, size.room)


def _columns(pen: Pen, foot: Sequence[tuple[str, str]]) -> tuple[_Column, ...]:
    """The sections of the foot side by side, the longer the wider, so that they end at about one height."""
    size, kind = pen.size, Type("sans", pen.size.small)
    whole = sum(len(text) + _SHORT for _, text in foot)
    gap = size.name * 1.6
    found, x = [], size.margin
    for title, text in foot:
        room = (size.room - gap * (len(foot) - 1)) * (len(text) + _SHORT) / whole
        found.append(_Column(x, cut(title, Type("strong", size.small), room), wrapped(text, kind, room)))
        x += room + gap
    return tuple(found)


def label_room(pen: Pen, columns: int) -> float:
    """How wide the column of rows is beside so many columns: wider where they leave it room."""
    size = pen.size
    return min(max(size.label, size.room - columns * 30 * MM), size.room * 0.56)
