"""Attacks on seats and tables: another's seat, another's table, forged, replayed and cross-site requests."""

import asyncio
from collections.abc import Callable

from starlette.types import Message, Scope

from kosci.adapters.vault import KeyVault
from kosci.service.tokens import token_digest
from kosci.web.commands import ACTS
from tests.web.browsing import Reader
from tests.web.conftest import House, laid, table_of
from tests.web.programs import BASE, Program
from tests.web.test_doors import post_scope
from tests.web.test_host import lobby_of_two

READS = ("", "/verify", "/export", "/review", "/review.csv", "/review.json", "/series", "/sheet.pdf", "/review.pdf")
FIELDS = {"command": "forged-12345", "seat": "1", "at": "1", "row": "chance", "turn": "1", "seq": "1", "name": "Eve"}


async def game(house: House) -> tuple[Reader, Reader, str]:
    """A game of Anna, who is to move and hosts, and Ola, each on a phone of their own."""
    host, lobby, guest, _ = await lobby_of_two(house, first="seat")
    await host.send((await host.get(lobby.url)).form("/start"))
    return host, guest, table_of(lobby)


async def test_a_stranger_does_nothing_at_a_table_whose_id_is_known(house: House) -> None:
    """Every command, with and without a cookie of one's own: refused before anything of the table is looked at."""
    _, _, table = await game(house)
    before = await house.tables.view(table)
    stranger, known = house.reader("en"), house.reader("en")
    await laid(known)
    for verb in {*ACTS, "link", "rematch", "next"}:
        for reader in (stranger, known):
            answer = await reader.raw(f"/t/{table}/{verb}", FIELDS)
            assert answer.status_code == 403, verb
            assert "Anna" not in answer.text
    assert await house.tables.view(table) == before


async def test_a_stranger_reads_nothing_of_a_table_whose_id_is_known(house: House) -> None:
    """No page, no file, no stream; a table that does not exist is no other answer than its status."""
    _, _, table = await game(house)
    stranger = house.reader("en")
    for path in (*READS, "/events", "/scoring.json"):
        answer = await stranger.client.get(f"/t/{table}{path}")
        assert answer.status_code == 403
        assert "Anna" not in answer.text
        assert (await stranger.client.get(f"/t/nonesuch{path}")).status_code == 404


async def test_nobody_acts_for_a_seat_of_another_at_the_same_table(house: House) -> None:
    """Whatever the form says: the seat has to be the browser's own."""
    _, guest, table = await game(house)
    before = await house.version(table)
    for verb in ("roll", "keep", "score", "undo", "hint", "leave", "end", "return"):
        answer = await guest.raw(f"/t/{table}/{verb}", {**FIELDS, "at": str(before), "ticks": "keep"})
        assert answer.status_code in (403, 422), verb
    assert (await guest.raw(f"/t/{table}/link", {"seat": "1"})).status_code == 403
    assert await house.version(table) == before


async def test_a_spectator_sees_and_does_nothing(house: House) -> None:
    """The link shows the page without a form that acts; every command under it and under the table is refused."""
    _, _, table = await game(house)
    token = (await house.tables.view(table)).row.watch_token
    spectator = house.reader("en")
    page = await spectator.get(f"/w/{token}")
    assert page.status == 200
    posted = {form.action for form in page.forms if form.method == "post"}
    assert posted <= {"/language", "/settings", page.url}  # where there is nothing to do, the page itself
    assert (await spectator.raw(page.url, FIELDS)).status_code == 405
    before = await house.version(table)
    for verb in ACTS:
        assert (await spectator.raw(f"/w/{token}/{verb}", FIELDS)).status_code in (404, 405)
        assert (await spectator.raw(f"/t/{table}/{verb}", FIELDS)).status_code == 403
    assert await house.version(table) == before


async def test_a_token_opens_nothing_but_what_it_is_for(house: House) -> None:
    """Join link, spectators' link, personal link, lobby code and table id are not taken for one another."""
    host, lobby, _, _ = await lobby_of_two(house)
    row = (await house.tables.view(table_of(lobby))).row
    link = await house.tables.personal_link(row.id, row.host, 0)
    stranger = house.reader("en")
    for kind, right in (("j", row.join_token), ("w", row.watch_token), ("s", link)):
        for token in (row.join_token, row.watch_token, link, row.id, row.code or "", row.host, token_digest(link)):
            status = (await stranger.client.get(f"/{kind}/{token}")).status_code
            assert (status == 200) is (token == right), (kind, status)
    assert host is not stranger


