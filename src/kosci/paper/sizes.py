"""The sizes of paper, and how large everything on each of them is; lengths in points.

Knows no sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kosci.engine.errors import RuleError

MM = 72 / 25.4


class PaperError(RuleError):
    """A sheet that cannot be printed so."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of paper upright: its edges and margins, the sizes of type, and what writing by hand needs."""

    id: str
    width: float
    height: float
    margin: float
    title: float
    name: float
    small: float
    figure: float
    label: float  # the least width of the column of rows
    row: float  # the least height of a box
    has_foot: bool = True

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin

    @property
    def bottom(self) -> float:
        """The lower end of what may be printed on."""
        return self.height - self.margin


_A4 = Size("A4", 210 * MM, 297 * MM, 12 * MM, 21, 11, 7.8, 12.5, 60 * MM, 6.5 * MM)
_A5 = Size("A5", 148 * MM, 210 * MM, 9 * MM, 16, 9.4, 6.8, 10.5, 46 * MM, 6 * MM)
_A6 = Size("A6", 105 * MM, 148 * MM, 6 * MM, 12, 7.6, 6, 8.5, 38 * MM, 4.6 * MM, has_foot=False)
_LETTER = Size("letter", 612, 792, 12 * MM, 21, 11, 7.8, 12.5, 60 * MM, 6.5 * MM)

SIZES: Mapping[str, Size] = {size.id: size for size in (_A4, _A5, _A6, _LETTER)}
USUAL = "A4"
COLUMN = 9 * MM  # the least width in which three digits are written by hand


def parse_size(text: str) -> Size:
    """The size of a name in any case; PaperError where it is none.

    >>> parse_size("a5").id
    'A5'
    """
    known = {name.lower(): size for name, size in SIZES.items()}
    if text.lower() not in known:
        message = f"{text!r} is no size of paper here: there are {', '.join(SIZES)}"
        raise PaperError("paper-size", message, given=text[:40], allowed=tuple(SIZES))
    return known[text.lower()]
