"""axe on every page of a real game, light and dark, in three languages; sizes from a small phone to a desk."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from random import Random

import pytest
from playwright.async_api import Browser, Page

from kosci.variants import catalogue
from tests.browser.driving import acted, device, is_over, laid, turn

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

# Every page in every language, and in both themes.
LOOKS = [("pl", "light"), ("uk", "dark"), pytest.param("en", "light", marks=pytest.mark.long)]

Look = Callable[[str], Awaitable[None]]


async def plain_pages(page: Page, site: str, look: Look) -> None:
    """Home, forms, rules, settings, a page that is not there."""
    for mode in ("device", "link", "alone", "real"):
        await page.goto(f"{site}/new?variant=yatzi&mode={mode}")
        await look(f"new {mode}")
    paths = ["/", "/settings", "/nothing", "/join?code=AAAAAA", *(f"/rules/{one.id}" for one in catalogue())]
    for path in paths:
        await page.goto(site + path)
        await look(path)


async def lobby_pages(page: Page, guest: Page, site: str, look: Look) -> None:
    """Lobby, the page behind its link, the personal link."""
    await laid(page, site, "general", "link", name_1="Anna", who_2="greedy")
    await look("lobby")
    link = await page.locator("#join-address").input_value()
    await guest.goto(link)
    await page.goto(f"{link}?")  # the host is led to the table instead
    await acted(page, "button.start")
    await page.locator("form[action$='/link'] button").click()
    await page.wait_for_selector("#seat-address")
    await look("personal link")


async def table_pages(page: Page, site: str, look: Look) -> None:
    """A sheet before and after a roll, the question, leaving; Tysiąc; the end and the dice check."""
    names = {"name_1": "Anna", "name_2": "Ґрунтовно-Довгоіменна Катерина", "who_2": "person", "who_3": "random"}
    await laid(page, site, "yatzi", "device", **names, first="seat")
    await look("before the roll")
    await acted(page, "button.roll")
    await look("after the roll")
    await page.locator(".take.possible.zero").first.click()
    await page.wait_for_selector(".confirm")
    await look("a zero in question")
    await page.goto(page.url.split("?")[0] + "?ask=leave")
    await look("leaving in question")
    await laid(page, site, "tysiac", "device", name_1="Anna", name_2="Ola", who_2="person", target="100")
    await acted(page, "button.roll")
    await look("a race")
    rng = Random(2)
    while not await is_over(page):
        if await page.locator("button.bank").count():
            await acted(page, "button.bank:not([disabled])" if rng.random() < 0.8 else "button.roll")
        else:
            await turn(page, "tysiac", rng)
    await look("the end")
    await acted(page, "form[action$='/close'] button")
    await page.goto(f"{page.url.split('?')[0]}/verify")
    await look("dice check")


@asynccontextmanager
async def seen(browser: Browser, lang: str, *, is_dark: bool) -> AsyncIterator[tuple[Page, Page, Look]]:
    """Two devices, and a look that lets axe find nothing on the first one's page."""
    async with device(browser, lang, is_dark=is_dark) as page, device(browser, lang) as guest:

        async def look(name: str) -> None:
            assert await page.evaluate(SIDEWAYS) <= 0, f"{name} is wider than the screen"
            await page.evaluate(AXE)
            found = await page.evaluate("tags => axe.run({runOnly: tags})", TAGS)
            wrong = [(one["id"], node["html"][:200]) for one in found["violations"] for node in one["nodes"]]
            assert not wrong, (name, wrong)
            assert await page.locator("html").get_attribute("lang") == lang
            assert await page.locator("h1").count() == 1, name

        yield page, guest, look


@pytest.mark.parametrize(("lang", "theme"), LOOKS)
async def test_axe_finds_nothing_on_the_pages_of_a_game(browser: Browser, site: str, lang: str, theme: str) -> None:
    """WCAG 2.2 AA on every page a reader comes to, at 390 px, without sideways scrolling."""
    async with seen(browser, lang, is_dark=theme == "dark") as (page, guest, look):
        await table_pages(page, site, look)
        await lobby_pages(page, guest, site, look)


@pytest.mark.parametrize(("lang", "theme"), LOOKS)
async def test_axe_finds_nothing_on_the_plain_pages(browser: Browser, site: str, lang: str, theme: str) -> None:
    """WCAG 2.2 AA on the others, too."""
    async with seen(browser, lang, is_dark=theme == "dark") as (page, _, look):
        await plain_pages(page, site, look)
