"""Every sample page in a real browser: nothing sticks out, all fits a phone, targets are big enough, axe is content."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Browser, FloatRect, Page

from kosci.locale.languages import languages
from tests.web.samples import samples
from tools.pictures import rendered, served

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = rendered(languages(), ("light", "dark"), [])
SMALLEST_TARGETS = """() => [...document.querySelectorAll('a, button, summary, input, select')].map(one => {
  const label = one.labels?.length ? one.labels[0] : one;
  const boxes = [one, label].map(it => it.getBoundingClientRect());
  const cover = getComputedStyle(one, '::after');
  const isRow = cover.position === 'absolute' && one.matches('.take');
  const row = isRow ? one.closest('tr').getBoundingClientRect() : boxes[0];
  const inline = one.matches('p a, li a') && getComputedStyle(one).display === 'inline';
  const seen = boxes[0].width > 1 && one.checkVisibility() && !inline && !one.matches('.skip');
  const height = Math.max(...boxes.map(box => box.height), row.height);
  const width = Math.max(...boxes.map(box => box.width), row.width);
  return seen ? [Math.min(height, width), one.outerHTML.slice(0, 120)] : null;
}).filter(Boolean)"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(PAGES) as at:
        yield at


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(reduced_motion="reduce")
    yield await context.new_page()
    await context.close()


async def sideways(page: Page) -> int:
    found: int = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


async def box(page: Page, selector: str) -> FloatRect:
    found = await page.locator(selector).first.bounding_box()
    assert found, selector
    return found


@pytest.mark.parametrize("lang", languages())
async def test_nothing_sticks_out_sideways(page: Page, address: str, lang: str) -> None:
    for name in EVERYTHING if lang == "pl" else DIFFERENT:
        await page.goto(f"{address}/{lang}/light/{name}")
        await page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
        # Words are longest in one language or another, and then on the narrowest screen first.
        between = ((360, 700), (768, 1024)) if lang == "pl" else ()
        for width, height in ((320, 568), *between, (1280, 860)):
            await page.set_viewport_size({"width": width, "height": height})
            assert await sideways(page) <= 0, (width, name)


@pytest.mark.parametrize("lang", languages())
async def test_all_of_one_turn_fits_a_phone(page: Page, address: str, lang: str) -> None:
    """All rows, the total, five dice and the button stand on 360 × 700 without scrolling, 14 and 15 rows, too."""
    await page.set_viewport_size({"width": 360, "height": 700})
    names = ["table-roll", "table-yatzi", "table-yatzy", "table-first", "table-third", "table-six", "table-joker"]
    names += ["table-hint", "table-coach", "table-coach-coming"]
    real = ["table-real-dice", "table-real-long", "table-real-full"]
    for name in [*names, *real, "table-long"]:
        await page.goto(f"{address}/{lang}/light/{name}")
        await page.evaluate("document.fonts.ready")
        tray = await box(page, ".tray")
        total = await box(page, ".total tbody tr")
        last = await page.locator(".lower tbody tr").last.bounding_box()
        assert last
        assert tray["height"] <= (210 if name in ("table-yatzi", *real) else 190), name
        assert total["y"] + total["height"] <= tray["y"] + 1, name
        assert last["y"] + last["height"] <= tray["y"] + 1, name
        assert round(tray["y"] + tray["height"]) == 700, name
        for row in await page.locator(".board tbody tr").all():
            found = await row.bounding_box()
            assert found
            assert found["height"] >= 40, name


@pytest.mark.parametrize("size", [(360, 700), (1280, 860)], ids=["phone", "desk"])
async def test_targets_are_big_enough(page: Page, address: str, size: tuple[int, int]) -> None:
    """44 pixels, and 40 for the rows of the sheet."""
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    for name in samples("pl"):
        await page.goto(f"{address}/pl/light/{name}")
        for smallest, html in await page.evaluate(SMALLEST_TARGETS):
            assert smallest >= (40 if "take" in html else 44), (name, html)


async def test_numbers_move_nothing(page: Page, address: str) -> None:
    """Dice and button stand where they stood, whatever the turn has come to."""
    await page.set_viewport_size({"width": 360, "height": 700})
    tops = set()
    for name in ("table-roll", "table-third", "table-first", "table-other", "table-hint", "table-coach"):
        await page.goto(f"{address}/pl/light/{name}")
        dice = await box(page, ".dice")
        tops.add(round(dice["y"]))
    assert len(tops) == 1


async def test_paper_shows_every_column(page: Page, address: str) -> None:
    """A sheet printed on A4 is whole, however narrow the screen: all columns with their names, and no button."""
    await page.emulate_media(media="print")
    for width in (360, 718, 1280):
        await page.set_viewport_size({"width": width, "height": 1000})
        for name in ("table-roll", "end"):
            await page.goto(f"{address}/pl/light/{name}")
            heads = page.locator(".sheet .upper thead .who")
            assert [await head.is_visible() for head in await heads.all()] == [True] * 4, (width, name)
            assert await page.locator("main .btn:visible").count() == 0, (width, name)
            assert await sideways(page) <= 0 or width == 360, (width, name)


# In the long run all pages; in the short one those that are not like another but for what stands in them.
LIKE_OTHERS = frozenset(
    {
        *("new-many", "join-full", "lobby-guest", "verify-running", "records-race", "end-series-race", "table-first"),
        *("table-third", "table-other", "table-solo", "table-yatzy", "table-six", "table-watched", "table-absent"),
        *("table-inverted", "table-race-other", "table-race-long", "table-race-leaving", "table-clock-days"),
        *("table-real-long", "table-coach-six", "table-coach-coming", "table-race-coach", "table-race-hint"),
    }
)
EVERYTHING = tuple(samples("pl"))
DIFFERENT = tuple(name for name in EVERYTHING if name not in LIKE_OTHERS)
TELLING = (
    "home",
    "new",
    "lobby",
    "end",
    "rules",
    "verify",
    "table-chosen",
    "table-zero",
    "table-joker",
    "table-race",
    "table-coach",
)


@pytest.mark.parametrize(
    ("lang", "theme", "width", "names"),
    [
        ("pl", "light", 360, DIFFERENT),
        ("uk", "light", 1280, TELLING),
        ("en", "dark", 1280, TELLING),
        pytest.param("pl", "light", 360, tuple(sorted(LIKE_OTHERS)), marks=pytest.mark.long),
    ],
    ids=["phone", "desk", "dark", "rest"],
)
async def test_axe_finds_nothing(
    page: Page, address: str, *, lang: str, theme: str, width: int, names: tuple[str, ...]
) -> None:
    await page.set_viewport_size({"width": width, "height": 860})
    for name in names:
        await page.goto(f"{address}/{lang}/{theme}/{name}")
        await page.evaluate(AXE)
        found = await page.evaluate("tags => axe.run({runOnly: tags})", AXE_TAGS)
        assert len(found["passes"]) > 10, name
        assert not describe(found["violations"]), name


def describe(violations: list[dict[str, Any]]) -> list[str]:
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in violations for node in one["nodes"]
    ]


async def test_last_pixels_of_focus_are_seen(page: Page, address: str) -> None:
    """A focused row is never under the tray."""
    await page.set_viewport_size({"width": 360, "height": 560})
    await page.goto(f"{address}/pl/light/table-yatzi")
    await page.locator("#row-rigol").focus()
    await asyncio.sleep(0)
    row, tray = await box(page, "#row-rigol"), await box(page, ".tray")
    assert row["y"] + row["height"] <= tray["y"]
