"""The bell: never loses a ring while somebody listens, counts rings nobody took once, forgets who went away."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from kosci.adapters.bell import InProcessBell
from kosci.service.ports import Ring


@pytest.fixture
def bell() -> InProcessBell:
    return InProcessBell()


async def test_a_ring_wakes_who_waits_for_this_table(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        waiting = asyncio.create_task(ear.wait(10))
        await asyncio.sleep(0)
        await bell.ring("a")
        assert await waiting == Ring("a")


async def test_a_ring_before_the_wait_is_not_lost(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        await bell.ring("a")
        assert await ear.wait(0) == Ring("a")


async def test_a_ring_between_two_waits_is_not_lost(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        await bell.ring("a")
        assert await ear.wait(0) == Ring("a")
        await bell.ring("a")
        assert await ear.wait(0) == Ring("a")
        assert await ear.wait(0) is None


async def test_rings_that_nobody_took_count_once(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        for _ in range(1000):
            await bell.ring("a")
        assert await ear.wait(0) == Ring("a")
        assert await ear.wait(0) is None


async def test_another_table_rings_for_others(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        await bell.ring("b")
        assert await ear.wait(0) is None


async def test_who_listens_to_all_hears_each_table_once_in_the_order_they_rang(bell: InProcessBell) -> None:
    async with bell.listen() as ear:
        for table in ("b", "a", "b", "c", "a"):
            await bell.ring(table)
        assert [await ear.wait(0) for _ in range(4)] == [Ring("b"), Ring("a"), Ring("c"), None]


async def test_nobody_hears_a_ring_from_before_they_listened(bell: InProcessBell) -> None:
    await bell.ring("a")
    async with bell.listen("a") as ear, bell.listen() as everywhere:
        assert await ear.wait(0) is None
        assert await everywhere.wait(0) is None


async def test_every_listener_hears_every_ring(bell: InProcessBell) -> None:
    async with AsyncExitStack() as stack:
        ears = [await stack.enter_async_context(bell.listen("a")) for _ in range(50)]
        ears.append(await stack.enter_async_context(bell.listen()))
        waiting = [asyncio.create_task(ear.wait(10)) for ear in ears]
        await asyncio.sleep(0)
        await bell.ring("a")
        assert await asyncio.gather(*waiting) == [Ring("a")] * 51


async def test_silence_ends_the_wait_with_nothing(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        assert await ear.wait(0.01) is None
        await bell.ring("a")
        assert await ear.wait(0.01) == Ring("a")


async def test_a_wait_that_is_broken_off_loses_no_ring(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        waiting = asyncio.create_task(ear.wait(10))
        await asyncio.sleep(0)
        await bell.ring("a")
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await ear.wait(0) == Ring("a")


async def test_a_listener_who_is_broken_off_is_forgotten(bell: InProcessBell) -> None:
    async def listen(table: str | None) -> None:
        async with bell.listen(table) as ear:
            await ear.wait(10)

    listeners = [asyncio.create_task(listen(table)) for table in ("a", "a", "b", None)]
    await asyncio.sleep(0)
    assert {table: len(ears) for table, ears in bell._ears.items()} == {"a": 2, "b": 1, None: 1}
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    assert bell._ears == {}
    await bell.ring("a")


async def test_a_listener_can_go_while_the_bell_rings(bell: InProcessBell) -> None:
    async with bell.listen("a") as staying:
        async with bell.listen("a"):
            pass
        await bell.ring("a")
        assert await staying.wait(0) == Ring("a")


async def test_a_listener_to_all_who_never_takes_anything_keeps_each_table_once(bell: InProcessBell) -> None:
    async with bell.listen() as ear:
        for _ in range(10):
            for table in range(100):
                await bell.ring(str(table))
        assert len(ear._rung) == 100


async def test_of_the_rings_of_one_table_the_highest_version_is_heard(bell: InProcessBell) -> None:
    """A ring from another process may come late."""
    async with bell.listen("a") as ear:
        for version in (7, 9, 8):
            await bell.ring("a", version)
        assert await ear.wait(0) == Ring("a", 9)


@pytest.mark.parametrize("versions", [(9, None), (None, 9), (8, None, 9)])
async def test_a_ring_without_a_version_asks_for_the_store_whatever_else_rings(
    bell: InProcessBell, versions: tuple[int | None, ...]
) -> None:
    async with bell.listen("a") as ear:
        for version in versions:
            await bell.ring("a", version)
        assert await ear.wait(0) == Ring("a")


async def test_rousing_wakes_every_listener_to_a_table_and_nobody_else(bell: InProcessBell) -> None:
    async with bell.listen("a") as a, bell.listen("b") as b, bell.listen() as all_tables:
        bell.rouse()
        assert (await a.wait(0), await b.wait(0), await all_tables.wait(0)) == (Ring("a"), Ring("b"), None)
