"""What pages say beside their buttons: how a turn ended, what ticks bring, why a button is off, who is away."""

from kosci.engine.game import Over
from kosci.engine.race import RacePosition
from kosci.table.story import Busted
from tests.web.browsing import Button, Page, Reader
from tests.web.conftest import House, laid, table_of


def roll_button(page: Page) -> Button:
    return next(button for button in page.buttons if "roll" in button.classes)


def bank_button(page: Page) -> Button:
    return next(button for button in page.buttons if "bank" in button.classes)


async def scoring_roll(reader: Reader, page: Page) -> Page:
    """The page after a first roll that scores, whoever gets it."""
    page = await reader.press(roll_button(page))
    while not page.has_form("/bank"):
        page = await reader.press(roll_button(page))
    return page


async def test_a_turn_lost_is_said_until_the_next_roll(house: House) -> None:
    """T4: the roll that ended the turn stands on the board with its dice when the next seat is to move."""
    reader = house.reader()
    page = await laid(reader, "tysiac", changes={"first": "seat", "target": "10000"})
    while page.has_form("/roll-on") or 'class="last-entry"' not in page.text:
        page = await reader.press(roll_button(page))
    story = (await house.tables.view(table_of(page))).table.running.story
    assert isinstance(story[-1], Busted)
    said = page.text.split('class="last-entry"')[1].split("</p>")[0]
    assert f"{', '.join(map(str, story[-1].faces))}. Brak punktów" in said


async def test_who_starts_is_said_on_the_board(house: House) -> None:
    """S9: after the roll-off the board says who won it, without a look at the story."""
    page = await laid(house.reader())
    assert "Zaczyna " in page.text.split('class="last-entry"')[1].split("</p>")[0]


async def test_ticked_dice_are_valued_by_themselves(house: House) -> None:
    """T3 `any`: the turn's points are those of the dice to be set aside, and nothing ticked allows nothing."""
    reader = house.reader()
    changes = {"first": "seat", "set_aside": "any", "target": "10000"}
    page = await scoring_roll(reader, await laid(reader, "tysiac", changes=changes))
    table = table_of(page)
    version, play = await house.version(table), (await house.tables.view(table)).table.running
    boxes = [place for name, place in page.form("/roll-on").boxes if name == "aside"]
    singles = [place for place in boxes if play.faces[int(place) - 1] in (1, 5)]
    for place in singles:
        shown = await reader.get(f"/t/{table}?at={version}&aside={place}")
        points = {1: 10, 5: 5}[play.faces[int(place) - 1]]
        assert f"W tej turze: {points}<" in shown.text
        assert [field for field in shown.form("/roll-on").fields if field[0] == "aside"] == [("aside", place)]
    shown = await reader.get(f"/t/{table}?at={version}")
    assert "Odłóż co najmniej jedną punktującą kość." in shown.text
    assert not bank_button(shown).is_on
    assert not roll_button(shown).is_on


async def test_ticks_of_an_earlier_roll_are_forgotten(house: House) -> None:
    """S2: an address that was made before the last roll ticks no die of it."""
    reader = house.reader()
    page = await laid(reader, changes={"first": "seat"})
    page = await reader.press(roll_button(page))
    table = table_of(page)
    before = await house.version(table)
    page = await reader.press(roll_button(page), ticks=[("keep", "3")])
    shown = await reader.get(f"/t/{table}?at={before}&keep=1&keep=2")
    assert [place for name, place in shown.form("/keep").fields if name == "keep"] == ["3"]


async def test_a_bank_button_that_is_off_says_why(house: House) -> None:
    """T6 `opening`: below the threshold the board says how much the first banking needs."""
    reader = house.reader()
    page = await laid(reader, "tysiac", changes={"first": "seat", "opening": "100", "target": "10000"})
    page = await scoring_roll(reader, page)
    while bank_button(page).is_on:
        page = await scoring_roll(reader, await reader.press(bank_button(page)))
    assert "Pierwszy zapis to co najmniej 100." in page.text


async def test_everybody_sees_what_the_mover_could_write(house: House) -> None:
    """S4: a spectator sees the same figures in the mover's column, and no button."""
    reader, spectator = house.reader(), house.reader("en")
    page = await laid(reader, changes={"first": "seat"})
    page = await reader.press(roll_button(page))
    view = await house.tables.view(table_of(page))
    watched = await spectator.get(f"/w/{view.row.watch_token}")
    total = sum(view.table.running.faces)
    assert f"Chance: {total} points possible" in watched.text
    assert watched.takes() == []
    assert "You are watching this game." in watched.text


