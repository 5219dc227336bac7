"""Rematch and the pad of a series on the pages: one tap for the same people, other players, spectators (C3)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from kosci.locale.languages import languages, words_in
from kosci.service.changes import NewSeat
from kosci.service.tables import NewTable
from kosci.service.tokens import id_of_next
from kosci.table import Settings
from kosci.table.series import MOST_GAMES, began
from kosci.variants import load
from kosci.web.limits import Limits
from tests.support.finished import play_on
from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of

Opened = Callable[..., House]
SHORT = load("tysiac", {"target": 100})
PL = words_in("pl")


async def two(house: House, changes: dict[str, str] | None = None) -> tuple[Reader, Reader, str]:
    """Anna and Ola on a device each, and their table, begun."""
    anna, ola = house.reader(), house.reader("en")
    lobby = await laid(anna, "tysiac", "link", {"target": "100"} | (changes or {}))
    view = await house.tables.view(table_of(lobby))
    join = await ola.get(f"/j/{view.row.join_token}")
    await ola.send(join.form(view.row.join_token), {"name": "Ola"})
    await anna.send((await anna.get(f"/t/{view.id}")).form("/start"))
    return anna, ola, view.id


async def to_the_end(house: House, table: str) -> None:
    """Play the table's game, each from their own device."""
    while not (view := await house.tables.view(table)).table.is_over:
        assert view.table.mover is not None
        await play_on(house.tables, table, view.seats[view.table.mover].device or "", most=1)


async def finished(house: House) -> tuple[Reader, Reader, str]:
    """A game of these two that is over, not closed."""
    anna, ola, table = await two(house)
    await to_the_end(house, table)
    return anna, ola, table


def labels(page: Page) -> list[str]:
    """What the buttons of the page say."""
    return [button.label for button in page.buttons]


async def test_one_tap_begins_the_next_game_and_the_other_goes_there_by_one(house: House) -> None:
    """Whoever asks first; the other's open page asks anew and says so, with the way."""
    anna, ola, table = await finished(house)
    seen = await anna.get(f"/t/{table}")
    assert PL("series.rematch") in labels(seen)
    page = await ola.send((await ola.get(f"/t/{table}")).form("/rematch"))
    following = id_of_next(table)
    assert page.url == f"/t/{following}"
    fresh = await anna.get(f"/t/{table}", hx_request="true")
    assert PL("series.begun", n=2) in fresh.text
    assert not fresh.has_form("/rematch")
    assert fresh.link(PL("series.go", n=2)) == f"/t/{following}"
    game = await anna.get(fresh.link(PL("series.go", n=2)))
    assert game.status == 200
    assert game.link(PL("series.game", n=2)) == f"/t/{following}/series"
    first, second = [began((await house.tables.view(one)).table) for one in (table, following)]
    assert first is not None
    assert second == 1 - first


async def test_the_tap_of_an_old_page_goes_to_the_same_table(house: House) -> None:
    """Sent twice, from two phones, after the game has begun: there is one next game."""
    anna, ola, table = await finished(house)
    forms = [(await reader.get(f"/t/{table}")).form("/rematch") for reader in (anna, ola)]
    pages = await asyncio.gather(*(reader.send(form) for reader, form in zip((anna, ola), forms, strict=True)))
    pages += [await anna.send(forms[0]), await ola.send(forms[1])]
    assert {page.url for page in pages} == {f"/t/{id_of_next(table)}"}
    assert len(await house.store.in_state(("running",))) == 1


async def test_nothing_is_laid_while_the_game_runs(house: House) -> None:
    """The table says why, and stays as it is."""
    anna, _, table = await two(house)
    for verb in ("rematch", "next"):
        page = await anna.post(f"/t/{table}/{verb}", {"command": f"c-{verb}"})
        assert page.notices == [PL("error.series-not-over")]
        assert page.status == 422
    assert not (await anna.get(f"/t/{table}")).has_form("/rematch")
    assert [row.id for row in await house.store.in_state(("lobby", "running"))] == [table]


