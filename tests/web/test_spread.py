"""The results of best play: on rules pages once somebody asks, in words and a picture, with one's own results."""

import asyncio
import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import cast

import numpy as np
import pytest

from kosci.coach.exact import Exact
from kosci.engine.errors import RuleError
from kosci.engine.scorecard import Scorecard
from kosci.locale.languages import languages, words_in
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.solve.spread import Distribution
from kosci.variants import load
from kosci.web.build_own import short_url
from kosci.web.draw_spread import FRAMES, plot, span_of
from kosci.web.limits import Limits
from tests.support.finished import play_on
from tests.web.browsing import Page, Reader
from tests.web.conftest import House, laid, table_of
from tests.web.test_templates import checked

Opened = Callable[..., House]
RULES = "/rules/general"
FIRST = 100
CHANCES = Distribution(FIRST, np.bincount(np.random.default_rng(1).binomial(400, 0.4, 50_000)) / 50_000, 0.625, 0, ())


@dataclass
class SlowLibrary:
    """Finds one distribution for every game, once it is let go on; fails where it was told so."""

    go_on: Event = field(default_factory=Event)
    error: Exception | None = None
    found: list[Scorecard] = field(default_factory=list)
    kept: bool = False

    def distribution(self, game: Scorecard, progress: Callable[[float], None]) -> Distribution:
        self.found.append(game)
        progress(0.25)
        assert self.go_on.wait(10)
        if self.error is not None:
            raise self.error
        return CHANCES

    def found_distribution(self, _: Scorecard) -> Distribution | None:
        return CHANCES if self.kept else None

    def sheet(self, _: Scorecard, __: Callable[[float], None]) -> None:
        raise RuleError("solving-failed", "here is no average")


@pytest.fixture
def library() -> SlowLibrary:
    """A library that waits."""
    return SlowLibrary()


@pytest.fixture
def asked(open_house: Opened, library: SlowLibrary) -> House:
    """A site over the library that waits."""
    return open_house(exact=Exact(cast("Library", library)))


