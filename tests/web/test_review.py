"""The review of a game: after it and for those who may see it, in words, pictures, a table, and as files."""

import asyncio
import csv
import html
import re
from collections.abc import Callable
from io import StringIO
from itertools import pairwise
from math import ceil
from random import Random

import pytest

from kosci.bots.registry import BOTS
from kosci.coach.books import table_books
from kosci.coach.exact import Exact
from kosci.coach.judging import judge_of
from kosci.coach.ledger import Ledger
from kosci.coach.review import open_decisions, summary, worst_first
from kosci.coach.sizes import size_of
from kosci.coach.telling import COLUMNS, Reviewed, as_data
from kosci.engine.game import Passed
from kosci.engine.moves import Score
from kosci.engine.reported import Reported
from kosci.engine.scorecard import Scorecard
from kosci.locale.languages import languages, words_in
from kosci.locale.review_words import ReviewWords
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.table import Settings
from kosci.table.gamefile import parse_game
from kosci.table.record import parse_record
from kosci.variants import Rules, load
from kosci.web.limits import Limits
from tests.paper.reading import Printed
from tests.support.finished import play_on, played
from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of
from tests.web.test_templates import checked

Opened = Callable[..., House]
HOST = "host"
NAMES = ("Anna", "Marek", "Ґалаґан", "=1+1")


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    """Exact play over a folder of its own."""
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


@pytest.fixture
def solver(open_house: Opened, exact: Exact) -> House:
    """A site where exact play is installed."""
    return open_house(exact=exact)


async def finished(house: House, game: Rules, names: tuple[str, ...] = NAMES, most: int = 10_000) -> str:
    """The spectators' address of a closed table."""
    table = await played(house.tables, game, names, HOST, most=most)
    await house.tables.close(table, HOST)
    return await watched(house, table)


async def watched(house: House, table: str) -> str:
    """The spectators' address of a table."""
    return f"/w/{(await house.tables.view(table)).row.watch_token}"


async def known(reader: Reader, url: str, until: str = "data-again") -> Page:
    """The page once the books are known, or all of it."""
    for _ in range(900):
        page = await reader.get(url)
        if until not in page.text:
            return page
        await asyncio.sleep(0.05)
    raise AssertionError("it is never known")


async def books_of(exact: Exact, reader: Reader, at: str) -> tuple[Ledger, ...]:
    """The ledgers as they come of the game's own file."""
    game = parse_game((await reader.get(f"{at}/export")).text)
    return table_books(judge_of(exact.library, game.table.game), game.facts)


