"""The bell: never loses a ring while somebody listens, counts rings nobody took once, forgets who went away."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from kosci.adapters.bell import InProcessBell


@pytest.fixture
def bell() -> InProcessBell:
    return InProcessBell()


async def test_a_ring_wakes_who_waits_for_this_table(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        waiting = asyncio.create_task(ear.wait(10))
        await asyncio.sleep(0)
        await bell.ring("a")
        assert await waiting == "a"


async def test_a_ring_before_the_wait_is_not_lost(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        await bell.ring("a")
        assert await ear.wait(0) == "a"


async def test_a_ring_between_two_waits_is_not_lost(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        await bell.ring("a")
        assert await ear.wait(0) == "a"
        await bell.ring("a")
        assert await ear.wait(0) == "a"
        assert await ear.wait(0) is None


async def test_rings_that_nobody_took_count_once(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        for _ in range(1000):
            await bell.ring("a")
        assert await ear.wait(0) == "a"
        assert await ear.wait(0) is None


async def test_another_table_rings_for_others(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        await bell.ring("b")
        assert await ear.wait(0) is None


async def test_who_listens_to_all_hears_each_table_once_in_the_order_they_rang(bell: InProcessBell) -> None:
    async with bell.listen() as ear:
        for table in ("b", "a", "b", "c", "a"):
            await bell.ring(table)
        assert [await ear.wait(0) for _ in range(4)] == ["b", "a", "c", None]


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
        assert await asyncio.gather(*waiting) == ["a"] * 51


async def test_silence_ends_the_wait_with_nothing(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        assert await ear.wait(0.01) is None
        await bell.ring("a")
        assert await ear.wait(0.01) == "a"


async def test_a_wait_that_is_broken_off_loses_no_ring(bell: InProcessBell) -> None:
    async with bell.listen("a") as ear:
        waiting = asyncio.create_task(ear.wait(10))
        await asyncio.sleep(0)
        await bell.ring("a")
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await ear.wait(0) == "a"


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
        assert await staying.wait(0) == "a"


async def test_a_listener_to_all_who_never_takes_anything_keeps_each_table_once(bell: InProcessBell) -> None:
    async with bell.listen() as ear:
        for _ in range(10):
            for table in range(100):
                await bell.ring(str(table))
        assert len(ear._rung) == 100
