"""One table: facts and their text, fair dice, places, undo, the story; sans-I/O.

No clock, no randomness, no names of people.
"""

from kosci.table.errors import TableError
from kosci.table.facts import Fact, format_fact, parse_fact
from kosci.table.settings import Settings
from kosci.table.table import Draw, Seat, Table

__all__ = ["Draw", "Fact", "Seat", "Settings", "Table", "TableError", "format_fact", "parse_fact"]
