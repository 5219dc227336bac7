"""Who gets in: hosts' names, where posts come from, cookies, seats, tables, bodies; and what errors give away."""

from collections.abc import Callable

import pytest
from starlette.types import Message, Scope

from kosci.service.ports import Unavailable
from kosci.web.limits import Limits
from kosci.web.security import CONTENT_SECURITY_POLICY
from kosci.web.site import Where
from tests.support.project import ROOT
from tests.web.browsing import Reader, links_of
from tests.web.conftest import House, laid, table_of

FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://localhost:9999"},
    {"origin": "http://localhost.evil.example"},
    {"origin": "", "sec_fetch_site": "cross-site"},
    {"origin": "", "sec_fetch_site": "same-site"},
    {"origin": "", "sec_fetch_site": "none"},
    {"origin": "http://localhost", "sec_fetch_site": "cross-site"},
    {"origin": "https://evil.example", "sec_fetch_site": "same-origin"},
]
POSTS = ["/new", "/language", "/settings", "/t/{table}/roll", "/t/{table}/leave", "/t/{table}/link", "/j/x", "/s/x"]


@pytest.mark.parametrize("said", FOREIGN, ids=lambda said: "+".join(said.values()) or "nothing said")
@pytest.mark.parametrize("path", POSTS)
async def test_a_post_from_elsewhere_is_refused(house: House, path: str, said: dict[str, str]) -> None:
    """Neither a matching Origin nor Sec-Fetch-Site same-origin, or one that says otherwise: nothing happens."""
    reader = house.reader()
    page = await laid(reader)
    form = page.form("/roll")
    before = await house.version(table_of(page))
    answer = await reader.raw(path.format(table=table_of(page)), form.fields, **said)
    assert answer.status_code == 403
    assert await house.version(table_of(page)) == before


async def test_a_post_that_says_same_origin_is_taken(house: House) -> None:
    """Browsers that send no Origin say Sec-Fetch-Site."""
    reader = house.reader()
    page = await laid(reader)
    answer = await reader.raw(
        f"/t/{table_of(page)}/roll", page.form("/roll").fields, origin="", sec_fetch_site="same-origin"
    )
    assert answer.status_code == 303


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.evil.example", "[::2]"])
async def test_a_foreign_host_name_is_refused(house: House, host: str) -> None:
    """A name that resolves to this machine is not enough: rebinding DNS gets no page."""
    answer = await house.reader().client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "Nieznany adres" in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8765", "127.0.0.1:1", "[::1]:8765", "kosci.example"])
async def test_a_name_the_server_is_known_by_is_answered(open_house: Callable[..., House], host: str) -> None:
    """Bound addresses, localhost and the names that were given, with any port."""
    where = Where(frozenset({"localhost", "127.0.0.1", "[::1]", "kosci.example"}))
    answer = await open_house(where=where).reader().client.get("/", headers={"host": host})
    assert answer.status_code == 200


async def test_every_answer_carries_the_headers(house: House) -> None:
    """Pages, redirects, files, refusals, failures: the policy is on all of them."""
    reader = house.reader()
    page = await laid(reader)
    paths = ["/", page.url, f"{page.url}/export", "/nothing", "/static/x/css/base.css", "/join", "/t/unknown"]
    answers = [await reader.client.get(path) for path in paths]
    answers.append(await reader.client.get("/", headers={"host": "evil.example"}))
    answers.append(await reader.raw(f"{page.url}/roll", page.form("/roll").fields))
    answers.append(await reader.client.request("DELETE", "/", headers={"origin": "http://localhost"}))
    for answer in answers:
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
    assert "unsafe" not in CONTENT_SECURITY_POLICY


async def test_pages_are_kept_by_nobody_and_files_for_ever(house: House) -> None:
    """What a page shows depends on the cookie; a file's address changes with its content."""
    reader = house.reader()
    assert (await reader.client.get("/")).headers["cache-control"] == "no-store"
    current = await reader.client.get(house.site.renderer.asset("css/base.css"))
    assert "immutable" in current.headers["cache-control"]
    assert current.headers["content-type"].startswith("text/css")
    old = await reader.client.get("/static/000000000000/css/base.css")
    assert old.status_code == 200
    assert "immutable" not in old.headers["cache-control"]


@pytest.mark.parametrize("path", ["../render.py", "css/../../render.py", "..%2frender.py", "css", "", "%2e%2e/app.py"])
async def test_no_other_file_is_served(house: House, path: str) -> None:
    """Only what was in the folder when the server started."""
    answer = await house.reader().client.get(f"/static/x/{path}")
    assert answer.status_code in (404, 405)


