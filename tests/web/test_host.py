"""What the host may do: let nobody else in, act for the absent (RULES S11), end the game for all."""

import pytest

from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of


async def lobby_of_two(house: House, **changes: str) -> tuple[Reader, Page, Reader, Page]:
    """A lobby with its host Anna and, on another phone, Ola."""
    host, guest = house.reader("en"), house.reader("en")
    lobby = await laid(host, mode="link", changes=changes)
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    return host, await host.get(lobby.url), guest, await guest.send(join.form(join.url), {"name": "Ola"})


async def test_nobody_joins_a_locked_lobby_until_it_is_opened_again(house: House) -> None:
    """Who sits stays; whoever comes by link or code is told, and may come once it is open again."""
    host, lobby, guest, theirs = await lobby_of_two(house)
    assert not theirs.has_form("/lock")
    locked = await host.send(lobby.form("/lock"))
    assert "lets nobody else in" in locked.text
    row = (await house.tables.view(table_of(lobby))).row
    late = house.reader("en")
    before = await house.reader("en").get(f"/j/{row.join_token}")
    assert "lets nobody else in" in before.text
    assert not before.has_form(row.join_token)
    assert "lets nobody else in" in (await late.get(f"/join?code={row.code}")).text
    forged = await late.post(f"/j/{row.join_token}", {"name": "Eve", "command": "c" * 12})
    assert forged.status == 422
    assert "lets nobody else in" in forged.text
    more = await guest.post(f"/t/{row.id}/add-person", {"name": "Eve", "command": "d" * 12})
    assert more.status == 422
    assert len((await house.tables.view(row.id)).seats) == 2
    await host.send(locked.form("/unlock"))
    join = await late.get(f"/j/{row.join_token}")
    assert (await late.send(join.form(join.url), {"name": "Ewa"})).status == 200


async def test_the_host_may_seat_people_at_a_locked_table(house: House) -> None:
    """A computer, or somebody beside the host."""
    host, lobby, _, _ = await lobby_of_two(house)
    locked = await host.send(lobby.form("/lock"))
    page = await host.send(locked.form("/add-person"), {"name": "Jan"})
    assert page.status == 200
    assert len((await house.tables.view(table_of(lobby))).seats) == 3


@pytest.mark.parametrize("verb", ["lock", "unlock", "stand-in", "pass", "close", "start", "remove"])
async def test_only_the_host_has_the_tools_of_the_host(house: House, verb: str) -> None:
    """A guest who makes up the request is refused, and nothing has changed."""
    _, lobby, guest, _ = await lobby_of_two(house)
    table = table_of(lobby)
    before = await house.tables.view(table)
    mark = before.table.seats[0].digest[:16]
    fields = {"command": "e" * 12, "seat": "1", "at": str(before.version), "who": mark}
    answer = await guest.post(f"/t/{table}/{verb}", fields)
    assert answer.status == 403
    assert (await house.tables.view(table)).version == before.version


async def waiting(house: House) -> tuple[Reader, str]:
    """A game in which Ola, who is away, is to move, at a table that waits for her: its host and its id."""
    host, lobby, guest, _ = await lobby_of_two(house, away="wait")
    table = table_of(lobby)
    await host.send((await host.get(lobby.url)).form("/start"))
    page = await host.get(f"/t/{table}")
    view = await house.tables.view(table)
    if view.table.mover == 0:
        page = await host.send(page.form("/roll"))
        await host.post(f"/t/{table}/score", {**dict(page.form("/keep").fields), "row": "chance"})
    assert (await house.tables.view(table)).table.mover == 1
    del guest
    house.clock.pass_seconds(300)
    return host, table


async def test_a_computer_plays_for_the_absent_where_the_table_would_wait(house: House) -> None:
    """S11: the host's button; the person takes the seat back at any time."""
    host, table = await waiting(house)
    page = await host.get(f"/t/{table}")
    button = page.button("Let a computer play")
    after = await host.press(button)
    assert after.status == 200
    assert (await house.tables.view(table)).table.seats[1].stand_in is not None
    assert not after.has_form("/stand-in")


async def test_the_turn_of_the_absent_is_passed_where_the_table_would_wait(house: House) -> None:
    """S11: the other button."""
    host, table = await waiting(house)
    after = await host.press((await host.get(f"/t/{table}")).button("Pass the turn"))
    assert after.status == 200
    assert (await house.tables.view(table)).table.mover == 0


async def test_the_host_acts_for_nobody_who_is_here(house: House) -> None:
    """Neither is there a button, nor does a made-up request do it."""
    host, table = await waiting(house)
    view = await house.tables.view(table)
    house.presence.seen(table, view.seats[1].device or "")
    page = await host.get(f"/t/{table}")
    assert not page.has_form("/stand-in")
    for verb in ("stand-in", "pass"):
        answer = await host.post(
            f"/t/{table}/{verb}", {"command": f"{verb}-12345", "seat": "2", "at": str(view.version)}
        )
        assert answer.status == 422
        assert "This person is here" in answer.text
    assert (await house.tables.view(table)).version == view.version


async def test_the_host_ends_the_game_for_all_after_being_asked(house: House) -> None:
    """The seed is open then; the question can be taken back."""
    host, table = await waiting(house)
    page = await host.get(f"/t/{table}")
    asked = await host.get(page.link("End it for everybody"))
    assert "no way back" in asked.text
    ended = await host.send(asked.form("/close"))
    assert ended.status == 200
    assert (await house.tables.view(table)).row.state == "closed"
