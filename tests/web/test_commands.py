"""Commands sent twice, too late, at once; undo; joining by link and code; a seat on another device."""

import asyncio

import pytest

from tests.web.browsing import Button, Page, Reader, read
from tests.web.conftest import House, laid, table_of


def roll_of(page: Page) -> Button:
    """The roll button."""
    return next(button for button in page.buttons if "roll" in button.classes)


def dice_of(page: Page) -> str:
    """What the page says of the roll: its number and the dice by place."""
    return page.text.split('data-key="')[1].split('"')[0]


async def test_the_same_command_twice_acts_once(house: House) -> None:
    """A double click, or a form sent again after the answer was lost, shows the result of the first."""
    reader = house.reader()
    page = await laid(reader)
    first = await reader.press(roll_of(page))
    before = await house.version(table_of(page))
    second = await reader.press(roll_of(page))
    assert second.status == 200
    assert await house.version(table_of(page)) == before
    dice = dice_of(first)
    assert dice == dice_of(second)


async def test_the_same_command_at_once_acts_once(house: House) -> None:
    """Two sent together: one roll."""
    reader = house.reader()
    page = await laid(reader)
    before = await house.version(table_of(page))
    fields = page.form("/roll").fields
    answers = await asyncio.gather(*(reader.raw(page.form("/roll").action, fields) for _ in range(10)))
    assert {answer.status_code for answer in answers} == {303}
    assert await house.version(table_of(page)) == before + 2  # the move and its dice


async def test_ten_commands_on_one_version_one_wins(house: House) -> None:
    """Each with an id of its own: the other nine are told that they are stale."""
    reader = house.reader()
    page = await laid(reader)
    before = await house.version(table_of(page))
    form = page.form("/roll")
    sent = [
        [(name, f"command-{at}0000" if name == "command" else value) for name, value in form.fields] for at in range(10)
    ]
    answers = await asyncio.gather(*(reader.raw(form.action, fields) for fields in sent))
    assert sorted(answer.status_code for answer in answers) == [303] + [409] * 9
    assert await house.version(table_of(page)) == before + 2


async def test_a_stale_command_shows_the_board_as_it_is(house: House) -> None:
    """409, the present dice, and in words why nothing was done."""
    reader = house.reader()
    old = await laid(reader)
    now = await reader.press(roll_of(old))
    form = old.form("/roll")
    stale = await reader.send(form, {"command": "another-one"})
    assert stale.status == 409
    assert "W międzyczasie coś się wydarzyło" in stale.notices[0]
    assert stale.has_form("/keep")
    assert dice_of(stale) == dice_of(now)


async def test_a_stale_choice_of_a_row_is_said_to_be_stale(house: House) -> None:
    """The question is about dice that have been rolled since."""
    reader = house.reader()
    page = await reader.press(roll_of(await laid(reader)))
    take = page.takes()[0]
    await reader.press(roll_of(page))
    late = await reader.press(take)
    assert late.status == 409
    assert not late.has_form("/score")


async def test_a_fragment_is_the_live_part_alone(house: House) -> None:
    """What an open page asks for: the part with the version, without head and scripts."""
    reader = house.reader()
    page = await laid(reader)
    part = await reader.get(page.url, hx_request="true")
    assert part.status == 200
    assert part.text.lstrip().startswith('<div id="page"')
    assert "<html" not in part.text
    rolled = await reader.raw(page.form("/roll").action, page.form("/roll").fields, hx_request="true")
    assert rolled.status_code == 200
    assert rolled.text.lstrip().startswith('<div id="page"')
    again = await reader.raw(
        page.form("/roll").action,
        [(name, "another-one" if name == "command" else value) for name, value in page.form("/roll").fields],
        hx_request="true",
    )
    assert again.status_code == 409
    assert again.text.lstrip().startswith('<div id="page"')
    assert read(again, "").notices


async def test_joining_spoils_no_command(house: House) -> None:
    """Stale is only what an event, an undo or a correction has passed by."""
    host, guest = house.reader(), house.reader()
    lobby = await laid(host, mode="link")
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    add = next(button for button in lobby.buttons if button.form.action.endswith("/add-computer"))
    await guest.send(join.form(view.row.join_token), {"name": "Ola"})
    page = await host.press(add)
    assert page.status == 200
    assert len((await house.tables.view(view.id)).seats) == 3


