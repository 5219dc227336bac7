"""The coach in a real browser: on demand, always, off; by the key H; on a phone, in the dark, by a screen reader."""

from importlib.resources import files

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from tests.browser.driving import FRESH, acted, device, laid, version
from tests.browser.test_keyboard import at_the_table, pressed

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
WORDS = words_in("pl")


async def has_spoken(page: Page) -> None:
    """Wait until the coach has said all."""
    await page.wait_for_selector("#coach:not([data-coming])", timeout=60_000)


async def top_of_dice(page: Page) -> float:
    """Where the dice begin."""
    box = await page.locator(".dice").bounding_box()
    assert box is not None
    return box["y"]


async def is_accessible(page: Page) -> None:
    """Axe finds nothing, and nothing sticks out."""
    await page.evaluate(AXE)
    found = await page.evaluate(
        "() => axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']})"
    )
    assert not [one["id"] for one in found["violations"]]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_on_demand_by_the_button_and_what_it_cost(browser: Browser, site: str) -> None:
    """A tap shows the best moves without moving the dice; after the choice what it cost; the end page says so."""
    async with device(browser, is_dark=True) as page:
        await laid(page, site, "general", "alone", name_1="Anna")
        await acted(page, "button.roll")
        assert not await page.locator("#coach").count()
        top = await top_of_dice(page)
        await page.locator("#hint").focus()
        seen = await version(page)
        await page.keyboard.press("Enter")
        await page.wait_for_function(FRESH, arg=seen)
        await expect(page.locator("#coach")).to_be_focused()
        await has_spoken(page)
        await expect(page.locator("#coach")).to_be_focused()
        assert await top_of_dice(page) == top
        await expect(page.locator("#coach .moves li")).to_have_count(3)
        await expect(page.locator(".coached")).to_have_text(WORDS("coach.badge"))
        assert await page.locator(".row-worth").count() > 5
        await is_accessible(page)
        await page.locator(".take.possible").last.click()
        await acted(page, ".confirm")
        await has_spoken(page)
        await expect(page.locator(".coach-verdict")).not_to_be_empty()
        await acted(page, "button.roll")
        await expect(page.locator("#hint")).to_be_visible()


async def test_the_key_h_asks_and_is_listed(browser: Browser, site: str) -> None:
    """H asks; pressed again it goes to what the coach says."""
    async with device(browser, is_desk=True) as page:
        await laid(page, site, "yahtzee", "alone", name_1="Anna")
        await at_the_table(page)
        await pressed(page, "r")
        await page.keyboard.press("?")
        await expect(page.locator("dialog#keys")).to_contain_text(WORDS("keys.hint"))
        await page.keyboard.press("Escape")
        await pressed(page, "h")
        await has_spoken(page)
        await page.keyboard.press("h")
        await expect(page.locator("#coach")).to_be_focused()
        await is_accessible(page)


async def test_always_shows_it_after_every_roll(browser: Browser, site: str) -> None:
    """Without asking, to whoever is to move on the shared device, under their name; the roll is still read aloud."""
    async with device(browser) as page:
        names = {"name_1": "Anna", "name_2": "Ola", "who_2": "person"}
        await laid(page, site, "tysiac", "device", coach="always", first="seat", **names)
        await expect(page.locator(".coached")).to_be_visible()
        while not await page.locator("button.bank").count():
            await acted(page, "button.roll")
        await has_spoken(page)
        await expect(page.locator("#coach-heading")).to_contain_text("Trener: ")
        assert not await page.locator("#hint").count()
        await expect(page.locator("#said")).not_to_be_empty()
        await is_accessible(page)


async def test_off_offers_nothing(browser: Browser, site: str) -> None:
    """No button, and H does nothing."""
    async with device(browser, is_desk=True) as page:
        await laid(page, site, "general", "alone", name_1="Anna", coach="off")
        await at_the_table(page)
        await pressed(page, "r")
        seen = await version(page)
        await page.keyboard.press("h")
        await page.keyboard.press("d")
        await expect(page.locator("#said")).to_contain_text("Kość 1")
        assert await version(page) == seen
        assert not await page.locator("#hint, #coach, .coached").count()


async def test_without_script_the_form_and_the_page_do_it(browser: Browser, site: str) -> None:
    """The hint is a form that posts; while the coach works there is a way to look again."""
    async with device(browser, has_script=False) as page:
        await page.goto(f"{site}/new?variant=general&mode=alone&name-1=Anna")
        await page.locator("form.sheet-form button.primary").click()
        await page.locator("button.roll").click()
        await page.locator("#hint").click()
        for _ in range(100):
            if not await page.locator("#coach[data-coming]").count():
                break
            await page.locator(".coach-status a").click()
        await expect(page.locator("#coach .moves li")).to_have_count(3)
