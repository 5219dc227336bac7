"""What was answered is there again: after closing, after kill -9, after the database went away and came back."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kosci.adapters.open import open_store
from tests.adapters.making import batch, lines_of, new_table, seat_row, table_row

ROOT = Path(__file__).parents[2]


@contextmanager
def running(module: str, address: str) -> Iterator[subprocess.Popen[str]]:
    """A process of the tests, killed at the end as by a power cut."""
    command = [sys.executable, "-m", f"tests.adapters.{module}", address]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


async def test_everything_is_there_after_closing_and_opening_again(lasting: str) -> None:
    store = await open_store(lasting)
    await store.create(table_row("a", code="KOT7"), batch("a", 0, "x", "y", command="c-1", seats=[seat_row("a")]))
    facts, row, seats = await store.read("table-a"), await store.table("table-a"), await store.seats("table-a")
    await store.close()
    store = await open_store(lasting)
    assert await store.read("table-a") == facts
    assert await store.table("table-a") == row
    assert await store.seats("table-a") == seats
    assert await store.answered("table-a", "c-1") == 2
    assert await store.append(batch("a", 2)) == 3
    await store.close()


@pytest.mark.parametrize("answers", [1, 40, 400])
async def test_kill_9_while_writing_loses_nothing_that_was_answered(lasting: str, answers: int) -> None:
    with running("writing", lasting) as process:
        assert process.stdout is not None
        told = [process.stdout.readline().split() for _ in range(answers)]
        process.kill()
        # What it managed to say before it died was answered too.
        told += [words for line in process.stdout if len(words := line.split()) == 3]
    store = await open_store(lasting)
    for name, version, command in told:
        assert await store.answered(f"table-{name}", command) == int(version)
    for name in {words[0] for words in told}:
        facts = await store.read(f"table-{name}")
        assert [fact.seq for fact in facts] == list(range(1, len(facts) + 1))
        assert len(facts) % 2 == 1, "a batch of two facts is there whole or not at all"
        seated = [int(fact.line.split()[1]) for fact in facts[1::2]]
        assert [seat.seat for seat in await store.seats(f"table-{name}")] == [seat for seat in seated if seat % 7 == 0]
        assert await store.append(batch(name, len(facts))) == len(facts) + 1
    await store.close()


async def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    address = str(tmp_path / "kosci.sqlite")
    with running("holding", address) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        process.kill()
    store = await open_store(address)
    await new_table(store)
    assert len(await lines_of(store)) == 1
    await store.close()
