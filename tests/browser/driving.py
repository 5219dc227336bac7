"""People at their devices: what they open, tap and see in a real browser.

Knows the pages as people see them, by names of buttons and states; knows no rule.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from playwright.async_api import Browser, Page, ViewportSize, expect

PHONE = ViewportSize(width=390, height=780)
DESK = ViewportSize(width=1280, height=860)
FRESH = "seen => Number(document.getElementById('page').dataset.version) > seen"
SETTLED = (
    "() => document.querySelector('.standings, .result, .take.possible, .roll:not([disabled]), .bank:not([disabled])')"
)


@asynccontextmanager
async def device(
    browser: Browser,
    lang: str = "pl",
    *,
    is_desk: bool = False,
    is_dark: bool = False,
    has_script: bool = True,
    has_worker: bool = False,
) -> AsyncIterator[Page]:
    """A page on a device of its own; what fails on it fails the test.

    The service worker keeps 50 files for each new device, and answers before a test can: only who wants it has it.
    """
    context = await browser.new_context(
        locale=lang,
        viewport=DESK if is_desk else PHONE,
        reduced_motion="reduce",
        color_scheme="dark" if is_dark else "light",
        java_script_enabled=has_script,
        service_workers="allow" if has_worker else "block",
    )
    context.set_default_timeout(20_000)
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: _note(faults, message.type, message.text))
    try:
        yield page
    finally:
        await context.close()
    assert not faults, faults


def _note(faults: list[str], kind: str, text: str) -> None:
    """An error on the console; a server that was killed, or a refusal that a test asks for, is none of the page's."""
    is_expected = any(said in text for said in ("Failed to load resource", "Failed to fetch", "net::ERR"))
    if kind == "error" and not is_expected:
        faults.append(text)


async def version(page: Page) -> int:
    """The version of the table that the page shows."""
    return int(await page.locator("#page").get_attribute("data-version") or 0)


async def laid(page: Page, url: str, variant: str, mode: str, **fields: str) -> None:
    """Lay a table by the form, filled in by its address."""
    query = "&".join(f"{name.replace('_', '-', 1)}={value}" for name, value in fields.items())
    await page.goto(f"{url}/new?variant={variant}&mode={mode}&{query}")
    await page.locator("form.sheet-form button.primary").click()
    await page.wait_for_selector("#page[data-version]")


async def acted(page: Page, selector: str) -> None:
    """Press something that changes the table, and wait until the page shows it."""
    seen = await version(page)
    await page.locator(selector).first.click()
    await page.wait_for_function(FRESH, arg=seen)


async def scored(page: Page, rng: Random) -> None:
    """Choose one of the rows that may be written, and confirm it."""
    await page.wait_for_selector(".take.possible")
    takes = page.locator(".take.possible")
    await takes.nth(rng.randrange(await takes.count())).click()
    await page.wait_for_selector(".confirm")
    await acted(page, ".confirm")


async def is_over(page: Page) -> bool:
    """Whether the page shows the end of the game."""
    return await page.locator(".result").count() > 0


async def is_mine(page: Page) -> bool:
    """Whether the page says that it is this device's turn."""
    return await page.locator(".tray.yours").count() > 0


async def sheet_turn(page: Page, rng: Random) -> None:
    """One turn: a roll, perhaps another with a die kept, and a row."""
    await acted(page, "button.roll")
    if rng.random() < 0.25:
        await page.locator("label.die").nth(rng.randrange(5)).click()
        await acted(page, "button.roll")
    await scored(page, rng)


async def race_turn(page: Page, rng: Random) -> None:
    """One turn of Tysiąc: roll, then bank or roll on until the turn has passed or the game is over."""
    await acted(page, "button.roll")
    while await is_mine(page) and await page.locator("button.bank").count():
        can_roll = await page.locator("button.roll:not([disabled])").count()
        can_bank = await page.locator("button.bank:not([disabled])").count()
        is_banking = can_bank and (not can_roll or rng.random() < 0.7)
        await acted(page, "button.bank" if is_banking else "button.roll")


async def turn(page: Page, variant: str, rng: Random) -> None:
    """One turn of the game."""
    await (race_turn if variant == "tysiac" else sheet_turn)(page, rng)


async def follows(page: Page, other: Page) -> None:
    """Wait until the page shows what the other shows."""
    await expect(page.locator("#page")).to_have_attribute("data-version", str(await version(other)))


async def dice(page: Page) -> list[str]:
    """The faces by place."""
    return [await slot.get_attribute("data-face") or "" for slot in await page.locator(".dice .slot").all()]


async def kept(page: Page) -> list[int]:
    """The places whose dice are kept."""
    script = """() => [...document.querySelectorAll('.dice .slot')]
        .map((slot, at) => slot.querySelector('.tick')?.checked || slot.classList.contains('kept') ? at + 1 : 0)
        .filter(Boolean)"""
    found: list[int] = await page.evaluate(script)
    return found
