"""A table with real dice without JavaScript: every tap a form, every refusal in words."""

import json
from html import unescape

from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of


def model(page: Page) -> dict[str, object]:
    """The table as the page gives it to scripts."""
    found: dict[str, object] = json.loads(unescape(page.text.split('data-model="')[1].split('"')[0]))
    return found


async def real_table(reader: Reader, variant: str = "general", **changes: str) -> Page:
    """A table of Anna and Ola with real dice, begun by Anna."""
    page = await laid(reader, variant, "real", {"name-2": "Ola", "begin": "here"} | changes)
    return await reader.press(page.button("Anna"))


async def test_one_phone_begins_at_once(house: House) -> None:
    page = await laid(house.reader(), "general", "real", {"name-2": "Ola", "begin": "here"})
    assert "Kto zaczyna?" in page.text
    assert model(page)["first"] is None


async def test_five_dice_and_a_row(house: House) -> None:
    reader = house.reader()
    page = await real_table(reader)
    for _ in range(5):
        page = await reader.press(page.button("Wypadło 5"))
    page = await reader.press(page.button("Piątki: można wpisać 25 punktów"))
    assert "Anna: 25 w kategorii „Piątki”." in page.text
    assert '<h2 id="turn-heading" title="Ola">' in page.text
    assert table_of(page)
