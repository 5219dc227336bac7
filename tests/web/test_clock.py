"""The turn clock on the page: off unless wished, quiet, and with more time a tap away."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from kosci.locale.languages import languages, words_in
from kosci.web.build_clock import time_left
from tests.web.conftest import House, laid, table_of


async def test_a_table_has_no_clock_unless_somebody_wants_one(house: House) -> None:
    page = await laid(house.reader())
    assert 'id="clock"' not in page.text


async def test_the_time_left_is_shown_and_more_is_given(house: House) -> None:
    """The mover once, others at the table after that; each is told in the story."""
    reader = house.reader("en")
    page = await laid(reader, changes={"clock": "60"})
    table = table_of(page)
    assert 'data-left="60000"' in page.text
    assert "Time for this turn: " in page.text
    house.clock.pass_seconds(13)
    page = await reader.get(page.url)
    assert 'data-left="47000"' in page.text
    assert '<span class="left" role="timer">0:47</span>' in page.text
    for label in ("More time", "Give more time"):
        form = page.form("/extend")
        assert label in page.text
        page = await reader.send(form)
    assert 'data-left="167000"' in page.text
    assert (await house.tables.view(table)).table.extended


async def test_who_is_invited_is_told_of_the_clock(house: House) -> None:
    """Before the first roll: whoever wants none need not sit down."""
    lobby = await laid(house.reader("en"), mode="link", changes={"clock": "86400"})
    assert "Clock for a turn: 1 day" in lobby.text
    assert "Clock for a turn" not in (await laid(house.reader("en"), mode="link")).text


async def test_a_stranger_gives_no_time(house: House) -> None:
    page = await laid(house.reader(), changes={"clock": "60"})
    version = await house.version(table_of(page))
    await house.reader().post(f"{page.url}/extend", {"seat": "1", "command": "0123456789"})
    assert await house.version(table_of(page)) == version


async def test_a_clock_of_any_length_is_refused(house: House) -> None:
    page = await laid(house.reader(), changes={"clock": "7"})
    assert page.status == 422


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(seconds=0), "0:00"),
        (timedelta(seconds=59.9), "0:59"),
        (timedelta(minutes=59, seconds=5), "59:05"),
        (timedelta(hours=1), "1 h 0 min"),
        (timedelta(days=6, hours=23, minutes=59), "6 d 23 h"),
    ],
)
def test_time_in_words(left: timedelta, said: str) -> None:
    assert time_left(words_in("en"), left) == said


def _values() -> Iterator[int]:
    from kosci.engine.options import Choice
    from kosci.table.settings import SETTINGS

    spec = SETTINGS["clock"]
    assert isinstance(spec, Choice)
    yield from (value for value in spec.values if isinstance(value, int))


@pytest.mark.parametrize("lang", languages())
def test_every_length_has_words(lang: str) -> None:
    words = words_in(lang)
    assert all(f"option.clock.{seconds}" in words for seconds in _values())
