"""Leaving (S10): on one's own turn and on another's; the game goes on and ends as the rules say."""

from random import Random

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from tests.browser.driving import acted, device, follows, is_mine, laid, scored

WORDS = words_in("pl")


async def leave(page: Page) -> None:
    """Leave, which is asked about first."""
    await page.get_by_role("link", name=WORDS("do.leave")).click()
    await expect(page.locator(".say.warning")).to_contain_text(WORDS("leave.final"))
    await acted(page, ".confirm")


async def three(pages: tuple[Page, Page, Page], url: str, variant: str) -> None:
    """Three devices at a running table."""
    host, *guests = pages
    await laid(host, url, variant, "link", name_1="Anna", first="seat")
    link = await host.locator("#join-address").input_value()
    for guest, name in zip(guests, ("Ola", "Ewa"), strict=True):
        await guest.goto(link)
        await guest.locator("#name").fill(name)
        await guest.locator("main form button.primary").click()
        await expect(host.locator(".seats")).to_contain_text(name)
    await acted(host, "button.start")
    for guest in guests:
        await follows(guest, host)


async def test_leavers_never_stop_a_game(browser: Browser, site: str) -> None:
    """Anna leaves in the middle of her turn: Ola is next; Ewa leaves on Ola's turn: Ola alone may end it now."""
    async with device(browser) as anna, device(browser) as ola, device(browser) as ewa:
        await three((anna, ola, ewa), site, "general")
        await acted(anna, "button.roll")
        await leave(anna)
        await follows(ola, anna)
        assert await is_mine(ola)
        await acted(ola, "button.roll")
        await follows(ewa, ola)
        await leave(ewa)
        await follows(ola, ewa)
        assert await is_mine(ola)
        await scored(ola, Random(3))
        assert await is_mine(ola)
        await ola.get_by_role("link", name=WORDS("do.end")).click()
        await acted(ola, ".confirm")
        names = await ola.locator(".standing .who").all_inner_texts()
        assert names[0] == "Ola"
        await expect(ola.locator(".standing.gone")).to_have_count(2)
        await follows(anna, ola)
        await expect(anna.locator(".standing .who").first).to_have_text("Ola")


async def test_the_last_one_staying_wins_a_race_at_once(browser: Browser, site: str) -> None:
    """S10 in Tysiąc: when two of three have left, the third has won."""
    async with device(browser) as anna, device(browser) as ola, device(browser) as ewa:
        await three((anna, ola, ewa), site, "tysiac")
        await leave(ewa)
        await follows(anna, ewa)
        await leave(anna)
        await follows(ola, anna)
        await expect(ola.locator("h1").first).to_contain_text("Wygrywa Ola")


async def test_staying_after_all(browser: Browser, site: str) -> None:
    """The question can be cancelled."""
    async with device(browser) as page:
        await laid(page, site, "general", "device", name_1="Anna", name_2="Ola", who_2="person")
        await page.get_by_role("link", name=WORDS("do.leave")).click()
        await page.get_by_role("link", name=WORDS("do.cancel")).click()
        await acted(page, "button.roll")
