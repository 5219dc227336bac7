"""Records in the browser: what was played, over time, on other devices, as files, and deleted for good."""

import asyncio
import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from httpx2 import Response

from kosci.adapters.open import open_store
from kosci.coach.exact import Exact
from kosci.locale.languages import languages, words_in
from kosci.service.record_ports import NOBODY, ResultRow
from kosci.service.tokens import token_digest
from kosci.solve.library import Library
from kosci.solve.spread import Distribution
from kosci.variants import load
from kosci.web.draw_records import FRAMES, MOST_DOTS, plot
from kosci.web.limits import Limits
from tests.support.finished import play_on
from tests.support.results import NOON, made
from tests.web.browsing import Page, Reader, read
from tests.web.conftest import House, laid, table_of
from tests.web.test_spread import CHANCES, SlowLibrary, said
from tests.web.test_templates import checked

Opened = Callable[..., House]
WORDS = words_in("en")


async def game(house: House, reader: Reader, variant: str = "general", mode: str = "alone", **changes: str) -> str:
    """A game that this browser played to its end and closed."""
    table = table_of(await laid(reader, variant, mode, changes))
    host = (await house.tables.view(table)).row.host
    await play_on(house.tables, table, host)
    await house.tables.close(table, host)
    house.clock.pass_seconds(3600)
    return table


async def device_of(house: House, reader: Reader) -> str:
    """What the service knows this browser by."""
    await reader.get("/")
    (cookie,) = (value for name, value in reader.client.cookies.items() if name.endswith("device"))
    return token_digest((house.vault.signed(cookie.strip('"')) or "").partition(":")[2])


async def kept(house: House, reader: Reader, *rows: ResultRow) -> None:
    """Results that this browser's person has, an hour after one another."""
    dated = [replace(row, finished_at=NOON + timedelta(hours=at)) for at, row in enumerate(rows)]
    await house.store.records.add(await device_of(house, reader), dated, lambda: "person")


async def exported(reader: Reader) -> str:
    return (await reader.get("/records/export?form=json")).text


async def imported(reader: Reader, content: bytes, name: str = "records.json") -> Page:
    """A file sent by the form of the page."""
    form = (await reader.get("/records")).form("/records/import")
    response: Response = await reader.client.post(
        form.action,
        data={"command": form.value("command")},
        files={"file": (name, content, "application/json")},
        headers={"origin": reader.origin},
    )
    return read(response, form.action)


# --- what is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
async def test_who_has_played_nothing_is_told_so(house: House, lang: str) -> None:
    page = await house.reader(lang).get("/records")
    assert page.heading == words_in(lang)("records.title")
    assert words_in(lang)("records.empty") in said(page)
    assert page.link(words_in(lang)("records.play")) == "/"
    checked(page.text)


@pytest.mark.parametrize("lang", ["pl", "uk"])
async def test_records_have_best_last_mean_and_spread(house: House, lang: str) -> None:
    """And a page for each game that says how often everything was made."""
    reader, words = house.reader(lang), words_in(lang)
    await kept(house, reader, *(made(load("general"), number) for number in (3, 1, 2)))
    data = json.loads(await exported(reader))["results"]
    points = [one["points"] for one in data]
    mean = sum(points) / 3
    spread = (sum((one - mean) ** 2 for one in points) / 2) ** 0.5
    page = await reader.get((await reader.get("/")).link(words("records.title")))
    text = said(page)
    assert f"{words('records.games')} 3" in text
    assert f"{words('records.best')} {max(points)}" in text
    assert f"{words('records.last')} {points[-1]}" in text
    assert f"{words('records.mean')} {words.number(mean, 1)} ± {words.number(spread, 1)}" in text
    group = await reader.get(page.link(words("variant.general.name")))
    text = said(group)
    earned = sum(one["bonus"] for one in data)
    assert f"{words('records.bonus')} {words('records.of', k=earned, n=3)}" in text
    straights = [one["rows"]["large_straight"] for one in data]
    times = words("records.of", k=sum(map(bool, straights)), n=3)
    assert f"{words.row('large_straight')} {times}" in text
    assert group.text.count('class="dot"') == 3 * len(FRAMES)
    assert len(re.findall(r"<time ", group.text)) == 3
    for one in (page, group):
        checked(one.text)
        assert "{" not in said(one)


