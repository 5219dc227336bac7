"""What a server says to whoever runs it, as JSON: every answer by its kind, and nothing of anybody."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kosci.web.logs import JsonLines, start_logging
from tests.web.conftest import House


@pytest.fixture
def said() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """The lines said so far; logging is as it was afterwards."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = list(root.handlers), root.level
    start_logging("json", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = handlers
    root.setLevel(level)


async def test_each_answer_is_one_line_without_table_name_or_token(
    open_house: Callable[..., House], said: Callable[[], list[dict[str, Any]]]
) -> None:
    reader = open_house().reader()
    page = await reader.get("/new?variant=yahtzee&mode=device")
    await reader.send(page.form("/new"), {"name-1": "Secret Anna", "name-2": "Secret Jan"})
    lines = [line for line in said() if line["message"] == "answer"]
    assert {"kind": "command", "verb": "new", "outcome": "answered"}.items() <= lines[1].items()
    assert all(set(line) == {"at", "level", "from", "message", "kind", "verb", "outcome", "ms"} for line in lines)
    assert "Secret" not in json.dumps(said())


def test_of_a_fault_its_kind_and_place_are_said_and_not_its_words() -> None:
    with pytest.raises(ValueError, match="a secret") as caught:
        int("a secret")
    info = (caught.type, caught.value, caught.tb)
    record = logging.LogRecord("kosci", logging.ERROR, "x", 1, "it failed", None, info)
    line = json.loads(JsonLines().format(record))
    assert line["fault"] == "ValueError"
    assert line["where"]
    assert "a secret" not in json.dumps(line)