async def test_the_cookie_is_signed_and_out_of_reach(house: House) -> None:
    """HttpOnly, SameSite=Lax, for the whole site."""
    answer = await house.reader().client.get("/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie


async def test_over_tls_the_cookie_is_secure(house: House) -> None:
    """And named so that no other server of the domain can set it."""
    answer = await house.reader(origin="https://localhost").client.get("/")
    assert answer.headers["set-cookie"].startswith("__Host-")
    assert "Secure" in answer.headers["set-cookie"]


async def test_an_altered_cookie_opens_nothing(house: House) -> None:
    """Each letter of it counts: the browser is a new one then."""
    reader = house.reader()
    page = await laid(reader)
    value = reader.client.cookies["kosci-device"]
    for at in range(0, len(value), 7):
        altered = value[:at] + ("A" if value[at] != "A" else "B") + value[at + 1 :]
        answer = await house.reader().client.get(page.url, headers={"cookie": f"kosci-device={altered}"})
        assert answer.status_code == 403


async def test_one_kind_of_cookie_is_not_taken_for_another(house: House) -> None:
    """The settings' cookie is signed, too, and still no token."""
    reader = house.reader()
    await reader.post("/settings", {"theme": "dark"})
    prefs = reader.client.cookies["kosci-prefs"]
    answer = await reader.client.get("/", headers={"cookie": f"kosci-device={prefs}"})
    assert "kosci-device" in answer.headers["set-cookie"]


async def test_the_device_token_is_on_no_page_and_in_no_store(house: House) -> None:
    """The store knows its digest only."""
    reader = house.reader()
    page = await laid(reader)
    token = (house.vault.signed(reader.client.cookies["kosci-device"]) or "").removeprefix("device:")
    assert token
    assert token not in page.text
    assert token not in repr(house.store.__dict__)


@pytest.mark.parametrize("path", ["", "/verify", "/export", "/events"])
async def test_a_tables_id_opens_nothing(house: House, path: str) -> None:
    """Who neither sits nor hosts there is refused, whatever the page."""
    page = await laid(house.reader())
    answer = await house.reader().client.get(f"{page.url}{path}")
    assert answer.status_code == 403


async def test_anothers_table_takes_no_command(house: House) -> None:
    """The form of somebody else's page, sent with another browser's cookie."""
    page = await laid(house.reader())
    before = await house.version(table_of(page))
    stranger = house.reader()
    await laid(stranger)
    for verb in ("roll", "keep", "score", "leave", "undo", "start", "add-computer", "remove", "close", "link", "end"):
        answer = await stranger.raw(f"{page.url}/{verb}", page.form("/roll").fields)
        assert answer.status_code == 403
    assert await house.version(table_of(page)) == before


async def two_at_a_table(house: House) -> tuple[Reader, Reader, str]:
    """Two browsers at a running table, and its path."""
    host, guest = house.reader(), house.reader(address="10.0.0.2")
    lobby = await laid(host, mode="link")
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    await guest.send(join.form(view.row.join_token), {"name": "Ola"})
    lobby = await host.get(lobby.url)
    await host.send(lobby.form("/start"))
    return host, guest, lobby.url


async def test_anothers_seat_takes_no_command(house: House) -> None:
    """Sitting at the table is not enough: the seat has to be one's own."""
    host, guest, url = await two_at_a_table(house)
    view = await house.tables.view(url.split("/")[2])
    mover = view.table.mover
    other = guest if mover == 0 else host
    fields = {"command": "0123456789abcdef", "at": str(view.version), "seat": str((mover or 0) + 1)}
    for verb in ("roll", "leave", "undo"):
        page = await other.post(f"{url}/{verb}", fields)
        assert page.status == 403
        assert page.notices
    assert (await house.tables.view(view.id)).version == view.version


async def test_a_guest_has_none_of_the_hosts_rights(house: House) -> None:
    """Starting, computers and freeing others' seats are the host's."""
    host, guest = house.reader(), house.reader()
    lobby = await laid(host, mode="link")
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    page = await guest.send(join.form(view.row.join_token), {"name": "Ola"})
    view = await house.tables.view(view.id)
    assert not page.has_form("/start")
    fields = {"command": "0123456789abcdef", "at": str(view.version), "seat": "1", "bot": "greedy"}
    who = view.table.seats[0].digest[:16]
    for verb in ("start", "add-computer", "remove"):
        answer = await guest.post(f"{lobby.url}/{verb}", fields | {"who": who})
        assert answer.status == 403
    assert (await house.tables.view(view.id)).version == view.version


async def test_spectators_see_everything_and_touch_nothing(house: House) -> None:
    """No form of the table is on the page, and its address takes no post."""
    _, _, url = await two_at_a_table(house)
    view = await house.tables.view(url.split("/")[2])
    watcher = house.reader()
    page = await watcher.get(f"/w/{view.row.watch_token}")
    assert page.status == 200
    assert "Anna" in page.text
    assert not [
        form
        for form in page.forms
        if form.method == "post" and form.action.startswith(("/t/", "/w/", "/j/")) and form.fields
    ]
    assert not [url for url in links_of(page) if url.startswith(("/t/", "/j/", "/s/"))]
    assert view.row.join_token not in page.text
    for verb in ("", "/roll", "/leave", "/close"):
        answer = await watcher.raw(f"/w/{view.row.watch_token}{verb}", page.forms[0].fields)
        assert answer.status_code in (404, 405)
    assert (await watcher.get(f"/w/{view.row.watch_token}?ask=leave")).status == 403


async def test_a_body_beyond_the_limit_is_refused_by_what_it_says(house: House) -> None:
    """64 KiB are enough for every form."""
    answer = await house.reader().raw("/new", {"name-1": "x" * 70_000})
    assert answer.status_code == 413
    assert "Za dużo naraz" in answer.text


async def test_a_body_beyond_the_limit_is_refused_by_what_arrives(open_house: Callable[..., House]) -> None:
    """Also when it says nothing of its length, and before all of it has come."""
    house = open_house(Limits(body_bytes=1000))
    sent: list[Message] = []
    arrived = 0

    async def receive() -> Message:
        nonlocal arrived
        arrived += 300
        return {"type": "http.request", "body": b"x" * 300, "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    await house.app(post_scope("/new"), receive, send)
    assert sent[0]["status"] == 413
    assert arrived <= 1500


def post_scope(path: str) -> Scope:
    """A post from these pages, with no length said."""
    headers = [
        (b"host", b"localhost"),
        (b"origin", b"http://localhost"),
        (b"content-type", b"application/x-www-form-urlencoded"),
    ]
    base = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "query_string": b""}
    return base | {
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("10.0.0.1", 4000),
        "server": ("localhost", 80),
    }


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", b'{"variant": "general"}', 415),
        ("multipart/form-data; boundary=x", b"--x--", 415),
        ("", b"variant=general", 415),
        ("application/x-www-form-urlencoded", b"variant=%ff", 400),
        ("application/x-www-form-urlencoded", "variant=ż".encode(), 400),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 500), 400),
        ("application/x-www-form-urlencoded", b"", 400),
    ],
)
async def test_what_is_no_form_is_refused(house: House, kind: str, body: bytes, status: int) -> None:
    """In words, and nothing happens."""
    headers = {"origin": "http://localhost", "content-type": kind}
    answer = await house.reader().client.post("/new", content=body, headers=headers)
    assert answer.status_code == status
    assert "<h1" in answer.text


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "",
        "/\t/evil.example",
        "/\r\nset-cookie: x=1",
        "http:evil.example",
        "/%0d%0aset-cookie:x",
    ],
)
async def test_no_redirect_leads_away(house: House, back: str) -> None:
    """Language and settings go back to a path of this site, or home."""
    for path, fields in (("/language", {"lang": "uk"}), ("/settings", {"theme": "dark"})):
        answer = await house.reader().raw(path, fields | {"back": back})
        assert answer.status_code == 303
        target = answer.headers["location"]
        assert target.startswith("/")
        assert target[1:2] not in ("/", "\\")
        assert "\n" not in target
        assert "x" not in answer.headers.get("set-cookie", "").split(";")[0].split("=")[0]