FORGED = ("", "device:", "device:AAAA.BBBB", "A" * 4000, "%00", '"; DROP TABLE facts; --', "device:../../server.key")


async def test_a_forged_cookie_is_no_cookie(house: House) -> None:
    """Its browser is a new one: nobody's seat, and no fault."""
    _, _, table = await game(house)
    host = (await house.tables.view(table)).row.host
    others = (f"device:{host}", KeyVault(b"x" * 32).sign("device:abc"), house.vault.sign("prefs:abc"))
    for forged in (*FORGED, *others):
        headers = {"cookie": f"kosci-device={forged}"}
        answer = await house.reader("en").client.get(f"/t/{table}", headers=headers)
        assert answer.status_code == 403, forged


async def test_a_signed_cookie_of_one_kind_is_none_of_another(house: House) -> None:
    """A program's token opens no page, and a browser's cookie no interface; a signature is for one use."""
    program = await Program(house.app).begin()
    made = await program.lay([{"name": "Anna"}], start=True)
    answer = await house.reader().client.get(f"/t/{made['id']}", headers={"cookie": f"kosci-device={program.token}"})
    assert answer.status_code == 403
    reader = house.reader()
    table = table_of(await laid(reader))
    cookie = reader.client.cookies["kosci-device"].strip('"')
    asked = await program.client.get(f"{BASE}/tables/{table}", headers={"authorization": f"Bearer {cookie}"})
    assert asked.status_code == 401
    await program.client.aclose()


async def test_a_replayed_command_acts_once_and_a_copied_one_not_at_another_table(house: House) -> None:
    """What was overheard and is sent again changes nothing; at another table its sender has no seat."""
    host, guest, table = await game(house)
    other = table_of(await laid(house.reader("en")))
    form = (await host.get(f"/t/{table}")).form("/roll")
    await host.post(form.action, form.fields)
    after = await house.version(table)
    for _ in range(3):
        await host.post(form.action, form.fields)
        assert (await guest.raw(form.action, form.fields)).status_code in (303, 403, 409, 422)
    assert await house.version(table) == after
    before = await house.version(other)
    assert (await host.raw(f"/t/{other}/roll", form.fields)).status_code == 403
    assert await house.version(other) == before


async def test_a_program_acts_for_no_seat_or_table_of_another(house: House) -> None:
    """The same over JSON: state, log, stream and every command."""
    one, other = await Program(house.app).begin(), await Program(house.app).begin()
    made = await one.lay([{"name": "Anna"}], start=True)
    before = await house.version(made["id"])
    for path in ("", "/facts", "/events"):
        assert (await other.get(f"/tables/{made['id']}{path}")).status_code == 403
    bodies: dict[str, dict[str, object]] = {
        "seats": {"seat": {"name": "Eve"}},
        "start": {},
        "moves": {"seat": 1, "at": 1, "move": "roll"},
        "begin": {"seat": 1},
        "reports": {"seat": 1, "turn": 1, "row": "chance"},
        "corrections": {"seq": 1, "seat": 1, "at": 1},
        "undo": {"seat": 1},
        "leave": {"seat": 1},
        "close": {},
    }
    for verb, body in bodies.items():
        answer = await other.post(f"/tables/{made['id']}/{verb}", {"command": "forged-12345", **body})
        assert answer.status_code == 403, verb
    assert await house.version(made["id"]) == before
    for program in (one, other):
        await program.client.aclose()


FOREIGN = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost.evil.example"},
    {"origin": "http://localhost:81"},
    {"origin": "http://localhost@evil.example"},
    {"origin": ""},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site"},
    {"sec_fetch_site": "none"},
    {"sec_fetch_site": "same-origin, cross-site"},
)


async def test_no_other_site_posts_with_the_cookies_of_a_player(house: House) -> None:
    """Whatever it posts: commands, settings, deletion of records."""
    host, _, table = await game(house)
    form = (await host.get(f"/t/{table}")).form("/roll")
    before = await house.version(table)
    for headers in FOREIGN:
        for path in (form.action, "/new", "/language", "/records/delete", "/records/import", f"/t/{table}/close"):
            assert (await host.raw(path, form.fields, **headers)).status_code == 403, headers
    assert await house.version(table) == before


