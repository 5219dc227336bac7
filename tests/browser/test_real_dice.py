"""The pad of a table with real dice under a finger: how many taps an entry takes, keys, names, several phones."""

import re

from playwright.async_api import Browser, Page, expect

from tests.browser.driving import device, follows
from tests.browser.tapping import READY, Finger
from tests.browser.test_access import AXE, SIDEWAYS, TAGS


async def laid(page: Page, site: str, variant: str = "yahtzee", names: str = "name-1=Anna&name-2=Jan") -> Finger:
    """A table with real dice on this phone, begun by Anna."""
    await page.goto(f"{site}/new?variant={variant}&mode=real&{names}")
    await page.locator("button[value=here]").click()
    await page.wait_for_selector(READY)
    finger = Finger(page)
    await finger.begins("Anna")
    return finger


async def test_an_entry_takes_few_taps(browser: Browser, site: str) -> None:
    """At most 7 for five dice, 2 for a row and its value, 3 for a zero or the question about a joker."""
    async with device(browser) as page:
        finger = await laid(page, site)
        for entry, taps in (
            ("five_of_a_kind =50", 2),
            ("threes 3 3 3 5 6", 6),
            ("fives =15", 2),
            ("fours 1 2 3 5 6", 7),
            ("large_straight =40 alike", 3),
            ("five_of_a_kind =0", 3),
        ):
            assert await finger.enters(entry) == taps, entry
        await expect(page.locator(".strip .chip").first).to_contain_text("205")
        await expect(page.locator(".story")).to_contain_text("(dżoker). Kolejne Yahtzee: +100.")


