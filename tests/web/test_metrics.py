"""The numbers of a server: who may see them, what is counted, and that nothing of anybody is in them."""

from collections.abc import Callable

import pytest

from kosci.web.site import Where
from tests.web.browsing import Reader
from tests.web.conftest import House
from tests.web.programs import Program

TOKEN = "a token that only whoever watches over the server has"


@pytest.fixture
def house(open_house: Callable[..., House]) -> House:
    return open_house(where=Where(metrics_token=TOKEN))


async def numbers(reader: Reader) -> str:
    page = await reader.get("/metrics", authorization=f"Bearer {TOKEN}")
    assert page.status == 200
    return page.text


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", f"bearer {TOKEN} "])
async def test_nobody_sees_them_without_the_token(house: House, given: str) -> None:
    page = await house.reader().get("/metrics", authorization=given)
    assert page.status == 404


async def test_without_a_token_set_there_is_no_such_page(open_house: Callable[..., House]) -> None:
    page = await open_house().reader().get("/metrics", authorization="Bearer None")
    assert page.status == 404


async def test_commands_are_counted_by_how_they_ended_and_how_long_they_took(house: House) -> None:
    program = await Program(house.app).begin()
    laid = await program.lay([{"name": "Anna"}, {"name": "Jan"}], start=True)
    path = f"/tables/{laid['id']}"
    now = (await program.get(path)).json()["now"]
    body = {"seat": now["mover"], "at": now["version"], "move": "roll"}
    await program.do(f"{path}/moves", body)
    await program.post(f"{path}/moves", {"command": program.command(), **body})
    await program.post(f"{path}/moves", {})
    text = await numbers(house.reader())
    for ended, count in (("answered", 1), ("stale", 1), ("refused", 1)):
        assert f'kosci_answers_total{{kind="program",outcome="{ended}",verb="moves"}} {count}.0' in text
    assert 'kosci_wait_seconds_count{kind="program"}' in text
    await program.client.aclose()


async def test_nothing_that_people_or_strangers_write_becomes_a_number(house: House) -> None:
    reader = house.reader()
    for path in ("/nowhere/secret-words", "/t/secret-table", "/j/secret-token", "/static/secret/x.css"):
        await reader.get(path)
    text = await numbers(reader)
    assert "secret" not in text
