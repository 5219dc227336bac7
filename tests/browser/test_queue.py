"""Posts from a device whose connection comes and goes: each is kept, sent in order, and acts once."""

from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route

from kosci.locale.languages import words_in
from tests.browser.driving import device, laid, version

PL = words_in("pl")
# The queue of the very script that the page itself has.
OPEN = """async () => {
    const digest = new URL(document.querySelector("script[type=module]").src).pathname.split("/")[2];
    const { openQueue } = await import(`/static/${digest}/js/queue.js`);
    window.told = [];
    window.queue = openQueue(document.getElementById("page").dataset.here.split("/")[2]);
    queue.onSent((post) => told.push([post.url.split("/").at(-1), post.text.includes('id="page"')]));
}"""
SEND = "([url, fields]) => queue.send({ url: `${document.getElementById('page').dataset.here}/${url}`, fields })"
PENDING = "() => queue.pending().map((post) => [post.url.split('/').at(-1), post.mayHaveArrived])"
WITHOUT_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined })"


async def opened(page: Page) -> int:
    """The table anew, with its queue at hand; its version."""
    await page.reload()
    await page.evaluate(OPEN)
    return await version(page)


async def sent(page: Page, act: str, at: int, **fields: str | list[str]) -> dict[str, Any]:
    """What became of a post made for a version of the table."""
    outcome: dict[str, Any] = await page.evaluate(SEND, [act, {"seat": "1", "at": str(at), **fields}])
    return outcome


async def pending(page: Page) -> list[list[Any]]:
    """The posts that wait, each with whether it may have arrived."""
    waiting: list[list[Any]] = await page.evaluate(PENDING)
    return waiting


async def answer_lost(route: Route) -> None:
    """The server gets the request and acts; its answer never arrives."""
    await route.fetch()
    await route.abort()


async def hotspot(route: Route) -> None:
    """Somebody else answers."""
    await route.fulfill(status=200, content_type="text/html", body="<h1>Log in to the wireless network</h1>")


async def busy(route: Route) -> None:
    """The server cannot now."""
    await route.fulfill(status=503, content_type="text/html", body="<div id='page'></div>")


async def test_a_post_acts_once_however_the_connection_fails(browser: Browser, site: str) -> None:
    """A lost answer, a hotspot, a busy server, no network while the page is closed; a refusal is told in words."""
    async with device(browser) as page:
        await laid(page, site, "yahtzee", "device", name_1="Anna", first="seat")
        at = await opened(page)
        assert (await sent(page, "roll", at))["state"] == "sent"
        at = await opened(page)
        await page.route("**/keep", answer_lost)
        assert await sent(page, "keep", at, ticks="keep", keep=["1", "2"]) == {"state": "kept"}
        for failing in (hotspot, busy):
            await page.route("**/keep", failing)  # before the one that stands: no try by itself slips through
            await page.evaluate("() => queue.tryNow()")
            assert await pending(page) == [["keep", True]]
        await page.unroute("**/keep")
        await page.evaluate("() => queue.tryNow()")
        assert (await pending(page), await page.evaluate("() => told")) == ([], [["keep", True]])
        assert await opened(page) == at + 2  # the keep and its roll, once
        at += 2

        await page.context.set_offline(True)
        assert await sent(page, "score", at, row="chance") == {"state": "kept"}
        assert await pending(page) == [["score", False]]
        url, context = page.url, page.context
        await page.goto("about:blank")
        await context.set_offline(False)
        await page.goto(url)
        await page.evaluate(OPEN)
        await page.wait_for_function("() => !queue.pending().length")
        assert await opened(page) == at + 1

        outcome = await sent(page, "roll", at)
        stale = {"status": 409, "words": PL("error.stale")}
        assert outcome == {"state": "refused", **stale}
        assert await opened(page) == at + 1
        refused = "() => queue.refused().map(({ id, status, words }) => ({ id, status, words }))"
        ((told),) = await page.evaluate(refused)
        assert {"status": told["status"], "words": told["words"]} == stale
        await page.evaluate("(id) => queue.dismiss(id)", told["id"])
        assert await page.evaluate(refused) == []


@pytest.mark.parametrize("script", [None, WITHOUT_LOCKS], ids=["locks", "lease"])
async def test_of_two_tabs_one_sends(browser: Browser, site: str, script: str | None) -> None:
    """With the browser's locks, and on plain http, where there are none, with a lease."""
    async with device(browser) as page:
        if script:
            await page.context.add_init_script(script)
        await laid(page, site, "yahtzee", "device", name_1="Anna", first="seat")
        other = await page.context.new_page()
        await other.goto(page.url)
        await opened(other)
        at = await opened(page)
        await page.context.set_offline(True)
        assert await sent(page, "roll", at) == {"state": "kept"}
        assert await pending(other) == [["roll", False]]
        posts: list[str] = []
        page.context.on("response", lambda answer: posts.append(answer.url) if answer.url.endswith("/roll") else None)
        await page.context.set_offline(False)
        for tab in (page, other):
            await tab.wait_for_function("() => !queue.pending().length")
        assert len(posts) == 1
        assert await opened(page) == at + 2
