"""The service worker in a real browser, before a server that is slow, gone, newer or over as the test wants it.

The pages are made up: the worker knows no game, only whether a page can go on without a connection.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from kosci.web.files import read_files
from kosci.web.render import renderer
from kosci.web.security import HEADERS
from kosci.web.views_app import OfflineView
from kosci.web.worker import worker_script
from tests.browser.driving import device
from tests.web.samples import page as page_of

APP = renderer().asset("js/app.js")
MODEL = '{"scoring": "/scoring/general.json?v=1a", "seats": [{"name": "Anna"}, {"name": "Ola"}]}'
TABLE = f"""<!doctype html>
<html lang="{{lang}}" data-theme="auto"><head><title>Stół</title>
<link rel="icon" href="data:,"><script type="module" src="{APP}"></script></head>
<body><div id="release"></div><template id="release-words"><button>new</button></template>
<div id="page"{{live}}><p class="game"><b>Generał</b></p><p id="entries">{{entries}}</p>{{model}}</div></body></html>"""


@dataclass
class Town:
    """What the server answers just now."""

    entries: int = 3
    is_over: bool = False
    is_down: bool = False
    is_slow: bool = False
    lang: str = "pl"
    release: str = "first"

    def answer(self, path: str) -> tuple[str, bytes]:
        """The type and the content of a page or file; no type where there is none."""
        if path == "/sw.js":
            patient = worker_script(renderer()).replace("const SOON = 4000", "const SOON = 200")
            return "text/javascript", re.sub(r'"version": "\w+"', f'"version": "{self.release}"', patient).encode()
        if path == "/app/offline":
            words = words_in(self.lang)
            html = renderer().page("offline", page=page_of(self.lang), view=OfflineView(), words=words)
            return "text/html; charset=utf-8", html.encode()
        if path.startswith("/static/"):
            file = read_files()[path.split("/", 3)[3]]
            return file.kind, file.content
        if path == "/scoring/general.json":
            return "application/json", b"{}"
        if path not in ("/", "/t/abc"):
            return "", b""
        is_table = path == "/t/abc"
        model = f"<div id=\"model\" hidden data-model='{MODEL}'></div>" if is_table and not self.is_over else ""
        live = ' data-live="x"' if is_table else ""
        html = TABLE.format(lang=self.lang, live=live, entries=self.entries, model=model)
        return "text/html; charset=utf-8", html.encode()


class Answering(BaseHTTPRequestHandler):
    """Answers as the town says."""

    def __init__(self, *args: Any, town: Town, opened: Event, **named: Any) -> None:  # noqa: ANN401 - as the base is made
        self.town = town
        self.opened = opened
        super().__init__(*args, **named)

    def do_GET(self) -> None:
        if self.town.is_slow and not self.path.startswith("/static/"):
            self.opened.wait(20)
        if self.town.is_down:
            self.close_connection = True
            return
        kind, content = self.town.answer(self.path.partition("?")[0])
        self.send_response(200 if kind else 404)
        for name, value in HEADERS:
            self.send_header(name.decode(), value.decode())
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Vary", "Cookie, Accept-Language, HX-Request")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def served(town: Town, opened: Event) -> Iterator[str]:
    """The town's address; what waits for `opened` is answered when it is set."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Answering, town=town, opened=opened))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        opened.set()
        server.shutdown()
        server.server_close()


async def stored(page: Page) -> dict[str, str]:
    """The entries that the stored pages show, by path."""
    found: dict[str, str] = await page.evaluate(
        """async () => {
          const cache = await caches.open("kosci-tables");
          const found = {};
          for (const request of await cache.keys()) {
            const text = await (await cache.match(request)).text();
            found[new URL(request.url).pathname] = /id="entries">(\\d+)/.exec(text)[1];
          }
          return found;
        }"""
    )
    return found


async def becomes(page: Page, wanted: dict[str, str]) -> None:
    """Wait until these pages are stored and no others."""
    end = time.monotonic() + 20
    while (found := await stored(page)) != wanted:
        assert time.monotonic() < end, found
        await page.wait_for_timeout(50)


