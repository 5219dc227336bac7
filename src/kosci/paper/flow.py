"""Text and tables one below the other, on as many pages as they take.

Knows no game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kosci.paper.pen import HAIR, SOFT, Pen, step
from kosci.paper.type import Type, fitted, width, wrapped


@dataclass(slots=True)
class Flow:
    """How far down the page is written on."""

    pen: Pen
    y: float

    @property
    def room(self) -> float:
        """The width of the text."""
        return self.pen.size.room

    def need(self, height: float) -> None:
        """Go on with the next page where this one has not so much left."""
        if self.y + height > self.pen.size.bottom:
            self.pen.next_page()
            self.y = self.pen.size.margin

    def space(self, height: float) -> None:
        """Leave room, unless the page has just begun."""
        if self.y > self.pen.size.margin:
            self.y += height

    def heading(self, text: str, below: float) -> None:
        """A heading that stays with so much below it."""
        size = self.pen.size
        kind = Type("serif", size.name * 1.2)
        lines = wrapped(text, kind, self.room)
        self.space(size.name * 1.1)
        self.need(len(lines) * kind.leading + below)
        self._lines(lines, kind)
        self.y += size.small * 0.4

    def paragraph(self, text: str, kind: Type, *, grey: float = 0.0, indent: float = 0.0) -> None:
        """Sentences."""
        self._lines(wrapped(text, kind, self.room - indent), kind, grey=grey, indent=indent)

    def item(self, text: str, kind: Type) -> None:
        """A sentence of a list."""
        self.need(kind.leading)
        self.pen.text(self.pen.size.margin, self.y + kind.size, "•", kind, kind.size)
        self.paragraph(text, kind, indent=kind.size * 0.9)

    def _lines(self, lines: Sequence[str], kind: Type, *, grey: float = 0.0, indent: float = 0.0) -> None:
        for line in lines:
            self.need(kind.leading)
            self.pen.text(self.pen.size.margin + indent, self.y + kind.size, line, kind, self.room, grey=grey)
            self.y += kind.leading

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A name in each line and figures at its right, under their heads."""
        size = self.pen.size
        small, name, figure = Type("sans", size.small), Type("serif", size.name), Type("strong", size.name)
        columns = [
            max([width(head, small), *(width(row[at + 1], figure) for row in rows)]) + size.small * 1.4
            for at, head in enumerate(heads)
        ]
        height = size.name * 1.6
        self.need(height * min(3, len(rows)) + small.leading)
        edge = size.margin + self.room
        self.y += small.leading
        self._figures(heads, columns, small, self.y - small.size * 0.3, grey=SOFT)
        for row in rows:
            self.need(height)
            self.pen.line(size.margin, self.y, edge, self.y, HAIR)
            base = self.y + height * 0.68
            text, kind = fitted(row[0], name, self.room - sum(columns))
            self.pen.text(size.margin, base, text, kind, self.room)
            self._figures(row[1:], columns, figure, base)
            self.y += height
        self.pen.line(size.margin, self.y, edge, self.y, HAIR)

    def _figures(
        self, texts: Sequence[str], columns: Sequence[float], kind: Type, base: float, *, grey: float = 0.0
    ) -> None:
        x = self.pen.size.margin + self.room
        for text, column in reversed(list(zip(texts, columns, strict=True))):
            self.pen.text(x, base, text, kind, column, align="right", grey=grey)
            x -= column

    def entry(self, beside: str, below: str, lead: str, dice: Sequence[int], lines: Sequence[str]) -> None:
        """A figure with a word below it, and at its right a line with dice, then sentences."""
        size = self.pen.size
        small, strong = Type("sans", size.small), Type("strong", size.name * 0.95)
        left = max(width(beside, strong), width(below, small), size.name * 3.4) + size.small
        edge = strong.size * 0.85
        room = self.room - left
        leads = wrapped(lead, strong, room - step(edge) * len(dice) - size.small)
        found = [line for text in lines for line in wrapped(text, small, room)]
        height = max(len(leads) * strong.leading + len(found) * small.leading, strong.leading + small.leading)
        self.need(height + size.small * 0.8)
        y, x = self.y + size.small * 0.4, size.margin + left
        self.pen.text(size.margin, y + strong.size, beside, strong, left)
        self.pen.text(size.margin, y + strong.leading + small.size, below, small, left, grey=SOFT)
        self.y = y + height + size.small * 0.4
        for line in leads:
            self.pen.text(x, y + strong.size, line, strong, room)
            y += strong.leading
        beside_lead = x + width(leads[-1], strong) + size.small * 0.7
        self.pen.dice(beside_lead, y - strong.leading + strong.size - edge * 0.9, dice, edge)
        for line in found:
            self.pen.text(x, y + small.size, line, small, room)
            y += small.leading
        self.pen.line(size.margin, self.y, size.margin + self.room, self.y, HAIR, grey=SOFT)