def said(page: Page) -> str:
    """All words of a page."""
    text = re.sub(r"<(style|script|noscript)\b.*?</\1>", "", page.text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


# --- when and for whom ----------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["", ".csv", ".json"])
async def test_luck_and_costs_of_a_running_game_are_told_to_nobody(solver: House, ending: str) -> None:
    """They would be advice that nobody sees being given."""
    table = await played(solver.tables, load("general"), NAMES[:2], HOST, most=12)
    page = await solver.reader().get(f"{await watched(solver, table)}/review{ending}")
    assert page.status == 422
    assert words_in("pl")("error.review-running") in said(page)
    assert "<table" not in page.text
    assert not re.search(r"[+−]\d+,\d", said(page))


async def test_a_review_waits_until_the_last_entry_can_no_more_be_taken_back(solver: House) -> None:
    reader = solver.reader()
    page = await laid(reader)
    table = table_of(page)
    host = (await solver.tables.view(table)).row.host
    await play_on(solver.tables, table, host)
    end = await reader.get(f"/t/{table}")
    assert not any(url.endswith("/review") for url, _ in end.links)
    assert (await reader.get(f"/t/{table}/review")).status == 422
    closed = await reader.press(end.button(words_in("pl")("end.close")))
    review = await reader.get(closed.link(words_in("pl")("review.open")))
    assert review.status == 200
    assert review.heading == words_in("pl")("review.title")


async def test_a_review_is_for_those_who_sit_there_and_those_with_the_link(solver: House) -> None:
    at = await finished(solver, load("general"), NAMES[:2])
    table = await solver.tables.by_watch_token(at.removeprefix("/w/"))
    assert table is not None
    for ending in ("", ".csv", ".json"):
        assert (await solver.reader().get(f"/t/{table.id}/review{ending}")).status == 403
        assert (await solver.reader().get(f"/w/nothing/review{ending}")).status == 404


async def test_a_table_closed_before_its_game_has_no_review(solver: House) -> None:
    reader = solver.reader()
    table = table_of(await laid(reader, mode="link"))
    host = (await solver.tables.view(table)).row.host
    await solver.tables.close(table, host)
    page = await reader.get(f"/t/{table}/review")
    assert page.status == 422
    assert words_in("pl")("error.review-nothing") in said(page)


# --- what it says ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
async def test_the_page_says_what_the_ledger_holds(solver: House, exact: Exact, lang: str) -> None:
    game = load("general")
    at, reader = await finished(solver, game), solver.reader(lang)
    page, books = await known(reader, f"{at}/review"), await books_of(exact, reader, at)
    text, told = said(page), ReviewWords(words_in(lang), game, NAMES, "points")
    for book in books:
        assert told.sentence(summary(book)) in text
        assert all(" ".join(fact.split()) in text for fact in told.facts(summary(book)))
        after = {entry.turn: entry.after for entry in book.entries}
        assert all(words_in(lang).number(value, 1) in text for value in after.values())
    assert told.aim in text
    assert len(re.findall(r'<tbody id="turn-\d+"', page.text)) == 13
    assert text.count("review.") == 0


async def test_the_end_of_the_game_has_a_sentence_a_player(solver: House, exact: Exact) -> None:
    game = load("general")
    at, reader = await finished(solver, game, NAMES[:2]), solver.reader()
    await known(reader, f"{at}/review")
    text, books = said(await reader.get(at)), await books_of(exact, reader, at)
    told = ReviewWords(words_in("pl"), game, NAMES[:2], "points")
    assert all(told.sentence(summary(book)) in text for book in books)
    assert told.aim in text


async def test_luck_has_words_from_all_games_of_best_play(solver: House, exact: Exact) -> None:
    game = load("general")
    assert isinstance(game, Scorecard)
    at, reader = await finished(solver, game), solver.reader()
    text = said(await known(reader, f"{at}/review", "data-more"))
    chances, told = exact.distribution(game), ReviewWords(words_in("pl"), game, NAMES, "points")
    for book in await books_of(exact, reader, at):
        luckier = sum(chances.chance(total) for total in range(chances.first, ceil(book.start + book.luck)))
        assert told.lucky(luckier) in text


async def test_decisions_are_listed_by_cost_or_in_order_and_only_open_ones(solver: House, exact: Exact) -> None:
    at, reader = await finished(solver, load("general")), solver.reader()
    page, books = await known(reader, f"{at}/review"), await books_of(exact, reader, at)
    dear = worst_first(books)
    sizes = re.findall(r'<li class="size-(\w+)"', page.text)
    assert sizes == [size_of("general", decision) for _, decision in dear]
    ordered = await reader.get(page.link(words_in("pl")("review.order.played")))
    shown = re.findall(r'<li class="size-(\w+)"', ordered.text)
    chosen = sorted((one for book in books for one in open_decisions(book)), key=lambda one: one.seq)
    assert shown == [size_of("general", decision) for decision in chosen]
    assert len(chosen) > len(dear)


async def test_a_race_is_told_in_turns(solver: House) -> None:
    at, reader = await finished(solver, load("tysiac", {"target": 200}), NAMES[:2]), solver.reader()
    page = await known(reader, f"{at}/review")
    words = words_in("pl")
    assert words("review.aim.turns") in said(page)
    assert words("review.curve.turns") in said(page)


async def test_rules_without_exact_play_are_named(solver: House) -> None:
    at = await finished(solver, load("tysiac", {"exact": True, "target": 100}), NAMES[:2])
    page = await solver.reader().get(f"{at}/review")
    assert "Z opcją" in page.notices[0]
    assert (await solver.reader().get(at)).status == 200


async def test_without_exact_play_the_page_says_how_to_have_it(house: House) -> None:
    at = await finished(house, load("general"), NAMES[:2])
    page = await house.reader().get(f"{at}/review")
    assert page.notices == [words_in("pl")("review.not-here")]
    assert (await house.reader().get(f"{at}/review.csv")).heading == page.heading


async def test_what_a_computer_chose_for_a_person_is_the_computers(solver: House) -> None:
    table = await played(solver.tables, load("general"), NAMES[:2], HOST, most=2)
    view = await solver.tables.view(table)
    assert view.table.mover is not None
    await solver.tables.stand_in(table, HOST, view.table.mover, "greedy")
    view = await solver.tables.view(table)
    play = view.table.play
    assert play is not None
    move = BOTS["greedy"].move(play.game, play.position, Random(1))
    await solver.tables.bot_move(table, view.table.mover or 0, move, at=view.version)
    await solver.tables.close(table, HOST)
    page = await known(solver.reader(), f"{await watched(solver, table)}/review?order=played")
    assert words_in("pl")("bot.greedy.name") in said(page)


# --- pictures -------------------------------------------------------------------------------------


async def test_the_pictures_have_names_and_a_table_that_says_the_same(solver: House) -> None:
    at, reader = await finished(solver, load("general")), solver.reader()
    found = checked((await known(reader, f"{at}/review")).text)
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    pictures = [attrs for attrs in found.all("svg") if "role" in attrs]
    assert len(pictures) == len(NAMES) + 2
    for attrs in pictures:
        assert all(name in ids for name in (attrs["aria-labelledby"] or "").split())
    points = [attrs for attrs in found.all("a") if attrs.get("class") == "turn"]
    assert len(points) == 2 * 13
    assert all(attrs["aria-label"] and (attrs["href"] or "")[1:] in ids for attrs in points)
    for _, attrs in found.tags:
        assert "style" not in attrs
        assert not [key for key in attrs if key.startswith("on")]


# --- files ----------------------------------------------------------------------------------------


async def test_json_is_what_the_command_prints(solver: House, exact: Exact) -> None:
    at, reader = await finished(solver, load("general")), solver.reader()
    answer = (await reader.get(f"{at}/review.json")).response
    books = await books_of(exact, reader, at)
    assert answer.json() == as_data(Reviewed("general", NAMES, books))
    for player in answer.json()["players"]:
        assert player["expected"] + player["luck"] - player["cost"] == pytest.approx(player["result"], abs=1e-9)
    assert re.search(r'filename="kosci-general-[\d-]+-review\.json"', answer.headers["content-disposition"])


async def test_csv_has_a_line_for_every_roll_and_decision(solver: House, exact: Exact) -> None:
    at, reader = await finished(solver, load("general")), solver.reader()
    answer = (await reader.get(f"{at}/review.csv")).response
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    lines = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))
    books = await books_of(exact, reader, at)
    assert tuple(lines[0]) == COLUMNS
    assert len(lines) == sum(len(book.entries) for book in books)
    assert all(int(one["fact"]) <= int(next_["fact"]) for one, next_ in pairwise(lines))
    for book in books:
        own = [line for line in lines if line["seat"] == str(book.seat)]
        assert sum(float(line["luck"] or 0) for line in own) == pytest.approx(book.luck)
        assert sum(float(line["cost"] or 0) for line in own) == pytest.approx(book.cost)