async def test_refusals_give_nothing_away(house: House) -> None:
    """No token, seed, path of the machine or traceback, in any language; and there is always a way out."""
    reader = house.reader()
    page = await laid(reader)
    view = await house.tables.view(table_of(page))
    secrets = [view.row.join_token, view.row.watch_token, view.row.host]
    for path in ("/nothing", "/t/unknown", "/w/unknown", "/j/unknown", "/s/unknown", "/rules/poker", "/new"):
        for lang in ("pl", "uk", "en"):
            answer = await house.reader(lang).get(path)
            assert answer.status >= 400
            assert [url for url in links_of(answer) if url == "/"]
            for secret in (*secrets, "Traceback", str(ROOT), "site-packages", "kosci/web"):
                assert secret not in answer.text


async def test_a_failure_is_a_page_and_says_nothing_of_itself(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody foresaw: a page for the reader, and for the log where it happened but not what was typed."""

    async def broken(_: str) -> None:
        raise RuntimeError("seed=0123 of table xyz")

    monkeypatch.setattr(house.tables, "tables_of", broken)
    reader = house.reader()
    await reader.get("/settings")
    answer = await reader.get("/")
    assert answer.status == 500
    assert answer.heading == "Coś poszło nie tak"
    assert "seed=0123" not in answer.text + caplog.text
    assert "RuntimeError" in caplog.text
    assert "pages_home" in caplog.text


async def test_there_is_no_api_page(house: House) -> None:
    """Nothing is described by machine, and websockets are closed."""
    for path in ("/docs", "/redoc", "/openapi.json", "/metrics", "/.env", "/robots.txt"):
        assert (await house.reader().get(path)).status == 404
    closed: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        closed.append(message)

    await house.app({"type": "websocket", "path": "/"}, receive, send)
    assert closed == [{"type": "websocket.close"}]


async def test_a_store_that_does_not_answer_is_said_in_words(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk or a lost database: nothing was answered, and the page says to try again."""
    reader = house.reader()
    page = await laid(reader)

    async def silent(*_: object) -> None:
        raise Unavailable("disk full at /var/lib/kosci")

    monkeypatch.setattr(house.store, "append", silent)
    answer = await reader.send(page.form("/roll"))
    assert answer.status == 503
    assert answer.heading == "Chwila przerwy"
    assert "/var/lib" not in answer.text
    assert page.url in links_of(answer)
