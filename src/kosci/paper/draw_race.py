"""A sheet of Tysiąc on paper: lines for turns, columns of totals, and beside them what dice are worth.

Draws; what stands on the sheet is handed in.
"""

from dataclasses import dataclass

from kosci.paper.draw_heads import draw_heads, head_height
from kosci.paper.draw_sheet import spans
from kosci.paper.draw_top import draw_foot, draw_top, foot_height
from kosci.paper.pen import FRAME, HAIR, RULE, SOFT, WASH, Box, Pen, step
from kosci.paper.race import RaceSheet
from kosci.paper.sizes import MM
from kosci.paper.type import Type, fitted, width

_FIVE = 5  # a stronger line after so many turns


def draw_race(pen: Pen, sheet: RaceSheet, *, is_first: bool = True) -> None:
    """Draw the sheet on this page and as many as it takes."""
    for first, last in spans(len(sheet.heads), _grid_room(pen) - _turn_room(pen)):
        part, turn, is_drawn = sheet.of_columns(first, last), 0, False
        while not is_drawn or turn < sheet.turns:  # a game that ended before its first turn has a page, too
            if not is_first:
                pen.next_page()
            is_first = False
            turn += _draw_page(pen, part, turn)
            is_drawn = True


def _turn_room(pen: Pen) -> float:
    return pen.size.small * 2.6


def _panel_room(pen: Pen) -> float:
    return pen.size.label * (0.82 if pen.size.has_foot else 0.86)


def _grid_room(pen: Pen) -> float:
    return pen.size.room - _panel_room(pen) - pen.size.name


@dataclass(frozen=True, slots=True)
class _Lines:
    """Where the lines of turns stand, and how many."""

    box: Box
    column: float
    head: float
    row: float
    turns: int


def _draw_page(pen: Pen, sheet: RaceSheet, done: int) -> int:
    """Draw one page from the turns that are done on; how many turns it holds."""
    size = pen.size
    top = draw_top(pen, sheet.top)
    lines = _lines(pen, sheet, top, done)
    _draw_turns(pen, sheet, lines, done)
    _draw_panel(pen, sheet, Box(size.margin + size.room - _panel_room(pen), top, _panel_room(pen), 0))
    if size.has_foot:
        draw_foot(pen, sheet.foot)
    return lines.turns


def _lines(pen: Pen, sheet: RaceSheet, top: float, done: int) -> _Lines:
    size = pen.size
    column = (_grid_room(pen) - _turn_room(pen)) / len(sheet.heads)
    head = head_height(pen, sheet.heads, column)
    free = size.bottom - top - head - (foot_height(pen, sheet.foot) if size.has_foot else 0)
    least = max(size.row * 1.1, 5.5 * MM)
    most = int(free // least)
    turns = most if sheet.is_open else min(most, sheet.turns - done)
    row = free / most
    return _Lines(Box(size.margin, top, _grid_room(pen), head + row * turns), column, head, row, turns)


def _draw_turns(pen: Pen, sheet: RaceSheet, lines: _Lines, done: int) -> None:
    size, box = pen.size, lines.box
    left, y = box.x + _turn_room(pen), box.y + lines.head
    pen.box(Box(box.x, y, left - box.x, box.bottom - y), 0, fill=WASH)
    for at in range(lines.turns):
        turn = done + at
        base = y + (at + 0.5) * lines.row
        number, kind = fitted(str(turn + 1), Type("sans", size.small), left - box.x - 2)
        pen.text((box.x + left) / 2, base + kind.size * 0.34, number, kind, left - box.x, align="middle", grey=SOFT)
        for player, totals in enumerate(sheet.totals):
            if turn < len(totals):
                _draw_total(
                    pen, Box(left + player * lines.column, y + at * lines.row, lines.column, lines.row), totals[turn]
                )
        if at:
            pen.line(box.x, y + at * lines.row, box.right, y + at * lines.row, HAIR if turn % _FIVE else RULE)
    for player in range(len(sheet.heads)):
        x = left + player * lines.column
        pen.line(x, box.y, x, box.bottom, HAIR if player else RULE)
    draw_heads(pen, Box(left, box.y, box.right - left, lines.head), sheet.heads, lines.column)
    pen.line(box.x, y, box.right, y, RULE)
    turn_word, kind = fitted(sheet.turn, Type("sans", size.small), left - box.x - 3, 4.5)
    pen.text(box.x + 1.5, y - size.small * 0.5, turn_word, kind, left - box.x, grey=SOFT)
    pen.box(box, FRAME, round_=2.5)


def _draw_total(pen: Pen, cell: Box, total: str) -> None:
    text, kind = fitted(total, Type("strong", min(pen.size.figure, cell.height * 0.7)), cell.width - 3)
    pen.text(
        cell.x + cell.width / 2, cell.y + cell.height / 2 + kind.size * 0.34, text, kind, cell.width, align="middle"
    )


def _draw_panel(pen: Pen, sheet: RaceSheet, at: Box) -> None:
    """The target, then what dice are worth: by face and number, then whole hands."""
    size = pen.size
    y = at.y + size.name * 1.1
    target, kind = fitted(sheet.target, Type("serif", size.name * 1.35), at.width)
    pen.text(at.x, y, target, kind, at.width)
    y += size.name * 2
    title, kind = fitted(sheet.title, Type("strong", size.name), at.width)
    pen.text(at.x, y, title, kind, at.width)
    y = _draw_faces(pen, sheet, Box(at.x, y + size.name * 0.5, at.width, size.name * 1.75))
    _draw_hands(pen, sheet, Box(at.x, y + size.name * 0.5, at.width, size.name * 1.75))


def _draw_faces(pen: Pen, sheet: RaceSheet, line: Box) -> float:
    """A line for each face under the numbers of dice; how far down they reach."""
    size, worth = pen.size, sheet.worth
    edge = size.name * 1.15
    column = (line.width - edge * 1.3) / len(worth.counts)
    head, figure = Type("sans", size.small), Type("strong", size.name * 0.92)
    y = line.y
    for at, count in enumerate(worth.counts):
        x = line.right - (len(worth.counts) - 1 - at) * column
        pen.text(x, y + line.height * 0.66, count, head, column, align="right", grey=SOFT)
    for face, points in worth.faces:
        y += line.height
        pen.line(line.x, y, line.right, y)
        pen.dice(line.x, y + (line.height - edge) / 2, (face,), edge)
        for at, text in enumerate(points):
            x = line.right - (len(points) - 1 - at) * column
            shown, kind = fitted(text, figure, column - 1.5)
            pen.text(x, y + line.height / 2 + kind.size * 0.34, shown, kind, column, align="right")
    pen.line(line.x, y + line.height, line.right, y + line.height)
    return y + line.height


def _draw_hands(pen: Pen, sheet: RaceSheet, line: Box) -> None:
    size, y = pen.size, line.y
    for dice, text in sheet.worth.hands:
        edge = size.name * 0.9
        picture = step(edge) * (len(dice) - 1) + edge
        room = line.width - picture - size.small * 0.8
        kind = Type("strong", size.name * 0.92)
        is_beside = width(text, kind) <= room
        pen.dice(line.x, y + (line.height - edge) / 2, dice, edge)
        if not is_beside:
            y += line.height * 0.9
            room = line.width
        shown, kind = fitted(text, kind, room)
        pen.text(line.right, y + line.height / 2 + kind.size * 0.34, shown, kind, room, align="right")
        y += line.height
        pen.line(line.x, y, line.right, y)
