"""A person's records: on a second device, as a file, deleted to the last byte, added again."""

from pathlib import Path
from random import Random

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from tests.browser.driving import device, is_over, laid, race_turn
from tests.support.server import Server

PL = words_in("pl")
NAME = "Eulalia Zapomniana"


async def played(page: Page, url: str, rng: Random) -> None:
    """A short game of Tysiąc alone, closed at its end."""
    await laid(page, url, "tysiac", "alone", target="100", **{"name-1": NAME})
    while not await is_over(page):
        await race_turn(page, rng)
    await page.locator("#close").click()
    await expect(page.locator("#close")).to_have_count(0)


def found_in(folder: Path, text: str) -> list[str]:
    """The files of the database that hold these bytes."""
    return [file.name for file in sorted(folder.glob("kosci.sqlite*")) if text.encode() in file.read_bytes()]


async def test_records_come_along_and_go_for_good(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.start()
    try:
        async with device(browser) as phone, device(browser, is_desk=True) as tablet:
            await _tried(phone, tablet, server, tmp_path / "records.json")
    finally:
        server.kill()


async def _tried(phone: Page, tablet: Page, server: Server, file: Path) -> None:
    await played(phone, server.url, Random(3))
    await expect(phone.get_by_text(PL("records.end.first"))).to_be_visible()
    await phone.goto(f"{server.url}/records")
    await phone.get_by_role("button", name=PL("records.link.make")).click()
    link = await phone.get_by_label(PL("records.link"), exact=True).input_value()
    await tablet.goto(link)
    await tablet.get_by_role("button", name=PL("records.join.do")).click()
    await tablet.get_by_role("link", name=PL("variant.tysiac.name")).click()
    await expect(tablet.locator(".record-results li")).to_have_count(1)
    await tablet.goto(f"{server.url}/records")
    async with tablet.expect_download() as downloading:
        await tablet.get_by_role("link", name=PL("records.export.json")).click()
    await (await downloading.value).save_as(file)
    assert found_in(server.data, NAME) != []
    await tablet.get_by_role("link", name=PL("records.delete.open")).click()
    await tablet.get_by_role("button", name=PL("records.delete.do")).click()
    await expect(tablet.get_by_role("heading", name=PL("records.gone.title"))).to_be_visible()
    assert found_in(server.data, NAME) == []
    for page in (phone, tablet):
        await page.goto(f"{server.url}/records")
        await expect(page.get_by_text(PL("records.empty"))).to_be_visible()
    await tablet.get_by_label(PL("records.bring.file")).set_input_files(file)
    await tablet.get_by_role("button", name=PL("records.bring"), exact=True).click()
    await expect(tablet.get_by_role("status").filter(has_text=PL("records.brought", n=1, new=1))).to_be_visible()
