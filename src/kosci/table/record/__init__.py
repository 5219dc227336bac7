"""Games as text that people read and edit, both ways: a record. Its grammar stands in docs/notation.md.

Never executed and never trusted: what a record states is held against the rules.
"""

from kosci.table.record.heading import has_commitment
from kosci.table.record.paper import PaperEvent, PaperGame, PaperTurn
from kosci.table.record.pieces import RecordError
from kosci.table.record.record import Reading, format_record, is_record, parse_any, parse_record, read_record

__all__ = [
    "PaperEvent",
    "PaperGame",
    "PaperTurn",
    "Reading",
    "RecordError",
    "format_record",
    "has_commitment",
    "is_record",
    "parse_any",
    "parse_record",
    "read_record",
]
