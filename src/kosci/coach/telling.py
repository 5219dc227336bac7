"""A review as data for other programs: what `kosci review --json` prints, and one line an entry for spreadsheets.

Words and rounds nothing; names are written so that no spreadsheet takes them for a formula.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from kosci.coach.ledger import Decision, Entry, Ledger, Luck
from kosci.coach.sizes import size_of
from kosci.engine.moves import format_move

COLUMNS = (
    "seat",
    "name",
    "fact",
    "turn",
    "kind",
    "dice",
    "move",
    "best",
    "before",
    "after",
    "luck",
    "cost",
    "open",
    "size",
    "by",
)
_FORMULA = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game that was taken apart: its variant, the names by seat ("" for none), a ledger a seat."""

    variant: str
    names: tuple[str, ...]
    books: tuple[Ledger, ...]


def as_data(reviewed: Reviewed) -> dict[str, object]:
    """The review as JSON holds it."""
    return {
        "variant": reviewed.variant,
        "unit": reviewed.books[0].unit,
        "players": [_player(reviewed, book) for book in reviewed.books],
    }


def _player(reviewed: Reviewed, book: Ledger) -> dict[str, object]:
    return {
        "seat": book.seat,
        "name": reviewed.names[book.seat],
        "expected": book.start,
        "luck": book.luck,
        "cost": book.cost,
        "result": book.now,
        "by_turn": [{"turn": turn, "luck": luck, "cost": cost} for turn, (luck, cost) in book.by_turn().items()],
        "by_row": {row: {"luck": luck, "cost": cost} for row, (luck, cost) in book.by_row().items()},
        "entries": [
            _roll(entry) if isinstance(entry, Luck) else _decision(reviewed.variant, entry) for entry in book.entries
        ],
    }


def _roll(roll: Luck) -> dict[str, object]:
    return {
        "fact": roll.seq,
        "turn": roll.turn,
        "roll": roll.number,
        "dice": list(roll.faces),
        "before": roll.before,
        "after": roll.after,
        "luck": roll.luck,
        "whole_turn": roll.is_whole_turn,
    }


def _decision(variant: str, decision: Decision) -> dict[str, object]:
    return {
        "fact": decision.seq,
        "turn": decision.turn,
        "dice": list(decision.dice),
        "move": _move(decision),
        "best": [format_move(best) for best in decision.best],
        "before": decision.before,
        "after": decision.after,
        "cost": decision.cost,
        "open": decision.is_open,
        "size": size_of(variant, decision),
        "by": decision.by,
        "whole_turn": decision.is_whole_turn,
    }


def as_csv(reviewed: Reviewed) -> str:
    """The review as comma-separated values, a line for every roll and decision in the order of the game."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(COLUMNS)
    entries = [(entry, book.seat) for book in reviewed.books for entry in book.entries]
    for entry, seat in sorted(entries, key=lambda one: one[0].seq):
        table.writerow([seat, harmless(reviewed.names[seat]), *_line(reviewed.variant, entry)])
    return text.getvalue()


def _line(variant: str, entry: Entry) -> Iterator[object]:
    yield from (entry.seq, entry.turn)
    if isinstance(entry, Luck):
        yield from (
            "turn" if entry.is_whole_turn else "roll",
            _run(entry.dice),
            "",
            "",
            entry.before,
            entry.after,
            entry.luck,
            "",
            "",
            "",
            "",
        )
        return
    best = " | ".join(map(format_move, entry.best))
    yield from ("decision", _run(entry.dice), _move(entry), best, entry.before, entry.after, "", entry.cost)
    yield from (int(entry.is_open), size_of(variant, entry), entry.by or "")


def harmless(name: str) -> str:
    """A name as a cell that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{name}" if name.lstrip().startswith(_FORMULA) else name


def _move(decision: Decision) -> str:
    return decision.move if isinstance(decision.move, str) else format_move(decision.move)


def _run(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))
