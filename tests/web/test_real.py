"""A table with real dice without JavaScript: every tap a form, every refusal in words."""

import json
import re
from html import unescape
from typing import Any

from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of


def model(page: Page) -> dict[str, Any]:
    """The table as the page gives it to scripts."""
    found: dict[str, Any] = json.loads(unescape(page.text.split('data-model="')[1].split('"')[0]))
    return found


def words_of(page: Page) -> str:
    """The page's words without its markup."""
    return " ".join(re.sub(r"<[^>]+>", "", unescape(page.text)).split())


def heading(page: Page) -> str:
    """The heading of the pad."""
    return page.text.split('id="turn-heading"')[1].split(">")[1].split("<")[0]


async def real_table(reader: Reader, variant: str = "yahtzee", **changes: str) -> Page:
    """A table of Anna and Ola with real dice, begun by Anna."""
    page = await laid(reader, variant, "real", {"name-2": "Ola", "begin": "here"} | changes)
    return await reader.press(page.button("Anna"))


async def entered(reader: Reader, page: Page, row: str, points: int) -> Page:
    """The page after a row and one of its values were tapped."""
    page = await reader.press(next(button for button in page.takes() if button.value == row))
    taps = [button for button in page.buttons if (button.name, button.value) == ("points", str(points))]
    return await reader.press(taps[0])


async def test_one_phone_begins_at_once_and_people_say_who_begins(house: House) -> None:
    reader = house.reader()
    page = await laid(reader, "general", "real", {"name-2": "Ola", "begin": "here"})
    assert heading(page) == "Kto zaczyna?"
    assert model(page)["first"] is None
    page = await reader.press(page.button("Ola"))
    assert heading(page) == "Ola"
    assert model(page)["first"] == 1


async def test_one_may_play_alone_with_real_dice(house: House) -> None:
    """The first name is enough (C1)."""
    page = await real_table(house.reader(), name_2="")
    assert page.status == 200


async def test_only_people_sit_at_a_table_with_real_dice(house: House) -> None:
    """The form offers no computer, and the lobby neither."""
    reader = house.reader()
    form = await reader.get("/new?variant=general&mode=real")
    assert "who-2" not in form.text
    lobby = await reader.send(form.form("/new"), {"name-1": "Anna", "begin": "invite"})
    assert lobby.has_form("/add-person")
    assert not lobby.has_form("/add-computer")


async def test_five_dice_and_a_row(house: House) -> None:
    """Tapping what fell shows what each row would take; the row's tap enters."""
    reader = house.reader()
    page = await real_table(reader, "general")
    for _ in range(5):
        page = await reader.press(page.button("Wypadło 5"))
    assert "Generał: można wpisać 50 punktów" in [button.label for button in page.takes()]
    page = await reader.press(page.button("Piątki: można wpisać 25 punktów"))
    assert "Anna: 25 w kategorii „Piątki”." in words_of(page)
    assert heading(page) == "Ola"
    assert model(page)["entries"][0]["dice"] == [5, 5, 5, 5, 5]


async def test_a_die_tapped_by_mistake_is_taken_away(house: House) -> None:
    reader = house.reader()
    page = await real_table(reader)
    for face in (5, 2, 5):
        page = await reader.press(page.button(f"Wypadło {face}"))
    page = await reader.press(page.button("Kość 2: 2, zabierz"))
    dice = [button.label for button in page.buttons if button.label.startswith("Kość")]
    assert dice == ["Kość 1: 5, zabierz", "Kość 2: 5, zabierz"]


async def test_a_row_and_its_value(house: House) -> None:
    """Upper rows give 0 to 5 times their face, fixed rows their value or 0."""
    reader = house.reader()
    page = await real_table(reader)
    page = await reader.press(page.button("Trójki: wybierz punkty"))
    assert [button.value for button in page.buttons if button.name == "points"] == ["0", "3", "6", "9", "12", "15"]
    page = await reader.press(page.button("Trójki: można wpisać 9 punktów"))
    assert "Anna: 9 w kategorii „Trójki”." in words_of(page)
    page = await reader.press(page.button("Ful: wybierz punkty"))
    assert [button.value for button in page.buttons if button.name == "points"] == ["0", "25"]


