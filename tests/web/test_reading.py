"""Reading changes nothing: every link of every page by GET and HEAD; and every page in three languages."""

import html
import re
from copy import deepcopy

import pytest

from kosci.locale.languages import languages
from kosci.table.record import parse_any
from kosci.variants import catalogue
from tests.web.browsing import Form, Page, Reader, links_of
from tests.web.conftest import House, laid, table_of


async def one_of_each(house: House, reader: Reader) -> dict[str, Page]:
    """A page of each kind that one browser can come to."""
    lobby = await laid(reader, mode="link", changes={"who-2": "greedy"})
    running = await laid(reader, "yatzi")
    rolled = await reader.press(next(button for button in running.buttons if "roll" in button.classes))
    race = await laid(reader, "tysiac")
    over = await laid(reader, "tysiac")
    asked = await reader.get(f"{over.url}?ask=leave")
    over = await reader.send(asked.form("/leave"))
    view = await house.tables.view(table_of(running))
    waiting = await house.tables.view(table_of(lobby))
    pages = {
        "lobby": lobby,
        "running": rolled,
        "choice": await reader.press(rolled.takes()[0]),
        "leaving": await reader.get(f"{running.url}?ask=leave"),
        "race": race,
        "over": over,
        "verify": await reader.get(f"{over.url}/verify"),
        "watching": await reader.get(f"/w/{view.row.watch_token}"),
        "link": await reader.send(rolled.form("/link")),
        "join": await reader.get(f"/j/{waiting.row.join_token}"),
        "home": await reader.get("/"),
        "settings": await reader.get("/settings"),
        "missing": await reader.get("/nothing"),
    }
    for mode in ("device", "link", "alone"):
        pages[f"new {mode}"] = await reader.get(f"/new?variant=yahtzee&mode={mode}")
    for variant in catalogue():
        pages[f"rules {variant.id}"] = await reader.get(f"/rules/{variant.id}")
    return pages


async def test_no_get_changes_anything(house: House) -> None:
    """Every link that any page shows, and every form that is sent by GET: not one fact, row or seat more."""
    reader = house.reader()
    pages = await one_of_each(house, reader)
    link = re.search(r"/s/[\w-]+", pages["link"].text)
    assert link
    before = deepcopy((house.store._facts, house.store._rows, house.store._seats))
    todo = {url for page in pages.values() for url in (page.url, *links_of(page))} | {link.group()}
    for page in pages.values():
        todo |= {f"{b.action or b.form.action}?{b.name}={b.value}" for b in page.buttons if b.method == "get"}
    stranger = house.reader("uk")
    seen: set[str] = set()
    while todo:
        url = todo.pop()
        seen.add(url)
        for who in (reader, stranger):
            if url.endswith("/events"):
                continue
            page = await who.get(url)
            assert page.status < 500, url
            assert (await who.client.head(url)).content == b""
            todo |= {found for found in links_of(page) if found not in seen}
    assert len(seen) > 60
    assert (house.store._facts, house.store._rows, house.store._seats) == before


@pytest.mark.parametrize("lang", languages())
async def test_every_page_speaks_the_readers_language(house: House, lang: str) -> None:
    """Chosen from Accept-Language: `lang` is right, and no key of a catalogue shows."""
    reader = house.reader(f"{lang}, de;q=0.5")
    keys = re.compile(r"\b(?:error|http|do|table|lobby|turn|row|home|new|join|end|race|story|option)\.[a-z][a-z_.-]+\b")
    for name, page in (await one_of_each(house, reader)).items():
        assert f'<html lang="{lang}"' in page.text, name
        shown = html.unescape(re.sub(r"<[^>]*>", " ", page.text))
        assert not keys.search(shown), (name, keys.search(shown))
        assert "{" not in shown, name


async def test_a_language_is_chosen_and_remembered(house: House) -> None:
    """By a form, from any page, which comes back; another browser is not asked."""
    reader = house.reader("pl")
    page = await reader.get("/rules/yatzi")
    switch = next(button for button in page.buttons if button.label == "Українська")
    page = await reader.press(switch)
    assert page.url == "/rules/yatzi"
    assert '<html lang="uk"' in page.text
    assert "Правила" in page.text
    assert '<html lang="uk"' in (await reader.get("/")).text
    assert '<html lang="pl"' in (await house.reader("pl").get("/")).text


@pytest.mark.parametrize(
    ("asked", "lang"), [("uk-UA,pl;q=0.9", "uk"), ("de,fr", "en"), ("", "en"), ("*", "en"), (";;;q=,,", "en")]
)
async def test_the_browsers_language_is_followed(house: House, asked: str, lang: str) -> None:
    """English where it names none of ours."""
    assert f'<html lang="{lang}"' in (await house.reader(asked).get("/")).text


def settings_form(page: Page) -> Form:
    """The form of the settings page, not the switch in its menu."""
    return [form for form in page.forms if form.action == "/settings"][-1]


