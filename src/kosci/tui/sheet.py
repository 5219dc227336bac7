"""A sheet game in a terminal: one column a player, what the dice would give now in the mover's.

Reads cards and entries; computes no points. Eight players fit 80 columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich import box
from rich.table import Table
from rich.text import Text

from kosci.engine.card import Bonus, Card, Entry
from kosci.engine.scorecard import Scorecard
from kosci.locale.words import Words

_OPEN, _REFUSED = "·", "–"
_LEAST, _MOST = 6, 13  # columns of text a player gets
_WIDE = 10  # from so many on the bonus line fits in one
_ROOM = 17  # lines for rows, bonus and extras that leave room for a rule between the two parts


@dataclass(frozen=True, slots=True)
class Column:
    """One player's sheet: `offers` are what the dice would give now, None where nothing is on offer."""

    name: str
    card: Card
    is_mover: bool = False
    has_left: bool = False
    last: str | None = None
    offers: Mapping[str, Entry] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is drawn: the rules, the columns, the width there is."""

    words: Words
    game: Scorecard
    columns: Sequence[Column]
    width: int = 80

    def drawn(self) -> Table:
        """The table, the number of each row in front of its name."""
        table = Table(box=box.MINIMAL, padding=0, pad_edge=False, show_edge=False, header_style="")
        label, widths = self._widths()
        table.add_column("", width=label, no_wrap=True)
        for column, width in zip(self.columns, widths, strict=True):
            table.add_column(_header(column, width), width=width, justify="right", no_wrap=True)
        for number, row in enumerate(self.game.rows, start=1):
            cells = [
                _cell(column, number - 1, row.id, width) for column, width in zip(self.columns, widths, strict=True)
            ]
            table.add_row(f"{number:2} {self.words.row(row.id, self.game.id)}", *cells)
            if number - 1 == self.game.upper_rows[-1]:
                self._add_bonus(table, widths)
        self._add_sums(table)
        return table

    def _widths(self) -> tuple[int, list[int]]:
        """The width of the labels and of each player's column; the mover's is wider where room is left."""
        rows = [self.words.row(row.id, self.game.id) for row in self.game.rows]
        label = 3 + max(map(len, [*rows, self._bonus_label(), self.words("sheet.total")]))
        count = len(self.columns)
        room = self.width - label - count
        each = max(_LEAST, min(_MOST, room // count))
        spare = max(0, min(room - each * count, _WIDE - each))
        label = min(label, self.width - count * (each + 1))
        return label, [each + spare if column.is_mover else each for column in self.columns]

    def _bonus_label(self) -> str:
        told = self.words("sheet.bonus-of", bonus=self.game.bonus, at=self.game.bonus_at)
        return f"{self.words('sheet.bonus')} {told}"

    def _extras_label(self) -> str:
        return self.words.own("sheet.extras", self.game.id)

    def _add_bonus(self, table: Table, widths: Sequence[int]) -> None:
        states = [self.game.bonus_state(column.card) for column in self.columns]
        cells = [_bonus_cell(self.words, state, width) for state, width in zip(states, widths, strict=True)]
        table.add_row(Text(f"   {self._bonus_label()}", style="italic"), *cells, end_section=self._has_room(widths))

    def _has_room(self, widths: Sequence[int]) -> bool:
        extras = any(column.card.extras for column in self.columns)
        return len(self.game.rows) + (1 if min(widths) >= _WIDE else 2) + extras < _ROOM

    def _add_sums(self, table: Table) -> None:
        if any(column.card.extras for column in self.columns):
            extras = [f"{column.card.extras * self.game.extra_pays} " for column in self.columns]
            table.add_row(f"   {self._extras_label()}", *extras)
        totals = [Text(f"{self.game.total(column.card)} ", style="bold") for column in self.columns]
        table.add_row(Text(f"   {self.words('sheet.total')}", style="bold"), *totals)


def _header(column: Column, width: int) -> Text:
    name = f"({column.name})" if column.has_left else column.name
    header = Text(f"▸{name}" if column.is_mover else name, style="bold" if column.is_mover else "")
    header.truncate(width - 1, overflow="ellipsis")
    return header + " "


def _cell(column: Column, at: int, row: str, width: int) -> Text:
    value = column.card.values[at]
    if value is not None:
        is_last = row == column.last
        return Text(f"{value}{'*' if is_last else ' '}", style="bold" if is_last else "")
    if column.offers is None:
        return Text(f"{_OPEN} ", style="dim")
    offer = column.offers.get(row)
    if offer is None:
        return Text(f"{_REFUSED} ", style="dim")
    extra = f"+{offer.extra}" if offer.extra else ""
    text = f"({offer.points}{extra})"
    style = "cyan" if offer.points or offer.extra else "dim cyan"
    return Text(text if len(text) <= width else text.strip("()"), style=style)


def _bonus_cell(words: Words, state: Bonus, width: int) -> Text:
    """The upper sum on its way to the bonus: "24/63 · +0", or that it is certain or out of reach."""
    if not state.pays:
        return Text(f"{state.upper} ")
    if state.is_earned:
        parts = (f"{state.upper} ✓", f"+{state.pays}")
    elif state.is_lost:
        parts = (f"{state.upper}/{state.at}", "✗")
    else:
        parts = (f"{state.upper}/{state.at}", words.signed(state.against_par))
    joined = " · ".join(parts)
    return Text(joined if width >= _WIDE else "\n".join(f"{part} " for part in parts), style="italic", justify="right")