async def test_only_who_sits_may_ask(house: House) -> None:
    """A stranger is refused, a spectator has no button; both learn nothing of the next table's id."""
    anna, _, table = await finished(house)
    stranger, watcher = house.reader(), house.reader()
    assert (await stranger.post(f"/t/{table}/rematch", {"command": "c-1"})).status == 403
    assert (await stranger.get(f"/t/{table}/series")).status == 403
    watched = f"/w/{(await house.tables.view(table)).row.watch_token}"
    assert not (await watcher.get(watched)).has_form("/rematch")
    await anna.send((await anna.get(f"/t/{table}")).form("/rematch"))
    end = await watcher.get(watched)
    following = await house.tables.view(id_of_next(table))
    assert end.link(PL("series.go", n=2)) == f"/w/{following.row.watch_token}"
    pad = await watcher.get(f"{watched}/series")
    assert pad.status == 200
    assert following.id not in pad.text
    assert (await watcher.get(end.link(PL("series.go", n=2)))).status == 200


async def test_players_change_between_games(house: House) -> None:
    """The next game as a lobby: who asked is the host, removes and starts; who comes has – for the game before."""
    anna, ola, table = await finished(house)
    lobby = await ola.send((await ola.get(f"/t/{table}")).form("/next"))
    en = words_in("en")
    assert lobby.heading == en("lobby.title")
    assert en("series.game", n=2) in [text for _, text in lobby.links]
    assert PL("series.is-waiting", n=2) in (await anna.get(f"/t/{table}")).text
    following = id_of_next(table)
    view = await house.tables.view(following)
    zofia = house.reader()
    join = await zofia.get(f"/j/{view.row.join_token}")
    await zofia.send(join.form(view.row.join_token), {"name": "Zofia"})
    lobby = await ola.press((await ola.get(f"/t/{following}")).button(en("lobby.remove", name="Anna")))
    await ola.send(lobby.form("/start"))
    await to_the_end(house, following)
    pad = await zofia.get(f"/t/{following}/series")
    assert [row[0] for row in rows(pad)] == ["Anna", "Ola", "Zofia"]
    assert [row[1] == "–" for row in rows(pad)] == [False, False, True]
    assert [row[2] == "–" for row in rows(pad)] == [True, False, False]
    assert places(pad) == ["–", "1", "–"]
    assert PL("series.places-note") in pad.text
    was = await anna.get(f"/t/{table}")
    assert was.link(PL("series.go", n=2)) == f"/w/{view.row.watch_token}"  # she does not sit there


def rows(pad: Page) -> list[list[str]]:
    """Each player's name and cells, as they are read."""
    found = []
    for line in pad.text.split("<tr role=")[2:]:
        name = line.partition('class="who">')[2].partition("<")[0]
        cells = [part.partition(">")[2].partition("<")[0] for part in line.split('<td role="cell" class="pad-cell')[1:]]
        found.append([name, *cells])
    return found


def places(pad: Page) -> list[str]:
    """The place before each name."""
    spans = [part.partition('</span><span class="who"')[0] for part in pad.text.split('<span class="place')[1:]]
    return ["–" if "aria-hidden" in span else span.split("</span>")[1].partition("<")[0] for span in spans]


async def test_the_pad_has_six_games_and_says_who_won(house: House) -> None:
    """A column a game with the way to it, the totals, the winner; then a new series begins (C3)."""
    seats = [NewSeat("Anna"), NewSeat("Ola"), NewSeat(bot="greedy")]
    anna = house.reader()
    await anna.get("/")
    own = await laid(anna)
    host = (await house.tables.view(table_of(own))).row.host
    table = first = await house.tables.create(NewTable(SHORT, Settings(pace="at_once"), seats, start=True), host)
    for number in range(1, MOST_GAMES + 1):
        await played(house, table, host)
        end = await anna.get(f"/t/{table}")
        label = PL("series.rematch" if number < MOST_GAMES else "series.rematch-new")
        assert label in labels(end)
        if number < MOST_GAMES:
            table = table_of(await anna.send(end.form("/rematch")))
            said = (await anna.get(f"/t/{first}/series")).text
            assert (PL("series.is-running", n=number + 1) in said) == (
                number > 1
            )  # the second is told of beside the way
    pad = await anna.get(f"/t/{table}/series")
    assert [len(row) for row in rows(pad)] == [1 + MOST_GAMES] * 3
    assert "1" in places(pad)
    assert PL("series.wins-note") in pad.text
    assert "Serię wygrywa" in pad.text or "Remis w serii" in pad.text
    assert [url for url, text in pad.links if text == "1"]
    new = await anna.send((await anna.get(f"/t/{table}")).form("/rematch"))
    assert new.url == f"/t/{id_of_next(table)}"
    assert PL("series.new-running") in (await anna.get(f"/t/{table}")).text
    assert not [text for _, text in new.links if text.startswith(PL("series.column", n=1))]