async def test_an_entry_says_what_it_does_to_the_bonus(house: House) -> None:
    """S6: the confirmation says that the bonus is earned, or out of reach; afterwards no more of it."""
    reader = house.reader()
    for at, said in (("1", "Premia: +35"), ("105", "Premii nie da się już zdobyć")):
        page = await laid(reader, changes={"first": "seat", "bonus_at": at})
        page = await reader.press(roll_button(page))
        faces = (await house.tables.view(table_of(page))).table.running.faces
        rows = ("ones", "twos", "threes", "fours", "fives", "sixes")
        row = next(row for face, row in enumerate(rows, start=1) if 0 < faces.count(face) < 5)
        choice = await reader.press(next(button for button in page.takes() if button.value == row))
        assert said in choice.text.split('id="choice-title"')[1].split("</div>")[0]


async def test_everybodys_sheet_can_be_seen_at_the_end(house: House) -> None:
    """A phone shows one sheet at a time: the end names the players, and each leads to their sheet."""
    reader = house.reader()
    page = await laid(reader, changes={"first": "seat"})
    for _ in range(2):
        page = await reader.send((await reader.get(page.link("Opuść grę"))).form("/leave"))
    assert page.has_form("/close")
    places = (await house.tables.view(table_of(page))).table.awaiting
    assert isinstance(places, Over)
    winner = next(seat for seat in places.results if seat.place == 1).seat
    assert f'aria-current="true"><b>{("Anna", "Ola")[winner]}</b>' in page.text
    second = await reader.get(f"/t/{table_of(page)}?see=2")
    shown = second.text.split('class="strip"')[1].split('aria-current="true"')[1].split("</a>")[0]
    assert shown.startswith("><b>Ola</b>")


async def test_a_name_typed_at_an_empty_seat_is_a_persons(house: House) -> None:
    """Who types a name need not also say that somebody sits there."""
    reader = house.reader()
    page = await reader.get("/new?variant=general&mode=device")
    page = await reader.send(page.form("/new"), {"name-1": "Anna", "name-2": "Ola", "name-3": "Jan"})
    view = await house.tables.view(table_of(page))
    assert [seat.name for seat in view.seats] == ["Anna", "Ola", "Jan"]


async def test_being_away_is_said_beside_the_points(house: House) -> None:
    """S11: on a phone too, in words and not by a fainter colour alone."""
    host, guest = house.reader(), house.reader()
    page = await laid(host, mode="link", changes={"first": "seat"})
    view = await house.tables.view(table_of(page))
    join = await guest.get(f"/j/{view.row.join_token}")
    await guest.send(join.form(f"/j/{view.row.join_token}"), {"name": "Ola"})
    page = await host.get(page.url)
    page = await host.send(page.form("/start"))
    house.clock.pass_seconds(120)
    page = await host.get(page.url)
    chip = page.text.split("<b>Ola</b>")[1].split("</a>")[0]
    assert "brak połączenia" in chip


async def test_a_refused_option_is_named_as_the_form_names_it(house: House) -> None:
    """Section 5: the refusal says the option by its label, what was typed and what is allowed."""
    page = await laid(house.reader(), changes={"bonus_at": "999"})
    assert page.status == 422
    assert page.notices == ["Próg premii nie może mieć wartości „999”. Dozwolone: 1–105."]


async def test_house_rules_that_are_set_are_open_to_see(house: House) -> None:
    """A form that an address fills in with other rules shows them; the usual ones stay folded."""
    reader = house.reader()
    for query, is_open in (("", False), ("&bonus_at=63", False), ("&bonus_at=70", True)):
        page = await reader.get(f"/new?variant=general&mode=device{query}")
        assert ('id="house-rules" open' in page.text) is is_open


async def test_the_last_round_is_said_while_it_lasts(house: House) -> None:
    """T6 `last_round`: from the banking that reaches the target to the end, over the board."""
    reader = house.reader()
    changes = {"first": "seat", "target": "100", "last_round": "true"}
    page = await laid(reader, "tysiac", changes=changes)
    while not page.has_form("/close"):
        play = (await house.tables.view(table_of(page))).table.running
        assert isinstance(play.position, RacePosition)
        has_reached = max(play.position.banked) >= 100
        assert ("Ostatnia runda<" in page.text) is has_reached
        can_bank = page.has_form("/bank") and (play.position.turn >= 100 or has_reached)
        page = await reader.press(bank_button(page) if can_bank else roll_button(page))
    assert "Ostatnia runda<" not in page.text
