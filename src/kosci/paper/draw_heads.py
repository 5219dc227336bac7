"""The heads of columns: names, however long, across or upwards; or empty boxes for names written by hand.

Draws only.
"""

from collections.abc import Sequence

from kosci.paper.pen import Box, Pen
from kosci.paper.type import Type, cut, fitted, keeps_words, width, wrapped

_LEAST = 6.0  # points
_PAD = 2.0


def head_height(pen: Pen, heads: Sequence[str], column: float) -> float:
    """How high the heads must be: for handwriting, for a line, for two, or for names that run upwards."""
    size = pen.size
    hand = max(size.row * 1.25, size.name * 2)
    if _are_across(pen, heads, column):
        return hand
    longest = max(width(head, Type("strong", _kind(pen).size)) for head in heads)
    return max(hand, min(longest / (2 if column > 2.6 * _kind(pen).size else 1) + 4 * _PAD, size.height * 0.12))


def draw_heads(pen: Pen, box: Box, heads: Sequence[str], column: float) -> None:
    """Draw them into the box, a column each."""
    is_across = _are_across(pen, heads, column)
    for at, head in enumerate(heads):
        cell = Box(box.x + at * column, box.y, column, box.height)
        if is_across:
            _across(pen, cell, head)
        else:
            _upwards(pen, cell, head)


def _kind(pen: Pen) -> Type:
    return Type("strong", max(_LEAST, pen.size.name * 0.85))


def _are_across(pen: Pen, heads: Sequence[str], column: float) -> bool:
    """Whether every head fits in two lines across its column without breaking a word."""
    least = Type("strong", max(_LEAST, pen.size.name * 0.75))
    room = column - 2 * _PAD
    return all(len(wrapped(head, least, room)) <= 2 and keeps_words(head, least, room) for head in heads)


def _across(pen: Pen, cell: Box, head: str) -> None:
    room = cell.width - 2 * _PAD
    kind = Type("strong", pen.size.name)
    middle = cell.x + cell.width / 2
    if width(head, kind) <= room or " " not in head:
        text, kind = fitted(head, kind, room)
        pen.text(middle, cell.y + cell.height / 2 + kind.size * 0.35, text, kind, room, align="middle")
        return
    kind = Type("strong", max(_LEAST, pen.size.name * 0.75))
    lines = wrapped(head, kind, room)
    y = cell.y + cell.height / 2 + kind.size * 0.35 - kind.leading * (len(lines) - 1) / 2
    for at, line in enumerate(lines):
        pen.text(middle, y + at * kind.leading, line, kind, room, align="middle")


def _upwards(pen: Pen, cell: Box, head: str) -> None:
    """A name from the bottom of its box upwards."""
    room = cell.height - 3 * _PAD
    lines, kind = _lines_upwards(pen, head, room, cell.width - _PAD)
    first = cell.x + cell.width / 2 + kind.size * 0.35 - kind.leading * (len(lines) - 1) / 2
    for at, line in enumerate(lines):
        with pen.turned(first + at * kind.leading, cell.bottom - 1.5 * _PAD):
            pen.text(0, 0, line, kind, room)


def _lines_upwards(pen: Pen, head: str, room: float, across: float) -> tuple[tuple[str, ...], Type]:
    """A name in lines between its words, else in one smaller line, else broken anywhere and, if need be, cut."""
    kind = _kind(pen)
    lines, most = wrapped(head, kind, room), max(1, int(across // kind.leading))
    if len(lines) <= most and keeps_words(head, kind, room):
        return lines, kind
    text, smaller = fitted(head, kind, room)
    if text == head:
        return (text,), smaller
    if len(lines) > most:
        lines = (*lines[: most - 1], cut(" ".join(lines[most - 1 :]), kind, room))
    return lines, kind
