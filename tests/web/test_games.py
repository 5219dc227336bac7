"""A whole game of each variant by forms alone, as without JavaScript: scores and places are the rules' own."""

from random import Random

import pytest

from kosci.engine.game import Over
from kosci.engine.scorecard import Scorecard
from kosci.table.gamefile import parse_game
from kosci.table.verify import verify
from kosci.variants import catalogue
from tests.web.browsing import Button, Page, Reader
from tests.web.conftest import House, laid

VARIANTS = [variant.id for variant in catalogue()]


def race_button(page: Page, rng: Random) -> Button:
    """Roll on or bank, whichever is on."""
    on = [button for button in page.buttons if {"roll", "bank"} & set(button.classes) and button.is_on]
    return rng.choice(on)


async def turned(reader: Reader, page: Page, rng: Random) -> Page:
    """The page after one more act of whoever is to move."""
    takes = page.takes()
    roll = next((button for button in page.buttons if "roll" in button.classes), None)
    if not takes:
        return await reader.press(race_button(page, rng))
    if roll is not None and roll.is_on and rng.random() < 0.4:
        kept = sorted(rng.sample(range(1, 6), rng.randrange(5)))
        return await reader.press(roll, ticks=[("keep", str(place)) for place in kept])
    choice = await reader.press(rng.choice(takes))
    assert choice.status == 200, choice.notices
    return await reader.send(choice.form("/score"))


async def played(reader: Reader, page: Page, rng: Random) -> Page:
    """The page at the end of the game."""
    while not page.has_form("/close"):
        page = await turned(reader, page, rng)
        assert page.status == 200, (page.url, page.notices)
    return page


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_hot_seat_game_goes_to_its_end_by_forms_alone(house: House, variant: str) -> None:
    """S1-S8, T1-T7: every turn by plain forms; the last page's points are those the log gives when replayed."""
    reader = house.reader("en")
    changes = {"target": "300"} if variant == "tysiac" else {}
    page = await played(reader, await laid(reader, variant, changes=changes), Random(7))
    page = await reader.send(page.form("/close"))
    game = parse_game((await reader.get(f"{page.url}/export")).text)
    awaiting = game.table.awaiting
    assert isinstance(awaiting, Over)
    assert verify(game.facts).verdict == "right"
    words = page.text.replace(",", "")
    for result in awaiting.results:
        assert f'<span class="points">{result.points}</span>' in words
    assert not page.has_form("/close")


@pytest.mark.parametrize("variant", VARIANTS)
async def test_the_open_rows_show_what_the_rules_give(house: House, variant: str) -> None:
    """S4, S5: every open row of the one to move is a button worth its entry, and there are no others."""
    reader = house.reader("pl")
    page = await laid(reader, variant)
    page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    view = (await house.tables.tables_of((await house.store.seats(page.url.split("/")[2]))[0].device or ""))[0]
    game = view.table.game
    if not isinstance(game, Scorecard):
        assert not page.takes()
        return
    position = view.table.running.position
    entries = game.entries(position.cards[position.mover], position.dice)  # type: ignore[union-attr]
    assert [button.value for button in page.takes()] == [entry.row for entry in entries]
    for button, entry in zip(page.takes(), entries, strict=True):
        assert str(entry.points) in button.label


async def test_a_row_is_chosen_and_then_confirmed(house: House) -> None:
    """Choosing writes nothing: it shows the effect on the total; only the confirmation writes."""
    reader = house.reader("pl")
    page = await laid(reader)
    page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    table = page.url.split("/")[2]
    before = await house.version(table)
    choice = await reader.press(next(button for button in page.takes() if button.value == "chance"))
    assert "Razem: 0 →" in choice.text
    assert await house.version(table) == before
    done = await reader.send(choice.form("/score"))
    assert await house.version(table) == before + 1
    assert done.has_form("/undo")


async def test_a_zero_is_asked_about_while_another_row_would_give_points(house: House) -> None:
    """S4: a zero may be written, and is confirmed with a warning."""
    reader = house.reader("pl")
    page = await laid(reader)
    page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    zero = next(button for button in page.takes() if "zero" in button.classes)
    choice = await reader.press(zero)
    assert "W innym wierszu są jeszcze punkty" in choice.text
    assert choice.button("Wpisz 0 (skreśl)").form.action.endswith("/score")


async def test_ticked_dice_stay_in_their_places(house: House) -> None:
    """S2: the kept dice lie where they lay, new ones fill the other places."""
    reader = house.reader("pl")
    page = await laid(reader)
    page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    table = page.url.split("/")[2]
    before = (await house.tables.view(table)).table.running.faces
    page = await reader.press(
        next(button for button in page.buttons if "roll" in button.classes), ticks=[("keep", "2"), ("keep", "5")]
    )
    play = (await house.tables.view(table)).table.running
    assert (play.faces[1], play.faces[4]) == (before[1], before[4])
    assert play.fixed == (2, 5)
    assert [pair for pair in page.form("/keep").fields if pair[0] == "keep"] == [("keep", "2"), ("keep", "5")]


async def test_with_the_inverted_setting_ticked_dice_are_rolled(house: House) -> None:
    """The page says which way its ticks are meant, so a change of the setting in between spoils nothing."""
    reader = house.reader("pl")
    await reader.post("/settings", {"invert_keep": "1"})
    page = await laid(reader)
    page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    assert not [name for name, _ in page.form("/keep").fields if name == "roll"], "nothing is chosen to be rolled yet"
    table = page.url.split("/")[2]
    before = (await house.tables.view(table)).table.running.faces
    await reader.post("/settings", {"invert_keep": "0"})
    roll = next(button for button in page.buttons if "roll" in button.classes)
    await reader.press(roll, ticks=[("roll", "1"), ("roll", "3")])
    play = (await house.tables.view(table)).table.running
    assert play.fixed == (2, 4, 5)
    assert [play.faces[place - 1] for place in play.fixed] == [before[place - 1] for place in play.fixed]


async def test_ticks_come_back_when_a_choice_is_cancelled(house: House) -> None:
    """Without JavaScript the ticks travel in the address of the question."""
    reader = house.reader("pl")
    page = await laid(reader)
    page = await reader.press(next(button for button in page.buttons if "roll" in button.classes))
    choice = await reader.press(page.takes()[0], ticks=[("keep", "1"), ("keep", "4")])
    back = await reader.get(choice.link("Anuluj"))
    assert [value for name, value in back.form("/keep").fields if name == "keep"] == ["1", "4"]
