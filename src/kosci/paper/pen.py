"""A pen over the pages of one document: text in its room, lines, boxes, dice; y counts from the top.

Knows no game; what would leave the paper or its room is a fault and raises.
"""

from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from kosci.paper.sizes import Size
from kosci.paper.type import Type, font, runs, width

if TYPE_CHECKING:
    from collections.abc import Iterator

Align = Literal["left", "middle", "right"]
HAIR, RULE, FRAME = 0.5, 0.9, 1.4  # no line is thinner than printers draw it
SOFT = 0.35  # a grey that stays legible on any printer
WASH = 0.93
_DOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_SLACK = 0.05


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its left upper corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def inset(self, across: float, down: float = 0) -> "Box":
        """The box within, with so much left free at its sides."""
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


class Pen:
    """Draws on the pages of one document; the same strokes make the same bytes."""

    def __init__(self, size: Size, title: str, lang: str) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self.size = size
        self._made = BytesIO()
        page = (size.width, size.height)
        first = font("sans").fontName  # else ReportLab names a font of its own on every page, which is not embedded
        self._canvas: Any = Canvas(
            self._made, pagesize=page, invariant=1, pageCompression=1, lang=lang, initialFontName=first
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Kości")
        self._canvas.setCreator("Kości")
        self._is_turned = False

    def finished(self) -> bytes:
        """The document; nothing is drawn after it."""
        self._canvas.showPage()
        self._canvas.save()
        return self._made.getvalue()

    def next_page(self) -> None:
        """Go on with an empty page."""
        self._canvas.showPage()

    # --- text -------------------------------------------------------------------------------

    def text(
        self, x: float, y: float, text: str, kind: Type, room: float, *, align: Align = "left", grey: float = 0.0
    ) -> None:
        """A line of text with its baseline at y, from x, around it or up to it; ValueError if it is wider than room."""
        wide = width(text, kind)
        if wide > room + _SLACK:
            raise ValueError(f"{text!r} is {wide:.1f} wide, the room is {room:.1f}")
        start = x - {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        if not self._is_turned:
            self._check(start, y - kind.size * 0.75, start + wide, y + kind.size * 0.25)
        self._canvas.setFillGray(grey)
        for face, run in runs(text, kind.face):
            self._canvas.setFont(font(face).fontName, kind.size)
            self._canvas.drawString(start, self._up(y), run)
            start += float(font(face).stringWidth(run, kind.size))

    @contextmanager
    def turned(self, x: float, y: float) -> "Iterator[None]":
        """Text is written upwards: x counts up from this point, y to the right of it."""
        self._canvas.saveState()
        self._canvas.translate(x, self._up(y))
        self._canvas.rotate(90)
        self._is_turned = True
        try:
            yield
        finally:
            self._is_turned = False
            self._canvas.restoreState()

    # --- lines ------------------------------------------------------------------------------

    def line(self, x1: float, y1: float, x2: float, y2: float, weight: float = HAIR, *, grey: float = 0.0) -> None:
        """A straight line."""
        self._check(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        self._stroke(weight, grey, ())
        self._canvas.line(x1, self._up(y1), x2, self._up(y2))

    def path(self, points: Iterable[tuple[float, float]], weight: float, dash: Sequence[float] = ()) -> None:
        """A line through points."""
        self._stroke(weight, 0.0, dash)
        drawn = self._canvas.beginPath()
        for at, (x, y) in enumerate(points):
            self._check(x, y, x, y)
            (drawn.lineTo if at else drawn.moveTo)(x, self._up(y))
        self._canvas.drawPath(drawn, stroke=1, fill=0)

    def shape(self, points: Sequence[tuple[float, float]], *, is_filled: bool) -> None:
        """A closed figure."""
        self._stroke(RULE, 0.0, ())
        self._canvas.setFillGray(0.0 if is_filled else 1.0)
        drawn = self._canvas.beginPath()
        for at, (x, y) in enumerate(points):
            (drawn.lineTo if at else drawn.moveTo)(x, self._up(y))
        drawn.close()
        self._canvas.drawPath(drawn, stroke=1, fill=1)

    def box(
        self, box: Box, weight: float = HAIR, *, fill: float | None = None, round_: float = 0.0, grey: float = 0.0
    ) -> None:
        """A rectangle; with weight 0 its filling alone."""
        self._check(box.x, box.y, box.right, box.bottom)
        self._stroke(weight or HAIR, grey, ())
        self._canvas.setFillGray(1.0 if fill is None else fill)
        kinds = {"stroke": int(weight > 0), "fill": int(fill is not None)}
        self._canvas.roundRect(box.x, self._up(box.bottom), box.width, box.height, round_, **kinds)

    def ring(self, x: float, y: float, radius: float, *, is_filled: bool) -> None:
        """A circle."""
        self._stroke(RULE, 0.0, ())
        self._canvas.setFillGray(0.0 if is_filled else 1.0)
        self._canvas.circle(x, self._up(y), radius, stroke=1, fill=1)

    # --- dice -------------------------------------------------------------------------------

    def dice(self, x: float, y: float, faces: Sequence[int], edge: float) -> None:
        """Dice from left to right, their left upper corner at x and y."""
        for at, face in enumerate(faces):
            self._die(Box(x + at * step(edge), y, edge, edge), face, edge)

    def _die(self, box: Box, face: int, edge: float) -> None:
        """A die; each face of a size is drawn once in a document and then placed."""
        self._check(box.x, box.y, box.right, box.bottom)
        name = f"die-{face}-{edge:.3f}"
        if not self._canvas.hasForm(name):
            self._canvas.beginForm(name, -1, -1, edge + 1, edge + 1)
            self._draw_die(face, edge)
            self._canvas.endForm()
        self._canvas.saveState()
        self._canvas.translate(box.x, self._up(box.bottom))
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def _draw_die(self, face: int, edge: float) -> None:
        """A die with its left lower corner at the origin."""
        self._stroke(max(HAIR, edge * 0.05), 0.0, ())
        self._canvas.setFillGray(1.0)
        self._canvas.roundRect(0, 0, edge, edge, edge * 0.2, stroke=1, fill=1)
        self._canvas.setFillGray(0.0)
        for across, down in _DOTS[face]:
            x, y = (edge * (0.5 + 0.26 * one) for one in (across, -down))
            self._canvas.circle(x, y, edge * 0.095, stroke=0, fill=1)

    def _stroke(self, weight: float, grey: float, dash: Sequence[float]) -> None:
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(weight)
        self._canvas.setDash(list(dash))

    def _up(self, y: float) -> float:
        """ReportLab counts from the bottom; where the page is turned, from the point it is turned at."""
        return -y if self._is_turned else self.size.height - y

    def _check(self, left: float, top: float, right: float, bottom: float) -> None:
        size = self.size
        least, most = size.margin - _SLACK, (size.width - size.margin + _SLACK, size.bottom + _SLACK)
        if left < least or top < least or right > most[0] or bottom > most[1]:
            where = f"{left:.1f} {top:.1f} {right:.1f} {bottom:.1f}"
            raise ValueError(f"{where} is beyond the margins of {size.id}")


def step(edge: float) -> float:
    """From one die to the next."""
    return edge * 1.2