async def opened_table(page: Page, url: str) -> None:
    """The table is open, stored with what scores it, and the worker answers for it."""
    await page.goto(f"{url}/t/abc")
    await becomes(page, {"/t/abc": "3"})
    assert await page.evaluate("async () => Boolean(await caches.match('/scoring/general.json?v=1a'))")


async def test_a_real_dice_table_goes_on_without_a_connection(browser: Browser) -> None:
    """Its last page is there, whatever is asked of it; for other pages stands one that leads to it, in the language."""
    town, opened = Town(), Event()
    with served(town, opened) as url:
        async with device(browser, has_worker=True) as page:
            await opened_table(page, url)
            town.is_down = True
            await page.reload()
            await expect(page.locator("#entries")).to_have_text("3")
            await page.goto(f"{url}/t/abc?see=2")
            await expect(page.locator("#entries")).to_have_text("3")
            await page.goto(f"{url}/rules/general")
            await expect(page.locator("h1")).to_have_text(words_in("pl")("offline.title"))
            assert await page.evaluate("async () => (await fetch('/scoring/general.json?v=1a')).status") == 200
            await page.get_by_role("link", name="Generał Anna, Ola").click()
            await expect(page.locator("#entries")).to_have_text("3")
            town.is_down, town.entries = False, 4
            await page.evaluate(f"import('{APP}').then((app) => app.storePage())")
            await becomes(page, {"/t/abc": "4"})
            town.is_slow = True
            await page.reload()
            await expect(page.locator("#entries")).to_have_text("4")
            town.is_slow, town.lang = False, "en"
            opened.set()
            await page.goto(url)
            await page.wait_for_timeout(500)
            town.is_down = True
            await page.goto(f"{url}/rules/general")
            await expect(page.locator("h1")).to_have_text(words_in("en")("offline.title"))


async def test_no_table_is_kept_longer_than_it_is_needed(browser: Browser) -> None:
    """A game that is over, one nobody opened for a month, one whose page says so; other pages never."""
    town = Town()
    with served(town, Event()) as url:
        async with device(browser, has_worker=True) as page:
            await opened_table(page, url)
            await page.goto(url)
            await becomes(page, {"/t/abc": "3"})
            await page.evaluate(
                """async () => {
                  const cache = await caches.open("kosci-tables");
                  const headers = { "x-kosci-stored": String(Date.now() - 31 * 24 * 3600 * 1000) };
                  await cache.put("/t/old", new Response('<p id="entries">1</p><div id="model">', { headers }));
                }"""
            )
            tables = await page.evaluate(f"import('{APP}').then((app) => app.storedTables()).then((all) => all.length)")
            assert tables == 1
            await becomes(page, {"/t/abc": "3"})
            town.is_over = True
            await page.goto(f"{url}/t/abc")
            await becomes(page, {})
            assert not await page.evaluate("async () => Boolean(await caches.match('/scoring/general.json?v=1a'))")
            town.is_over = False
            await page.goto(f"{url}/t/abc")
            await becomes(page, {"/t/abc": "3"})
            await page.evaluate(f"import('{APP}').then((app) => app.dropPage())")
            await becomes(page, {})


async def test_a_new_release_waits_until_the_reader_loads_it(browser: Browser) -> None:
    """It is said quietly, at a table not at all; then the old files go and the stored pages are asked for anew."""
    town = Town()
    with served(town, Event()) as url:
        async with device(browser, has_worker=True) as page:
            await opened_table(page, url)
            town.release, town.entries = "second", 5
            await page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
            await page.wait_for_timeout(500)
            await expect(page.locator("#release")).to_be_empty()
            await page.goto(url)
            async with page.expect_navigation():
                await page.locator("#release button").click()
            await becomes(page, {"/t/abc": "5"})
            await expect(page.locator("#release")).to_be_empty()
            caches = await page.evaluate("caches.keys()")
            assert [name for name in caches if "files" in name] == ["kosci-files-second"]
            town.is_down = True
            await page.goto(f"{url}/t/abc")
            await expect(page.locator("#entries")).to_have_text("5")