async def test_a_name_is_never_a_formula(solver: House) -> None:
    at = await finished(solver, load("general"), ("=1+1", "@SUM(A1)"), most=20)
    text = (await solver.reader().get(f"{at}/review.csv")).response.text
    assert ",'=1+1," in text
    assert not re.search(r"(?:^|,)[=@]", text, flags=re.MULTILINE)


# --- while it is being solved ---------------------------------------------------------------------


async def test_progress_is_shown_until_the_game_is_solved(open_house: Opened, exact: Exact) -> None:
    house = open_house(exact=exact)
    assert house.site.reviewing is not None
    house.site.reviewing.patience = 0.0
    at = await finished(house, load("tysiac", {"target": 150}), NAMES[:2])
    reader = house.reader()
    page = await reader.get(f"{at}/review")
    assert "<progress" in page.text
    assert '<meta http-equiv="refresh"' in page.text
    assert (await reader.get(at)).status == 200
    part = await reader.get(f"{at}/review", hx_request="true")
    assert part.text.lstrip().startswith('<div id="review"')
    assert 'svg class="chart"' in (await known(reader, f"{at}/review")).text


async def test_an_address_that_asked_for_too_much_is_told_to_wait(open_house: Opened, exact: Exact) -> None:
    house = open_house(limits=Limits(solved_an_hour=1), exact=exact)
    at = await finished(house, load("yahtzee", {"bonus": 42}), NAMES[:2], most=20)
    house.site.solved.count("10.0.0.1")
    page = await house.reader(address="10.0.0.1").get(f"{at}/review")
    assert page.status == 429
    assert page.notices == [words_in("pl")("own.too-many")]


