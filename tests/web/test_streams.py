"""Event streams: what they say and when, their limits, who counts as here, and how they end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from starlette.types import Message, Scope

from kosci.web.limits import Limits
from tests.web.browsing import Reader
from tests.web.conftest import House, laid, table_of

SOON = 2.0  # seconds that a test waits before it says that something never came


class Stream:
    """One open stream, read as a browser reads it."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.events: asyncio.Queue[str] = asyncio.Queue()
        self.has_ended = asyncio.Event()
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        """What the site answers."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            return
        text = message.get("body", b"").decode()
        for event in filter(None, text.split("\n\n")):
            self.events.put_nowait(event)
        if not message.get("more_body"):
            self.has_ended.set()

    async def receive(self) -> Message:
        """The reader says nothing until it goes away."""
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def version(self) -> int:
        """The version of the next event that says one."""
        async with asyncio.timeout(SOON):
            while True:
                event = await self.events.get()
                if event.startswith("event: changed"):
                    return int(event.rpartition("data: ")[2])


def scope_of(reader: Reader, path: str, **headers: str) -> Scope:
    """A GET of this reader, cookies included."""
    cookies = "; ".join(f"{name}={value}" for name, value in reader.client.cookies.items())
    said = {"host": "localhost", "cookie": cookies, **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in said.items()],
        "client": ("10.0.0.1", 4000),
        "server": ("localhost", 80),
    }


@asynccontextmanager
async def opened(house: House, reader: Reader, path: str, **headers: str) -> AsyncIterator[Stream]:
    """A stream of this reader, open meanwhile."""
    stream = Stream()
    task = asyncio.ensure_future(house.app(scope_of(reader, path, **headers), stream.receive, stream.send))
    for _ in range(100):
        if stream.status:
            break
        await asyncio.sleep(0.005)
    try:
        yield stream
    finally:
        stream.gone.set()
        with suppress(asyncio.CancelledError):
            await task


async def rolled(house: House, reader: Reader, url: str) -> int:
    """Roll once and give the new version."""
    page = await reader.get(url)
    await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    return await house.version(url.split("/")[2])


async def test_a_stream_says_the_version_at_once_and_after_each_move(house: House) -> None:
    """Nothing but the number: the page asks for the rest."""
    reader = house.reader()
    page = await laid(reader)
    async with opened(house, reader, f"{page.url}/events") as stream:
        assert stream.status == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        assert await stream.version() == await house.version(table_of(page))
        for _ in range(2):
            assert await rolled(house, reader, page.url) == await stream.version()


async def test_an_event_carries_its_version_as_id(house: House) -> None:
    """So a browser that comes back says what it knew; it is told the present version at once."""
    reader = house.reader()
    page = await laid(reader)
    now = await rolled(house, reader, page.url)
    async with opened(house, reader, f"{page.url}/events", last_event_id="3") as stream:
        first = await stream.events.get()
        assert first.startswith("retry: ")
        assert await stream.events.get() == f"event: changed\nid: {now}\ndata: {now}"


@pytest.mark.parametrize("last", ["0", "-1", "x", "99999999999999", "", "\x00", "<b>"])
async def test_a_broken_last_event_id_does_no_harm(house: House, last: str) -> None:
    """It is the browser's word; the present version is said whatever it is."""
    reader = house.reader()
    page = await laid(reader)
    async with opened(house, reader, f"{page.url}/events", last_event_id=last) as stream:
        assert await stream.version() == await house.version(table_of(page))


async def test_a_heartbeat_comes_while_nothing_happens(open_house: Callable[..., House]) -> None:
    """It says the version again, so a page finds out what a lost ring should have told."""
    house = open_house(Limits(heartbeat_seconds=0.02))
    reader = house.reader()
    page = await laid(reader)
    async with opened(house, reader, f"{page.url}/events") as stream:
        assert await stream.version() == await stream.version()
        for ears in house.bell._ears.values():
            ears.clear()  # a ring reaches nobody any more
        now = await rolled(house, reader, page.url)
        async with asyncio.timeout(SOON):
            while await stream.version() != now:
                pass


async def test_a_spectator_hears_the_same(house: House) -> None:
    """By the link, without a seat."""
    reader, watcher = house.reader(), house.reader()
    page = await laid(reader)
    view = await house.tables.view(table_of(page))
    async with opened(house, watcher, f"/w/{view.row.watch_token}/events") as stream:
        assert await stream.version() == view.version
        assert await rolled(house, reader, page.url) == await stream.version()
        assert "Ogląda: 1 widz" in (await reader.get(page.url)).text
    assert "Ogląda" not in (await reader.get(page.url)).text


