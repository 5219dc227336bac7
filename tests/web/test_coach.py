"""The coach on the table's page: what it says are the exact values, to the seat's own device alone."""

import asyncio
import html
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from kosci.coach.exact import Exact
from kosci.engine.moves import Keep, Move, Score
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.advice_words import AdviceWords
from kosci.locale.languages import languages, words_in
from kosci.service.advising import Advising
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.table import Table
from kosci.table.gamefile import parse_game
from kosci.web.app import application
from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of

Opened = Callable[..., House]
SEATED = {"first": "seat"}


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    """Exact play over a folder of its own."""
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


@pytest.fixture
def coached(open_house: Opened, exact: Exact) -> House:
    """A site with exact play, whose pages wait until the coach has said all."""
    house = open_house(exact=exact)
    assert house.site.parts.solving is not None
    house.site = replace(house.site, advising=Advising(exact, house.site.parts.solving, patience=120))
    house.app = application(house.site)
    return house


def said(page: Page) -> str:
    """All words of a page, ordinary spaces between them."""
    text = re.sub(r"<(style|script|noscript|dialog)\b.*?</\1>", "", page.text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def coach(page: Page) -> str:
    """The words of the coach's part of the page; empty where there is none."""
    found = re.search(r'<section class="coach.*?</section>', page.text, re.DOTALL)
    return "" if found is None else " ".join(html.unescape(re.sub(r"<[^>]*>", " ", found[0])).split())


async def rolled(reader: Reader, page: Page) -> Page:
    """The page after the first roll of the turn."""
    return await reader.send(page.form("/roll"))


async def hinted(reader: Reader, page: Page) -> Page:
    """The page after asking the coach."""
    return await reader.send(page.form("/hint"))


async def table_at(house: House, page: Page) -> Table:
    """The table behind a page."""
    return (await house.tables.view(table_of(page))).table


def spoken(lang: str, table: Table, move: Move) -> str:
    """A move in words, as they stand on a page."""
    play = table.play
    assert play is not None
    return AdviceWords(words_in(lang), table.game).move(move, play.position).replace("\N{NO-BREAK SPACE}", " ")


# --- before a choice ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
async def test_the_best_three_moves_are_told_as_exact_play_has_them(coached: House, exact: Exact, lang: str) -> None:
    """In words and numbers, with what the second and third cost; beside each row what it costs; in every language."""
    reader, words = coached.reader(lang), words_in(lang)
    page = await rolled(reader, await laid(reader, "yahtzee", changes=SEATED))
    assert not coach(page)
    page = await hinted(reader, page)
    table = await table_at(coached, page)
    assert table.play is not None
    options = exact.advice(table.game, table.play.position).options
    told = coach(page)
    for option in options[:3]:
        assert spoken(lang, table, option.move) in told
        assert words.number(option.value, 1) in told
    assert words("coach.note.points") in told
    costs = {option.move.row: option.cost for option in options if isinstance(option.move, Score)}
    takes = page.takes()
    assert len(takes) == len(costs)
    for take in takes:
        row = take.value
        if costs[row] >= 0.05:
            assert words("coach.cost.total", cost=words.number(costs[row], 1)) in take.label
    assert words("coach.badge") in said(page)


async def test_reasons_add_up_to_what_the_second_costs(coached: House, exact: Exact) -> None:
    """Which rows gain and which lose, the bonus, the extras and the rest: together the cost of the second move."""
    reader = coached.reader("en")
    page = await hinted(reader, await rolled(reader, await laid(reader, "yahtzee", changes=SEATED)))
    table = await table_at(coached, page)
    assert table.play is not None
    second = next(o for o in exact.advice(table.game, table.play.position).options if o.place > 1)
    listed = re.search(r'<ul class="reasons">.*?</ul>', page.text, re.DOTALL)
    assert listed is not None
    points = [float(text.replace("−", "-")) for text in re.findall(r"<b>(.*?)</b>", listed[0])]
    assert round(sum(points), 1) == round(second.cost + 1e-9, 1)


async def test_the_recommended_dice_are_marked_and_said(coached: House, exact: Exact) -> None:
    """Where the best move keeps dice these are marked, to eye and ear."""
    reader = coached.reader("en")
    page = await laid(reader, "general", "alone")
    for _ in range(3):
        page = await hinted(reader, await rolled(reader, page))
        table = await table_at(coached, page)
        assert table.play is not None
        best = exact.advice(table.game, table.play.position).options[0].move
        kept = len(best.dice) if isinstance(best, Keep) else 0
        assert page.text.count('class="slot advised"') == kept
        page = await reader.send((await reader.press(page.takes()[0])).form("/score"))


# --- after it ---------------------------------------------------------------------------------------


async def test_what_the_choice_cost_stands_until_the_next(coached: House, exact: Exact) -> None:
    """The entry made is judged against the best move of that position; a best move is called so."""
    reader, words = coached.reader("pl"), words_in("pl")
    page = await hinted(reader, await rolled(reader, await laid(reader, "general", "alone")))
    table = await table_at(coached, page)
    assert table.play is not None
    options = exact.advice(table.game, table.play.position).options
    worst = next(option for option in reversed(options) if isinstance(option.move, Score))
    assert isinstance(worst.move, Score)
    take = next(take for take in page.takes() if take.value == worst.move.row)
    page = await reader.send((await reader.press(take)).form("/score"))
    cost = words("coach.cost.total", cost=words.number(worst.cost, 1))
    verdict = words("coach.cost-it", cost=cost, move=spoken("pl", table, options[0].move))
    assert verdict in coach(page)
    page = await rolled(reader, page)
    assert verdict in coach(page)
    page = await reader.send((await reader.press(page.takes()[0])).form("/score"))
    assert not coach(page)


async def test_a_best_move_is_called_so(coached: House, exact: Exact) -> None:
    """No cost and no reasons, only that."""
    reader = coached.reader("pl")
    page = await hinted(reader, await rolled(reader, await laid(reader, "general", "alone")))
    table = await table_at(coached, page)
    assert table.play is not None
    best = exact.advice(table.game, table.play.position).options[0].move
    if isinstance(best, Keep):
        places = [("keep", str(place)) for place in table.play.places_of(best.dice)]
        page = await reader.press(next(button for button in page.buttons if "roll" in button.classes), ticks=places)
    else:
        assert isinstance(best, Score)
        take = next(take for take in page.takes() if take.value == best.row)
        page = await reader.send((await reader.press(take)).form("/score"))
    assert words_in("pl")("coach.best-move") in coach(page)


# --- who may see it -----------------------------------------------------------------------------------


async def test_nobody_else_sees_what_the_coach_says(coached: House, exact: Exact) -> None:
    """The other player, the host who does not sit there and spectators see the badge and the sentence, no value."""
    anna, ola, watcher = coached.reader("pl"), coached.reader("pl"), coached.reader("pl")
    page = await laid(anna, "general", "link", changes={**SEATED, "coach": "always"})
    view = await coached.tables.view(table_of(page))
    await ola.send((await ola.get(f"/j/{view.row.join_token}")).form(f"/j/{view.row.join_token}"), {"name": "Ola"})
    page = await anna.send((await anna.get(page.url)).form("/start"))
    page = await rolled(anna, page)
    table = await table_at(coached, page)
    assert table.play is not None
    assert table.mover == 0
    best = exact.advice(table.game, table.play.position).options[0]
    assert spoken("pl", table, best.move) in coach(page)
    for reader, url in ((ola, page.url), (watcher, f"/w/{view.row.watch_token}")):
        other = await reader.get(url)
        assert not coach(other)
        assert words_in("pl").number(best.value, 1) not in said(other)
        assert "row-worth" not in other.text
        assert 'class="slot advised"' not in other.text
        assert not other.has_form("/hint")
        assert words_in("pl")("coach.badge") in said(other)


async def test_on_one_device_the_player_is_named(coached: House) -> None:
    """Hot seat: whoever is to move sees the advice on the device they share, under their name."""
    reader = coached.reader("pl")
    page = await hinted(reader, await rolled(reader, await laid(reader, "general", changes=SEATED)))
    assert coach(page).startswith("Trener: Anna")
    assert "Anna : podpowiedź." in said(page)


async def test_advice_asked_for_twice_marks_once_and_stands_in_the_file(coached: House) -> None:
    """The same form sent twice acts once; the game file and the end page say who played with the coach."""
    reader = coached.reader("pl")
    page = await rolled(reader, await laid(reader, "general", changes=SEATED))
    form = page.form("/hint")
    first, second = await reader.send(form), await reader.send(form)
    assert first.status == second.status == 200
    text = (await reader.get(f"{page.url}/export")).text
    assert text.count("1: advised") == 1
    assert parse_game(text).table.coached == {0}


async def test_always_shows_it_without_asking_and_off_offers_nothing(coached: House) -> None:
    """`always` marks from the start and has no button; `off` has neither."""
    reader, words = coached.reader("pl"), words_in("pl")
    page = await laid(reader, "general", "alone", changes={"coach": "always"})
    assert words("coach.badge") in said(page)
    page = await rolled(reader, page)
    assert words("coach.moves") in coach(page)
    assert not page.has_form("/hint")
    page = await rolled(reader, await laid(reader, "general", "alone", changes={"coach": "off"}))
    assert not coach(page)
    assert not page.has_form("/hint")
    assert words("coach.badge") not in said(page)


async def test_a_refused_hint_says_why_and_changes_nothing(coached: House) -> None:
    """Off, another's seat, before a roll, too late: the reason in words, and no fact."""
    reader, words = coached.reader("pl"), words_in("pl")
    page = await laid(reader, "general", changes=SEATED)
    form = page.form("/roll")
    version = await coached.version(table_of(page))
    early = await reader.post(form.action.replace("/roll", "/hint"), form.fields)
    assert early.notices == [words("error.coach-nothing")]
    assert await coached.version(table_of(page)) == version
    page = await rolled(reader, page)
    version = await coached.version(table_of(page))
    assert (await reader.send(page.form("/hint"), {"seat": "2"})).status == 422
    assert (await reader.send(page.form("/hint"), {"at": "1"})).status == 409
    assert await coached.version(table_of(page)) == version
    page = await rolled(reader, await laid(reader, "general", "alone", changes={"coach": "off"}))
    form = page.form("/keep")
    refused = await reader.post(form.action.replace("/keep", "/hint"), form.fields)
    assert refused.notices == [words("error.coach-off")]


async def test_without_exact_play_the_coach_says_so_and_marks_nothing(house: House) -> None:
    """The way out is named; the game stays one without the coach."""
    reader, words = house.reader("pl"), words_in("pl")
    page = await hinted(reader, await rolled(reader, await laid(reader, "general", "alone")))
    assert page.notices == [words("error.coach-unavailable")]
    assert "kosci[solve]" in said(page)
    assert not (await table_at(house, page)).coached
    page = await rolled(reader, await laid(reader, "general", "alone", changes={"coach": "always"}))
    assert words("error.coach-unavailable") in coach(page)


# --- Tysiąc ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "options", "key"),
    [
        (1, {}, "turns"),
        (2, {}, "chance"),
        (3, {}, "gain"),
        (2, {"last_round": "true"}, "gain"),
    ],
)
async def test_in_a_race_the_coach_says_what_it_counts(
    coached: House, people: int, options: dict[str, str], key: str
) -> None:
    """Two players: the chance to win; alone: turns still needed; more, or unsolved rules: the points of this turn."""
    reader, words = coached.reader("pl"), words_in("pl")
    changes = {"first": "seat", **options}
    changes |= {"name-3": "Ula", "who-3": "person"} if people == 3 else {}
    page = await laid(reader, "tysiac", "alone" if people == 1 else "device", changes)
    while not page.has_form("/hint"):
        page = await rolled(reader, page)
    page = await hinted(reader, page)
    assert words(f"coach.note.{key}") in coach(page)
    assert words(f"coach.value.{key}", value="").rstrip() in coach(page)


