"""Bad input (RULES.md section 5) on pages: said in words, and nothing has changed."""

import html

import pytest

from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of


async def refused(house: House, reader: Reader, page: Page, verb: str, fields: list[tuple[str, str]]) -> Page:
    """The page after a command that must change nothing."""
    table = table_of(page)
    before = await house.version(table)
    answer = await reader.post(f"/t/{table}/{verb}", fields)
    assert 400 <= answer.status < 500
    assert answer.notices or answer.heading
    assert await house.version(table) == before
    return answer


async def at_first_roll(reader: Reader, variant: str = "general") -> Page:
    """A table where the first seat has rolled once."""
    page = await laid(reader, variant, changes={"first": "seat"})
    return await reader.press(next(button for button in page.buttons if "roll" in button.classes))


def fields_of(house: House, version: int, *more: tuple[str, str], seat: str = "1") -> list[tuple[str, str]]:
    """What a form of the table sends."""
    return [("command", house.chance.secret(8).hex()), ("at", str(version)), ("seat", seat), *more]


KEEPS = {
    "a place 0": [("keep", "0")],
    "a place 6": [("keep", "6")],
    "a negative place": [("keep", "-1")],
    "a place twice": [("keep", "2"), ("keep", "2")],
    "a place that is no number": [("keep", "x")],
    "a place with a point": [("keep", "1.0")],
    "a blank place": [("keep", "")],
    "true for a place": [("keep", "true")],
    "a place in other digits": [("keep", "٣")],
    "a place with a sign": [("keep", "+1")],
    "a place with zeros before it": [("keep", "01")],
    "a very long number": [("keep", "1" * 5000)],
    "all five places": [("keep", str(place)) for place in range(1, 6)],
    "six places": [("keep", str(place)) for place in (1, 2, 3, 4, 5, 5)],
}


@pytest.mark.parametrize("keeps", KEEPS.values(), ids=KEEPS.keys())
async def test_keeps_that_are_none_are_refused(house: House, keeps: list[tuple[str, str]]) -> None:
    """S2: dice that are not on the table, by a negative or repeated place, or all of them."""
    reader = house.reader()
    page = await at_first_roll(reader)
    version = await house.version(table_of(page))
    await refused(house, reader, page, "keep", fields_of(house, version, ("ticks", "keep"), *keeps))


ROWS = ["", "Full_House", "full house", "poker", "FIVES", "rigol", "1", "ones\x00", "<b>", "null", "five_of_a_kind "]


@pytest.mark.parametrize("row", ROWS)
async def test_rows_that_are_none_are_refused(house: House, row: str) -> None:
    """Unknown, empty, in the wrong case: by the form and by the question before it."""
    reader = house.reader()
    page = await at_first_roll(reader)
    version = await house.version(table_of(page))
    answer = await refused(house, reader, page, "score", fields_of(house, version, ("row", row)))
    assert "<b>" not in answer.notices
    asked = await reader.client.get(page.url, params={"row": row, "at": str(version)})
    assert asked.status_code in (200, 422)
    assert await house.version(table_of(page)) == version


async def test_a_used_row_is_refused_and_says_which_are_open(house: House) -> None:
    """S3: a row is used once."""
    reader = house.reader()
    page = await laid(reader, "yahtzee", mode="alone", changes={"first": "seat"})
    for _ in range(2):
        page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
        version = await house.version(table_of(page))
        page = await reader.post(f"{page.url}/score", fields_of(house, version, ("row", "chance")))
    assert page.status == 422
    assert "jest już zajęte" in page.notices[0]
    assert "„Jedynki”" in page.notices[0]


@pytest.mark.parametrize("variant", ["general", "yatzi"])
async def test_nothing_is_written_before_the_first_roll(house: House, variant: str) -> None:
    """S2: scoring and keeping come after the first roll."""
    reader = house.reader()
    page = await laid(reader, variant, changes={"first": "seat"})
    version = await house.version(table_of(page))
    for verb, more in (("score", ("row", "chance")), ("keep", ("ticks", "keep"))):
        answer = await refused(house, reader, page, verb, fields_of(house, version, more))
        assert "Najpierw rzuć kośćmi" in answer.notices[0]


