"""Paper from the pages: blank sheets by a form, the sheet of a table, for those who may see it and within limits."""

from collections.abc import Callable

import pytest

from kosci.locale.languages import languages, words_in
from kosci.variants import catalogue, load
from kosci.web.limits import Limits
from tests.paper.reading import Printed
from tests.support.finished import played
from tests.web.browsing import Reader
from tests.web.conftest import House, laid, table_of
from tests.web.test_templates import checked

Opened = Callable[..., House]
HOST = "host"


async def pdf(reader: Reader, url: str) -> Printed:
    answer = (await reader.get(url)).response
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].startswith('inline; filename="kosci-')
    return Printed(answer.content)


@pytest.mark.parametrize("lang", languages())
async def test_the_form_leads_to_a_sheet_as_it_is_filled_in(house: House, lang: str) -> None:
    reader, words = house.reader(lang), words_in(lang)
    for info in catalogue():
        page = await reader.get(f"/paper/{info.id}")
        checked(page.text)
        form = page.form(".pdf")
        assert form.value("lang") == lang
        found = await pdf(
            reader, f"{form.action}?columns={form.value('columns')}&size={form.value('size')}&lang={lang}"
        )
        assert found.sizes == {(210, 297)}
        assert words(f"variant.{info.id}.name") in found.text


async def test_every_page_leads_to_blank_sheets_of_its_game(house: House) -> None:
    reader = house.reader("pl")
    label = words_in("pl")("paper.blank")
    assert (await reader.get("/")).link(label) == "/paper"
    assert (await reader.get("/paper")).form(".pdf").action == "/paper/general.pdf"
    assert (await reader.get("/paper?variant=tysiac&mode=")).form(".pdf").action == "/paper/tysiac.pdf"
    assert (await reader.get("/paper?variant=chess")).status == 404
    rules = await reader.get("/rules/yatzi?rigol=0")
    assert "/paper/yatzi?rigol=0" in [url for url, _ in rules.links]
    table = await laid(reader, "yatzi", changes={"bonus_at": "60"})
    assert table.link(label) == "/paper/yatzi?bonus_at=60"


async def test_own_rules_stand_on_the_sheet(house: House) -> None:
    reader = house.reader("en")
    page = await reader.get("/paper/yatzi?bonus_at=60")
    form = page.form(".pdf")
    assert ("bonus_at", "60") in form.fields
    found = await pdf(reader, "/paper/yatzi.pdf?bonus_at=60&columns=games-3&size=A5&lang=uk")
    assert "60" in found.text
    assert words_in("uk")("paper.grand") in found.text
    assert (await pdf(reader, "/paper/yatzi.pdf?players=2&size=a6")).sizes == {(105, 148)}
    assert "Game 2" in (await pdf(reader, "/paper/yatzi.pdf?games=2&size=letter")).text


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("size=B5", 422, "„B5”"),
        ("players=9", 422, "1, 2, 3 lub 4"),
        ("games=7", 422, "1, 2, 3, 4, 5 lub 6"),
        ("columns=games-0", 422, "1, 2, 3, 4, 5 lub 6"),
        ("players=x", 400, "„x”"),
        ("columns=rows-2", 400, "„rows-2”"),
        ("columns=2", 400, "„2”"),
        ("lang=de", 400, "„de”"),
        ("size=A4&size=A5", 400, "size"),
        ("rigol=0", 422, "rigol"),
    ],
)
async def test_what_cannot_be_printed_is_refused_in_words(house: House, query: str, status: int, said: str) -> None:
    page = await house.reader("pl").get(f"/paper/general.pdf?{query}")
    assert page.status == status
    assert said in page.text


async def test_an_unknown_game_has_no_sheets(house: House) -> None:
    for url in ("/paper/chess", "/paper/chess.pdf"):
        assert (await house.reader().get(url)).status == 404


async def test_an_address_that_prints_very_much_has_to_wait(open_house: Opened) -> None:
    house = open_house(Limits(printed_an_hour=2))
    url = "/paper/tysiac.pdf?players=2"
    assert [(await house.reader().get(url)).status for _ in range(3)] == [200, 200, 429]
    assert (await house.reader(address="10.0.0.2").get(url)).status == 200
    house.seconds = 3601
    assert (await house.reader().get(url)).status == 200


async def test_the_sheet_of_a_table_is_for_those_who_sit_there_and_those_with_the_link(house: House) -> None:
    reader = house.reader("pl")
    page = await laid(reader)
    at = f"/t/{table_of(page)}"
    found = await pdf(reader, f"{at}/sheet.pdf?size=A5")
    assert "Anna" in found.text
    assert "Ola" in found.text
    assert (await house.reader().get(f"{at}/sheet.pdf")).status == 403
    view = await house.tables.view(table_of(page))
    assert "Ola" in (await pdf(house.reader("uk"), f"/w/{view.row.watch_token}/sheet.pdf")).text
    assert (await house.reader().get("/w/nothing/sheet.pdf")).status == 404
    assert (await reader.get(f"{at}/review.pdf")).status == 422


async def test_a_lobby_has_no_sheet_yet(house: House) -> None:
    reader = house.reader("pl")
    page = await laid(reader, mode="link")
    answer = await reader.get(f"/t/{table_of(page)}/sheet.pdf")
    assert answer.status == 422
    assert words_in("pl")("error.paper-not-started") in answer.text


@pytest.mark.parametrize("variant", ["general", "tysiac"])
async def test_the_end_of_a_game_offers_its_sheet_with_places(house: House, variant: str) -> None:
    table = await played(house.tables, load(variant), ("Anna", "Marek", "Ґалаґан"), HOST)
    await house.tables.close(table, HOST)
    view = await house.tables.view(table)
    at = f"/w/{view.row.watch_token}"
    reader = house.reader("en")
    page = await reader.get(at)
    assert page.link("Sheet as PDF") == f"{at}/sheet.pdf"
    assert page.link("Luck and decisions as PDF") == f"{at}/review.pdf"
    found = await pdf(reader, page.link("Sheet as PDF"))
    assert "1. " in found.text
    assert f"{view.row.created_at:%Y-%m-%d}" in found.text


async def test_without_exact_play_the_review_says_so_on_its_page(house: House) -> None:
    table = await played(house.tables, load("general"), ("Anna", "Marek"), HOST)
    await house.tables.close(table, HOST)
    at = f"/w/{(await house.tables.view(table)).row.watch_token}"
    page = await house.reader("en").get(f"{at}/review.pdf")
    assert page.url == f"{at}/review"


async def test_a_game_with_coach_is_printed_as_one(house: House) -> None:
    table = await played(house.tables, load("general"), ("Anna", "Marek"), HOST, most=1)
    mover = (await house.tables.view(table)).table.mover
    assert mover is not None
    await house.tables.advise(table, HOST, mover, at=await house.version(table))
    at = f"/w/{(await house.tables.view(table)).row.watch_token}"
    name = ("Anna", "Marek")[mover]
    assert words_in("en")("coach.marked", names=name) in (await pdf(house.reader("en"), f"{at}/sheet.pdf")).text
