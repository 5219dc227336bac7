"""The bell over a real NATS: what rings in one process is heard in the others, and nothing hangs on it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from kosci.adapters.errors import DataError
from kosci.adapters.nats_bell import MOST_TOLD, SUBJECT, NatsBell, nats_bell
from kosci.service.ports import Ring
from tests.support.nats import Nats

SOON = 10.0


async def connected(bell: NatsBell, *, is_connected: bool = True) -> None:
    """Wait until the bell has noticed that NATS is there, or away."""
    for _ in range(1000):
        if bell.is_connected is is_connected:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError("NATS does not answer, or does not go away")


@pytest.fixture
async def bells(nats: Nats) -> AsyncIterator[tuple[NatsBell, NatsBell]]:
    """The bells of two processes."""
    async with nats_bell(nats.url) as one, nats_bell(nats.url) as two:
        await connected(one)
        await connected(two)
        yield one, two


async def test_a_ring_is_heard_in_the_other_process_and_once_in_its_own(bells: tuple[NatsBell, NatsBell]) -> None:
    one, two = bells
    async with one.listen("a") as near, two.listen("a") as far, two.listen() as far_all:
        await one.ring("a", 7)
        assert await near.wait(0) == Ring("a", 7), "here at once, without the network"
        assert await far.wait(SOON) == await far_all.wait(SOON) == Ring("a", 7)
        assert await near.wait(0.1) is None


async def test_a_ring_that_asks_for_the_store_is_heard_as_one(bells: tuple[NatsBell, NatsBell]) -> None:
    async with bells[1].listen("a") as far:
        await bells[0].ring("a")
        assert await far.wait(SOON) == Ring("a")


async def test_a_thousand_rings_of_many_tables_are_all_heard(bells: tuple[NatsBell, NatsBell]) -> None:
    """Of each table the last one counts."""
    one, two = bells
    async with AsyncExitStack() as stack:
        ears = [await stack.enter_async_context(two.listen(f"t{number}")) for number in range(200)]
        for version in range(1, 6):
            for number in range(200):
                await one.ring(f"t{number}", version)
        for number, ear in enumerate(ears):
            async with asyncio.timeout(SOON):
                while (ring := await ear.wait(SOON)) != Ring(f"t{number}", 5):
                    assert ring is not None


async def test_nats_is_killed_and_comes_back(nats: Nats, bells: tuple[NatsBell, NatsBell]) -> None:
    """Meanwhile rings are heard at home; afterwards everybody asks once, for what they missed, and all is as before."""
    one, two = bells
    async with one.listen("a") as near, two.listen("a") as far:
        nats.kill()
        await connected(one, is_connected=False)
        await connected(two, is_connected=False)
        while await far.wait(0):
            pass
        await one.ring("a", 8)
        assert await near.wait(0) is not None
        assert await far.wait(0) is None
        nats.start()
        assert await far.wait(SOON) == Ring("a"), "rings may have been lost: the store is asked"
        await connected(one)
        await connected(two)
        await one.ring("a", 9)
        async with asyncio.timeout(SOON):
            while await far.wait(SOON) not in (Ring("a", 9), Ring("a")):
                pass


async def test_a_bell_begins_without_nats(nats: Nats) -> None:
    """The order in which the two are started is nobody's care."""
    nats.kill()
    async with nats_bell(nats.url) as bell, bell.listen("a") as ear:
        for number in range(3):
            await bell.ring("a", number)
        assert await ear.wait(0) == Ring("a", 2)
        assert not bell._untold, "nothing is kept for others"
        nats.start()
        await connected(bell)


async def test_what_others_send_to_the_subject_does_no_harm(nats: Nats, bells: tuple[NatsBell, NatsBell]) -> None:
    import nats as library

    client = await library.connect(nats.url)
    async with bells[0].listen() as ear:
        for message in (b"", b"\xff\xfe", b"a", b"a b", b"a 1 2", b"a 9999999999", b"../x 1", b"a\r 1", b"\x00 1"):
            await client.publish(SUBJECT, message)
        await client.publish(SUBJECT, b"nonsense\nb 4\nc -")
        await client.flush()
        assert [await ear.wait(SOON), await ear.wait(SOON)] == [Ring("b", 4), Ring("c")]
    await client.close()


async def test_what_waits_to_be_told_is_bounded() -> None:
    """A connection that takes nothing costs no memory: a heartbeat tells instead."""
    bell = NatsBell([])
    bell.is_connected = True
    for number in range(MOST_TOLD + 100):
        await bell.ring(f"t{number}", 1)
        await bell.ring("t0", number)
    assert len(bell._untold) == MOST_TOLD


@pytest.mark.parametrize("address", ["", "localhost", "http://h:1", "nats://", "nats://:1", "nats://h:x", "nats://h,h"])
async def test_an_address_of_no_bell_is_refused(address: str) -> None:
    with pytest.raises(DataError) as refused:
        async with nats_bell(address):
            pass
    assert refused.value.code == "bell-address"


async def test_a_refused_address_says_no_password() -> None:
    with pytest.raises(DataError) as refused:
        async with nats_bell("redis://me:secret@h:1"):
            pass
    assert "secret" not in str(refused.value)
