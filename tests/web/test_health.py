"""Health and readiness: what whoever watches from outside is told, under any name, of nobody."""

import json
from collections.abc import Awaitable, Callable

import pytest

from kosci.service.ports import Unavailable
from kosci.web import pages_health
from tests.web.conftest import House


async def asked(house: House, path: str, method: str = "GET") -> tuple[int, dict[str, str]]:
    answer = await house.reader().client.request(method, f"http://10.9.8.7:99{path}")
    return answer.status_code, json.loads(answer.content) if answer.content else {}


async def test_a_server_that_runs_is_alive_and_ready_under_whatever_name(house: House) -> None:
    """Who watches knows the address of the machine, not the name of the site."""
    assert await asked(house, "/healthz") == (200, {"status": "alive"})
    assert await asked(house, "/readyz") == (200, {"status": "ready", "bell": "connected"})
    assert await asked(house, "/readyz", "HEAD") == (200, {})


async def test_a_server_without_its_store_is_alive_but_not_ready(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away() -> None:
        raise Unavailable("secret reasons")

    monkeypatch.setattr(house.store, "ping", away)
    assert await asked(house, "/healthz") == (200, {"status": "alive"})
    assert await asked(house, "/readyz") == (503, {"status": "store-away", "bell": "connected"})


async def test_a_server_that_is_about_to_end_is_not_ready(house: House) -> None:
    house.site.streams.close()
    assert await asked(house, "/readyz") == (503, {"status": "stopping", "bell": "connected"})
    assert await asked(house, "/healthz") == (200, {"status": "alive"})


async def test_a_server_whose_bell_is_away_serves(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only slower: a ring costs a heartbeat."""
    monkeypatch.setattr(house.bell, "is_connected", False)
    assert await asked(house, "/readyz") == (200, {"status": "ready", "bell": "away"})


async def test_asking_often_asks_the_store_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can tire it out by these addresses."""
    pings = counting(house.store.ping)
    monkeypatch.setattr(house.store, "ping", pings)
    monkeypatch.setattr(pages_health, "KEPT_SECONDS", 3600)
    for _ in range(20):
        assert (await asked(house, "/readyz"))[0] == 200
    assert pings.count == 1


class counting:  # noqa: N801 - stands for a function
    """A function that counts its calls."""

    def __init__(self, called: Callable[[], Awaitable[None]]) -> None:
        self._called = called
        self.count = 0

    async def __call__(self) -> None:
        self.count += 1
        await self._called()


async def test_only_reading_is_answered(house: House) -> None:
    """A post to these addresses is like any other to no page."""
    status = (await house.reader().client.post("http://localhost/healthz")).status_code
    assert status in (403, 404, 405)