# --- while it works ------------------------------------------------------------------------------------


async def test_a_page_does_not_wait_for_the_coach(open_house: Opened, exact: Exact) -> None:
    """What is not known yet is said to be coming, with a way to look again; then it is there."""
    house = open_house(exact=exact)
    assert house.site.parts.solving is not None
    house.app = application(replace(house.site, advising=Advising(exact, house.site.parts.solving, patience=0)))
    reader = house.reader("pl")
    page = await hinted(reader, await rolled(reader, await laid(reader, "general", "alone")))
    assert "data-coming" in page.text
    for _ in range(600):
        page = await reader.get(page.url)
        if "data-coming" not in page.text:
            break
        await asyncio.sleep(0.05)
    assert words_in("pl")("coach.moves") in coach(page)


async def test_one_row_left_needs_no_second_move(coached: House, exact: Exact) -> None:
    """With one row open after the last roll there is one move: it is told, and nothing is compared."""
    reader = coached.reader("pl")
    page = await laid(reader, "general", "alone")
    for _ in range(12):
        page = await rolled(reader, page)
        page = await reader.send((await reader.press(page.takes()[0])).form("/score"))
    page = await rolled(reader, page)
    for _ in range(2):
        roll = next(button for button in page.buttons if "roll" in button.classes)
        page = await reader.press(roll)
    page = await hinted(reader, page)
    table = await table_at(coached, page)
    assert isinstance(table.game, Scorecard)
    assert table.play is not None
    assert isinstance(table.play.position, SheetPosition)
    (only,) = exact.advice(table.game, table.play.position).options
    assert spoken("pl", table, only.move) in coach(page)
    assert "why-best" not in page.text
