"""The score sheet of the Generał family for one reader: every box of every column, bonus and total.

What a box may take comes from the game's entries; nothing is decided here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kosci.engine.card import Card, Entry, Row
from kosci.engine.game import Moved
from kosci.engine.moves import Score
from kosci.web import views
from kosci.web.build_choice import Sheets
from kosci.web.build_coach import RowWorth, row_worths
from kosci.web.look import Look
from kosci.web.told import last_told


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the card, and for the seat to move what each row would take now; `last` is the row written last."""

    seat: int
    card: Card
    last: str | None = None
    entries: Mapping[str, Entry] | None = None
    worths: Mapping[str, RowWorth] = field(default_factory=dict)


def sheet(look: Look, found: Sheets, chosen: Entry | None) -> views.Sheet:
    """The sheet with a column for each seat."""
    last = last_entry(look)
    columns = tuple(_column(look, found, seat, last) for seat in range(len(found.position.cards)))
    rows = tuple(_row(look, found, columns, at, chosen) for at in range(len(found.game.rows)))
    words, game = look.words, found.game
    return views.Sheet(
        upper=tuple(rows[at] for at in game.upper_rows),
        lower=tuple(rows[at] for at in game.lower_rows),
        bonus_pays=words("sheet.bonus-of", bonus=game.bonus, at=game.bonus_at),
        choose_url=look.base,
    )


def _column(look: Look, found: Sheets, seat: int, written: tuple[int, str] | None) -> Column:
    card = found.position.cards[seat]
    last = written[1] if written is not None and written[0] == seat else None
    may_be_written = seat == look.mover and len(found.position.dice) == found.game.dice
    if not may_be_written:
        return Column(seat, card, last)
    entries = {entry.row: entry for entry in found.game.entries(card, found.position.dice)}
    return Column(seat, card, last, entries, row_worths(look))


def _row(look: Look, found: Sheets, columns: tuple[Column, ...], at: int, chosen: Entry | None) -> views.Row:
    row = found.game.rows[at]
    return views.Row(
        id=row.id,
        name=look.words.row(row.id, found.game.id),
        pays=_pays(look, row),
        cells=tuple(_cell(look, found, column, at, chosen) for column in columns),
    )


def _pays(look: Look, row: Row) -> str:
    if isinstance(row.pays, int):
        return look.words.number(row.pays)
    return look.words("sheet.sum") if row.pays == "sum" else ""


def _cell(look: Look, found: Sheets, column: Column, at: int, chosen: Entry | None) -> views.Cell:
    row = found.game.rows[at]
    name = look.words.row(row.id, found.game.id)
    value = column.card.values[at]
    if value is not None:
        return views.Cell(
            state="filled",
            points=value,
            is_last=column.last == row.id,
            marks=column.card.extras if row.id == found.game.box else 0,
            label=look.words("cell.filled", cat=name, n=value),
        )
    if column.entries is None:
        return views.Cell("open", label=look.words("cell.open", cat=name))
    entry = column.entries.get(row.id)
    if entry is None:
        return views.Cell("refused", label=look.words("cell.refused", cat=name))
    is_chosen = chosen is not None and chosen.row == row.id
    worth = column.worths.get(row.id)
    return views.Cell(
        state="chosen" if is_chosen else "possible",
        points=entry.points,
        extra=entry.extra,
        is_joker=entry.joker,
        label=f"{_label(look, name, entry)}; {worth.spoken}" if worth else _label(look, name, entry),
        worth=worth.text if worth else "",
        is_best=worth is not None and worth.is_best,
    )


def _label(look: Look, name: str, entry: Entry) -> str:
    if entry.extra:
        key = "cell.joker-extra" if entry.joker else "cell.extra"
    else:
        key = "cell.joker" if entry.joker else "can.score"
    return look.words(key, cat=name, n=entry.points, extra=entry.extra)


def last_entry(look: Look) -> tuple[int, str] | None:
    """The seat and row of the entry made last, if one stands."""
    if look.is_real:
        return last_told(look.play)
    for happened in reversed(look.play.log):
        if isinstance(happened.event, Moved) and isinstance(happened.event.move, Score):
            return happened.event.seat, happened.event.move.row
    return None


def bonus(look: Look, found: Sheets, card: Card) -> views.Bonus:
    """How the upper bonus of a column stands, also in words."""
    state = found.game.bonus_state(card)
    words = look.words
    if state.is_earned:
        note = words("bonus.got", bonus=state.pays)
    elif state.is_lost:
        note = words("bonus.lost")
    else:
        note = f"{words('bonus.left', n=state.at - state.upper)}. {words('bonus.par', d=state.against_par)}"
    return views.Bonus(
        have=state.upper,
        at=state.at,
        par=state.against_par,
        state="earned" if state.is_earned else "lost" if state.is_lost else "open",
        points=state.pays if state.is_earned else 0,
        note=note,
    )
