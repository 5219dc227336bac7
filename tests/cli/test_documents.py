"""What the documents show on the command line is what it answers."""

import re
import shlex

import pytest

from kosci.locale.languages import words_in
from kosci.tui.typed import Reader
from kosci.variants import info
from tests.cli.running import Runner
from tests.support.project import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def shown() -> list[tuple[str, str]]:
    """Each command of a console block with what stands under it."""
    blocks = re.findall(r"^```console\n(.*?)^```", README + CLI, re.DOTALL | re.MULTILINE)
    pairs = [part.split("\n", 1) for block in blocks for part in block.split("$ ./kosci ")[1:]]
    return [(command, answer) for command, answer in pairs]


@pytest.mark.parametrize(("command", "answer"), shown(), ids=lambda text: text[:40])
def test_a_command_in_the_documents_answers_as_written(kosci: Runner, command: str, answer: str) -> None:
    assert kosci(*shlex.split(command)).out == answer


def test_the_documents_name_every_command(kosci: Runner) -> None:
    listed = re.findall(r"^  ([a-z]+) {2,}", kosci("--help").out.split("Commands:")[1], re.MULTILINE)
    assert len(listed) > 7
    assert [name for name in listed if f"| `kosci {name}" not in CLI] == []


def typed() -> list[str]:
    """What the table of the keyboard says may be typed, long and short."""
    table = CLI.split("| typed | short | does |")[1].split("\n\n")[0]
    return [
        form for row in table.splitlines()[2:] for cell in row.split("|")[1:3] for form in re.findall("`(.+?)`", cell)
    ]


@pytest.mark.parametrize("form", typed())
def test_what_the_documents_say_may_be_typed_is_understood(form: str) -> None:
    words = words_in("pl")
    rows = {row: words.row(row, "general") for row in info("general").rows}
    is_race = any(word in form for word in ("roll-on", "bank", "r15", "b15", "r 1", "b 1")) or form in ("15", "b")
    assert Reader(rows, tuple(rows), is_race=is_race, is_deciding=True).read(form) is not None
