"""Limits: tables of an address, wrong codes, and a class of forty phones behind one address."""

from collections.abc import Callable

import pytest

from kosci.web.limits import Limits, Meter, address_key
from tests.web.conftest import House, laid, table_of


async def test_an_address_lays_sixty_tables_an_hour(open_house: Callable[..., House]) -> None:
    """The next is refused in words; another address is not, nor the same an hour later."""
    house = open_house(Limits(tables_an_hour=3))
    reader = house.reader()
    for _ in range(3):
        assert (await laid(reader, mode="alone")).status == 200
    late = await laid(reader, mode="alone")
    assert late.status == 429
    assert late.heading == "Chwileczkę"
    assert late.response.headers["retry-after"]
    assert (await laid(house.reader(address="10.0.0.2"), mode="alone")).status == 200
    house.seconds = 3601
    assert (await laid(reader, mode="alone")).status == 200


def test_the_usual_limits_are_those_of_the_design() -> None:
    """All in one place, changeable."""
    usual = Limits()
    assert usual.body_bytes == 64 * 1024
    assert (usual.tables_an_hour, usual.wrong_codes_a_minute) == (60, 10)
    assert (usual.spectators_a_table, usual.streams_a_table, usual.streams_a_browser) == (50, 200, 8)


async def test_a_refused_form_counts_as_no_table(open_house: Callable[..., House]) -> None:
    """Only what was laid counts."""
    house = open_house(Limits(tables_an_hour=1))
    reader = house.reader()
    for _ in range(3):
        assert (await laid(reader, changes={"name-2": "Anna"})).status == 422
    assert (await laid(reader)).status == 200


async def test_ten_wrong_codes_a_minute(house: House) -> None:
    """Then even the right one waits, or guessing would pay; a minute later it works."""
    lobby = await laid(house.reader(), mode="link")
    code = (await house.tables.view(table_of(lobby))).row.code
    reader = house.reader(address="10.0.0.9")
    for at in range(10):
        assert (await reader.get(f"/join?code=AAAAA{2 + at % 8}")).status == 404
    assert (await reader.get("/join?code=AAAAAA")).status == 429
    assert (await reader.get(f"/join?code={code}")).status == 429
    assert (await house.reader(address="10.0.0.8").get(f"/join?code={code}")).status == 200
    house.seconds = 61
    assert (await reader.get(f"/join?code={code}")).status == 200


async def test_a_class_of_forty_phones_behind_one_address_plays(house: House) -> None:
    """Twenty pairs: forty browsers, each lays or joins a table by its code and rolls."""
    for _ in range(20):
        host, guest = house.reader(), house.reader()
        lobby = await laid(host, mode="link")
        code = (await house.tables.view(table_of(lobby))).row.code
        join = await guest.get(f"/join?code={code}")
        page = await guest.send(join.form(join.url), {"name": "Ola"})
        assert page.status == 200
        lobby = await host.get(lobby.url)
        assert (await host.send(lobby.form("/start"))).status == 200
    assert len(await house.store.in_state(("running",))) == 20


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:db8:0:0:ffff::2", "2001:db8::"),
        ("2001:db8:0:1::1", "2001:db8:0:1::"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_what_a_home_has(host: str, key: str) -> None:
    """One IPv4 address, or a whole /64."""
    assert address_key(host) == key


def test_a_meter_forgets_the_oldest_keys() -> None:
    """A flood of addresses takes a bounded memory."""
    meter = Meter(2, 60, lambda: 0.0)
    for number in range(Meter.MOST_KEYS + 5):
        meter.count(str(number))
    assert len(meter._times) == Meter.MOST_KEYS
