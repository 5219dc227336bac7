"""What `kosci score` shows people: the rows that may be written, or the worth of a roll.

Computes no points.
"""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kosci.engine.card import Entry
from kosci.engine.dice import Dice
from kosci.engine.race import RollValue
from kosci.engine.scorecard import Scorecard
from kosci.locale.words import Words
from kosci.tui.dice import dice_line


def show_entries(console: Console, words: Words, game: Scorecard, dice: Dice, entries: Sequence[Entry]) -> None:
    """Each row that may be written, with its points and the extra it brings."""
    console.print(dice_line(dice))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column(words("sheet.row"))
    table.add_column("")
    table.add_column(words("end.points"), justify="right")
    table.add_column("")
    for entry in entries:
        extra = f"+{words.number(entry.extra)}" if entry.extra else ""
        note = " ".join(part for part in (extra, words("joker") if entry.joker else "") if part)
        table.add_row(words.row(entry.row, game.id), Text(entry.row, style="dim"), words.number(entry.points), note)
    console.print(table)


def show_roll(console: Console, words: Words, dice: Dice, value: RollValue) -> None:
    """What a roll of Tysiąc is worth."""
    console.print(dice_line(dice))
    if value.wins:
        console.print(Text(words("tui.roll-wins", n=value.points)))
    elif value.points:
        console.print(Text(words("tui.race-roll", scoring=value.scoring, n=value.points)))
    else:
        console.print(Text(words("tui.roll-nothing")))