async def test_a_fourth_roll_is_refused(house: House) -> None:
    """S1: a turn has at most three rolls."""
    reader = house.reader()
    page = await at_first_roll(reader)
    for _ in range(2):
        page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    assert not next(button for button in page.buttons if "roll" in button.classes).is_on
    version = await house.version(table_of(page))
    for verb, more in (("keep", [("ticks", "keep"), ("keep", "1")]), ("roll", [])):
        answer = await refused(house, reader, page, verb, fields_of(house, version, *more))
        assert "Nie ma już rzutów" in answer.notices[0]


async def test_a_roll_out_of_turn_is_refused(house: House) -> None:
    """Another seat of the same device is not to move."""
    reader = house.reader()
    page = await at_first_roll(reader)
    version = await house.version(table_of(page))
    answer = await refused(house, reader, page, "roll", fields_of(house, version, seat="2"))
    assert "kolej kogoś innego" in answer.notices[0]


@pytest.mark.parametrize("seat", ["0", "3", "9", "-1", "", "x", "1.0", "1e0"])
async def test_a_seat_that_is_none_is_refused(house: House, seat: str) -> None:
    """Also one that nobody has."""
    reader = house.reader()
    page = await at_first_roll(reader)
    version = await house.version(table_of(page))
    for verb in ("keep", "leave", "undo", "return", "link"):
        await refused(house, reader, page, verb, fields_of(house, version, ("ticks", "keep"), seat=seat))


@pytest.mark.parametrize("at", ["", "-1", "x", "99999999999999999999", "1.5", "999"])
async def test_a_version_that_is_none_is_refused(house: House, at: str) -> None:
    """A number, and one the table has had."""
    reader = house.reader()
    page = await at_first_roll(reader)
    fields = [("command", "0123456789"), ("at", at), ("seat", "1"), ("ticks", "keep")]
    await refused(house, reader, page, "keep", fields)


@pytest.mark.parametrize("command", ["", "short", "x" * 65, "with space", "żółw-żółw", "a/b/c/d/e", "'; drop"])
async def test_a_command_id_that_is_none_is_refused(house: House, command: str) -> None:
    """Eight to sixty-four letters, digits and dashes."""
    reader = house.reader()
    page = await at_first_roll(reader)
    version = await house.version(table_of(page))
    fields = [("command", command), ("at", str(version)), ("seat", "1"), ("ticks", "keep")]
    await refused(house, reader, page, "keep", fields)


async def test_fields_missing_or_twice_are_refused(house: House) -> None:
    """Each is needed once."""
    reader = house.reader()
    page = await at_first_roll(reader)
    version = await house.version(table_of(page))
    whole = fields_of(house, version, ("row", "chance"))
    for at in range(len(whole)):
        await refused(house, reader, page, "score", whole[:at] + whole[at + 1 :])
        await refused(house, reader, page, "score", [*whole, whole[at]])


async def test_moves_of_another_game_are_refused(house: House) -> None:
    """Banking in a sheet game, a row in Tysiąc."""
    reader = house.reader()
    sheet = await at_first_roll(reader)
    race = await laid(reader, "tysiac", changes={"first": "seat"})
    for page, verb, more in (
        (sheet, "bank", []),
        (sheet, "roll-on", []),
        (race, "score", [("row", "ones")]),
        (race, "keep", [("ticks", "keep")]),
        (race, "end", []),
    ):
        version = await house.version(table_of(page))
        await refused(house, reader, page, verb, fields_of(house, version, *more))


async def test_banking_before_a_roll_is_refused(house: House) -> None:
    """T7: nothing has scored this turn."""
    reader = house.reader()
    page = await laid(reader, "tysiac", changes={"first": "seat"})
    version = await house.version(table_of(page))
    for verb in ("bank", "roll-on"):
        answer = await refused(house, reader, page, verb, fields_of(house, version))
        assert "nie ma jeszcze punktów" in answer.notices[0]