async def test_an_entry_is_taken_back_until_the_next_roll(house: House) -> None:
    """The dice lie there again; after a roll there is nothing to take back."""
    reader = house.reader()
    page = await reader.press(roll_of(await laid(reader)))
    before = dice_of(page)
    choice = await reader.press(page.takes()[0])
    page = await reader.send(choice.form("/score"))
    undo = page.form("/undo")
    page = await reader.send(undo)
    assert dice_of(page) == before
    choice = await reader.press(page.takes()[0])
    page = await reader.send(choice.form("/score"))
    late = page.form("/undo")
    page = await reader.press(roll_of(page))
    assert not page.has_form("/undo")
    assert (await reader.send(late)).status == 409


async def test_banked_points_are_taken_back(house: House) -> None:
    """Tysiąc: banking is undoable until the next roll."""
    reader = house.reader()
    page = await laid(reader, "tysiac")
    bank: Button | None = None
    while bank is None:
        page = await reader.press(roll_of(page))
        bank = next((button for button in page.buttons if "bank" in button.classes and button.is_on), None)
    page = await reader.press(bank)
    page = await reader.send(page.form("/undo"))
    assert any("bank" in button.classes for button in page.buttons)


async def test_laying_a_table_twice_lays_one(house: House) -> None:
    """The form sent again, or twice at once, leads to the same table."""
    reader = house.reader()
    page = await reader.get("/new?variant=general&mode=device")
    form = page.form("/new")
    answers = await asyncio.gather(*(reader.raw(form.action, form.fields) for _ in range(3)))
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert len(await house.store.in_state(("running",))) == 1


async def test_a_link_preview_takes_no_seat(house: House) -> None:
    """Opening a join link, however often, changes nothing; only its form does."""
    lobby = await laid(house.reader(), mode="link")
    view = await house.tables.view(table_of(lobby))
    for _ in range(3):
        page = await house.reader().get(f"/j/{view.row.join_token}")
        assert page.status == 200
        assert "Anna" in page.text
    assert len((await house.tables.view(view.id)).seats) == 1


@pytest.mark.parametrize("spell", [str, str.lower, lambda code: f" {code[:3]}-{code[3:]} ", " ".join])
async def test_a_code_leads_to_the_join_page(house: House, spell: object) -> None:
    """In any case, with any spaces."""
    lobby = await laid(house.reader(), mode="link")
    view = await house.tables.view(table_of(lobby))
    assert callable(spell)
    page = await house.reader().get(f"/join?code={spell(view.row.code)}")
    assert page.url == f"/j/{view.row.join_token}"


async def test_a_code_dies_at_the_start(house: House) -> None:
    """It opens a waiting lobby only; the join link says that the game has begun and offers to watch."""
    host = house.reader()
    lobby = await laid(host, mode="link", changes={"who-2": "greedy"})
    view = await house.tables.view(table_of(lobby))
    await host.send(lobby.form("/start"))
    page = await house.reader().get(f"/join?code={view.row.code}")
    assert page.status == 404
    assert "Żaden stół nie czeka" in page.notices[0]
    join = await house.reader().get(f"/j/{view.row.join_token}")
    assert not join.has_form(view.row.join_token)
    assert "Gra już trwa." in join.text
    watched = await house.reader().get(join.link("Oglądaj grę"))
    assert watched.url == f"/w/{view.row.watch_token}"


async def test_a_full_table_takes_nobody(house: House) -> None:
    """C1: over its seats it says so."""
    host = house.reader()
    lobby = await laid(host, mode="link", changes={f"who-{seat}": "random" for seat in (2, 3)})
    view = await house.tables.view(table_of(lobby))
    first, late = house.reader(), house.reader()
    waiting = await late.get(f"/j/{view.row.join_token}")
    join = await first.get(f"/j/{view.row.join_token}")
    await first.send(join.form(view.row.join_token), {"name": "Ola"})
    refused = await late.send(waiting.form(view.row.join_token), {"name": "Ewa"})
    assert refused.status == 422
    assert "Wszystkie miejsca" in refused.text
    assert len((await house.tables.view(view.id)).seats) == 4


