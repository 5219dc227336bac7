"""A game of each variant on two devices, by link, code and click, to its end; each screen follows the other."""

import asyncio
import statistics
import time
from random import Random

import pytest
from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from kosci.variants import catalogue
from tests.browser.driving import acted, device, follows, is_mine, is_over, laid, turn, version

HALF_A_SECOND = 0.5
SEEN_AT = """async version => {
  while (Number(document.getElementById('page').dataset.version) < version) await new Promise(requestAnimationFrame);
  return Date.now() / 1000;
}"""


async def followed_after(page: Page, other: Page) -> float:
    """Seconds until the other device showed what this one shows, from when this one showed it."""
    now, at = time.time(), await version(page)
    return max(0.0, float(await other.evaluate(SEEN_AT, at)) - now)


async def together(host: Page, guest: Page, url: str, variant: str) -> None:
    """Lay a table, join it, start it."""
    fields = {"name_1": "Anna"} | ({"target": "300"} if variant == "tysiac" else {})
    await laid(host, url, variant, "link", **fields)
    link = await host.locator("#join-address").input_value()
    await guest.goto(link)
    await guest.locator("#name").fill("Łukasz")
    await guest.locator("main form button.primary").click()
    await guest.wait_for_selector("#page.lobby")
    await expect(host.locator(".seats")).to_contain_text("Łukasz")
    await acted(host, "button.start")
    await guest.wait_for_selector("#turn")


# The sheets of these are played in the long run only: others with as many rows go to their end in the short one.
LONG = ("general", "general-full-upper", "yatzy")
VARIANTS = [
    pytest.param(one.id, marks=pytest.mark.long) if one.id in LONG else pytest.param(one.id) for one in catalogue()
]


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_game_on_two_devices_goes_to_its_end(browser: Browser, site: str, variant: str) -> None:
    """Every move of one shows on the other within half a second; both show the same end; the dice are checked there."""
    words, rng, times = words_in("uk"), Random(3), list[float]()
    async with device(browser, "pl") as host, device(browser, "uk", is_desk=True) as guest:
        await together(host, guest, site, variant)
        while not await is_over(host):
            mover, other = (host, guest) if await is_mine(host) else (guest, host)
            await turn(mover, variant, rng)
            times.append(await followed_after(mover, other))
        await follows(guest, host)
        places = [await page.locator(".standing .points").all_inner_texts() for page in (host, guest)]
        # Polish writes 1005 where Ukrainian groups the thousands.
        places = [[text.replace("\xa0", "") for text in texts] for texts in places]
        assert places[0] == places[1]
        names = [await page.locator(".standing .who").all_inner_texts() for page in (host, guest)]
        assert names[0] == names[1]
        assert statistics.median(times) < HALF_A_SECOND
        await acted(host, "form[action$='/close'] button")
        await follows(guest, host)
        await guest.get_by_role("link", name=words("do.verify")).click()
        await expect(guest.locator("#verdict")).to_contain_text(words("verify.good", n=1)[:10])


async def test_one_joins_by_code(browser: Browser, site: str) -> None:
    """The short code of the lobby, read aloud and typed on the home page."""
    async with device(browser) as host, device(browser) as guest:
        await laid(host, site, "yahtzee", "link", name_1="Anna")
        await expect(host.locator(".invite svg.qr")).to_be_visible()
        code = await host.locator(".code").inner_text()
        await guest.goto(site)
        await guest.locator("#code").fill(code.lower())
        await guest.get_by_role("button", name=words_in("pl")("do.join")).click()
        await guest.locator("#name").fill("Ola")
        await guest.locator("main form button.primary").click()
        await expect(host.locator(".seats")).to_contain_text("Ola")


async def test_a_computer_sits_with_people(browser: Browser, site: str) -> None:
    """Mixed seats: it moves by itself, and the page follows it."""
    async with device(browser) as page:
        await laid(page, site, "general", "device", name_1="Anna", who_2="greedy", pace="at_once", first="seat")
        rng = Random(5)
        for _ in range(2):
            await turn(page, "general", rng)
            assert not await is_mine(page)
            await expect(page.locator(".tray.yours")).to_be_visible(timeout=20_000)
        assert await page.locator("td.filled").count() == 4


async def test_moves_at_the_same_moment_lose_nothing(browser: Browser, site: str) -> None:
    """Two tabs of one device press roll for the same version: one roll, and both show it."""
    async with device(browser) as page:
        # A tab that heard of the other's roll before its own click would rightly roll a second time.
        await page.context.route("**/events*", lambda route: route.abort())
        await laid(page, site, "general", "device", name_1="Anna", name_2="Ola", who_2="person")
        other = await page.context.new_page()
        await other.goto(page.url)
        before = await version(page)
        await asyncio.gather(page.locator("button.roll").click(), other.locator("button.roll").click())
        for tab in (page, other):
            await expect(tab.locator("#page")).to_have_attribute("data-version", str(before + 2))


async def test_spectators_follow_and_touch_nothing(browser: Browser, site: str) -> None:
    """By their link: everything is seen, nothing can be pressed."""
    async with device(browser) as page, device(browser, "en") as watcher:
        await laid(page, site, "general", "device", name_1="Anna", name_2="Ola", who_2="person")
        await watcher.goto(await page.locator("#watch-address").input_value())
        await watcher.wait_for_selector("#turn")
        await turn(page, "general", Random(1))
        await follows(watcher, page)
        await expect(page.locator(".more")).to_contain_text("Ogląda: 1 widz")
        assert await watcher.locator("td.filled").count() == 1
        for touchable in (".take", ".roll", ".tick", ".confirm", ".undo", "main form button"):
            assert await watcher.locator(touchable).count() == 0
