"""A series on two devices in a real browser: rematch by one tap each, the start moves on, the pad shows both games."""

from random import Random

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from tests.browser.driving import acted, device, follows, is_mine, is_over, laid, turn
from tests.browser.test_access import AXE, SIDEWAYS, TAGS

PL, UK = words_in("pl"), words_in("uk")


async def game(host: Page, guest: Page, rng: Random) -> Page:
    """Play the game that both have before them to its end; gives who began it."""
    first = host if await is_mine(host) else guest
    while not await is_over(host):
        mover, other = (host, guest) if await is_mine(host) else (guest, host)
        await turn(mover, "tysiac", rng)
        await follows(other, mover)
    return first


async def faults(page: Page) -> list[str]:
    """What axe finds wrong with the page."""
    await page.evaluate(AXE)
    found = await page.evaluate("tags => axe.run({runOnly: tags})", TAGS)
    return [f"{one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]


async def test_two_play_a_rematch_and_read_the_pad(browser: Browser, site: str) -> None:
    """One taps "rematch", the other's open page offers the way by itself; the next seat begins (C3)."""
    rng = Random(2)
    async with device(browser, "pl") as host, device(browser, "uk", is_desk=True, is_dark=True) as guest:
        await laid(host, site, "tysiac", "link", name_1="Anna", target="100")
        await guest.goto(await host.locator("#join-address").input_value())
        await guest.locator("#name").fill("Олена")
        await guest.locator("main form button.primary").click()
        await expect(host.locator(".seats")).to_contain_text("Олена")
        await acted(host, "button.start")
        await guest.wait_for_selector("#turn")
        began = await game(host, guest, rng)
        await host.evaluate("window.isSamePage = true")
        await guest.locator("#rematch").click()
        await guest.wait_for_selector("#turn")
        await expect(host.locator(".onward")).to_contain_text(PL("series.begun", n=2))
        assert await host.evaluate("window.isSamePage")
        await host.locator("#onward").click()
        await host.wait_for_selector("#turn")
        assert host.url == guest.url
        assert await game(host, guest, rng) is not began
        await host.locator(".series-link").click()
        await host.wait_for_selector(".series .pad")
        await host.set_viewport_size({"width": 320, "height": 568})
        assert await host.evaluate(SIDEWAYS) <= 0
        assert [await host.locator(".pad tbody .who").all_inner_texts()] == [["Anna", "Олена"]]
        for line in await host.locator(".pad tbody tr").all():
            points = [int(text.split()[0]) for text in (await line.locator(".pad-cell").all_inner_texts())[:2]]
            assert await line.locator("td.pad-total").inner_text() == str(sum(points))
        assert await faults(host) == []
        await expect(guest.locator(".series-pad")).to_contain_text(UK("series.wins-note"))
        assert await faults(guest) == []
