"""Computer players on the pages: who is offered, what each comes to, and what is said while a game is solved."""

import html
import re
from collections.abc import Callable
from threading import Event

import pytest

from kosci.bots.strengths import WEAKEST_FIRST
from kosci.coach.exact import Exact
from kosci.locale.languages import languages, words_in
from kosci.service.solving import Solved
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.variants import Rules, load
from tests.web.browsing import Page
from tests.web.conftest import House, laid, table_of

Opened = Callable[..., House]


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


def offered(page: Page, seat: int) -> dict[str, str]:
    """What may be chosen for a seat, by value."""
    chosen = re.search(rf'<select id="who-{seat}".*?</select>', page.text, re.DOTALL)
    assert chosen is not None
    options = re.findall(r'<option value="(.*?)".*?>(.*?)</option>', chosen[0])
    return {value: html.unescape(label) for value, label in options}


@pytest.mark.parametrize("lang", languages())
async def test_beside_each_computer_player_stands_what_it_comes_to(open_house: Opened, exact: Exact, lang: str) -> None:
    reader = open_house(exact=exact).reader(lang)
    picks = offered(await reader.get("/new?variant=yahtzee&mode=device"), 2)
    assert list(picks) == ["person", "", *WEAKEST_FIRST]
    named = {name: words_in(lang)(f"bot.{name}.name") for name in WEAKEST_FIRST}
    assert all(picks[name].startswith(named[name]) for name in WEAKEST_FIRST)
    about = {"easy": "180", "medium": "215", "hard": "240", "best": "255"}
    assert all(picks[name].endswith(f" {mean}") for name, mean in about.items())


async def test_for_house_rules_only_what_has_been_solved_is_said(open_house: Opened, exact: Exact) -> None:
    house = open_house(exact=exact)
    reader, game = house.reader("en"), load("yahtzee", {"bonus": 40})
    url = "/new?variant=yahtzee&mode=device&bonus=40"
    assert set(offered(await reader.get(url), 2).values()) >= {"Easy", "Optimal"}
    assert house.site.parts.solving is not None
    solved = await house.site.parts.solving.ready(game)
    assert isinstance(solved, Solved)
    picks = offered(await reader.get(url), 2)
    assert picks["best"] == f"Optimal – about {solved.mean:.0f}"
    assert picks["easy"] == "Easy"


async def test_without_exact_play_those_who_need_it_are_not_offered(house: House) -> None:
    """And a form that asks for one is refused: it was not made by this page."""
    reader = house.reader("en")
    page = await reader.get("/new?variant=yahtzee&mode=device")
    assert list(offered(page, 2)) == ["person", "", "random", "family", "greedy"]
    assert "Optimal" not in page.text
    refused = await reader.send(page.form("/new"), {"name-1": "Anna", "who-2": "best"})
    assert refused.status == 400


async def test_the_lobby_seats_a_strength_and_says_what_it_comes_to(open_house: Opened, exact: Exact) -> None:
    house = open_house(exact=exact)
    reader = house.reader("en")
    lobby = await laid(reader, "general", mode="link")
    assert "Add a computer: Medium (plays about 211 on average)" in lobby.text
    form = next(form for form in lobby.forms if ("bot", "medium") in form.fields)
    seated = await reader.send(form)
    assert "computer, plays about 211 on average" in seated.text
    view = await house.tables.view(table_of(seated))
    assert [seat.bot for seat in view.table.seats] == [None, "medium"]


class Slow:
    """A solver that is done when it is let go."""

    def __init__(self) -> None:
        self.let_go = Event()

    def prepare(self, _: Rules, progress: Callable[[float], None]) -> float:
        progress(0.5)
        assert self.let_go.wait(60)
        return 250.0


async def test_while_the_game_is_solved_the_table_says_that_the_computer_gets_ready(
    open_house: Opened, exact: Exact
) -> None:
    house, slow = open_house(exact=exact), Slow()
    solving = house.site.parts.solving
    assert solving is not None
    solving.solver = slow
    reader, game = house.reader("en"), load("general", {"first": "seat"})
    page = await laid(reader, changes={"who-2": "hard", "name-2": "", "first": "seat"})
    table = table_of(page)
    await house.tables.pass_turn(table, None, 0)
    solving.start(game)
    assert "getting ready" in (await reader.get(f"/t/{table}")).text
    slow.let_go.set()
    await solving.ready(game)
    assert "getting ready" not in (await reader.get(f"/t/{table}")).text
