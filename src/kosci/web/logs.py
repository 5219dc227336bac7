"""What a server says to whoever runs it: lines for people, or one JSON object a line for programs.

Says no name, no token, no seed, no address and nothing that somebody typed.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

Form = Literal["text", "json"]
FORMS: Final[tuple[Form, ...]] = ("text", "json")
TOLD: Final = ("kind", "verb", "outcome", "ms")  # what a record may carry beside its message
_TEXT: Final = "%(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One JSON object a record: when, how grave, who says it, what; of a fault its kind and where, not its words."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in TOLD if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["fault"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(record.exc_info[2])]
        return json.dumps(line, ensure_ascii=False)


def start_logging(form: Form, stream: TextIO = sys.stderr) -> None:
    """Say warnings as lines for people, or everything from each answer on as JSON."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter(_TEXT))
    logging.basicConfig(level=logging.INFO if form == "json" else logging.WARNING, handlers=[handler], force=True)