async def test_keys_enter_dice(browser: Browser, site: str) -> None:
    """1 to 6 enter what fell, Backspace takes the last die back, arrows and Enter choose the row, U takes back."""
    async with device(browser, is_desk=True) as page:
        await laid(page, site)
        await page.locator("#main").focus()
        for key in ("2", "2", "2", "5", "Backspace", "6", "6"):
            await page.keyboard.press(key)
        await expect(page.get_by_role("button", name="Ful: można wpisać 25 punktów")).to_be_visible()
        for _ in range(9):
            await page.keyboard.press("ArrowDown")
        await expect(page.get_by_role("button", name="Ful: można wpisać 25 punktów")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#turn-heading")).to_have_text("Jan")
        await expect(page.locator("#said")).to_contain_text("Anna: 25 w kategorii „Ful”.")
        await page.keyboard.press("u")
        await expect(page.locator("#turn-heading")).to_have_text("Anna")


async def test_what_cannot_be_is_refused_with_the_reason(browser: Browser, site: str) -> None:
    """Typed points that a row cannot hold are not sent."""
    async with device(browser) as page:
        finger = await laid(page, site)
        await finger.tap(".row-threes td.shown .take")
        await page.locator("#pad-points").fill("23")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert").filter(has_text="23 nie da się")).to_be_visible()
        await expect(page.locator("#say-here")).to_contain_text("Możliwe: 0, 3, 6, 9, 12, 15.")
        await page.locator("#pad-points").fill("12")
        await page.keyboard.press("Enter")
        await expect(page.locator("#turn-heading")).to_have_text("Jan")


async def test_rolls_may_be_told_with_the_kept_dice(browser: Browser, site: str) -> None:
    """After each roll the kept dice and those that fell; the coach then knows of what to choose."""
    async with device(browser) as page:
        finger = await laid(page, site)
        for face in (5, 5, 1, 2, 6):
            await finger.tap(f"#face-{face}")
        await finger.tap("#more")
        await expect(page.locator("#pad-count")).to_have_text("Rzut 1 z 3")
        for place in (1, 2):
            await finger.tap(f"#pad .slot:nth-child({place}) button")
        for face in (5, 5, 3):
            await finger.tap(f"#face-{face}")
        await finger.tap("#more")
        await expect(page.locator("#pad-count")).to_have_text("Rzut 2 z 3")
        await expect(page.locator(".story")).to_contain_text("Zatrzymane: 5, 5.")
        await finger.tap(".row-fives td.shown .take")
        await expect(page.locator(".strip .chip").first).to_contain_text("20")


async def test_everybody_enters_on_their_own_phone(browser: Browser, site: str) -> None:
    """By link; each phone enters for whoever is to move, the others follow, spectators touch nothing."""
    async with device(browser) as host, device(browser, "uk") as guest, device(browser, "en") as watcher:
        await host.goto(f"{site}/new?variant=general&mode=real&name-1=Anna")
        await host.locator("button[value=invite]").click()
        await guest.goto(await host.locator("#join-address").input_value())
        await guest.locator("#name").fill("Тарас")
        await guest.locator("main form button.primary").click()
        await expect(host.locator(".seats")).to_contain_text("Тарас")
        await host.locator("button.start").click()
        for page in (host, guest):
            await page.wait_for_selector(READY)
        await Finger(guest).begins("Anna")
        await expect(host.locator("#turn-heading")).to_have_text("Anna")
        await watcher.goto(await host.locator("#watch-address").input_value())
        await Finger(host).enters("threes 3 3 3 1 2")
        await expect(guest.locator("#turn-heading")).to_have_text("Тарас")
        await Finger(guest).enters("chance =20")
        await expect(host.locator("#turn-heading")).to_have_text("Anna")
        await guest.locator(".chip", has_text="Anna").click()
        await Finger(guest).tap(".row-threes td.shown .fix")
        await Finger(guest).value(12)
        await expect(host.locator(".story")).to_contain_text("Poprawka, Anna: było „Trójki” 9, jest „Trójki” 12.")
        await follows(watcher, host)
        await expect(watcher.locator("td.filled")).to_have_count(2)
        for touchable in (".take", ".face", "#pad-values button", "main form button:visible"):
            assert await watcher.locator(touchable).count() == 0


async def test_what_two_phones_tell_of_one_turn_counts_once(browser: Browser, site: str) -> None:
    """One without a connection: it shows that its entry waits, and afterwards that it was refused, and why."""
    async with device(browser) as phone, device(browser) as other:
        finger = await laid(phone, site)
        await phone.locator("form[action$='/link'] button").click()
        link = await phone.locator("#seat-address").input_value()
        await phone.go_back()
        await phone.wait_for_selector(READY)
        await other.goto(link)
        await other.locator("main form button.primary").click()
        await other.wait_for_selector(READY)
        await phone.context.set_offline(offline=True)
        await finger.enters("threes =9")
        await expect(phone.locator("#queue")).to_contain_text("Brak połączenia")
        await expect(phone.locator(".story .unsent")).to_contain_text("Anna: 9 w kategorii „Trójki”.")
        await Finger(other).enters("fours =12")
        await phone.context.set_offline(offline=False)
        await expect(phone.locator("#queue")).to_contain_text("Anna: „Trójki” 9. Ta kolejka jest już wpisana.")
        await expect(phone.locator(".strip .chip").first).to_contain_text("12")
        await phone.locator("#queue button").click()
        await expect(phone.locator("#queue")).to_be_hidden()


async def test_tysiac_adds_up_what_is_set_aside(browser: Browser, site: str) -> None:
    """Roll by roll, with the points at once; banked, lost, corrected."""
    async with device(browser) as page:
        finger = await laid(page, site, "tysiac")
        for face in (1, 1, 5):
            await finger.tap(f"#face-{face}")
        await expect(page.locator("#pad-count")).to_have_text("W tej turze: 25")
        await finger.tap("#pad-do .roll")
        await finger.tap("#face-5")
        await finger.tap("#pad-do .bank")
        await expect(page.locator(".banked").first).to_contain_text("30")
        await finger.tap("#pad-do button")
        await finger.tap("#pad-do .confirm")
        await expect(page.locator("#turn-heading")).to_have_text("Anna")
        await finger.tap(".turn-fix")
        await page.locator("#pad-points").fill("35")
        await page.keyboard.press("Enter")
        await expect(page.locator(".banked").first).to_contain_text("35")
        await expect(page.locator(".story")).to_contain_text(re.compile("było 30 punktów, jest 35 punktów"))


async def usable(page: Page, state: str) -> None:
    """axe finds nothing, nothing sticks out, and every button has a name."""
    found = await page.evaluate("tags => axe.run({runOnly: tags})", TAGS)
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == [], state
    assert await page.evaluate(SIDEWAYS) <= 0, state
    assert await page.locator("#pad button:visible:not([aria-label]):not(.undo)").count() == 0, state


async def test_the_pad_is_for_everybody(browser: Browser, site: str) -> None:
    """In each state on a screen of 320 pixels, with a long name."""
    async with device(browser, "uk") as page:
        await page.set_viewport_size({"width": 320, "height": 568})
        await page.goto(f"{site}/new?variant=yatzi&mode=real&name-1=Anna&name-2=Ґрунтовно-Довгоіменна Катерина")
        await page.locator("button[value=here]").click()
        await page.wait_for_selector(READY)
        await page.evaluate(AXE)
        finger = Finger(page)
        await usable(page, "who begins")
        await finger.begins("Катерина")
        await usable(page, "no dice")
        for face in (5, 5, 5, 2, 1):
            await finger.tap(f"#face-{face}")
        await usable(page, "five dice")
        await finger.tap(".row-full_house td.shown .take")
        await usable(page, "a zero in question")
        await finger.tap("#pad-do .confirm")
        await finger.tap(".row-chance td.shown .take")
        await usable(page, "the values of a row")
        await page.locator(".chip").nth(1).click()
        await finger.tap(".row-full_house td.shown .fix")
        await usable(page, "a correction")
