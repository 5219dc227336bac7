"""A sheet of the Generał family on paper: a page, or two where so many columns would be too narrow to write in.

Draws; what stands on the sheet is handed in.
"""

from dataclasses import dataclass
from itertools import pairwise

from kosci.paper.content import Line, Part, Sheet
from kosci.paper.draw_heads import draw_heads, head_height
from kosci.paper.draw_top import draw_foot, draw_top, foot_height, label_room
from kosci.paper.pen import FRAME, HAIR, RULE, SOFT, WASH, Box, Pen, step
from kosci.paper.sizes import COLUMN, MM
from kosci.paper.type import Type, fitted, width

_MOST_ROW = 12 * MM
_LEAST_DIE = 4.6
_BAND = 1.75  # the height of a section's title, in small type
_HIGH = {"row": 1.0, "sum": 1.0, "extras": 1.0, "total": 1.2}


def draw_sheet(pen: Pen, sheet: Sheet, *, is_first: bool = True) -> None:
    """Draw the sheet on this page and as many as it takes."""
    for first, last in spans(len(sheet.heads), pen.size.room - pen.size.label):
        if not is_first:
            pen.next_page()
        is_first = False
        _draw_page(pen, sheet.of_columns(first, last))


def spans(columns: int, room: float) -> tuple[tuple[int, int], ...]:
    """The columns of each page, as even as can be, so that none is narrower than handwriting needs."""
    pages = -(-columns // max(1, int(room // COLUMN)))
    edges = [columns * page // pages for page in range(pages + 1)]
    return tuple(pairwise(edges))


def _draw_page(pen: Pen, sheet: Sheet) -> None:
    top = draw_top(pen, sheet.top)
    grid = _grid(pen, sheet, top)
    y = grid.y
    for number, part in enumerate(sheet.parts):
        y = _draw_band(pen, grid, y, sheet, part, is_head=number == 0)
        for line in part.lines:
            _draw_line(pen, grid, y, line)
            y += grid.row * _HIGH[line.kind]
    pen.box(Box(grid.x, grid.y, grid.width, y - grid.y), FRAME, round_=2.5)
    for at in range(len(sheet.heads)):
        x = grid.x + grid.label + at * grid.column
        pen.line(x, grid.y, x, y, HAIR if at else RULE)
    if sheet.grand:
        _draw_grand(pen, grid, y, sheet.grand)
    if grid.has_foot:
        draw_foot(pen, sheet.foot)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where everything stands on a page."""

    x: float
    y: float
    width: float
    label: float
    column: float
    head: float
    band: float
    row: float
    die: float
    has_foot: bool

    def cell(self, at: int, y: float, height: float) -> Box:
        """The box of a column in a line."""
        return Box(self.x + self.label + at * self.column, y, self.column, height)


def _grid(pen: Pen, sheet: Sheet, top: float) -> _Grid:
    size = pen.size
    label = label_room(pen, len(sheet.heads))
    column = (size.room - label) / len(sheet.heads)
    head, band = head_height(pen, sheet.heads, column), size.small * _BAND
    lines = sum(_HIGH[line.kind] for part in sheet.parts for line in part.lines) + (1.4 if sheet.grand else 0)
    free = size.bottom - top - head - band * (len(sheet.parts) - 1)
    with_foot = (free - foot_height(pen, sheet.foot)) / lines
    has_foot = size.has_foot and bool(sheet.foot) and with_foot >= size.row
    row = min(_MOST_ROW, with_foot if has_foot else free / lines)
    return _Grid(size.margin, top, size.room, label, column, head, band, row, _die(pen, sheet, label), has_foot)


def _draw_band(pen: Pen, grid: _Grid, y: float, sheet: Sheet, part: Part, *, is_head: bool) -> float:
    """The title of a section, beside the heads of the columns where it is the first; how far down it reaches."""
    height = grid.head if is_head else grid.band
    size = pen.size
    if not is_head:
        pen.box(Box(grid.x, y, grid.width, height), 0, fill=WASH)
        pen.line(grid.x, y, grid.x + grid.width, y, RULE)
    kind = Type("strong", size.small)
    text, kind = fitted(part.title, kind, grid.label - size.small)
    pen.text(grid.x + size.small * 0.6, y + height - size.small * 0.55, text, kind, grid.label)
    if is_head:
        draw_heads(pen, Box(grid.x + grid.label, y, grid.width - grid.label, height), sheet.heads, grid.column)
    pen.line(grid.x, y + height, grid.x + grid.width, y + height, RULE)
    return y + height


def _draw_line(pen: Pen, grid: _Grid, y: float, line: Line) -> None:
    height = grid.row * _HIGH[line.kind]
    if line.kind in ("sum", "total"):
        pen.box(Box(grid.x, y, grid.width, height), 0, fill=WASH)
    pen.line(grid.x, y, grid.x + grid.width, y, RULE if line.kind == "total" else HAIR)
    _draw_label(pen, grid, Box(grid.x, y, grid.label, height), line)
    for at, text in enumerate(line.cells):
        box = grid.cell(at, y, height)
        if line.ticks and not text:
            _draw_ticks(pen, box, line.ticks)
        _draw_value(pen, box, text)


def _draw_label(pen: Pen, grid: _Grid, box: Box, line: Line) -> None:
    """The name above its short form, dice at the right."""
    size = pen.size
    pad = size.small * 0.6
    room = box.width - 2 * pad
    text, name = fitted(line.name, Type("serif", size.name), room)
    if not line.short:
        pen.text(box.x + pad, box.y + box.height / 2 + name.size * 0.35, text, name, room)
        return
    short, small = fitted(line.short, Type("sans", size.small), room, 5)
    block = name.size * 0.75 + small.size * 1.25
    if block + 2 > box.height:
        _draw_low_label(pen, box, text, name, line.short)
        return
    base = box.y + (box.height - block) / 2 + name.size * 0.72
    pen.text(box.x + pad, base, text, name, room)
    pen.text(box.x + pad, base + small.size * 1.2, short, small, room, grey=SOFT)
    if len(line.faces) > 1 and grid.die:
        pen.dice(
            box.right - pad - _picture(line, grid.die), base - name.size * 0.35 - grid.die / 2, line.faces, grid.die
        )
    elif line.faces:
        edge = min(box.height * 0.55, size.name * 1.2)
        pen.dice(box.right - pad - edge, box.y + (box.height - edge) / 2, line.faces, edge)


def _draw_low_label(pen: Pen, box: Box, text: str, name: Type, short: str) -> None:
    """The name, and at its right the short form where it finds room: sheets that are printed with their values."""
    size = pen.size
    pad = size.small * 0.6
    small = Type("sans", min(size.small, box.height * 0.8))
    name = Type("serif", min(name.size, box.height * 0.8))
    base, room = box.y + box.height / 2 + name.size * 0.35, box.width - 2 * pad
    pen.text(box.x + pad, base, text, name, room)
    if width(text, name) + width(short, small) + pad <= room:
        pen.text(box.right - pad, base, short, small, room, align="right", grey=SOFT)


def _picture(line: Line, edge: float) -> float:
    """How wide the dice of a line are."""
    return step(edge) * (len(line.faces) - 1) + edge


def _die(pen: Pen, sheet: Sheet, label: float) -> float:
    """The edge of the dice beside the names, so that all find room; 0 where they would be too small to see."""
    name, pad = Type("serif", pen.size.name), pen.size.small * 0.6
    lines = [line for part in sheet.parts for line in part.lines if len(line.faces) > 1]
    free = min((label - 3 * pad - width(line.name, name) for line in lines), default=0.0)
    edge = min(pen.size.name * 0.85, free / _picture(lines[0], 1.0) if lines else 0.0)
    return edge if edge >= _LEAST_DIE else 0.0


def _draw_ticks(pen: Pen, box: Box, ticks: int) -> None:
    """Small boxes to be ticked, one for each extra."""
    edge = min(box.height * 0.36, (box.width - 4) / (ticks * 1.35))
    start = box.x + (box.width - edge * (1 + 1.35 * (ticks - 1))) / 2
    for at in range(ticks):
        pen.box(Box(start + at * edge * 1.35, box.y + (box.height - edge) / 2, edge, edge), HAIR, round_=1)


def _draw_value(pen: Pen, box: Box, text: str) -> None:
    room = box.width - 3
    shown, kind = fitted(text, Type("strong", min(pen.size.figure, box.height * 0.72)), room)
    pen.text(box.x + box.width / 2, box.y + box.height / 2 + kind.size * 0.34, shown, kind, room, align="middle")


def _draw_grand(pen: Pen, grid: _Grid, y: float, title: str) -> None:
    """The line for all games together: one wide box."""
    top, height = y + grid.row * 0.3, grid.row * 1.1
    pen.box(Box(grid.x, top, grid.width, height), FRAME, round_=2.5)
    pen.line(grid.x + grid.label, top, grid.x + grid.label, top + height, RULE)
    _draw_label(pen, grid, Box(grid.x, top, grid.label, height), Line("total", title))
