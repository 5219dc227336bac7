"""The dice check of a game that was played: the reader's browser agrees, and names what was altered."""

import re

from playwright.async_api import Browser, Page, Route, expect

from kosci.locale.languages import words_in
from tests.browser.driving import acted, device, laid

WORDS = words_in("en")


async def finished(page: Page, site: str) -> str:
    """The address of the dice check of a finished game; its host's browser gave a share."""
    await laid(page, site, "tysiac", "device", name_1="Anna", name_2="Ola", who_2="person")
    for _ in range(3):
        await acted(page, "button.roll")
        if await page.locator("button.bank:not([disabled])").count():
            await acted(page, "button.bank")
    await page.get_by_role("link", name=WORDS("do.leave")).click()
    await page.wait_for_selector(".confirm")
    await acted(page, ".confirm")
    await acted(page, "form[action$='/close'] button")
    return f"{page.url.split('?')[0]}/verify"


async def altered(page: Page, url: str, pattern: str, by: str) -> None:
    """Open the page with something on it changed on the way."""

    async def change(route: Route) -> None:
        answer = await route.fetch()
        text, count = re.subn(pattern, by, await answer.text(), count=1)
        assert count
        await route.fulfill(response=answer, body=text)

    await page.route(url, change)
    await page.goto(url)
    await page.unroute(url)


async def test_the_readers_browser_recomputes_every_roll(browser: Browser, site: str) -> None:
    """Right as it was played; wrong with one die, the seed or a share altered, and it says which."""
    async with device(browser, "en") as page:
        url = await finished(page, site)
        await page.goto(url)
        rolls = await page.locator(".roll-line").count()
        assert rolls >= 5
        await expect(page.locator("#verdict")).to_have_text(WORDS("verify.good", n=rolls))
        await expect(page.locator(".share-line").first).to_have_attribute("data-share", re.compile("[0-9a-f]{32}"))
        await expect(page.get_by_text(WORDS("verify.by-browser"))).to_have_count(1)
        first = await page.locator(".roll-line[data-n='3']").get_attribute("data-faces") or ""
        other = str(int(first[0]) % 6 + 1) + first[1:]
        await altered(page, url, f'data-n="3" data-faces="{first}"', f'data-n="3" data-faces="{other}"')
        await expect(page.locator("#verdict")).to_contain_text("3")
        await expect(page.locator("#verdict")).not_to_have_text(WORDS("verify.good", n=rolls))
        await altered(page, url, r'data-seed="[0-9a-f]{8}', 'data-seed="00000000')
        await expect(page.locator("#verdict")).to_contain_text(WORDS("verify.bad-seed"))
        await altered(page, url, r'data-share="[0-9a-f]{8}', 'data-share="00000000')
        await expect(page.locator("#verdict")).to_contain_text(WORDS("verify.bad-share", name="Anna"))
