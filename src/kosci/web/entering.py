"""What a reader is about to tell of a real-dice table, as its address says: dice, points, the entry to be corrected.

Knows no game; whatever no page of a table asks for is refused.
"""

from dataclasses import dataclass

from kosci.engine.dice import format_dice, parse_faces
from kosci.web.forms import Fields

MOST_POINTS = 999_999
MOST_SEQ = 999_999_999


@dataclass(frozen=True, slots=True)
class Entering:
    """Dice tapped so far, the points chosen for a row, and the fact number of the entry that is corrected."""

    dice: tuple[int, ...] = ()
    points: int | None = None
    seq: int | None = None

    def query(self) -> dict[str, str]:
        """The same as an address says it."""
        found = {"dice": format_dice(self.dice), "seq": str(self.seq or "")}
        found["points"] = "" if self.points is None else str(self.points)
        return {name: text for name, text in found.items() if text}


def read_entering(fields: Fields) -> Entering:
    """What the query tells; BadForm or DiceError where it tells nothing that these pages make."""
    return Entering(
        dice=parse_faces(fields.maybe("dice") or "", least=0),
        points=fields.maybe_number("points", 0, MOST_POINTS),
        seq=fields.maybe_number("seq", 1, MOST_SEQ),
    )
