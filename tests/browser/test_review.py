"""The review of a four-player game in a real browser: read, pointed at, by keys, without script, by axe."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.adapters.open import open_store
from kosci.adapters.vault import open_vault
from kosci.commands.serving import DATA_FILE
from kosci.locale.languages import words_in
from kosci.service.tables import Tables
from kosci.variants import load
from tests.browser.driving import device
from tests.browser.test_access import seen
from tests.support.finished import played
from tests.support.server import Server

PL = words_in("pl")
NAMES = ("Anna", "Marek", "Ґрунтовно-Довгоіменна Катерина", "Ola")
READY = "#review:not([data-again])"
READY_MS = 60_000  # the kernels may have to be compiled first
WIDE, NARROW = ".curve-wide .turn", ".curve-narrow .turn"


async def _game(folder: Path) -> str:
    """The spectators' path of a finished game in a new data folder."""
    store = await open_store(folder / DATA_FILE)
    tables = Tables(store, InProcessBell(), SystemClock(), SystemChance(), open_vault(folder, os.environ))
    table = await played(tables, load("general"), NAMES, "host")
    await tables.close(table, "host")
    path = f"/w/{(await tables.view(table)).row.watch_token}"
    await store.close()
    return path


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a finished four-player game on a server of its own."""
    folder = tmp_path_factory.mktemp("reviewed") / "data"
    folder.mkdir()
    path = asyncio.run(_game(folder))
    server = Server(folder)
    server.start()
    yield server.url + path
    server.kill()


async def opened(page: Page, game: str, query: str = "") -> None:
    """The page of the review, with everything solved."""
    await page.goto(f"{game}/review{query}")
    await page.wait_for_selector(READY, timeout=READY_MS)


async def test_the_end_of_a_game_leads_to_its_review(browser: Browser, game: str) -> None:
    async with device(browser) as page:
        await opened(page, game)
        await page.goto(game)
        await expect(page.locator(".reviewed li")).to_have_count(len(NAMES))
        await page.get_by_role("link", name=PL("review.open")).click()
        await expect(page.get_by_role("heading", level=1)).to_have_text(PL("review.title"))
        await expect(page.locator(".way")).to_have_count(len(NAMES))
        await page.get_by_role("link", name=PL("review.order.played")).click()
        await expect(page.locator(".orders [aria-current]")).to_have_text(PL("review.order.played"))


async def test_a_turn_of_the_curve_is_pointed_at_or_reached_by_keys(browser: Browser, game: str) -> None:
    """The whole curve is one stop of the Tab key; arrows go on from turn to turn."""
    async with device(browser, is_desk=True) as page:
        await opened(page, game)
        card = page.locator("#turn-card")
        await expect(card).to_be_hidden()
        await page.locator(WIDE).nth(6).hover()
        await expect(card.locator("h3")).to_have_text(PL("review.turn", turn=7))
        await expect(card.locator("ul > li b:first-child").filter(has_text="Marek")).to_have_count(1)
        assert await page.locator(f'{WIDE}[tabindex="0"]').count() == 1
        await page.locator(WIDE).nth(6).focus()
        await page.keyboard.press("ArrowRight")
        await expect(card.locator("h3")).to_have_text(PL("review.turn", turn=8))
        await page.keyboard.press("Home")
        await expect(card.locator("h3")).to_have_text(PL("review.turn", turn=1))
        rolls = await page.locator("#turn-1 .steps").all_text_contents()
        assert await card.locator(".steps").all_text_contents() == rolls


async def test_a_tap_shows_the_turn_where_one_reads(browser: Browser, game: str) -> None:
    async with device(browser) as page:
        await opened(page, game)
        await page.locator(NARROW).nth(2).click()
        await expect(page.locator("#turn-card h3")).to_have_text(PL("review.turn", turn=3))
        assert page.url.endswith("/review")


async def test_without_javascript_a_point_leads_to_its_row(browser: Browser, game: str) -> None:
    async with device(browser, has_script=False) as page:
        await opened(page, game)
        await page.locator(NARROW).nth(4).click()
        await expect(page.locator("#turn-5")).to_be_in_viewport()
        await expect(page.locator("#turn-5 th").first).to_have_text(PL("review.turn", turn=5))


@pytest.mark.parametrize(
    ("lang", "is_dark", "width"),
    [
        pytest.param("pl", False, 360, marks=pytest.mark.long),
        ("uk", True, 360),
        pytest.param("en", True, 1280, marks=pytest.mark.long),
    ],
)
async def test_axe_finds_nothing_on_a_review(browser: Browser, game: str, lang: str, is_dark: bool, width: int) -> None:
    """WCAG 2.2 AA without sideways scrolling, with all that is folded open, and on the end of the game."""
    async with seen(browser, lang, is_dark=is_dark) as (page, _, look):
        await page.set_viewport_size({"width": width, "height": 800})
        await opened(page, game)
        await page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        await page.locator(WIDE if width > 1000 else NARROW).nth(3).focus()
        await look("review")
        await page.goto(game)
        await look("end")
