"""The screen stays on: the switch, what it says, and what it remembers."""

from playwright.async_api import Browser, expect

from kosci.locale.languages import words_in
from tests.browser.driving import device

WORDS = words_in("pl")


async def test_the_screen_stays_on_while_the_switch_says_so(browser: Browser, site: str) -> None:
    """A refusal is said and the next tap tries again; switched off it stays off in this browser."""
    async with device(browser) as page:
        state, switch = page.locator("#awake-state"), page.get_by_role("checkbox", name=WORDS("awake.label"))
        await page.goto(f"{site}/app")
        await expect(state).to_have_text(WORDS("awake.refused"))  # no permission yet
        await page.context.grant_permissions(["screen-wake-lock"], origin=site)
        await page.locator("h1").click()
        await expect(state).to_have_text(WORDS("awake.on"))
        await expect(switch).to_be_checked()
        await switch.uncheck()
        await expect(state).to_have_text(WORDS("awake.off"))
        await page.reload()
        await expect(state).to_have_text(WORDS("awake.off"))
        await expect(switch).not_to_be_checked()
        await switch.check()
        await expect(state).to_have_text(WORDS("awake.on"))


async def test_what_the_app_page_says_is_what_this_browser_can_do(browser: Browser, site: str) -> None:
    """On the server's own machine everything is allowed; Chromium finds nothing against installing."""
    async with device(browser, has_worker=True) as page:
        await page.goto(f"{site}/app")
        await expect(page.locator("#offline")).to_have_text(WORDS("app.offline.ready"))
        await expect(page.locator("#stored")).to_contain_text(WORDS("app.offline.none"))
        await expect(page.locator("#install-how li")).to_have_count(3)
        session = await page.context.new_cdp_session(page)
        assert await session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
        # Browsers that can install say so by an event.
        await page.evaluate(
            """() => {
              const event = new Event("beforeinstallprompt", { cancelable: true });
              event.prompt = async () => {
                window.dispatchEvent(new Event("appinstalled"));
                return { outcome: "accepted" };
              };
              window.dispatchEvent(event);
            }"""
        )
        await expect(page.locator("#install")).to_have_text(WORDS("app.install.ready"))
        await page.get_by_role("button", name=WORDS("app.install.do")).click()
        await expect(page.locator("#install")).to_have_text(WORDS("app.install.done"))
        await expect(page.locator("#install-do")).to_be_hidden()