async def test_a_zero_is_asked_for_once(house: House) -> None:
    """By its value and by its dice."""
    reader = house.reader()
    page = await entered(reader, await real_table(reader), "threes", 0)
    assert "Wpisać 0 w kategorii „Trójki”?" in words_of(page)
    page = await reader.press(page.button("Wpisz 0 (skreśl)"))
    assert model(page)["entries"][0]["points"] == 0
    for face in (1, 1, 2, 5, 6):
        page = await reader.press(page.button(f"Wypadło {face}"))
    page = await reader.press(page.button("Ful: można wpisać 0 punktów"))
    page = await reader.press(page.button("Wpisz 0 (skreśl)"))
    assert "Ola: 0 w kategorii „Ful”." in words_of(page)


async def test_five_alike_are_asked_for_where_they_bring_more(house: House) -> None:
    """Large straight 40 with the box at 50 and fives used: a straight, or a joker with +100 (J3, E1)."""
    reader = house.reader()
    page = await real_table(reader)
    for row, points in (("five_of_a_kind", 50), ("ones", 1), ("fives", 20), ("twos", 2)):
        page = await entered(reader, page, row, points)
    page = await entered(reader, page, "large_straight", 40)
    assert heading(page) == "Pięć jednakowych?"
    page = await reader.press(page.button("Tak"))
    assert "Anna: 40 w kategorii „Duży strit” (dżoker). Kolejne Yahtzee: +100." in words_of(page)


async def test_typed_points_that_cannot_be_are_refused_with_the_reason(house: House) -> None:
    reader = house.reader()
    page = await reader.press((await real_table(reader)).button("Trójki: wybierz punkty"))
    form = next(form for form in page.forms if form.id == "pad-typed")
    refused = await reader.send(form, {"points": "23"})
    assert refused.status == 422
    assert refused.notices == ["23 nie da się uzyskać w wierszu „Trójki”. Możliwe: 0, 3, 6, 9, 12, 15."]
    assert heading(refused) == "Anna"


async def test_an_entry_is_corrected_and_both_values_are_told(house: House) -> None:
    reader = house.reader()
    page = await entered(reader, await real_table(reader), "threes", 9)
    page = await reader.press(page.button("Trójki: 9 punktów, popraw"))
    assert heading(page) == "Anna: „Trójki” 9, popraw"
    page = await reader.press(page.button("Trójki: można wpisać 12 punktów"))
    assert "Poprawka, Anna: było „Trójki” 9, jest „Trójki” 12." in words_of(page)
    assert heading(page) == "Ola"


async def test_a_correction_to_what_the_entry_says_already_changes_nothing(house: House) -> None:
    reader = house.reader()
    page = await entered(reader, await real_table(reader), "threes", 9)
    page = await reader.press(page.button("Trójki: 9 punktów, popraw"))
    page = await reader.press(page.button("Trójki: można wpisać 9 punktów"))
    assert "Poprawka" not in words_of(page)
    assert heading(page) == "Ola"


async def test_a_wrong_box_is_corrected_to_another(house: House) -> None:
    """Also to one that a later entry has taken since: that one is then marked, with what to do."""
    reader = house.reader()
    page = await real_table(reader)
    for row, points in (("threes", 12), ("ones", 1), ("fours", 16), ("twos", 2)):
        page = await entered(reader, page, row, points)
    page = await reader.press(page.button("Trójki: 12 punktów, popraw"))
    page = await reader.press(page.button("Czwórki: wybierz punkty"))
    page = await reader.press(page.button("Czwórki: można wpisać 12 punktów"))
    assert "Anna, „Czwórki” 16: ten wpis już nie pasuje do tabeli. Popraw go." in words_of(page)
    page = await reader.get(page.link("Popraw"))
    page = await reader.press(page.button("Trójki: wybierz punkty"))
    page = await reader.press(page.button("Trójki: można wpisać 15 punktów"))
    assert "nie pasuje" not in words_of(page)
    assert [entry["row"] for entry in model(page)["entries"]] == ["fours", "ones", "threes", "twos"]