async def test_no_other_site_sends_a_program_s_request(house: House) -> None:
    """A page can send a form or text without asking, but not JSON; and no answer allows it to."""
    program = await Program(house.app).begin()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        headers = {"content-type": kind, "authorization": f"Bearer {program.token}", "origin": "https://evil.example"}
        answer = await program.client.post(f"{BASE}/tables", content=b"{}", headers=headers)
        assert answer.status_code == 415
    asks = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    preflight = await program.client.options(f"{BASE}/tables", headers=asks)
    assert not [name for name in preflight.headers if name.startswith("access-control-")]
    await program.client.aclose()


class Listening:
    """An event stream held open by a browser, read message by message."""

    def __init__(self, house: House, reader: Reader, path: str) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in reader.client.cookies.items())
        self.sent: list[Message] = []
        self._more = asyncio.Event()
        headers = [(b"host", b"localhost"), (b"cookie", cookies.encode())]
        scope: Scope = {**post_scope(path), "method": "GET", "headers": headers}
        self.task: asyncio.Future[None] = asyncio.ensure_future(house.app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if not self.sent:
            return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)
        self._more.set()

    async def told(self, text: bytes) -> None:
        """Wait until the stream has said this."""
        async with asyncio.timeout(10):
            while not any(text in message.get("body", b"") for message in self.sent):
                self._more.clear()
                await self._more.wait()


async def test_who_is_removed_loses_page_and_stream_at_once(house: House) -> None:
    """The stream that was open says nothing more."""
    host, lobby, guest, theirs = await lobby_of_two(house)
    table = table_of(lobby)
    stream = Listening(house, guest, f"/t/{table}/events")
    await stream.told(b"event: changed")
    page = await host.get(lobby.url)
    await host.press(page.button("Free the seat: Ola"))
    async with asyncio.timeout(10):
        await stream.task
    newest = f"data: {await house.version(table)}\n".encode()
    assert not any(newest in message.get("body", b"") for message in stream.sent)
    for path in READS:
        assert (await guest.client.get(f"{theirs.url}{path}")).status_code == 403


async def test_a_seat_that_went_to_another_device_leaves_the_old_one_nothing(house: House) -> None:
    """Page, commands and stream; also at a process that remembers the table as it was."""
    host, guest, table = await game(house)
    view = await house.tables.view(table)
    old = view.seats[1].device
    stream = Listening(house, guest, f"/t/{table}/events")
    await stream.told(b"event: changed")
    other = type(house.tables)(house.store, house.bell, house.clock, house.chance, house.vault)
    token = await house.tables.personal_link(table, old or "", 1)
    await other.view(table)
    await house.tables.take_seat(token, "thief")
    async with asyncio.timeout(10):
        await stream.task
    assert (await guest.client.get(f"/t/{table}")).status_code == 403
    assert not (await other.view(table)).is_in(old or "")
    assert (await other.view(table)).is_in("thief")
    assert (await host.get(f"/t/{table}")).status == 200


async def test_a_link_that_was_replaced_or_freed_opens_nothing(house: House) -> None:
    """Also after a lobby's seats have moved up."""
    host, lobby, guest, theirs = await lobby_of_two(house)
    table, view = table_of(lobby), await house.tables.view(table_of(lobby))
    first = await house.tables.personal_link(table, view.seats[1].device or "", 1)
    second = await house.tables.personal_link(table, view.seats[1].device or "", 1)
    assert (await house.reader().client.get(f"/s/{first}")).status_code == 404
    await host.press((await host.get(lobby.url)).button("Free the seat: Ola"))
    assert (await house.reader().client.get(f"/s/{second}")).status_code == 404
    assert (await guest.client.get(theirs.url)).status_code == 403


async def test_a_host_header_of_another_name_is_refused(open_house: Callable[..., House]) -> None:
    """Against DNS that is rebound: only the names the server is known by."""
    house = open_house()
    for name in ("evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "localhost\t"):
        answer = await house.reader().client.get("/", headers={"host": name})
        assert answer.status_code == 421