async def played(house: House, table: str, host: str) -> None:
    """The game of one device and computers, to its end."""
    while not (view := await house.tables.view(table)).table.is_over:
        seat, play = view.table.mover, view.table.play
        assert seat is not None
        assert play is not None
        if view.seats[seat].bot is None:
            await play_on(house.tables, table, host, most=1)
        else:
            move = house.tables.players["greedy"].move(play.game, play.position, Random(1))
            await house.tables.bot_move(table, seat, move, at=view.version)


async def test_too_few_are_offered_other_players_only(house: House) -> None:
    """Who stays alone finds others first; asked for all the same, the page says why."""
    anna, ola, table = await two(house)
    view = await house.tables.view(table)
    await house.tables.leave(table, view.seats[1].device or "", 1)
    end = await anna.get(f"/t/{table}")
    assert PL("series.change") in labels(end)
    assert not end.has_form("/rematch")
    assert not (await ola.get(f"/t/{table}")).has_form("/next")
    page = await anna.post(f"/t/{table}/rematch", {"command": "c-1"})
    assert page.notices == [PL("error.series-too-few", n=1, least=2)]


async def test_alone_one_plays_again(house: House) -> None:
    """No rival is beaten: the best game is told."""
    reader = house.reader()
    page = await laid(reader, "tysiac", "alone", {"target": "100"})
    table = table_of(page)
    host = (await house.tables.view(table)).row.host
    await play_on(house.tables, table, host)
    end = await reader.get(f"/t/{table}")
    assert PL("series.rematch-solo") in labels(end)
    following = table_of(await reader.send(end.form("/rematch")))
    await play_on(house.tables, following, host)
    pad = await reader.get(f"/t/{following}/series")
    assert "Najlepsza gra" in pad.text
    assert places(pad) == ["–"]


async def test_rematches_count_as_tables_of_an_address(open_house: Opened) -> None:
    """Sixty an hour, or what the host sets; going to a game that is there is always possible."""
    house = open_house(Limits(tables_an_hour=2))
    anna, ola, table = await finished(house)
    following = table_of(await anna.send((await anna.get(f"/t/{table}")).form("/rematch")))
    await to_the_end(house, following)
    form = (await anna.get(f"/t/{following}")).form("/rematch")
    assert (await anna.send(form)).status == 429
    assert (await house.tables.view(following)).row.state == "over"
    assert (await ola.post(f"/t/{table}/rematch", {"command": "c-1"})).url == f"/t/{following}"


async def test_an_open_page_hears_of_the_next_game_after_the_close(house: House) -> None:
    """The end keeps listening until the same people play on, then changes no more."""
    anna, ola, table = await finished(house)
    await anna.send((await anna.get(f"/t/{table}")).form("/close"))
    assert f'data-live="/t/{table}/events"' in (await ola.get(f"/t/{table}")).text
    version = await house.version(table)
    await anna.send((await anna.get(f"/t/{table}")).form("/rematch"))
    assert await house.version(table) == version + 1
    assert 'data-live=""' in (await ola.get(f"/t/{table}")).text


@pytest.mark.parametrize("lang", languages())
async def test_the_pad_of_deleted_and_odd_names_in_each_language(house: House, lang: str) -> None:
    """Markup in a name is text; who was deleted has a dash, and the pad stays whole."""
    reader = house.reader(lang)
    await laid(reader)
    host = (await house.store.in_state(("running",)))[0].host
    seats = [NewSeat("<b>Ola</b>"), NewSeat("Maja")]
    table = await house.tables.create(NewTable(SHORT, seats=seats, start=True), host)
    await play_on(house.tables, table, host)
    await reader.send((await reader.get(f"/t/{table}")).form("/rematch"))
    view = await house.tables.view(table)
    await house.store.save(view.row, [replace(view.seats[1], name="", device=None)])
    following = await house.tables.view(id_of_next(table))
    await house.store.save(following.row, [replace(following.seats[1], name="", device=None)])
    for one in (table, following.id):
        house.tables._shelf.forget(one)
    pad = await reader.get(f"/t/{table}/series")
    assert pad.status == 200
    assert [row[0] for row in rows(pad)] == ["&lt;b&gt;Ola&lt;/b&gt;", "—"]
    words = words_in(lang)
    assert words("series.begun", n=2) in pad.text
    assert words("series.game", n=2).startswith(words("series.column", n=2))  # a phone shows the beginning
