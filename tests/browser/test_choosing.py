"""Choosing dice and rows on a live page: what ticks bring is shown at once, and a choice taken back leads back."""

from playwright.async_api import Browser, Page, expect

from tests.browser.driving import acted, device, laid


async def several_scoring(page: Page) -> int:
    """Roll until at least two single dice score; their number."""
    while True:
        await acted(page, "button.roll")
        scoring = await page.locator(".slot.scoring").count()
        faces = await page.locator(".slot.scoring").evaluate_all("slots => slots.map(slot => slot.dataset.face)")
        if scoring > 1 and set(faces) <= {"1", "5"} and len(set(faces)) > 1:
            return scoring
        while await page.locator("button.bank").count():
            can_bank = await page.locator("button.bank:not([disabled])").count()
            await acted(page, "button.bank" if can_bank else "button.roll")


async def test_the_turns_points_follow_the_ticks(browser: Browser, site: str) -> None:
    """T3 `any`: with a die taken out the board shows what the others bring, after a reload too; none is not enough."""
    async with device(browser) as page:
        await page.goto(f"{site}/new?variant=tysiac&mode=device&first=seat&set_aside=any&target=10000")
        await page.locator("form.sheet-form button.primary").click()
        await page.wait_for_selector("#page[data-version]")
        scoring = await several_scoring(page)
        points = page.locator(".turn-points")
        whole = await points.inner_text()
        labels = page.locator(".slot.scoring label.die")
        await labels.first.click()
        await expect(points).not_to_have_text(whole)
        part = await points.inner_text()
        await page.reload()
        await expect(points).to_have_text(part)
        await expect(page.locator(".slot.scoring .tick").first).not_to_be_checked()
        for at in range(1, scoring):
            await labels.nth(at).click()
        await expect(page.locator("button.bank")).to_be_disabled()
        await expect(page.locator("button.roll")).to_be_disabled()
        for at in range(scoring):
            await labels.nth(at).click()
        await expect(points).to_have_text(whole)
        await acted(page, "button.bank")


async def test_a_choice_taken_back_leads_back_to_its_row(browser: Browser, site: str) -> None:
    """The focus returns to where it came from, so that the next row is one key away."""
    async with device(browser, is_desk=True) as page:
        await laid(page, site, "general", "device", first="seat")
        await acted(page, "button.roll")
        await page.locator("#row-fives").focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(".confirm")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.locator("#row-fives")).to_be_focused()