async def test_games_are_told_apart_by_rules_players_and_advice(house: House) -> None:
    reader, general = house.reader("en"), load("general")
    other = made(load("general", {"bonus": 50}), 2)
    await kept(house, reader, made(general), other, made(general, 3, players=2), made(general, 4, coached=True))
    page = await reader.get("/records?name=Anna")
    links = [url for url, _ in page.links if url.startswith("/records/general")]
    assert len(links) == 4
    assert len({url.partition("?")[0] for url in links}) == 3
    (coached,) = (url for url in links if "coached=1" in url)
    assert WORDS("records.coached") in said(page)
    assert WORDS("coach.badge") in said(await reader.get(coached))
    for url in links:
        assert f"{WORDS('records.games')} 1" in said(await reader.get(url))


async def test_one_phone_for_all_keeps_names_apart(house: House) -> None:
    """Own name first; all together if one wants."""
    reader = house.reader("en")
    others = made(load("general"), 3, "<b>Ola & Co</b>", 2, seat=1)
    await kept(house, reader, made(load("general"), 1, "ANNA"), made(load("general"), 2, players=2), others)
    page = await reader.get("/records")
    assert [label for _, label in page.links if re.search(r"\(\d\)$", label)] == [
        "Anna (2)",
        "<b>Ola & Co</b> (1)",
        "All names (3)",
    ]
    ola = await reader.get(page.link("<b>Ola & Co</b> (1)"))
    assert len([url for url, _ in ola.links if url.startswith("/records/general")]) == 1
    everybody = await reader.get(page.link("All names (3)"))
    group = await reader.get(next(url for url, _ in everybody.links if url.startswith("/records/general/2")))
    assert "<b>Ola" not in group.text
    assert "<b>Ola & Co</b>" in html.unescape(said(group))
    assert (await reader.get("/records?name=nobody")).status == 200


async def test_tysiac_counts_turns(house: House) -> None:
    """Nobody wins alone (S8): the fewest turns are the best."""
    reader = house.reader("en")
    await kept(house, reader, made(load("tysiac"), 1), made(load("tysiac"), 2))
    turns = [one["turns"] for one in json.loads(await exported(reader))["results"]]
    page = await reader.get("/records")
    assert f"{WORDS('records.best')} {WORDS.count('turn', min(turns))}" in said(page)
    group = await reader.get(page.link("Tysiąc"))
    assert WORDS("records.plot.fewer") in said(group)
    assert WORDS("records.made") not in said(group)
    lost = made(load("tysiac"), 3, players=2, place=2, points=640, turns=None)
    won = made(load("tysiac"), 4, players=2, points=85, turns=None)
    await house.store.records.add(await device_of(house, reader), [lost, won], lambda: "person")
    both = await reader.get("/records/tysiac/2")
    assert re.search(rf"640 points [^P]*Place 2 · {WORDS('records.not-won')}", said(both))
    assert re.search(rf"85 points [^P]*Place 1 · {WORDS('records.walkover')}", said(both))
    assert 'class="dot"' not in both.text


@pytest.mark.parametrize("path", ["/records/general/9", "/records/general/x", "/records/poker/1"])
async def test_a_group_that_cannot_be_is_not_found(house: House, path: str) -> None:
    assert (await house.reader().get(path)).status == 404


async def test_a_group_without_results_leads_to_all(house: House) -> None:
    assert (await house.reader("en").get("/records/general/2")).heading == WORDS("records.title")


# --- best play behind ---------------------------------------------------------------------------


@dataclass
class Turns(SlowLibrary):
    """A library that knows how many turns a race takes alone, too."""

    def turns_alone(self, _: object, __: object) -> Distribution:
        return Distribution(10, np.full(20, 0.05), 0, 0, ())


@pytest.mark.parametrize(("variant", "line"), [("general", "At least its middle result"), ("tysiac", "No more turns")])
async def test_results_stand_over_the_exact_distribution_once_asked_for(
    open_house: Opened, variant: str, line: str
) -> None:
    """Of a race alone over the turns of best play."""
    library = Turns()
    library.go_on.set()
    house = open_house(exact=Exact(cast("Library", library)))
    reader = house.reader("en")
    await kept(house, reader, made(load(variant)))
    url = (await reader.get("/records")).link(WORDS(f"variant.{variant}.name"))
    page = await reader.get(url)
    assert 'class="middle"' not in page.text
    assert library.found == []
    ask = page.link(WORDS("records.plot.ask")).partition("#")[0]
    part = await reader.get(ask, hx_request="true")
    while 'id="record-progress"' in part.text:
        assert 'data-again="' in part.text
        await asyncio.sleep(0.02)
        part = await reader.get(ask, hx_request="true")
    assert part.text.lstrip().startswith('<section class="record-plot" id="record-plot"')
    page = await reader.get(url)
    for one in (part, page):
        assert one.text.count('class="middle"') == len(FRAMES)
        assert WORDS("records.plot.bands") in said(one)
        assert line in said(one)


