"""The tables a process has at hand: few, the latest, and never one that is not there any more."""

import asyncio

from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.memory import MemoryStore
from kosci.adapters.vault import KeyVault
from kosci.service.ports import Stored, TableRow
from kosci.service.shelf import Shelf
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.variants import load
from tests.support.clock import FakeClock


class SlowStore(MemoryStore):
    """Answers only when a test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def news(self, table: str, after: int = 0) -> tuple[list[Stored], TableRow]:
        """What is new, when it may be told."""
        found = await super().news(table, after)
        await self.may_answer.wait()
        return found


async def test_a_table_pushed_out_while_it_is_asked_for_is_given_all_the_same() -> None:
    store = SlowStore()
    tables = Tables(store, InProcessBell(), FakeClock(), SystemChance(), KeyVault(b"k" * 32))
    new = NewTable(load("yahtzee"), seats=[NewSeat("Anna")], start=True)
    first, second = [await tables.create(new, "a" * 64) for _ in range(2)]
    shelf = Shelf(store, FakeClock(), most=1)
    await shelf.fresh(first)
    store.may_answer.clear()
    asking = asyncio.create_task(shelf.fresh(first))
    await asyncio.sleep(0)
    shelf.keep(await tables.recent(second))
    store.may_answer.set()
    assert (await asking).id == first