async def test_strangers_get_no_stream(house: House) -> None:
    """Neither of a table whose id they know, nor of none."""
    page = await laid(house.reader())
    for path, status in ((f"{page.url}/events", 403), ("/t/unknown/events", 404), ("/w/unknown/events", 404)):
        async with opened(house, house.reader(), path) as stream:
            assert stream.status == status


async def test_a_browser_has_eight_streams(house: House) -> None:
    """The ninth is refused until one is closed."""
    reader = house.reader()
    page = await laid(reader)
    streams = [opened(house, reader, f"{page.url}/events") for _ in range(8)]
    for one in streams:
        assert (await one.__aenter__()).status == 200
    async with opened(house, reader, f"{page.url}/events") as ninth:
        assert ninth.status == 429
    await streams[0].__aexit__(None, None, None)
    async with opened(house, reader, f"{page.url}/events") as again:
        assert again.status == 200
    for one in streams[1:]:
        await one.__aexit__(None, None, None)


@pytest.mark.parametrize(
    ("limits", "fits"), [(Limits(spectators_a_table=2), 2), (Limits(streams_a_table=3), 3)], ids=["spectators", "all"]
)
async def test_a_table_has_so_many_streams(open_house: Callable[..., House], limits: Limits, fits: int) -> None:
    """50 spectators, 200 in all; a player's page is not shut out by spectators."""
    house = open_house(limits)
    reader = house.reader()
    page = await laid(reader)
    path = f"/w/{(await house.tables.view(table_of(page))).row.watch_token}/events"
    watchers = [house.reader() for _ in range(fits + 1)]
    for watcher in watchers:
        await watcher.get("/")  # each has a cookie of its own
    streams = [opened(house, watcher, path) for watcher in watchers]
    statuses = [(await one.__aenter__()).status for one in streams]
    assert statuses == [200] * fits + [429]
    if limits.spectators_a_table == fits:
        async with opened(house, reader, f"{page.url}/events") as own:
            assert own.status == 200
    for one in streams:
        await one.__aexit__(None, None, None)


async def test_all_streams_end_in_order_when_the_server_stops(house: House) -> None:
    """The answer is completed, so browsers come back by themselves."""
    reader = house.reader()
    page = await laid(reader)
    async with opened(house, reader, f"{page.url}/events") as one, opened(house, reader, f"{page.url}/events") as two:
        await one.version()
        await two.version()
        house.site.streams.close()
        async with asyncio.timeout(SOON):
            await one.has_ended.wait()
            await two.has_ended.wait()


async def test_a_stream_left_behind_is_forgotten(house: House) -> None:
    """When the reader goes away nothing is counted or listened to any more."""
    reader = house.reader()
    page = await laid(reader)
    async with opened(house, reader, f"{page.url}/events") as stream:
        await stream.version()
        assert house.site.streams._tables
        assert house.bell._ears
    assert not house.site.streams._tables
    assert not house.site.streams._browsers
    assert not house.bell._ears


async def test_who_has_a_stream_open_is_here(house: House) -> None:
    """S11: being away begins when the last stream of the browser has ended."""
    reader = house.reader()
    page = await laid(reader)
    view = await house.tables.view(table_of(page))
    device = view.seats[0].device or ""
    async with opened(house, reader, f"{page.url}/events"):
        house.clock.pass_seconds(3600)
        assert house.presence.is_here(view.id, device)
    assert not house.presence.is_here(view.id, device)
    house.clock.pass_seconds(61)
    assert house.presence.away_for(view.id, device).total_seconds() == 61


async def test_an_absent_player_is_shown_as_away(house: House) -> None:
    """In words, to the others, after the time the table waits."""
    host, guest = house.reader(), house.reader()
    lobby = await laid(host, mode="link")
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    await guest.send(join.form(view.row.join_token), {"name": "Ola"})
    await host.send((await host.get(lobby.url)).form("/start"))
    assert "brak połączenia" not in (await host.get(lobby.url)).text
    house.clock.pass_seconds(61)
    assert "brak połączenia" in (await host.get(lobby.url)).text
    await guest.get(lobby.url)
    assert "brak połączenia" not in (await host.get(lobby.url)).text
