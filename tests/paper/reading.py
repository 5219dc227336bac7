"""Reads PDFs as a viewer does: text, where it stands, sizes of pages, white margins.

Judges nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pypdfium2  # type: ignore[import-untyped]

MM = 72 / 25.4
Place = tuple[float, float, float, float]


@dataclass(frozen=True)
class Printed:
    """A PDF that was made."""

    data: bytes

    @cached_property
    def document(self) -> pypdfium2.PdfDocument:
        """It, opened."""
        return pypdfium2.PdfDocument(self.data)

    def __len__(self) -> int:
        return len(self.document)

    @cached_property
    def text(self) -> str:
        """All that can be read in it, in one line."""
        pages = (page.get_textpage().get_text_range() for page in self.document)
        return " ".join(" ".join(pages).split())

    @property
    def sizes(self) -> set[tuple[float, float]]:
        """The sizes of its pages in whole millimetres."""
        return {(round(page.get_width() / MM), round(page.get_height() / MM)) for page in self.document}

    def overlaps(self) -> list[tuple[str, str]]:
        """Pieces of text that stand on each other or beyond the page, in pairs."""
        return [pair for page in self.document for pair in _overlaps(page)]

    def inked_margins(self, margin: float, dpi: int = 40) -> list[int]:
        """The pages on which something stands nearer to an edge than so many millimetres."""
        wide = int(margin * dpi / 25.4)
        found = []
        for number, page in enumerate(self.document):
            picture = page.render(scale=dpi / 72).to_pil().convert("L")
            width, height = picture.size
            edges = (
                (0, 0, width, wide),
                (0, height - wide, width, height),
                (0, 0, wide, height),
                (width - wide, 0, width, height),
            )
            if any(picture.crop(edge).getextrema() != (255, 255) for edge in edges):
                found.append(number)
        return found

    def grounds(self, dpi: int = 40) -> set[int]:
        """The commonest grey of each page: its paper."""
        pictures = (page.render(scale=dpi / 72).to_pil().convert("L") for page in self.document)
        return {max(enumerate(picture.histogram()), key=lambda grey: grey[1])[0] for picture in pictures}

    @property
    def are_fonts_embedded(self) -> bool:
        """Whether every font carries its file."""
        fonts = self.data.count(b"/Type /FontDescriptor")
        return fonts > 0 and self.data.count(b"/FontFile2 ") == fonts and b"/Type0" not in self.data


def _overlaps(page: pypdfium2.PdfPage) -> Iterator[tuple[str, str]]:
    text = page.get_textpage()
    places: list[Place] = [text.get_rect(at) for at in range(text.count_rects())]
    width, height = page.get_size()
    for at, one in enumerate(places):
        if one[0] < 0 or one[1] < 0 or one[2] > width or one[3] > height:
            yield text.get_text_bounded(*one), "the edge"
        for other in places[at + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            if across > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 0.5:
                yield text.get_text_bounded(*one), text.get_text_bounded(*other)
