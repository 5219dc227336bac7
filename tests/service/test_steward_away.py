"""A store that does not answer for a while: what was due then is done soon after, without the claim running out."""

import asyncio
from contextlib import suppress
from random import Random

import pytest

from kosci.service.hands import LEASE
from kosci.service.ports import Batch, Unavailable
from kosci.service.steward import GRACE, Steward
from kosci.service.tables import NewSeat, NewTable
from kosci.table import Settings
from kosci.variants import load
from tests.service.conftest import House

ANNA = "anna" * 16


async def test_a_computer_moves_soon_after_the_store_is_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where its table was claimed when the store went away."""
    seats = [NewSeat(bot="greedy"), NewSeat("Anna")]
    new = NewTable(load("general", {"first": "seat"}), Settings(pace="at_once"), seats, start=True)
    table = await house.tables.create(new, ANNA)
    now = house.clock.now()
    assert await house.store.deadlines.claim(now + GRACE, now, now + LEASE, 1) == [table]
    is_away, tried, append = True, asyncio.Event(), house.store.append

    async def appended(batch: Batch) -> int:
        tried.set()
        if is_away:
            raise Unavailable("away")
        return await append(batch)

    monkeypatch.setattr(house.store, "append", appended)
    steward = Steward(house.tables, house.store, house.bell, house.clock, house.presence, rng=Random(1))
    task = asyncio.create_task(steward.run())
    steward.wake(table)
    async with asyncio.timeout(10):
        await tried.wait()
    is_away = False
    version = (await house.tables.view(table)).version
    async with asyncio.timeout(10):
        while (await house.tables.view(table)).version == version:
            house.clock.pass_seconds(0.1)
            steward._wake.set()
            await asyncio.sleep(0.005)
    assert house.clock.now() < now + LEASE
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