async def test_a_race_of_several_has_no_distribution(open_house: Opened) -> None:
    """What is known of best play is of one alone."""
    house = open_house(exact=Exact(cast("Library", Turns())))
    reader = house.reader("en")
    await kept(house, reader, made(load("tysiac"), players=2))
    page = await reader.get("/records/tysiac/2?all=1")
    assert 'class="dot"' in page.text
    assert WORDS("records.plot.ask") not in said(page)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.id)
@pytest.mark.parametrize("chances", [None, CHANCES], ids=["alone", "over best play"])
@pytest.mark.parametrize(
    "values", [(250,), (20, 700), (260,) * 4, tuple(range(100, 500))], ids=["one", "far", "same", "many"]
)
@pytest.mark.parametrize("is_fewer_better", [False, True])
def test_the_picture_holds_every_dot_in_order(
    frame: object, chances: object, values: tuple[int, ...], *, is_fewer_better: bool
) -> None:
    one = next(one for one in FRAMES if one is frame)
    drawn = plot(WORDS, one, values, ("May 1", "May 2"), chances, is_fewer_better=is_fewer_better)  # type: ignore[arg-type]
    shown = values[-MOST_DOTS:]
    assert len(drawn.dots) == len(shown)
    assert [dot.x for dot in drawn.dots] == sorted(dot.x for dot in drawn.dots)
    better = sorted(shown, reverse=not is_fewer_better)
    heights = {value: dot.y for value, dot in zip(shown, drawn.dots, strict=True)}
    assert [heights[value] for value in better] == sorted(heights[value] for value in better)
    assert all(0 < dot.y <= drawn.base and drawn.left < dot.x < drawn.right for dot in drawn.dots)
    assert drawn.best is not None
    assert drawn.best.y == min(dot.y for dot in drawn.dots)
    assert 2 <= len(drawn.steps) <= 12
    assert all(0 <= step.y <= drawn.base for step in drawn.steps)
    if chances is not None:
        assert drawn.wide is not None
        assert drawn.middle is not None
        assert drawn.wide.y <= drawn.middle.y
        assert drawn.middle.height < drawn.wide.height
        assert len({level.text_y // 14 for level in drawn.levels}) == 3


# --- the end of a game ----------------------------------------------------------------------------


async def test_a_solo_game_says_how_it_stands_against_the_best(house: House) -> None:
    """S8: nobody wins a solo game, it is held against the player's own earlier results (C)."""
    reader = house.reader("en")
    tables = [await game(house, reader) for _ in range(3)]
    points = [one["points"] for one in json.loads(await exported(reader))["results"]]
    pages = [said(await reader.get(f"/t/{table}")) for table in tables]
    assert WORDS("records.end.first") in pages[0]
    for at in range(1, 3):
        best = max(points[:at])
        if points[at] > best:
            line = WORDS("records.end.best", now=str(points[at]), best=str(best))
        else:
            line = WORDS("records.end.level" if points[at] == best else "records.end.behind", best=str(best))
        assert line in pages[at]
    spectator = house.reader("en")
    watch = (await house.tables.view(tables[0])).row.watch_token
    assert WORDS("records.end.first") not in said(await spectator.get(f"/w/{watch}"))


async def test_among_several_only_a_best_of_ones_own_is_said(house: House) -> None:
    reader = house.reader("en")
    tables = [await game(house, reader, mode="device") for _ in range(3)]
    data = json.loads(await exported(reader))["results"]
    for at, table in enumerate(tables):
        text = said(await reader.get(f"/t/{table}"))
        assert WORDS("records.end.first") not in text
        for name in ("Anna", "Ola"):
            points = [one["points"] for one in data if one["name"] == name]
            is_best = at > 0 and points[at] > max(points[:at])
            assert (f"{name}: new personal best, {points[at]}" in text) is is_best


async def test_with_advice_there_is_no_new_best(house: House) -> None:
    reader = house.reader("en")
    table = await game(house, reader, coach="always")
    assert WORDS("records.end.first") not in said(await reader.get(f"/t/{table}"))


# --- other devices --------------------------------------------------------------------------------


async def test_a_link_and_a_qr_code_bring_the_records_along(house: House) -> None:
    """Opening the link takes nothing; the button does. A new link voids the old."""
    phone, tablet = house.reader("en"), house.reader("en")
    await kept(house, phone, made(load("general")))
    await house.store.records.add(await device_of(house, tablet), [made(load("yahtzee"), 2)], lambda: "somebody")
    page = await phone.press((await phone.get("/records")).button(WORDS("records.link.make")))
    link = re.search(r'value="http://localhost(/p/[^"]+)"', page.text)
    assert link
    assert 'class="qr"' in page.text
    asking = await tablet.get(link[1])
    assert asking.heading == WORDS("records.join.title")
    assert len((await phone.get("/records")).links) == len((await phone.get("/records")).links)
    assert json.loads(await exported(tablet))["results"][0]["variant"] == "yahtzee"
    joined = await tablet.press(asking.button(WORDS("records.join.do")))
    assert joined.heading == WORDS("records.title")
    assert WORDS("records.devices", n=2) in said(joined)
    assert await exported(tablet) == await exported(phone)
    assert len(json.loads(await exported(phone))["results"]) == 2
    assert (await tablet.get(link[1])).heading == WORDS("records.title")
    await phone.press((await phone.get("/records")).button(WORDS("records.link.again")))
    other = await house.reader("en").get(link[1])
    assert other.status == 404
    assert WORDS("error.records-link-unknown") in said(other)
    await phone.press((await phone.get("/records")).button(WORDS("records.part")))
    assert WORDS("records.empty") in said(await tablet.get("/records"))
    assert WORDS("records.devices", n=1) in said(await phone.get("/records"))
    await phone.press((await phone.get("/records")).button(WORDS("records.link.make")))
    await phone.press((await phone.get("/records")).button(WORDS("records.link.void")))
    assert (await house.reader("en").raw(link[1], {"command": "12345678"})).status_code == 404


# --- files ----------------------------------------------------------------------------------------


async def test_what_was_downloaded_is_added_on_another_server(open_house: Opened) -> None:
    here, there = open_house(), open_house()
    mine, theirs = here.reader("en"), there.reader("en")
    await kept(here, mine, made(load("general")), made(load("tysiac"), 2))
    text = await exported(mine)
    assert (await imported(mine, text.encode())).notices == [WORDS("records.brought", n=2, new=0)]
    page = await imported(theirs, text.encode())
    assert page.notices == [WORDS("records.brought", n=2, new=2)]
    page = await theirs.get("/records")
    assert WORDS("records.imported") in said(await theirs.get(page.link("Generał")))
    table = await mine.get("/records/export?form=csv")
    assert table.response.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.text.startswith("\ufefftable,seat,name,")
    assert len(table.text.splitlines()) == 3


@pytest.mark.parametrize("lang", languages())
async def test_a_file_with_one_impossible_result_adds_none(house: House, lang: str) -> None:
    reader, words = house.reader(lang), words_in(lang)
    await kept(house, reader, made(load("general")))
    data = json.loads(await exported(reader))
    other = house.reader(lang)
    data["results"][0]["rows"]["fives"] = 7
    page = await imported(other, json.dumps(data).encode())
    assert page.status == 422
    (notice,) = page.notices
    assert "fives" in notice
    assert "7" in notice
    assert "{" not in notice
    for content, key in ((b"{", "error.records-broken"), (b"[]", "error.records-other")):
        page = await imported(other, content)
        assert page.notices == [words(key)]
        checked(page.text)
    assert (await imported(other, b"\xff\xfe")).status == 400
    assert json.loads(await exported(other))["results"] == []


async def test_only_records_may_be_as_long(open_house: Opened) -> None:
    house = open_house(Limits(body_bytes=5_000, records_bytes=20_000))
    reader = house.reader("en")
    assert (await imported(reader, b" " * 10_000)).status == 422
    assert (await imported(reader, b" " * 30_000)).status == 413
    assert (await reader.raw("/records/link", {"command": "x" * 10_000})).status_code == 413
    assert (await reader.raw("/records/import", {"file": "x"})).status_code == 415


async def test_records_are_changed_so_often_an_hour(open_house: Opened) -> None:
    house = open_house(Limits(records_an_hour=3))
    reader = house.reader("en")
    for _ in range(3):
        assert (await reader.raw("/records/unlink", {"command": "12345678"})).status_code == 303
    assert (await reader.raw("/records/delete", {"command": "12345678"})).status_code == 429
    house.seconds += 3601
    assert (await reader.raw("/records/unlink", {"command": "12345678"})).status_code == 303


# --- deleting -------------------------------------------------------------------------------------


async def test_one_result_is_deleted_after_a_question(house: House) -> None:
    reader = house.reader("en")
    await kept(house, reader, made(load("general")), made(load("general"), 2))
    url = (await reader.get("/records")).link("Generał")
    group = await reader.get(url)
    first = json.loads(await exported(reader))["results"][0]
    asking = await reader.get(next(link for link, _ in group.links if f"table={first['table']}" in link))
    assert str(first["points"]) in said(asking)
    assert len(json.loads(await exported(reader))["results"]) == 2
    after = await reader.press(asking.button(WORDS("records.drop.do")))
    assert after.url == url
    assert first["table"] not in await exported(reader)
    assert (await reader.press(asking.button(WORDS("records.drop.do")))).status == 404


async def test_what_may_still_be_taken_back_cannot_be_deleted_yet(house: House) -> None:
    reader = house.reader("en")
    table = table_of(await laid(reader, "general", "alone"))
    host = (await house.tables.view(table)).row.host
    await play_on(house.tables, table, host)
    group = await reader.get((await reader.get("/records")).link("Generał"))
    assert not [link for link, _ in group.links if "/records/result" in link]
    assert (await reader.get(f"/records/result?table={table}&seat=1")).status == 404


@pytest.mark.parametrize("lang", ["pl"])
async def test_whoever_deletes_everything_starts_anew(house: House, lang: str) -> None:
    """Others see a dash; the browser has another key, and what it had opens nothing."""
    reader, words, other = house.reader(lang), words_in(lang), house.reader(lang)
    table = await game(house, reader, mode="device")
    watch = (await house.tables.view(table)).row.watch_token
    assert "Anna" in (await other.get(f"/w/{watch}")).text
    asking = await reader.get((await reader.get("/records")).link(words("records.delete.open")))
    assert len((await house.tables.records.own((await house.tables.view(table)).row.host)).results) == 2
    before = dict(reader.client.cookies)
    gone = await reader.press(asking.button(words("records.delete.do")))
    assert gone.heading == words("records.gone.title")
    assert gone.response.headers["clear-site-data"] == '"cache", "storage"'
    assert dict(reader.client.cookies) != before
    assert words("records.empty") in said(await reader.get("/records"))
    assert (await reader.get(f"/t/{table}")).status == 403
    for path in (f"/w/{watch}", f"/w/{watch}/export", f"/w/{watch}/export?form=text", f"/w/{watch}/review"):
        page = await other.get(path)
        assert page.status == 200
        assert "Anna" not in page.text
        assert "Ola" not in page.text
    assert NOBODY in (await other.get(f"/w/{watch}")).text
    checked(gone.text)


async def test_the_data_file_forgets_while_the_server_runs(tmp_path: Path) -> None:
    """From the button to the bytes: name, device and link stand in no file of the database any more."""
    path = tmp_path / "kosci.sqlite"
    house = House(store=await open_store(path))  # type: ignore[arg-type]  # any store will do
    reader = house.reader("en")
    name = "Eulalia Zapomniana"
    table = await game(house, reader, **{"name-1": name})
    running = table_of(await laid(reader, "yahtzee", "alone", {"name-1": name}))
    device = (await house.tables.view(running)).row.host
    page = await reader.press((await reader.get("/records")).button(WORDS("records.link.make")))
    person = await house.store.records.person(device)
    assert person is not None
    secrets = [name, device, person.id, person.link or ""]
    assert found_in(path, secrets) == secrets
    asking = await reader.get(page.link(WORDS("records.delete.open")))
    await reader.press(asking.button(WORDS("records.delete.do")))
    assert found_in(path, secrets) == []
    assert (await house.tables.view(table)).names == (NOBODY,)
    await house.store.close()
    await reader.client.aclose()
    assert found_in(path, secrets) == []


def found_in(path: Path, secrets: list[str]) -> list[str]:
    """Those that stand in the file, its log or its index."""
    whole = b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))
    return [secret for secret in secrets if secret.encode() in whole]
