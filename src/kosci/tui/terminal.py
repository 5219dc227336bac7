"""The terminal as a place to write on: its width, its colours if it has any, plain text otherwise.

Nothing is drawn here and nothing is read.
"""

import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDTH = 80  # what is drawn fits it, and text is not set wider
_LEAST = 40


def open_terminal() -> Console:
    """Standard output; 80 columns where it is no terminal, never wider, colours only where they are wanted.

    What people typed is printed as it is: no markup, no emoji codes.
    """
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    console = Console(markup=False, highlight=False, emoji=False)
    console.width = max(_LEAST, min(console.width, WIDTH))
    return console


def say(console: Console, *lines: str, style: str = "") -> None:
    """Sentences, each from the left edge and wrapped between words."""
    for line in lines:
        console.print(Text(line, style=style))


def unbroken(line: str) -> Text:
    """A line that may be longer than the screen, so that a path in it can be copied."""
    return Text(line, no_wrap=True, overflow="ignore")


def listed(line: str, mark: str = "–") -> Table:
    """A sentence of a list: its further lines hang behind the mark."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column()
    grid.add_column()
    grid.add_row(mark, line)
    return grid