async def test_settings_are_remembered(house: House) -> None:
    """Without JavaScript, in a cookie; the switch in the menu changes the theme alone."""
    reader = house.reader()
    page = await reader.get("/settings?back=/rules/yatzi")
    page = await reader.send(settings_form(page), {"theme": "dark", "keys": "0", "invert_keep": "1"})
    assert page.url == "/rules/yatzi"
    assert 'data-theme="dark"' in page.text
    page = await reader.press(next(button for button in page.buttons if button.value == "light"))
    assert 'data-theme="light"' in page.text
    again = await reader.get("/settings")
    assert ("invert_keep", "1") in settings_form(again).fields
    assert ("sound", "1") not in settings_form(again).fields
    assert 'data-keys=""' in (await laid(reader)).text


async def test_rules_follow_the_options_of_the_table(house: House) -> None:
    """The page behind a table's rules link is drawn from the game that is played."""
    reader = house.reader("en")
    page = await laid(reader, changes={"bonus_at": "70", "bonus": "50"})
    rules = await reader.get(page.link("Rules: Generał"))
    assert "50 points" in rules.text
    assert "70 points" in rules.text
    assert "35 points" not in rules.text


async def test_the_same_names_of_computers_are_told_apart(house: House) -> None:
    """And are in each reader's own language."""
    reader = house.reader("pl")
    page = await laid(reader, changes={"who-2": "greedy", "who-3": "greedy"})
    assert "Zachłanny 1" in page.text
    assert "Zachłanny 2" in page.text
    await reader.post("/language", {"lang": "en"})
    assert "Greedy 2" in (await reader.get(page.url)).text


async def test_the_home_page_lists_the_readers_open_tables(house: House) -> None:
    """Those where the browser sits or hosts, and nobody else's."""
    reader = house.reader()
    page = await laid(reader)
    lobby = await laid(reader, mode="link")
    home = await reader.get("/")
    assert {page.url, lobby.url} <= set(links_of(home))
    assert not [url for url in links_of(await house.reader().get("/")) if url.startswith("/t/")]


async def test_a_rematch_form_is_filled_in_as_the_game_was(house: House) -> None:
    """The same names, computers and options, to be sent or changed."""
    reader = house.reader()
    page = await laid(reader, "tysiac", changes={"who-3": "greedy", "target": "500"})
    for _ in range(2):
        asked = await reader.get(f"{page.url}?ask=leave")
        page = await reader.send(asked.form("/leave"))
    page = await reader.send(page.form("/close")) if page.has_form("/close") else page
    form = (await reader.get(page.link("Nowa gra"))).form("/new")
    assert (form.value("name-1"), form.value("name-2"), form.value("who-3")) == ("Anna", "Ola", "greedy")
    assert form.value("target") == "500"


async def test_a_game_file_is_downloaded_with_its_log(house: House) -> None:
    """By players and spectators; a running game's holds no seed."""
    reader = house.reader()
    page = await laid(reader)
    answer = await reader.client.get(f"{page.url}/export")
    assert answer.headers["content-disposition"].startswith('attachment; filename="kosci-general-')
    assert answer.text.startswith("kosci game 1\nplayer Anna\nplayer Ola\n")
    assert "closed" not in answer.text
    view = await house.tables.view(table_of(page))
    assert (await house.reader().get(f"/w/{view.row.watch_token}/export")).text == answer.text


async def test_a_game_is_downloaded_to_read_too(house: House) -> None:
    """From the last page; it is read back to the log."""
    reader = house.reader()
    page = await laid(reader, "tysiac")
    asked = await reader.get(f"{page.url}?ask=leave")
    over = await reader.send(asked.form("/leave"))
    answer = await reader.client.get(over.link("Pobierz zapis gry do czytania"))
    assert answer.headers["content-disposition"].endswith('-text.txt"')
    assert answer.text.startswith("kosci record 1\ngame tysiac\n")
    assert parse_any(answer.text) == parse_any((await reader.client.get(f"{page.url}/export")).text)
    assert (await reader.client.get(f"{page.url}/export?form=xml")).status_code == 400


async def test_the_dice_check_shows_the_seed_only_when_the_log_has_opened_it(house: House) -> None:
    """Before that it says that it is too early."""
    reader = house.reader()
    page = await laid(reader, "tysiac")
    assert "Jeszcze nie można sprawdzić" in (await reader.get(f"{page.url}/verify")).text
    asked = await reader.get(f"{page.url}?ask=leave")
    over = await reader.send(asked.form("/leave"))
    assert "Jeszcze nie można sprawdzić" in (await reader.get(f"{page.url}/verify")).text
    await reader.send(over.form("/close"))
    seed = (await house.tables.view(table_of(page))).table.seed
    assert seed
    assert f'data-seed="{seed.hex()}"' in (await reader.get(f"{page.url}/verify")).text