async def test_setting_nothing_aside_is_refused_where_one_chooses(house: House) -> None:
    """T3 `any`: at least one die, of those just rolled, each of which scores."""
    reader = house.reader()
    page = await laid(reader, "tysiac", changes={"first": "seat", "set_aside": "any", "target": "10000"})
    while not page.has_form("/roll-on"):
        page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    version = await house.version(table_of(page))
    view = await house.tables.view(table_of(page))
    seat = str((view.table.mover or 0) + 1)
    empty = await refused(house, reader, page, "bank", fields_of(house, version, seat=seat))
    assert "co najmniej jedną" in empty.notices[0]
    scoring = {value for name, value in page.form("/roll-on").boxes if name == "aside"}
    other = next(str(place) for place in range(1, 6) if str(place) not in scoring)
    await refused(house, reader, page, "roll-on", fields_of(house, version, ("aside", other), seat=seat))


async def test_moves_after_the_end_are_refused(house: House) -> None:
    """The game is over, and the table closed."""
    reader = house.reader()
    page = await laid(reader, "tysiac")
    asked = await reader.get(page.link("Opuść grę"))
    page = await reader.send(asked.form("/leave"))
    assert page.has_form("/close")
    version = await house.version(table_of(page))
    for _ in range(2):
        for verb in ("roll", "bank", "leave"):
            await refused(house, reader, page, verb, fields_of(house, version, seat="2"))
        if page.has_form("/close"):
            page = await reader.send(page.form("/close"))
            version = await house.version(table_of(page))


NAMES: dict[str, str] = {
    "": "Wpisz imię.",
    "   ": "Wpisz imię.",
    "\u2003": "Wpisz imię.",
    "x" * 33: "Za długie imię",
    "An\x00na": "niewidoczne znaki",
    "\u202eannA": "niewidoczne znaki",
    "An\u200fna": "niewidoczne znaki",
    "\ufeffAnna": "niewidoczne znaki",
    "Ola": "jest już przy tym stole",
    " oLA ": "jest już przy tym stole",
    "Ｏｌａ": "jest już przy tym stole",
}


@pytest.mark.parametrize(("name", "why"), NAMES.items(), ids=[ascii(name)[:20] for name in NAMES])
async def test_names_that_cannot_be_are_refused(house: House, name: str, why: str) -> None:
    """On the new-table form, behind the join link and in the lobby: beside the field, with nothing changed."""
    reader, guest = house.reader(), house.reader()
    page = await reader.get("/new?variant=general&mode=device")
    again = await reader.send(page.form("/new"), {"name-1": "Ola", "name-2": name})
    assert again.status == 422
    assert why in " ".join(again.notices)
    assert again.form("/new").value("name-1") == "Ola"
    assert not await house.store.in_state(("lobby", "running"))
    lobby = await laid(reader, mode="link", changes={"name-1": "Ola"})
    view = await house.tables.view(table_of(lobby))
    join = await guest.get(f"/j/{view.row.join_token}")
    again = await guest.send(join.form(view.row.join_token), {"name": name})
    assert again.status == 422
    assert why in " ".join(again.notices)
    added = await reader.send(lobby.form("/add-person"), {"name": name})
    assert added.status == 422
    assert why in " ".join(added.notices)
    assert (await house.tables.view(view.id)).version == view.version


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7*7 }}", "&amp;", "'", "</title>", "%3Cb%3E"],
)
async def test_html_in_a_name_is_text_everywhere(house: House, name: str) -> None:
    """In every page that shows it: lobby, table, question, end, dice check, home, join, seat link."""
    reader = house.reader()
    page = await laid(reader, "tysiac", changes={"name-1": name, "name-2": "Ola", "first": "seat"})
    asked = await reader.get(page.link("Opuść grę"))
    link = await reader.send(page.form("/link"))
    over = await reader.send(asked.form("/leave"))
    verify = await reader.get(f"{page.url}/verify")
    lobby = await laid(reader, mode="link", changes={"name-1": name})
    view = await house.tables.view(table_of(lobby))
    join = await house.reader().get(f"/j/{view.row.join_token}")
    home = await reader.get("/")
    for shown in (page, asked, link, over, verify, lobby, join, home):
        assert shown.status == 200
        assert name in html.unescape(shown.text)
        for raw in ("<script>alert", "<img src=x", "</title></title>"):
            assert raw not in shown.text
        assert "49" not in shown.heading