async def test_a_seat_is_freed_by_host_and_by_oneself(house: House) -> None:
    """In the lobby; those behind move up, and a form made before that frees nobody else."""
    host, guest = house.reader(), house.reader()
    lobby = await laid(host, mode="link", changes={"who-2": "random", "who-3": "greedy"})
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    page = await guest.send(join.form(view.row.join_token), {"name": "Ola"})
    host_page = await host.get(lobby.url)
    free = [button for button in host_page.buttons if button.form.action.endswith("/remove")]
    assert len(free) == 4
    await host.press(free[1])
    stale = await host.send(free[2].form, {"command": "another-one"})
    assert stale.status == 409
    view = await house.tables.view(view.id)
    assert [seat.bot for seat in view.seats] == [None, "greedy", None]
    page = await guest.get(page.link("Odejdź od stołu"))
    assert "Odejść od stołu?" in page.text
    gone = await guest.send(page.form("/remove"))
    assert gone.status == 403
    assert len((await house.tables.view(view.id)).seats) == 2


async def moved_seat(house: House) -> tuple[Reader, Reader, str, str]:
    """A seat's personal link: who has the seat, another browser, the table's path and the link's."""
    reader, other = house.reader(), house.reader()
    page = await laid(reader)
    shown = await reader.send(page.form("/link"))
    link = shown.text.split('value="http://localhost')[1].split('"')[0]
    return reader, other, page.url, link


async def test_a_seat_is_brought_to_another_device(house: House) -> None:
    """A GET of the personal link shows the seat, only its form brings it over; the old browser loses it."""
    reader, other, url, link = await moved_seat(house)
    before = (await house.tables.view(url.split("/")[2])).seats
    page = await other.get(link)
    assert (await house.tables.view(url.split("/")[2])).seats == before
    moved = await other.send(page.form(link))
    assert moved.url == url
    assert moved.status == 200
    view = await house.tables.view(url.split("/")[2])
    assert len({seat.device for seat in view.seats}) == 2
    assert (await reader.get(url)).status == 200  # the reader's other seat is still there


async def test_a_new_personal_link_ends_the_old_one(house: House) -> None:
    """Whoever saw the old one can do nothing with it."""
    reader, other, url, link = await moved_seat(house)
    page = await reader.get(url)
    await reader.send(page.form("/link"))
    assert (await other.get(link)).status == 404
    assert (await other.post(link, {})).status == 404


async def test_a_seat_is_taken_back_from_the_computer(house: House) -> None:
    """S11: the page says that a computer plays, and one button ends it; until then nothing else may be pressed."""
    reader = house.reader()
    page = await laid(reader, changes={"first": "seat"})
    table = table_of(page)
    await house.tables.stand_in(table, None, 0, "greedy")
    page = await reader.get(page.url)
    assert "Za Ciebie gra komputer" in page.text
    assert not any("roll" in button.classes for button in page.buttons)
    page = await reader.press(page.button("Wróć do gry"))
    assert roll_of(page).is_on
    assert "wraca do gry" in page.text


async def test_the_last_entry_of_a_game_is_taken_back(house: House) -> None:
    """Until the table is closed; then the seed is open and nothing can be changed."""
    reader = house.reader()
    page = await laid(reader, "tysiac", mode="alone", changes={"target": "100", "bust": "keep"})
    while not page.has_form("/close"):
        banks = [button for button in page.buttons if "bank" in button.classes and button.is_on]
        page = await reader.press(banks[0] if banks else roll_of(page))
    assert "Ostatni wpis można jeszcze przez chwilę cofnąć." in page.text
    undo, close = page.form("/undo"), page.form("/close")
    page = await reader.send(undo)
    assert not page.has_form("/close")
    late = await reader.send(close)
    assert late.status == 409
    page = await reader.press(next(button for button in page.buttons if "bank" in button.classes))
    closed = await reader.send(page.form("/close"))
    assert not closed.has_form("/undo")
    assert (await reader.send(page.form("/undo"))).status == 422


async def test_a_guest_may_confirm_the_end_and_nobody_else(house: House) -> None:
    """Whoever sits there; a running game cannot be closed by a guest."""
    host, guest = house.reader(), house.reader()
    lobby = await laid(host, mode="link")
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    await guest.send(join.form(view.row.join_token), {"name": "Ola"})
    await host.send((await host.get(lobby.url)).form("/start"))
    view = await house.tables.view(view.id)
    fields = {"command": "0123456789", "at": str(view.version)}
    refused = await guest.post(f"{lobby.url}/close", fields)
    assert refused.status == 403
    assert (await house.tables.view(view.id)).version == view.version