async def test_an_entry_is_taken_out_and_put_in_again(house: House) -> None:
    """The turn stays without an entry until one is added."""
    reader = house.reader()
    page = await entered(reader, await real_table(reader), "threes", 9)
    page = await reader.press(page.button("Trójki: 9 punktów, popraw"))
    page = await reader.press(page.button("Bez wpisu"))
    page = await reader.press(page.button("Potwierdź"))
    assert "Anna: kolejka 1 jest bez wpisu." in words_of(page)
    page = await reader.get(page.link("Popraw"))
    page = await reader.press(page.button("Szansa: wybierz punkty"))
    page = await reader.press(page.button("Szansa: można wpisać 20 punktów"))
    assert model(page)["entries"][0]["row"] == "chance"


async def test_whatever_was_told_last_is_taken_back(house: House) -> None:
    reader = house.reader()
    page = await entered(reader, await real_table(reader), "threes", 9)
    page = await reader.press(page.button("Cofnij"))
    assert (heading(page), model(page)["entries"]) == ("Anna", [])
    page = await reader.press(page.button("Cofnij"))
    assert heading(page) == "Kto zaczyna?"


async def test_rolls_are_told_with_the_kept_dice(house: House) -> None:
    """After the first roll the kept dice are ticked and those that fell are tapped."""
    reader = house.reader()
    page = await real_table(reader)
    for face in (5, 5, 1, 2, 6):
        page = await reader.press(page.button(f"Wypadło {face}"))
    page = await reader.press(page.button("+ rzut"))
    assert model(page)["lying"] == {"faces": [5, 5, 1, 2, 6], "rolls_used": 1, "fixed": []}
    page = await reader.get(f"{page.url}?at={model(page)['version']}&keep=1&keep=2&dice=5+3+4")
    page = await reader.press(page.button("+ rzut"))
    assert model(page)["lying"] == {"faces": [5, 5, 5, 3, 4], "rolls_used": 2, "fixed": [1, 2]}
    page = await reader.press(page.button("Piątki: można wpisać 15 punktów"))
    assert model(page)["entries"][0]["dice"] == [3, 4, 5, 5, 5]
    assert "Anna: rzut 2 z 3: 5, 5, 5, 3, 4. Zatrzymane: 5, 5." in words_of(page)


async def test_the_same_entry_sent_twice_counts_once(house: House) -> None:
    """By its command; and by its turn, where two phones tell of it."""
    reader = house.reader()
    page = await real_table(reader)
    path = f"/t/{table_of(page)}/enter"
    told = {"seat": "1", "turn": "1", "row": "threes", "points": "9"}
    for _ in range(2):
        page = await reader.post(path, told | {"command": "0123456789"})
        assert page.status == 200
    assert len(model(page)["entries"]) == 1
    page = await reader.post(path, told | {"command": "9876543210"})
    assert page.notices == ["Ta kolejka jest już wpisana."]


async def test_a_device_names_its_own_entry_by_seat_and_turn(house: House) -> None:
    """It corrects and takes back what it has told without a connection, before it knows the entry's number."""
    reader = house.reader()
    page = await entered(reader, await real_table(reader), "threes", 9)
    path, named = f"/t/{table_of(page)}", {"seat": "1", "turn": "1"}
    page = await reader.post(f"{path}/correct", named | {"row": "fours", "points": "8", "command": "0123456789"})
    assert model(page)["entries"][0]["row"] == "fours"
    page = await reader.post(f"{path}/undo", named | {"command": "1123456789"})
    assert model(page)["entries"] == []
    page = await reader.post(f"{path}/undo", named | {"command": "2123456789"})
    assert page.notices == ["Nie ma takiego wpisu do poprawienia."]


