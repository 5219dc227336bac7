"""Dice as they are drawn in a terminal: a face with its digit, brackets around those that were kept.

Nothing is decided here, and nothing is said by colour alone.
"""

from collections.abc import Collection, Sequence

from rich.text import Text

_PIPS = "⚀⚁⚂⚃⚄⚅"


def pips(face: int) -> str:
    """The face as its picture and its digit: "⚄5"."""
    return f"{_PIPS[face - 1]}{face}"


def dice_line(faces: Sequence[int], kept: Collection[int] = ()) -> Text:
    """The dice by place, from the left; those at the kept places (1-5) in brackets."""
    line = Text()
    for place, face in enumerate(faces, start=1):
        is_kept = place in kept
        line.append(f"[{pips(face)}]" if is_kept else f" {pips(face)} ", style="bold" if is_kept else "")
        line.append(" ")
    return line
