"""Records as a file: JSON that can be brought along again, and a table for spreadsheets.

Reads nothing: that is `record_reading`.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from types import NoneType
from typing import Final

from kosci.service.record_ports import ResultRow
from kosci.variants import catalogue

KIND: Final = "kosci records"
VERSION: Final = 1
FIELDS: Final[Mapping[str, tuple[type, ...]]] = {
    "table": (str,),
    "seat": (int,),
    "name": (str,),
    "variant": (str,),
    "options": (str,),
    "rules": (str,),
    "players": (int,),
    "finished_at": (str,),
    "points": (int,),
    "place": (int,),
    "turns": (int, NoneType),
    "bonus": (bool, NoneType),
    "extras": (int,),
    "rows": (dict,),
    "coached": (bool,),
    "dice": (str,),
}
_MARKS: Final = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for a formula


def format_records(results: Iterable[ResultRow]) -> str:
    """The results as JSON, one a line."""
    lines = ",\n".join(json.dumps(_data(row), ensure_ascii=False) for row in results)
    return f'{{"kind": "{KIND}", "version": {VERSION}, "results": [\n{lines}\n]}}\n'


def _data(row: ResultRow) -> dict[str, object]:
    return {
        "table": row.table,
        "seat": row.seat + 1,
        "name": row.name,
        "variant": row.played.variant,
        "options": row.played.options,
        "rules": row.played.rules,
        "players": row.players,
        "finished_at": row.finished_at.astimezone(UTC).isoformat(),
        "points": row.points,
        "place": row.place,
        "turns": row.turns,
        "bonus": row.bonus,
        "extras": row.extras,
        "rows": dict(row.rows),
        "coached": row.coached,
        "dice": row.dice,
        "imported": row.imported,
    }


def records_csv(results: Sequence[ResultRow]) -> str:
    """The results as a table with a column for every row of every variant; a blank row is an empty cell."""
    rows = list(dict.fromkeys(row for variant in catalogue() for row in variant.rows))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    heading = [name for name in FIELDS if name != "rows"]
    table.writerow([*heading, "imported", *rows])
    for row in results:
        data = _data(row)
        values = [data[name] for name in (*heading, "imported")]
        table.writerow([*map(_cell, values), *(row.rows.get(one, "") for one in rows)])
    return text.getvalue()


def _cell(value: object) -> object:
    """The value as a cell; text that a spreadsheet would work out is marked as text."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}" if isinstance(value, str) and value.startswith(_MARKS) else value