async def test_where_the_host_is_the_scorer_others_only_look_on(house: House) -> None:
    host, guest = house.reader(), house.reader()
    lobby = await laid(host, "general", "real", {"begin": "invite", "scorer": "host"})
    link = "/j/" + lobby.text.split("/j/")[1].split('"')[0]
    joined = await guest.send((await guest.get(link)).form(link), {"name": "Ola"})
    started = await host.press((await host.get(lobby.url)).button("Rozpocznij"))
    page = await host.press(started.button("Anna"))
    seen = await guest.get(joined.url)
    assert "Wypadło 5" not in seen.text
    refused = await guest.post(
        f"/t/{table_of(page)}/enter",
        {"seat": "1", "turn": "1", "row": "threes", "points": "9", "command": "0123456789"},
    )
    assert refused.notices == ["Przy tym stole wpisuje tylko gospodarz."]


async def test_tysiac_takes_dice_points_and_lost_turns(house: House) -> None:
    """The dice set aside roll by roll, or the points; a turn without points is asked for."""
    reader = house.reader()
    page = await real_table(reader, "tysiac")
    for face in (1, 1, 5):
        page = await reader.press(page.button(f"Wypadło {face}"))
    page = await reader.press(page.button("Rzut dalej (25)"))
    page = await reader.press(page.button("Wypadło 5"))
    page = await reader.press(page.button("Zapisz 30 punktów"))
    assert "Anna: zapisane 30 punktów, razem 30." in words_of(page)
    page = await reader.press(page.button("Bez punktów"))
    page = await reader.press(page.button("Tak"))
    assert "Ola: brak punktów" in words_of(page)
    form = next(form for form in page.forms if form.id == "pad-typed")
    page = await reader.send(form, {"points": "33"})
    assert page.notices == ["Tura nie może przynieść tylu punktów: 33."]
    page = await reader.send(next(form for form in page.forms if form.id == "pad-typed"), {"points": "120"})
    assert "razem 150" in words_of(page)
    page = await reader.press(page.button("Anna, tura 1: 30, popraw"))
    page = await reader.send(next(form for form in page.forms if form.id == "pad-typed"), {"points": "50"})
    assert "Poprawka, Anna: było 30 punktów, jest 50 punktów." in words_of(page)


async def test_a_finished_game_is_corrected_until_it_is_confirmed(house: House) -> None:
    """Its dice were not drawn, so there is nothing to check; each entry can still be corrected."""
    reader = house.reader()
    page = await real_table(reader, "tysiac", target="100")
    page = await reader.send(next(form for form in page.forms if form.id == "pad-typed"), {"points": "120"})
    assert page.heading == "Wygrywa Anna: 120"
    assert not [url for url, _ in page.links if url.endswith("/verify")]
    ids = re.findall(r' id="([^"]+)"', page.text)
    assert sorted(ids) == sorted(set(ids))
    page = await reader.press(page.button("Anna, tura 1: 120, popraw"))
    page = await reader.send(next(form for form in page.forms if form.id == "pad-typed"), {"points": "95"})
    assert heading(page) == "Ola"


async def test_spectators_see_the_sheet_without_the_pad(house: House) -> None:
    reader = house.reader()
    page = await entered(reader, await real_table(reader), "threes", 9)
    link = "/w/" + page.text.split("/w/")[1].split('"')[0]
    seen = await house.reader().get(link)
    assert "Anna: 9 w kategorii „Trójki”." in seen.text
    assert not seen.takes()
    assert "Wypadło 5" not in seen.text


async def test_a_turn_is_passed_over(house: House) -> None:
    """Somebody is away: the turn is used up (S11), after a question."""
    reader = house.reader()
    page = await real_table(reader)
    page = await reader.get(page.link("Pomiń kolejkę: Anna"))
    page = await reader.press(page.button("Potwierdź"))
    assert heading(page) == "Ola"
    assert "Anna: kolejka 1 jest bez wpisu." in words_of(page)
