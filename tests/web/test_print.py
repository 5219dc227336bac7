"""Pages sent to a printer from a dark screen: whole sheets, black on white, nothing to press."""

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, Page

from kosci.locale.languages import words_in
from tests.paper.reading import Printed
from tests.web.samples import samples
from tools.pictures import rendered, served

UK = words_in("uk")
PAGES = rendered(["uk"], ["dark"], ["end", "end-race", "table-six", "rules"])
MILLIMETRES = {"A4": (210, 297), "A5": (148, 210)}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(PAGES) as at:
        yield at


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(color_scheme="dark", reduced_motion="reduce")
    yield await context.new_page()
    await context.close()


async def printed(page: Page, size: str) -> Printed:
    return Printed(await page.pdf(format=size, print_background=True))


async def test_pages_print_as_sheets_on_large_and_small_paper(page: Page, address: str) -> None:
    assert len(PAGES) == 4
    for path in PAGES:
        await page.goto(address + path)
        for size, millimetres in MILLIMETRES.items():
            found = await printed(page, size)
            assert found.sizes == {millimetres}
            assert found.inked_margins(11) == [], path
            assert found.grounds() == {255}, path
            assert "http" not in found.text
            for key in ("page.settings", "do.undo", "do.verify", "paper.blank", "page.promise"):
                assert UK(key) not in found.text, (path, key)


async def test_every_column_of_a_sheet_is_printed_with_its_whole_name(page: Page, address: str) -> None:
    _, view = samples("uk")["table-six"]
    names = [seat.name for seat in view.seats]  # type: ignore[attr-defined]
    await page.goto(f"{address}/uk/dark/table-six")
    for size in MILLIMETRES:
        text = "".join((await printed(page, size)).text.split())
        for name in names:
            assert "".join(name.split()) in text


async def test_what_may_still_be_written_is_left_to_the_pen(page: Page, address: str) -> None:
    await page.goto(f"{address}/uk/dark/table-six")
    await page.emulate_media(media="print")
    assert await page.locator(".sheet td.filled .value").first.is_visible()
    assert await page.locator(".sheet .take, .sheet .pencil").locator("visible=true").count() == 0
    assert await page.locator(".tray, .menu, .side").locator("visible=true").count() == 0
