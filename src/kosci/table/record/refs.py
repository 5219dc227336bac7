"""How a record names its players: by name, or as `seat 2` where a name could be misread.

No game is known here.
"""

import re
from dataclasses import dataclass

from kosci.table.record.pieces import MOST_SHOWN, Piece, WrittenError, standing

_SEAT = re.compile(r"seat\s+\d+(\s|$)")


@dataclass(frozen=True, slots=True)
class Refs:
    """The players of a record in seat order."""

    names: tuple[str, ...]
    seats: int

    def of(self, seat: int) -> str:
        """What the record calls this seat.

        >>> [Refs(("Anna", "Olek", "Olek"), 4).of(seat) for seat in range(4)]
        ['Anna', 'seat 2', 'seat 3', 'seat 4']
        """
        name = self.names[seat] if seat < len(self.names) else ""
        return name if self._is_plain(name) else f"seat {seat + 1}"

    def _is_plain(self, name: str) -> bool:
        others = [*self.names[: self.seats], "seat "]
        longer = any(_begins(other, name) and len(other) > len(name) for other in others)
        is_said_otherwise = name.startswith(("-", "#", "corrected")) or name == "seed"  # lines of another kind begin so
        return self._is_unique(name) and not longer and not is_said_otherwise

    def _is_unique(self, name: str) -> bool:
        return bool(name) and not _SEAT.match(name) and self.names[: self.seats].count(name) == 1

    def find(self, piece: Piece) -> tuple[int, Piece] | None:
        """The seat that a piece begins with, and what is behind it."""
        found = [(len(name), seat) for seat, name in enumerate(self.names[: self.seats]) if self._fits(piece, name)]
        by_number = _SEAT.match(piece.text)
        if by_number is not None:
            seat = int(by_number.group().split()[1][:9]) - 1
            if 0 <= seat < self.seats:
                found.append((len(by_number.group().rstrip()), seat))
        if not found:
            return None
        length, seat = max(found)
        return seat, piece.after(length)

    def _fits(self, piece: Piece, name: str) -> bool:
        return self._is_unique(name) and _begins(piece.text, name)

    def read(self, piece: Piece) -> tuple[int, Piece]:
        """The seat that a piece begins with, and what is behind it; RecordError where none is named."""
        found = self.find(piece)
        if found is None:
            with standing(piece):
                shown, names = piece.text[:MOST_SHOWN], tuple(self.of(seat) for seat in range(self.seats))
                message = f"{shown!r} names no player: there are {', '.join(names)}"
                raise WrittenError("record-player", message, given=shown, allowed=names)
        return found


def _begins(text: str, name: str) -> bool:
    """Whether a text is this name, or the name and something behind it."""
    return text.startswith(name) and not text[len(name) : len(name) + 1].strip()
