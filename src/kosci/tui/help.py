"""The help of a table: the notation and its short forms, as they can be typed.

Fits 24 lines of 80 columns.
"""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kosci.engine.scorecard import Scorecard
from kosci.locale.words import Words
from kosci.variants import Rules

_SHEET = (
    ("roll", "r", "roll"),
    ("keep 5 5", "k55, 55", "keep"),
    ("keep", "k", "keep-none"),
    ("score full_house", "s{number}, s ful", "score"),
)
_RACE = (
    ("roll", "r", "roll"),
    ("roll-on", "r", "roll-on"),
    ("roll-on 1 5", "r15, 15", "roll-on-dice"),
    ("bank", "b", "bank"),
    ("bank 1 5", "b15", "bank-dice"),
)
_END = ("end", "e", "end")
_ALL = (
    ("undo", "u", "undo"),
    ("leave", "leave Anna", "leave"),
    ("hint", "h", "hint"),
    ("sheet", "t", "sheet"),
    ("rules", "", "rules"),
    ("help", "?", "help"),
    ("quit", "q", "quit"),
)


def help_lines(words: Words, game: Rules) -> Iterator[RenderableType]:
    """Every command with its short form and what it does; the rows as they are typed."""
    is_sheet = isinstance(game, Scorecard)
    number = game.index["full_house"] + 1 if isinstance(game, Scorecard) else 0
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    for typed, short, key in [*(_SHEET if is_sheet else _RACE), *((_END,) if is_sheet else ()), *_ALL]:
        table.add_row(Text(typed, style="bold"), short.format(number=number), words(f"tui.help.{key}"))
    yield Text(words("tui.help"), style="bold")
    yield table
    if isinstance(game, Scorecard):
        rows = ", ".join(f"{number} {row.id}" for number, row in enumerate(game.rows, start=1))
        yield Text(f"{words('tui.rows')}: {rows}")
