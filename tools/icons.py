"""Draws the icons of the app as PNG files from the one drawing in SVG; run it when the drawing changes.

Needs no browser and no library: the drawing has rounded squares and circles only, and says so if it has more.
"""

import struct
import sys
import zlib
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from xml.etree import ElementTree as ET

STATIC = Path(__file__).parents[1] / "src" / "kosci" / "web" / "static"
DRAWING = STATIC / "icon.svg"
FOLDER = STATIC / "icons"
SVG = "{http://www.w3.org/2000/svg}"
SIDE = 100  # of the drawing
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Icon:
    """One file: its size, and whether the ground fills it, so that systems may cut their own shape out of it."""

    name: str
    size: int
    is_full: bool

    @property
    def scale(self) -> float:
        """How large the pips stand: a full ground keeps them within the circle that no system cuts."""
        return 0.86 if self.is_full else 1.0


ICONS = (
    Icon("icon-192.png", 192, is_full=False),
    Icon("icon-512.png", 512, is_full=False),
    Icon("maskable-192.png", 192, is_full=True),
    Icon("maskable-512.png", 512, is_full=True),
    Icon("apple-touch-icon.png", 180, is_full=True),
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The rounded square with its colour, and the pips with theirs."""

    left: float
    right: float
    radius: float
    ground: Colour
    pips: tuple[tuple[float, float, float], ...]
    ink: Colour


def read_drawing(path: Path = DRAWING) -> Drawing:
    """The drawing in the file; ValueError where it is of other parts than these."""
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own file
    square, group = list(root)
    if root.get("viewBox") != f"0 0 {SIDE} {SIDE}" or square.tag != f"{SVG}rect" or group.tag != f"{SVG}g":
        raise ValueError(f"{path.name} is not a square with a group of pips in a box of {SIDE}")
    pips = tuple((_number(pip, "cx"), _number(pip, "cy"), _number(pip, "r")) for pip in group.findall(f"{SVG}circle"))
    left, width = _number(square, "x"), _number(square, "width")
    ground, ink = _colour(square.get("fill")), _colour(group.get("fill"))
    return Drawing(left, left + width, _number(square, "rx"), ground, pips, ink)


def _number(element: ET.Element, name: str) -> float:
    return float(element.attrib[name])


def _colour(text: str | None) -> Colour:
    if text is None or len(text) != len("#rrggbb"):
        raise ValueError(f"a colour is #rrggbb, not {text!r}")
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def drawn(icon: Icon, drawing: Drawing) -> bytes:
    """The icon as PNG."""
    unit = SIDE / icon.size
    rows = (
        b"\0" + b"".join(_pixel(icon, drawing, (x + 0.5) * unit, (y + 0.5) * unit, unit) for x in range(icon.size))
        for y in range(icon.size)
    )
    header = struct.pack(">IIBBBBB", icon.size, icon.size, 8, 2 if icon.is_full else 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _pixel(icon: Icon, drawing: Drawing, x: float, y: float, unit: float) -> bytes:
    """Red, green and blue at a place of the drawing, and how much of it is covered unless all is."""
    middle = SIDE / 2
    within = (middle + (x - middle) / icon.scale, middle + (y - middle) / icon.scale)
    pip = max(_covered(radius - hypot(within[0] - cx, within[1] - cy), unit) for cx, cy, radius in drawing.pips)
    colour = bytes(round(g + (i - g) * pip) for g, i in zip(drawing.ground, drawing.ink, strict=True))
    return colour if icon.is_full else colour + bytes([round(255 * _covered(_inside(drawing, x, y), unit))])


def _inside(drawing: Drawing, x: float, y: float) -> float:
    """How far inside the rounded square a place is."""
    middle, half = (drawing.left + drawing.right) / 2, (drawing.right - drawing.left) / 2 - drawing.radius
    from_x, from_y = abs(x - middle) - half, abs(y - middle) - half
    over = hypot(max(from_x, 0), max(from_y, 0)) + min(max(from_x, from_y), 0)
    return drawing.radius - over


def _covered(depth: float, unit: float) -> float:
    """How much of a pixel lies within an edge that runs this far from its middle."""
    return min(max(depth / unit + 0.5, 0), 1)


def main() -> int:
    """Write every icon."""
    drawing = read_drawing()
    FOLDER.mkdir(exist_ok=True)
    for icon in ICONS:
        (FOLDER / icon.name).write_bytes(drawn(icon, drawing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
