"""Own rules from making them to playing them: a choice, its short link on another device, the average, a game."""

import re
from random import Random

import pytest
from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from kosci.variants import load
from kosci.variants.short import format_short
from tests.browser.driving import acted, device, sheet_turn
from tests.browser.test_access import seen

PL = words_in("pl")
SOLVED = "#average:not([data-again])"
SOLVE_MS = 60_000  # the kernels may have to be compiled first


async def made(page: Page, site: str) -> None:
    """Yahtzee without joker and extra, put together from the home page."""
    await page.goto(site)
    await page.locator("label[for=v-yahtzee]").click()
    await page.get_by_role("button", name=PL("own.title")).click()
    await page.get_by_label(PL("option.joker"), exact=True).select_option("none")
    await page.get_by_label(PL("option.extra"), exact=True).select_option("none")
    await page.get_by_role("button", name=PL("own.submit")).click()


async def solved(page: Page) -> None:
    """What best play averages is on the page: 245.870775 without joker and extra, 254.587729 usually."""
    await page.wait_for_selector(SOLVED, timeout=SOLVE_MS)
    await expect(page.locator(".own-mean")).to_have_text("Najlepsza gra daje średnio 245,9 punktu.")
    rows = page.locator(".own-effects tbody tr")
    await expect(rows).to_have_count(4)
    await expect(rows.first).to_contain_text("254,6")
    await expect(rows.last).to_contain_text("−8,7")


async def test_own_rules_are_made_shared_solved_and_played(browser: Browser, site: str) -> None:
    """One device makes them, another opens the short link and plays a turn against a computer by them."""
    async with device(browser) as page, device(browser, is_desk=True) as other:
        await made(page, site)
        await solved(page)
        link = await page.get_by_label(PL("own.link")).input_value()
        assert re.fullmatch(rf"{site}/r/yahtzee-\w{{3,6}}", link)
        await other.goto(link)
        await solved(other)
        await other.get_by_role("link", name=PL("mode.device")).click()
        await other.locator("#name-1").fill("Anna")
        await other.locator("#who-2").select_option("greedy")
        await other.locator("#o-first").evaluate("field => field.closest('details').open = true")
        await other.locator("#o-first").select_option("seat")
        await other.get_by_role("button", name=PL("new.play")).click()
        await other.wait_for_selector("#page[data-version]")
        await sheet_turn(other, Random(4))
        await expect(other.locator(".tray.yours")).to_have_count(1, timeout=SOLVE_MS)
        await acted(other, "button.roll")
        await other.get_by_role("link", name=PL("do.rules")).first.click()
        await expect(other.get_by_text("Dżoker: bez dżokera")).to_be_visible()


async def test_own_rules_without_javascript(browser: Browser, site: str) -> None:
    """The form, a refusal beside its field, and a page that comes again by itself until all is solved."""
    async with device(browser, has_script=False) as page:
        await page.goto(f"{site}/own?variant=yahtzee")
        await page.get_by_label(PL("option.bonus"), exact=True).fill("999")
        await page.get_by_role("button", name=PL("own.submit")).click()
        await expect(page.locator(".error")).to_have_text("Premia nie może mieć wartości „999”. Dozwolone: 0–200.")
        await page.get_by_label(PL("option.bonus"), exact=True).fill("50")
        await page.get_by_role("button", name=PL("own.submit")).click()
        await page.wait_for_selector(SOLVED, timeout=SOLVE_MS)
        await expect(page.locator(".own-effects tbody tr")).to_have_count(2)


async def test_the_form_of_own_rules_by_keyboard(browser: Browser, site: str) -> None:
    """Every control takes the focus in reading order, and Enter in a number sends the form."""
    async with device(browser, is_desk=True) as page:
        await page.goto(f"{site}/own?variant=tysiac")
        await page.locator("#o-set_aside").focus()
        names = []
        for _ in range(8):
            names.append(await page.evaluate("() => document.activeElement.name"))
            await page.keyboard.press("Tab")
        assert names == ["set_aside", "hot_dice", "bust", "target", "opening", "exact", "last_round", "first"]
        await page.locator("#o-target").fill("150")
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/r/tysiac-*")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Własne reguły: Tysiąc")


@pytest.mark.parametrize(
    ("lang", "is_dark", "width"),
    [
        ("uk", True, 320),
        *(pytest.param(*look, marks=pytest.mark.long) for look in [("pl", False, 320), ("en", False, 1280)]),
    ],
)
async def test_axe_finds_nothing_on_the_pages_of_own_rules(
    browser: Browser, site: str, lang: str, is_dark: bool, width: int
) -> None:
    """WCAG 2.2 AA without sideways scrolling: the form, refused and not, a sheet game's rules, a race's, no rules."""
    async with seen(browser, lang, is_dark=is_dark) as (page, _, look):
        await page.set_viewport_size({"width": width, "height": 780})
        await page.goto(f"{site}/own?variant=yatzi")
        await look("form")
        await page.goto(f"{site}/own?variant=yatzi&bonus_at=999")
        await look("refused")
        for game in (load("yahtzee", {"joker": "none", "extra": "none"}), load("tysiac", {"hot_dice": "stop"})):
            await page.goto(f"{site}/r/{format_short(game)}")
            await page.wait_for_selector(SOLVED, timeout=SOLVE_MS)
            await look(f"rules of {game.id}")
        await page.goto(f"{site}/r/tysiac-XXXX")
        await look("no code")