async def test_a_review_is_printed_in_the_readers_language(solver: House) -> None:
    reader = solver.reader("uk")
    at = await finished(solver, load("general"))
    page = await known(reader, f"{at}/review")
    assert f'href="{at}/review.pdf"' in page.text
    answer = (await reader.get(f"{at}/review.pdf?size=A5")).response
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    found = Printed(answer.content)
    assert found.sizes == {(148, 210)}
    assert all(name in found.text for name in NAMES)
    assert words_in("uk")("review.title") in found.text


# --- with real dice -------------------------------------------------------------------------------

ROWS = ("twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house")
REST = ("small_straight", "large_straight", "five_of_a_kind", "chance")


async def evening(tables: Tables) -> str:
    """A closed table of one who rolled by hand: one turn roll by roll, one by its points, one corrected, one passed."""
    new = NewTable(load("general"), Settings(dice="real"), [NewSeat("Anna")], start=True)
    table = await tables.create(new, HOST)
    real = tables.real
    await real.begin(table, HOST, 0)
    await real.tell(table, HOST, 0, (1, 1, 3, 4, 6), turn=1, roll=1)
    await real.tell(table, HOST, 0, (1, 2, 5), (1, 2), turn=1, roll=2)
    await tables.move(table, HOST, 0, Score("ones"))
    for turn, row in enumerate(ROWS, start=2):
        await real.enter(table, HOST, Reported(0, row, (2, 3, 5, 5, 6)), turn=turn)
    await real.enter(table, HOST, Reported(0, "small_straight", points=30), turn=10)
    await real.pass_turn(table, HOST, 0, turn=11)
    await real.enter(table, HOST, Reported(0, "five_of_a_kind", points=0), turn=12)
    await real.enter(table, HOST, Reported(0, "chance", (1, 2, 2, 3, 6)), turn=13)
    play = (await tables.view(table)).table.play
    assert play is not None
    twos = next(one.seq for one in play.log if isinstance(one.event, Reported) and one.event.row == "twos")
    await real.correct(table, HOST, twos, Reported(0, "twos", (2, 2, 2, 5, 6)))
    passed = next(one.seq for one in play.log if isinstance(one.event, Passed))
    await real.correct(table, HOST, passed, Reported(0, "large_straight", (1, 2, 3, 4, 5)))
    await tables.close(table, HOST)
    return table


async def test_a_finished_game_with_real_dice_is_reviewed_in_words_and_files(solver: House) -> None:
    table = await evening(solver.tables)
    at, reader = await watched(solver, table), solver.reader()
    page = await known(reader, f"{at}/review")
    assert page.status == 200
    assert words_in("pl")("review.told-some.points") in said(page)
    found = (await reader.get(f"{at}/review.json")).response.json()["players"][0]
    assert found["expected"] + found["luck"] - found["cost"] == pytest.approx(found["result"], abs=1e-9)
    (view,) = [await solver.tables.view(table)]
    game = parse_game((await reader.get(f"{at}/export")).text)
    assert game.table.play == view.table.play
    over = game.table.awaiting
    assert found["result"] == pytest.approx(over.results[0].points)  # type: ignore[union-attr]  # it is over
    lines = list(csv.DictReader(StringIO((await reader.get(f"{at}/review.csv")).text.removeprefix("\ufeff"))))
    assert len(lines) == len(found["entries"])
    assert {line["kind"] for line in lines} == {"turn", "roll", "decision"}
    assert {row for row in found["by_row"] if row} == {"ones", *ROWS, *REST}


async def test_its_sheet_and_review_are_printed_and_its_text_is_read_back(solver: House) -> None:
    table = await evening(solver.tables)
    at, reader = await watched(solver, table), solver.reader()
    await known(reader, f"{at}/review")
    for name in ("sheet", "review"):
        answer = (await reader.get(f"{at}/{name}.pdf")).response
        assert answer.headers["content-type"] == "application/pdf"
        assert "Anna" in Printed(answer.content).text
    record = (await reader.get(f"{at}/export?form=text")).text
    log = (await reader.get(f"{at}/export")).text
    assert parse_record(record) == parse_game(log)
    assert "- corrected 2. Anna  2 2 2 5 6  twos 6" in record


async def test_its_page_of_dice_says_that_there_is_nothing_to_check(solver: House) -> None:
    table = await evening(solver.tables)
    page = await solver.reader().get(f"{await watched(solver, table)}/verify")
    assert words_in("pl")("verify.real") in said(page)
    assert "verify.js" not in page.text