@pytest.mark.parametrize(
    "changes",
    [
        {"bonus_at": "0"},
        {"bonus_at": "106"},
        {"bonus_at": "63.5"},
        {"bonus_at": "-5"},
        {"bonus": "201"},
        {"joker": "sometimes"},
        {"joker": ""},
        {"extra": "EACH"},
        {"zero": "true"},
        {"first": "dice"},
        {"upper_first": "yes"},
        {"away_after": "5"},
        {"pace": "quick"},
    ],
    ids=str,
)
async def test_options_that_cannot_be_are_refused(house: House, changes: dict[str, str]) -> None:
    """Out of bounds or not a value: said in words, the form still filled in."""
    reader = house.reader()
    page = await reader.get("/new?variant=general&mode=link")
    again = await reader.send(page.form("/new"), {"name-1": "Anna"} | changes)
    assert again.status == 422
    assert "nie może mieć wartości" in again.notices[0]
    assert again.form("/new").value("name-1") == "Anna"
    assert not await house.store.in_state(("lobby", "running"))


@pytest.mark.parametrize(
    "path",
    [
        "/rules/poker",
        "/rules/general?rigol=50",
        "/rules/general?bonus_at=0",
        "/rules/general?joker",
        "/rules/tysiac?target=120",
        "/rules/general?bonus=10&bonus=20",
        "/new",
        "/new?variant=poker&mode=device",
        "/new?variant=general&mode=party",
        "/new?variant=general&mode=device&who-2=hal",
        "/new?variant=general&variant=yatzi&mode=link",
        "/join",
        "/join?code=a&code=b",
    ],
)
async def test_addresses_that_make_no_sense_are_refused_in_words(house: House, path: str) -> None:
    """An option of another game, out of bounds, given twice; a variant, a mode or a player that is none."""
    page = await house.reader().get(path)
    assert page.status in (400, 404, 422)
    assert page.heading


@pytest.mark.parametrize(
    "query", ["see=0", "see=99", "seat=x", "at=x", "keep=9", "ask=win", "row=a&row=b", "keep=1&keep=1", "at=-1"]
)
async def test_questions_that_make_no_sense_are_refused(house: House, query: str) -> None:
    """The table's page with a query that none of its links has."""
    reader = house.reader()
    page = await at_first_roll(reader)
    assert (await reader.get(f"{page.url}?{query}")).status == 400


@pytest.mark.parametrize("share", ["x", "00" * 15, "00" * 17, "zz" * 16, "AB" * 16, "ż" * 32])
async def test_a_share_that_is_none_is_refused(house: House, share: str) -> None:
    """Thirty-two lower-case hexadecimal digits, or nothing."""
    reader = house.reader()
    page = await reader.get("/new?variant=general&mode=device")
    assert (await reader.send(page.form("/new"), {"share": share})).status == 400


async def test_a_browsers_share_is_the_first_seats(house: House) -> None:
    """Each seat gives sixteen bytes, drawn by its browser or by the server and marked so."""
    page = await laid(house.reader(), changes={"share": "ab" * 16})
    view = await house.tables.view(table_of(page))
    assert [seat.drawn for seat in view.table.seats] == [False, True]
    assert view.table.shares[0] == bytes.fromhex("ab" * 16)


@pytest.mark.parametrize("seats", [1, 5])
async def test_seats_outside_the_range_are_refused(house: House, seats: int) -> None:
    """C1: `general` has two to four seats; one alone practises."""
    reader = house.reader()
    page = await reader.get("/new?variant=general&mode=device")
    changes = {f"who-{seat}": "random" if seat <= seats else "" for seat in range(2, 6)}
    changes |= {"name-2": ""}
    answer = await reader.send(page.form("/new"), changes)
    assert answer.status == 200
    assert len((await house.tables.view(table_of(answer))).seats) == min(seats, 4)
