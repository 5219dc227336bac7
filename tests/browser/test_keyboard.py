"""A whole game with the keyboard alone, from the home page to the end."""

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from tests.browser.driving import FRESH, device, version

WORDS = words_in("pl")


async def focused(page: Page) -> str:
    """The name of what has the focus."""
    script = """() => {
      const one = document.activeElement;
      return one === document.body ? '' : one.getAttribute('aria-label') ?? one.innerText ?? '';
    }"""
    found: str = await page.evaluate(script)
    return " ".join(found.split())


async def tab_to(page: Page, name: str) -> None:
    """Press Tab until something with this name has the focus."""
    for _ in range(60):
        if name in await focused(page):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {name!r}")


async def at_the_table(page: Page) -> None:
    """Wait until the table listens to keys."""
    await page.wait_for_selector(".keys-help:not([hidden])", state="attached")


async def pressed(page: Page, key: str) -> None:
    """Press a key that changes the table, and wait for it."""
    seen = await version(page)
    await page.keyboard.press(key)
    await page.wait_for_function(FRESH, arg=seen)


async def test_a_game_alone_by_keys(browser: Browser, site: str) -> None:
    """Tab and Enter to the table; R rolls, 1-5 keep, arrows and Enter choose, Enter confirms, U takes back."""
    async with device(browser, is_desk=True) as page:
        await page.goto(site)
        await tab_to(page, WORDS("mode.alone"))
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#name-1")
        await tab_to(page, WORDS("new.play"))
        await page.keyboard.press("Enter")
        await at_the_table(page)
        for number in range(13):
            await pressed(page, "r" if number % 2 else "Space")
            if not number:
                await page.keyboard.press("2")
                await expect(page.locator("#die-2")).to_be_checked()
                await pressed(page, "R")
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press("Enter")
            await expect(page.locator(".confirm")).to_be_focused()
            await pressed(page, "Enter")
            if not number:
                await pressed(page, "u")
                await page.keyboard.press("ArrowUp")
                await page.keyboard.press("Enter")
                await expect(page.locator(".confirm")).to_be_focused()
                await pressed(page, "Enter")
        await expect(page.locator(".result")).to_contain_text("Twój wynik")


async def test_keys_are_listed_and_read_aloud(browser: Browser, site: str) -> None:
    """? shows the list; D, C and L say dice, card and last move to a screen reader."""
    async with device(browser, is_desk=True) as page:
        await page.goto(f"{site}/new?variant=general&mode=alone&name-1=Anna")
        await page.locator("form.sheet-form button.primary").click()
        await at_the_table(page)
        await pressed(page, "r")
        await page.keyboard.press("?")
        await expect(page.locator("dialog#keys")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog#keys")).to_be_hidden()
        for key, word in (("d", "Kość 1"), ("c", "Jedynki"), ("l", "Anna: rzut 1 z 3")):
            await page.keyboard.press(key)
            await expect(page.locator("#said")).to_contain_text(word)


async def test_keys_can_be_switched_off(browser: Browser, site: str) -> None:
    """Then letters do nothing."""
    async with device(browser, is_desk=True) as page:
        await page.goto(f"{site}/settings")
        await page.get_by_label(WORDS("settings.keys"), exact=True).uncheck()
        await page.get_by_role("button", name=WORDS("do.save")).click()
        await page.goto(f"{site}/new?variant=general&mode=alone&name-1=Anna")
        await page.locator("form.sheet-form button.primary").click()
        await at_the_table(page)
        before = await version(page)
        for key in "rb123u?":
            await page.keyboard.press(key)
        await page.reload()
        assert await version(page) == before
