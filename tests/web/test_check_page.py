"""The page that checks the dice computes every roll itself, in the reader's browser, and says which one is wrong."""

from dataclasses import replace

import pytest
from playwright.async_api import Browser, expect

from kosci.locale.languages import words_in
from kosci.table import fair
from kosci.web.render import renderer
from kosci.web.views import RollLine, VerifyView
from tests.web.samples import SEED, SHARES, page, verify
from tools.pictures import served

WORDS = words_in("en")
GOOD = verify("en")


def html(view: VerifyView) -> str:
    return renderer().page("verify", page=page("en"), view=view, words=WORDS)


async def verdict_of(browser: Browser, view: VerifyView, said: str) -> None:
    with served({"/verify": html(view)}) as address:
        sheet = await browser.new_page()
        await sheet.goto(f"{address}/verify")
        await expect(sheet.locator("#verdict")).to_have_text(said)
        await sheet.close()


def altered(view: VerifyView, number: int, faces: tuple[int, ...]) -> VerifyView:
    return replace(
        view,
        rolls=tuple(RollLine(one.number, one.who, faces) if one.number == number else one for one in view.rolls),
    )


async def test_a_fair_game_agrees(browser: Browser) -> None:
    await verdict_of(browser, GOOD, WORDS("verify.good", n=7))


async def test_an_altered_roll_is_named(browser: Browser) -> None:
    right = fair.faces(SEED, SHARES, 4, 2)
    wrong = (right[0] % 6 + 1, right[1])
    said = WORDS("verify.bad-roll", n=4, dice=wrong, right=right)
    await verdict_of(browser, altered(GOOD, 4, wrong), said)


async def test_another_seed_is_not_the_committed_one(browser: Browser) -> None:
    """Then the rolls do not follow from it either; only the seed is asked about here."""
    with served({"/verify": html(replace(GOOD, seed=bytes(32).hex()))}) as address:
        sheet = await browser.new_page()
        await sheet.goto(f"{address}/verify")
        await expect(sheet.locator("#verdict")).to_contain_text(WORDS("verify.bad-seed"))
        await sheet.close()


async def test_an_altered_share_is_named(browser: Browser) -> None:
    shares = (GOOD.shares[0], replace(GOOD.shares[1], digest="00" * 32))
    await verdict_of(browser, replace(GOOD, shares=shares), WORDS("verify.bad-share", name=WORDS("player.you")))


@pytest.mark.parametrize("dice", range(1, 6))
async def test_the_browser_derives_what_the_server_derives(browser: Browser, dice: int) -> None:
    """Two hundred rolls of each size, so that skipped bytes and second blocks are met."""
    rolls = tuple(RollLine(number, "", fair.faces(SEED, SHARES, number, dice)) for number in range(1, 201))
    await verdict_of(browser, replace(GOOD, rolls=rolls), WORDS("verify.good", n=200))


async def test_without_script_the_page_says_how_else(browser: Browser) -> None:
    with served({"/verify": html(GOOD)}) as address:
        context = await browser.new_context(java_script_enabled=False)
        sheet = await context.new_page()
        await sheet.goto(f"{address}/verify")
        await expect(sheet.locator("#verdict")).to_have_text(WORDS("verify.no-script"))
        await context.close()


def test_a_running_game_cannot_be_checked_yet() -> None:
    page_of_running = html(verify("en", is_over=False))
    assert WORDS("verify.running") in page_of_running
    assert "verify.js" not in page_of_running
