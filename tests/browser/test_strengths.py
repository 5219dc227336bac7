"""A game against each strength in a real browser: they sit at the table like people and play to its end."""

from random import Random

import pytest
from playwright.async_api import Browser, expect

from kosci.bots.strengths import BEST, TEMPERATURES
from kosci.locale.languages import words_in
from tests.browser.driving import device, is_mine, is_over, laid, sheet_turn, turn

WORDS = words_in("en")
NEXT = "() => document.querySelector('.result, .tray.yours')"
PATIENCE = 120_000  # ms: the first game is solved with machine code that may have to be made


@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.long) for name in TEMPERATURES), BEST])
async def test_a_game_of_tysiac_to_its_end(browser: Browser, site: str, name: str) -> None:
    rng, who = Random(5), WORDS(f"bot.{name}.name")
    async with device(browser, "en") as page:
        page.set_default_timeout(PATIENCE)
        rules = {"first": "seat", "target": "300", "pace": "at_once", "undo": "false"}
        await laid(page, site, "tysiac", "device", name_1="Anna", who_2=name, **rules)
        while not await is_over(page):
            await page.wait_for_function(NEXT)
            if await is_mine(page):
                await turn(page, "tysiac", rng)
        names = await page.locator(".standing .who").all_inner_texts()
        assert sorted(names) == sorted(["Anna", who])


@pytest.mark.parametrize("name", [*TEMPERATURES, BEST])
async def test_turns_of_yahtzee_against_each_strength(browser: Browser, site: str, name: str) -> None:
    """It is chosen by its average; what it writes stands on its sheet, and then it is the reader's turn again."""
    rng, who = Random(5), WORDS(f"bot.{name}.name")
    async with device(browser, "en") as page:
        page.set_default_timeout(PATIENCE)
        await page.goto(f"{site}/new?variant=yahtzee&mode=device&name-1=Anna&pace=at_once&undo=false")
        await expect(page.locator("#who-2")).to_contain_text(f"{who} – about ")
        await page.locator("#who-2").select_option(name)
        await page.locator("form.sheet-form button.primary").click()
        for _ in range(2):
            await page.wait_for_selector(".tray.yours")
            await sheet_turn(page, rng)
            await expect(page.locator(".story")).to_contain_text(f"{who}: ", timeout=PATIENCE)
            await page.wait_for_selector(".tray.yours")