def said(page: Page) -> str:
    """All words of a page."""
    text = re.sub(r"<(style|script|noscript)\b.*?</\1>", "", page.text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


async def known(reader: Reader, url: str) -> Page:
    """The page once the results are found."""
    for _ in range(1500):
        page = await reader.get(url)
        if 'id="spread-progress"' not in page.text:
            return page
        await asyncio.sleep(0.02)
    raise AssertionError("they are never found")


async def own_game(house: House, reader: Reader, **changes: str) -> list[int]:
    """The totals of a game at one keyboard that this browser played to its end."""
    table = table_of(await laid(reader, changes=changes))
    host = (await house.tables.view(table)).row.host
    await play_on(house.tables, table, host)
    await house.tables.close(table, host)
    play = (await house.tables.view(table)).table.play
    assert play is not None
    return [result.points for result in play.awaiting.results]  # type: ignore[union-attr]  # the game is over


# --- when they are found --------------------------------------------------------------------------


@pytest.mark.parametrize("url", [RULES, f"{RULES}?bonus=50", "/r/general"])
async def test_nothing_is_found_until_somebody_asks(asked: House, library: SlowLibrary, url: str) -> None:
    """A link asks, also without script; then the results are there for everybody."""
    library.go_on.set()
    reader = asked.reader()
    game = load("general", {"bonus": 50} if "bonus" in url else {})
    first = await reader.get(url)
    assert library.found == []
    assert 'role="img" aria-labelledby="spread' not in first.text
    link = first.link(words_in("pl")("best-results.ask"))
    assert link == f"{url}{'&' if '?' in url else '?'}spread=1#spread"
    page = await known(reader, link.partition("#")[0])
    assert library.found == [game]
    assert words_in("pl")("best-results.ask") not in said(page)
    for one in (page, await asked.reader().get(url)):
        assert one.text.count('role="img" aria-labelledby="spread') == len(FRAMES)
    assert library.found == [game]


async def test_the_work_shows_how_far_it_is(asked: House, library: SlowLibrary) -> None:
    reader = asked.reader("en")
    url = f"{RULES}?spread=1"
    page = await reader.get(url)
    assert 'http-equiv="refresh"' in page.text
    while 'value="25"' not in page.text:
        page = await reader.get(url, hx_request="true")
        await asyncio.sleep(0)
    assert page.text.lstrip().startswith('<section class="spread"')
    assert f'data-again="{url}"' in page.text
    plain = await reader.get(RULES)
    assert 'id="spread-progress"' in plain.text
    library.go_on.set()
    done = await known(reader, url)
    assert "data-again" not in done.text
    assert library.found == [load("general")]


async def test_games_are_found_one_at_a_time(asked: House, library: SlowLibrary) -> None:
    reader = asked.reader()
    urls = [f"/rules/{name}?spread=1" for name in ("general", "yahtzee", "yatzi")]
    for url in urls:
        await reader.get(url)
    await asyncio.sleep(0.05)
    assert len(library.found) == 1
    library.go_on.set()
    for url in urls:
        await known(reader, url)
    assert library.found == [load(name) for name in ("general", "yahtzee", "yatzi")]


async def test_what_is_kept_is_shown_at_once(asked: House, library: SlowLibrary) -> None:
    library.kept = True
    for url in (RULES, short_url(load("general"))):
        page = await asked.reader().get(url)
        assert page.text.count('role="img" aria-labelledby="spread') == len(FRAMES)
    assert library.found == []


async def test_an_address_may_ask_for_so_much(open_house: Opened, library: SlowLibrary) -> None:
    """As for solving; whoever is refused is told so, and what is found already is shown to all."""
    library.go_on.set()
    house = open_house(Limits(solved_an_hour=10), exact=Exact(cast("Library", library)))
    reader = house.reader("en")
    await known(reader, f"{RULES}?spread=1")
    refused = await reader.get("/rules/yatzi?spread=1")
    assert refused.status == 429
    assert refused.response.headers["retry-after"] == "600"
    assert words_in("en")("own.too-many") in said(refused)
    assert library.found == [load("general")]
    assert (await reader.get("/rules/yatzi")).status == 200
    assert 'role="img"' in (await reader.get(f"{RULES}?spread=1")).text
    await known(house.reader(address="10.0.0.2"), "/rules/yatzi?spread=1")
    assert library.found[-1] == load("yatzi")


@pytest.mark.parametrize("error", [RuleError("solving-failed", "no"), ValueError("a fault")])
async def test_a_failure_is_told_and_may_be_tried_again(
    asked: House, library: SlowLibrary, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    library.error = error
    library.go_on.set()
    reader = asked.reader("en")
    await reader.get(f"{RULES}?spread=1")
    page = await known(reader, RULES)
    assert words_in("en")("error.solving-failed") in said(page)
    assert ("could not be found" in caplog.text) is isinstance(error, ValueError)
    library.error = None
    assert 'role="img"' in (await known(reader, page.link(words_in("en")("best-results.ask")).partition("#")[0])).text


@pytest.mark.parametrize("url", ["/rules/tysiac?spread=1", "/r/tysiac?spread=1", f"{RULES}?spread=1"])
async def test_where_there_are_no_results_nothing_is_said(house: House, url: str) -> None:
    """A race has no such totals; without exact play there is nothing to tell."""
    page = await house.reader().get(url)
    assert page.status == 200
    assert 'id="spread"' not in page.text


async def test_a_race_has_no_such_results(asked: House, library: SlowLibrary) -> None:
    page = await asked.reader().get("/rules/tysiac?spread=1")
    assert page.status == 200
    assert 'id="spread"' not in page.text
    assert library.found == []


# --- what is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
async def test_the_numbers_are_those_of_the_distribution(asked: House, library: SlowLibrary, lang: str) -> None:
    library.kept = True
    page = await asked.reader(lang).get(RULES)
    words, text = words_in(lang), said(page)
    assert words("best-results.mean", mean=words.number(CHANCES.mean, 1), most=CHANCES.percentile(99)) in text
    assert words("best-results.low", least=CHANCES.percentile(1)) in text
    assert words("best-results.bonus", chance=0.625) in text
    low, median, high = (CHANCES.percentile(percent) for percent in (25, 50, 75))
    assert words("best-results.middle", low=low, high=high, median=median) in text
    rows = re.findall(r'<tr><th scope="row">(\d+)</th><td class="num">([^<]*)</td></tr>', page.text)
    assert len(rows) > 5
    assert rows == [(total, words.percent(CHANCES.at_least(int(total)))) for total, _ in rows]
    assert "{" not in text
    assert not re.search(r"\b(?:best-results|own)\.[a-z]", text)
    checked(page.text)


async def test_a_game_without_a_bonus_has_no_sentence_about_it(asked: House, library: SlowLibrary) -> None:
    library.kept = True
    page = await asked.reader("en").get("/rules/general?bonus=0")
    assert "The best player averages" in said(page)
    assert "62.5%" not in said(page)


async def test_the_best_player_of_yahtzee_averages_so_much(open_house: Opened, tmp_path: Path) -> None:
    """The known numbers, the whole way from the button to the sentences; kept on disk, they are there at once."""
    exact = Exact(Library(KeptSolutions(tmp_path)))
    page = await known(open_house(exact=exact).reader("en"), "/rules/yahtzee?spread=1")
    for text in (said(page), said(await open_house(exact=exact).reader("en").get("/rules/yahtzee"))):
        assert "The best player averages 254.6; one game in a hundred beats 474." in text
        assert "Half of the games end between 217 and 272; the middle result is 248." in text
        assert "One game in a hundred ends with 151 or less." in text
        assert "The bonus is won in 68.1% of the games." in text
        assert "250 48.4%" in text


# --- one's own results ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
async def test_own_results_are_shown_to_their_device_alone(asked: House, library: SlowLibrary, lang: str) -> None:
    library.kept = True
    words, reader, other = words_in(lang), asked.reader(lang), asked.reader(lang)
    await other.get("/")
    totals = await own_game(asked, reader)
    for url in (RULES, "/r/general?spread=1"):
        page = await reader.get(url)
        mean = words.number(sum(totals) / len(totals), 1)
        assert words("best-results.own", n=len(totals), mean=mean) in said(page)
        listed = ", ".join(map(str, sorted(totals, reverse=True)))
        assert words("best-results.own-listed", totals=listed) in said(page)
        assert page.text.count('class="own"') == len(FRAMES) * len(totals)
        theirs = await other.get(url)
        assert words("best-results.own-none") in said(theirs)
        assert 'class="own"' not in theirs.text
        assert listed not in said(theirs)


async def test_results_of_other_rules_are_not_shown(asked: House, library: SlowLibrary) -> None:
    library.kept = True
    reader = asked.reader("en")
    await own_game(asked, reader)
    for url in ("/rules/general?bonus=50", "/rules/yahtzee"):
        assert 'class="own"' not in (await reader.get(url)).text


async def test_games_with_advice_and_unfinished_ones_are_left_out(asked: House, library: SlowLibrary) -> None:
    """And those of whoever left, or had a computer stand in."""
    library.kept = True
    reader = asked.reader("en")
    await own_game(asked, reader, coach="always")
    unfinished = table_of(await laid(reader))
    host = (await asked.tables.view(unfinished)).row.host
    await play_on(asked.tables, unfinished, host, most=12)
    await asked.tables.close(unfinished, host)
    assert 'class="own"' not in (await reader.get(RULES)).text
    left = table_of(await laid(reader))
    await asked.tables.leave(left, host, 0)
    await play_on(asked.tables, left, host)
    await asked.tables.close(left, host)
    assert (await reader.get(RULES)).text.count('class="own"') == len(FRAMES)
    helped = table_of(await laid(reader))
    await asked.tables.stand_in(helped, host, 1, "greedy")
    await asked.tables.bring_back(helped, host, 1)
    await play_on(asked.tables, helped, host)
    await asked.tables.close(helped, host)
    assert (await reader.get(RULES)).text.count('class="own"') == 2 * len(FRAMES)


# --- the picture ----------------------------------------------------------------------------------


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.id)
@pytest.mark.parametrize("own", [(), (250,), (20, 700), (260,) * 40], ids=["none", "one", "far", "many"])
def test_the_picture_holds_every_result_and_nearly_all_games(frame: object, own: tuple[int, ...]) -> None:
    span = span_of(CHANCES, own)
    assert CHANCES.below(span.end) - CHANCES.below(span.first) > 0.99
    drawn = next(plot(words_in("pl"), one, CHANCES, span, own) for one in FRAMES if one is frame)
    assert len(drawn.own) == len(own)
    assert len({(mark.x, mark.y) for mark in drawn.own}) == len(own)
    for mark in drawn.own:
        assert mark.x > drawn.radius
        assert mark.x + drawn.radius < drawn.width
        assert drawn.base < mark.y - drawn.radius < mark.y + drawn.radius < drawn.height - 18
    tallest = max(drawn.columns, key=lambda column: column.height)
    start = span.starts[drawn.columns.index(tallest)]
    shares = {one: CHANCES.below(one + span.step) - CHANCES.below(one) for one in span.starts}
    assert shares[start] == max(shares.values())
    assert all(0 <= column.y <= drawn.base and column.width > 0 for column in drawn.columns)
    assert [line.total for line in drawn.percentiles] == [str(CHANCES.percentile(share)) for share in (1, 50, 99)]
    assert 3 <= len(drawn.ticks) <= 14
    assert 2 <= len(drawn.steps) <= 4
