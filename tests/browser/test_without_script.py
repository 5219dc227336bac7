"""A four-player game on one device with JavaScript switched off, from the home page to the ranking."""

from random import Random

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from tests.browser.driving import device

WORDS = words_in("pl")
NAMES = ("Anna", "Łukasz", "Ґала", "Ewa")


async def turn(page: Page, rng: Random) -> None:
    """Roll, sometimes keep a die and roll again, choose a row, confirm it on its own page."""
    await page.get_by_role("button", name="Rzut 1 z 3").click()
    await expect(page.locator(".count")).to_have_text("Rzut 1 z 3")
    if rng.random() < 0.2:
        await page.locator("label.die").nth(rng.randrange(5)).click()
        await page.get_by_role("button", name="Rzut 2 z 3").click()
        await expect(page.locator(".count")).to_have_text("Rzut 2 z 3")
        assert await page.locator(".tick:checked").count() == 1
    takes = page.locator(".take.possible")
    await takes.nth(rng.randrange(await takes.count())).click()
    await page.locator(".confirm").click()
    await expect(page.locator(".confirm")).to_have_count(0)


async def test_four_play_a_whole_game_without_javascript(browser: Browser, site: str) -> None:
    """PRODUCT: forms and redirects are enough; every turn of everybody, to the places."""
    async with device(browser, has_script=False) as page:
        await page.goto(site)
        await page.get_by_label(WORDS("variant.general.name"), exact=False).first.check(force=True)
        await page.get_by_role("button", name=WORDS("mode.device")).click()
        for number, name in enumerate(NAMES, start=1):
            await page.locator(f"#name-{number}").fill(name)
            if number > 1:
                await page.locator(f"#who-{number}").select_option("person")
        await page.get_by_role("button", name=WORDS("new.play")).click()
        rng = Random(11)
        for _ in range(13 * len(NAMES)):
            await turn(page, rng)
        await expect(page.locator(".standing")).to_have_count(4)
        assert sorted(await page.locator(".standing .who").all_inner_texts()) == sorted(NAMES)
        points = [
            int(text.replace("\N{NO-BREAK SPACE}", "")) for text in await page.locator(".points").all_inner_texts()
        ]
        assert points == sorted(points, reverse=True)
        await page.get_by_role("button", name=WORDS("end.close")).click()
        await page.get_by_role("link", name=WORDS("do.verify")).click()
        await expect(page.locator("#verdict")).to_contain_text("kosci verify")


async def test_undo_leaving_and_languages_need_no_javascript(browser: Browser, site: str) -> None:
    """The rest of the table by plain pages: taking back, cancelling, leaving, another language."""
    async with device(browser, has_script=False) as page:
        await page.goto(f"{site}/new?variant=general&mode=device&name-2=Ola&who-2=person")
        await page.get_by_role("button", name=WORDS("new.play")).click()
        await page.get_by_role("button", name="Rzut 1 z 3").click()
        await page.locator("label.die").nth(3).click()
        await page.locator("#row-chance").click()
        await page.get_by_role("link", name=WORDS("do.cancel")).click()
        assert await page.locator("#die-4").is_checked()
        await page.locator("#row-chance").click()
        await page.locator(".confirm").click()
        await page.get_by_role("button", name=WORDS("do.undo")).click()
        await expect(page.locator("#row-chance")).to_be_visible()
        await page.locator("summary").first.click()
        await page.get_by_role("button", name="Українська").click()
        await expect(page.locator("html")).to_have_attribute("lang", "uk")
        uk = words_in("uk")
        await page.get_by_role("link", name=uk("do.leave")).click()
        await page.get_by_role("button", name=uk("do.leave")).click()
        await expect(page.locator(".end-now, .farewell")).to_contain_text(uk("do.end"))
