"""Own rules: a form of every option, a short link that holds the choice, and what best play averages with it."""

import asyncio
import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import cast
from urllib.parse import urlencode

import pytest

from kosci.coach.exact import Exact
from kosci.engine.options import Choice, Span
from kosci.locale.languages import languages, words_in
from kosci.locale.option_words import option_label, option_meaning, option_value
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.variants import catalogue, info, load, options_of
from kosci.variants.short import format_short, parse_short
from kosci.web.build_own import short_url
from kosci.web.limits import Limits
from tests.web.browsing import Page, Reader
from tests.web.conftest import House, table_of

IDS = [variant.id for variant in catalogue()]
Opened = Callable[..., House]


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    """Exact play over a folder of its own."""
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


@pytest.fixture
def solver(open_house: Opened, exact: Exact) -> House:
    """A site where exact play is installed."""
    return open_house(exact=exact)


def said(page: Page) -> str:
    """All words of a page."""
    text = re.sub(r"<(style|script|noscript)\b.*?</\1>", "", page.text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def url_of(variant: str, **options: object) -> str:
    """The short link of these rules."""
    return short_url(load(variant, options))  # type: ignore[arg-type]  # checked by the loader


async def known(reader: Reader, url: str) -> Page:
    """The page once everything on it has been solved."""
    for _ in range(600):
        page = await reader.get(url)
        if "<progress" not in page.text:
            return page
        await asyncio.sleep(0.05)
    raise AssertionError("it is never solved")


# --- the form -------------------------------------------------------------------------------------


async def test_the_home_page_leads_to_own_rules_of_the_chosen_game(house: House) -> None:
    """A button of the form in which the game is chosen, so that the choice comes along."""
    reader = house.reader()
    home = await reader.get("/")
    button = home.button("Własne reguły")
    assert (button.action, button.form.method) == ("/own", "get")
    assert home.buttons.index(home.button(home.buttons[0].label)) < home.buttons.index(button)
    page = await reader.get("/own?variant=yahtzee")
    assert page.heading == "Własne reguły"
    assert page.form("/own").value("variant") == "yahtzee"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", IDS)
async def test_every_option_is_a_plain_control_with_its_meaning(house: House, variant: str, lang: str) -> None:
    """RULES 2 and 4: a select or a number with its bounds, filled in as is usual."""
    page = await house.reader(lang).get(f"/own?variant={variant}")
    words, text = words_in(lang), said(page)
    offered = info(variant)
    form = page.form("/own")
    for name, spec in offered.specs.items():
        assert option_label(words, name) in text
        assert option_meaning(words, name) in text
        if isinstance(spec, Choice):
            assert all(option_value(words, name, value) in text for value in spec.values)
        if isinstance(spec, Span):
            control = re.search(rf'<input id="o-{name}"[^>]*>', page.text)
            assert control
            bounds = [f'{bound}="{getattr(spec, at)}"' for bound, at in [("min", "least"), ("max", "most")]]
            assert all(bound in control.group() for bound in [*bounds, f'step="{spec.step}"', 'type="number"'])
    usual = await house.reader(lang).send(form)
    assert usual.url == f"/r/{variant}"
    assert "{" not in text + said(usual)


async def test_another_game_is_a_link_away(house: House) -> None:
    page = await house.reader().get("/own?variant=yatzi")
    assert page.link("Tysiąc") == "/own?variant=tysiac"
    assert [url for url, _ in page.links if url.startswith("/own?")] == [
        f"/own?variant={id_}" for id_ in IDS if id_ != "yatzi"
    ]


async def test_the_form_comes_filled_in_from_the_page_of_rules(house: House) -> None:
    """To change a choice, and to go back to what is usual."""
    reader = house.reader()
    page = await reader.get(url_of("yatzi", bonus_at=60, turns=14))
    again = await reader.get(page.link("Zmień reguły"))
    form = again.form("/own")
    assert (form.value("bonus_at"), form.value("turns"), form.value("bonus")) == ("60", "14", "35")
    usual = await reader.get(again.link("Przywróć zwykłe"))
    assert usual.form("/own").value("bonus_at") == "64"


WRONG = [
    ("yahtzee", "bonus_at", "106", "Próg premii nie może mieć wartości „106”. Dozwolone: 1–105."),
    ("yahtzee", "bonus_at", "0", "Dozwolone: 1–105."),
    ("yahtzee", "bonus", "-1", "Premia nie może mieć wartości „-1”. Dozwolone: 0–200."),
    ("yahtzee", "bonus", "35.0", "„35.0”"),
    ("yahtzee", "bonus", "NaN", "„NaN”"),
    ("yahtzee", "bonus", "", "„”"),
    ("yahtzee", "bonus", "<b>7", "„<b>7”"),
    ("tysiac", "target", "1010", "Cel nie może mieć wartości „1010”. Dozwolone: 100–10 000 co 50."),
    ("tysiac", "bust", "true", "Dozwolone: punkty z tury przepadają lub punkty z tury zostają."),
    ("yatzi", "rigol", "46", "Dozwolone: 50, 45, 40, suma oczek lub 0."),
]


@pytest.mark.parametrize(("variant", "option", "given", "told"), WRONG)
async def test_impossible_values_are_refused_beside_their_control(
    house: House, variant: str, option: str, given: str, told: str
) -> None:
    """RULES 5: in words that name what is allowed; everything else stays as it was typed."""
    reader = house.reader()
    form = (await reader.get(f"/own?variant={variant}&first=seat")).form("/own")
    page = await reader.send(form, {option: given})
    assert page.status == 422
    field = re.search(rf'id="o-{option}"[^>]*aria-describedby="(h-{option})"[^>]*aria-invalid="true"', page.text)
    assert field
    beside = page.text.split(f'id="{field.group(1)}"')[1].split("</div>")[0]
    assert told in html.unescape(beside).replace("\xa0", " ")
    assert page.notices[0] == "Nie wszystkie wartości są możliwe: popraw zaznaczone pola."
    assert page.text.count('aria-invalid="true"') == 1
    assert page.form("/own").value("first") == "seat"


async def test_an_address_with_impossible_values_is_refused_alike(house: House) -> None:
    page = await house.reader("uk").get("/own?variant=yahtzee&bonus_at=999&joker=none")
    assert page.status == 422
    assert "«999»" in said(page)
    assert page.form("/own").value("joker") == "none"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("variant=bridge", 404),
        ("variant=yahtzee&rigol=50", 422),
        ("variant=yahtzee&<b>=1", 422),
        ("variant=yahtzee&bonus=1&bonus=2", 400),
        ("variant=yahtzee&variant=yatzi", 400),
    ],
)
async def test_what_is_no_choice_of_this_game_is_refused(house: House, query: str, status: int) -> None:
    """An option of another game, a game that is not there, a field twice."""
    reader = house.reader("en")
    page = await reader.get(f"/own?{query}")
    assert page.status == status
    assert page.link("Home") == "/"
    pairs = [(pair.partition("=")[0], pair.partition("=")[2]) for pair in query.split("&")]
    assert (await reader.post("/own", pairs)).status == status


# --- the short link -------------------------------------------------------------------------------


async def test_a_choice_becomes_a_short_link_with_a_qr_code(house: House) -> None:
    """A stateless one: another browser on another server opens the same rules."""
    reader = house.reader("en")
    form = (await reader.get("/own?variant=yatzi")).form("/own")
    page = await reader.send(form, {"bonus_at": "60", "joker": "forced"})
    assert parse_short(page.url.removeprefix("/r/")) is load("yatzi", {"bonus_at": 60, "joker": "forced"})
    assert f'value="http://localhost{page.url}"' in page.text
    assert 'class="qr"' in page.text
    text = said(page)
    assert "Bonus threshold 60 usually: 64" in text
    assert "Joker forced: first the upper row of that face, then the lower part usually: no joker" in text
    other = await House().reader("en").get(page.url.upper().replace("/R/", "/r/"))
    assert other.status == 200
    assert "Bonus threshold 60 usually: 64" in said(other)


async def test_the_usual_rules_have_their_names_as_links(house: House) -> None:
    page = await house.reader("en").get("/r/yahtzee")
    assert page.heading == "Usual rules: Yahtzee"
    assert "Nothing: all rules are the usual ones." in said(page)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    "code", ["yahtzee-XXXX", "yahtzee-", "bridge", "bridge-D7T", "%3Cb%3E", "yahtzee-%F0%9F%98%80"]
)
async def test_a_link_that_is_none_is_answered_in_words(house: House, code: str, lang: str) -> None:
    page = await house.reader(lang).get(f"/r/{code}")
    assert page.status == 404
    assert words_in(lang)("http.404.title") == page.heading
    assert "{" not in said(page)


async def test_all_games_can_be_begun_with_these_rules(house: House) -> None:
    """On this device, by a link, alone: the form of a new game has the options, and so have the table and its rules."""
    reader = house.reader()
    rules = await reader.get(url_of("yatzi", bonus_at=60, turns=14, first="seat"))
    for label in ("Na tym urządzeniu", "Na wielu urządzeniach", "Solo"):
        page = await reader.get(rules.link(label))
        assert page.status == 200
        form = page.form("/new")
        assert (form.value("bonus_at"), form.value("turns"), form.value("first")) == ("60", "14", "seat")
    names = {"name-1": "Anna", "name-2": "", "who-2": "greedy"}
    table = await reader.send((await reader.get(rules.link("Na tym urządzeniu"))).form("/new"), names)
    game = (await house.tables.view(table_of(table))).table.game
    assert options_of(game) == {**options_of(load("yatzi")), "bonus_at": 60, "turns": 14, "first": "seat"}
    followed = await reader.get(next(url for url, _ in table.links if url.startswith("/rules/")))
    assert "Próg premii: 60" in said(followed)
    assert short_url(game) in [url for url, _ in followed.links]


# --- what best play averages ----------------------------------------------------------------------


async def test_best_play_is_solved_at_once_and_compared_with_the_usual_rules(solver: House) -> None:
    """The known means: forced joker 254.587729, without joker and extra 245.870775; each change alone between them."""
    reader = solver.reader()
    url = url_of("yahtzee", joker="none", extra="none")
    first = await reader.get(url)
    assert "<progress" in first.text
    assert "data-again" in first.text
    assert 'http-equiv="refresh"' in first.text
    page = await known(reader, url)
    assert 'http-equiv="refresh"' not in page.text
    text = said(page)
    assert "Najlepsza gra daje średnio 245,9 punktu." in text
    assert "To o 8,7 mniej niż przy zwykłych regułach." in text
    assert "Zwykłe reguły 254,6" in text
    assert "Wszystkie zmiany razem 245,9 −8,7" in text
    assert re.search("Tylko „Premia za kolejne pięć jednakowych: bez premii” 246,1 −8,5", text)
    assert re.search("Tylko „Dżoker: bez dżokera” 254,0 −0,6", text)


async def test_an_open_page_gets_the_part_that_changes(solver: House) -> None:
    reader = solver.reader()
    url = url_of("yahtzee", joker="free_choice")
    await known(reader, url)
    part = await reader.get(url, hx_request="true")
    assert part.text.startswith('<section class="own-average"')
    assert "254,6" in part.text
    assert "+0,002" in part.text


async def test_rules_that_change_nothing_for_best_play_say_so(solver: House) -> None:
    page = await known(solver.reader("en"), url_of("yahtzee", first="seat"))
    assert "Exactly the same as with the usual rules." in said(page)
    assert "These rules 254.6 no change" in said(page)


async def test_a_race_has_its_three_numbers(solver: House) -> None:
    """T5 `stop`: 31.984092595 turns alone, the first of two wins 0.523050311671."""
    page = await known(solver.reader("en"), url_of("tysiac", hot_dice="stop"))
    text = said(page)
    assert "Alone, the target of 1,000 takes 32.0 turns on average." in text
    assert "the one who starts wins 52.3% of the games" in text
    assert re.search(r"These rules \d\d\.\d [−+]\d\.\d+ 32\.0 \+1\.8 52\.3 \+0\.2", text)


@pytest.mark.parametrize("option", [{"opening": 50}, {"exact": True}, {"last_round": True}])
async def test_a_race_that_is_not_solved_says_why(solver: House, option: dict[str, object]) -> None:
    page = await solver.reader().get(url_of("tysiac", target=500, **option))
    assert page.status == 200
    name = option_label(words_in("pl"), next(iter(option)))
    assert f"Z opcją „{name}” najlepsza gra nie jest policzona." in said(page)
    assert "<progress" not in page.text


@pytest.mark.parametrize("lang", languages())
async def test_without_exact_play_the_page_says_what_is_missing(house: House, lang: str) -> None:
    """And does everything else."""
    page = await house.reader(lang).get(url_of("yahtzee", bonus=50))
    assert page.status == 200
    assert "pip install kosci[solve]" in said(page)
    assert 'class="qr"' in page.text


@pytest.mark.parametrize("lang", languages())
async def test_the_usual_averages_are_known_without_exact_play(house: House, lang: str) -> None:
    """On the home page with each game, on its rules page, on the page of the usual rules."""
    reader = house.reader(lang)
    comma = "." if lang == "en" else ","
    home = said(await reader.get("/"))
    for mean in ("250.2", "254.2", "254.6", "268.1", "248.4", "30.2"):
        assert mean.replace(".", comma) in home
    for url in ("/rules/yahtzee", "/r/yahtzee"):
        assert words_in(lang)("own.mean", mean=f"254{comma}6") in said(await reader.get(url))


async def test_the_rules_page_says_what_best_play_averages_once_it_is_known(solver: House) -> None:
    reader = solver.reader("en")
    await known(reader, url_of("yahtzee", joker="none", extra="none"))
    rules = f"/rules/yahtzee?{urlencode({'joker': 'none', 'extra': 'none'})}"
    assert "Best play averages 245.9 points." in said(await reader.get(rules))


@pytest.mark.parametrize("lang", languages())
async def test_the_pages_speak_the_readers_language(solver: House, lang: str) -> None:
    reader = solver.reader(lang)
    for url in (
        "/own?variant=tysiac",
        url_of("yahtzee", joker="none", extra="none"),
        url_of("tysiac", hot_dice="stop"),
    ):
        page = await known(reader, url)
        assert f'<html lang="{lang}"' in page.text
        assert not re.search(r"\b(?:own|option|error|mode)\.[a-z]", said(page))
        assert "{" not in said(page)


@dataclass
class SlowLibrary:
    """Solves half of a game, waits until it is let go on, and fails as often as it was told."""

    go_on: Event = field(default_factory=Event)
    half_done: Event = field(default_factory=Event)
    failures: int = 0

    def sheet(self, _: object, progress: Callable[[float], None]) -> "SlowLibrary":
        """The advisor."""
        progress(0.5)
        self.half_done.set()
        assert self.go_on.wait(10)
        if self.failures:
            self.failures -= 1
            raise ArithmeticError("the values do not settle")
        return self

    def value(self, _: object) -> float:
        """The mean."""
        return 200.0

    def found_distribution(self, _: object) -> None:
        """None has been found."""


async def test_the_page_shows_how_much_is_done(open_house: Opened) -> None:
    """In words and as a bar; the other things of the page are there meanwhile."""
    library = SlowLibrary()
    house = open_house(exact=Exact(cast("Library", library)))
    reader = house.reader("en")
    assert 'value="0"' in (await reader.get("/r/yahtzee")).text
    assert await asyncio.to_thread(library.half_done.wait, 10)
    await asyncio.sleep(0)
    page = await reader.get("/r/yahtzee")
    assert re.search(r'<progress id="own-progress" max="100" value="50">50%</progress>', page.text)
    assert "Best play is being worked out" in said(page)
    assert page.link("On this device").startswith("/new?")
    library.go_on.set()
    assert "Best play averages 200.0 points." in said(await known(reader, "/r/yahtzee"))


async def test_what_could_not_be_solved_is_said_and_tried_again(open_house: Opened) -> None:
    """An open page does not ask for ever; who loads it anew gets a new attempt."""
    library = SlowLibrary(failures=1)
    library.go_on.set()
    reader = open_house(exact=Exact(cast("Library", library))).reader("en")
    assert "<progress" in (await reader.get("/r/yahtzee")).text
    part = await reader.get("/r/yahtzee", hx_request="true")
    while "data-again" in part.text:
        await asyncio.sleep(0.02)
        part = await reader.get("/r/yahtzee", hx_request="true")
    assert "The game could not be solved." in said(part)
    assert "Best play averages 200.0 points." in said(await known(reader, "/r/yahtzee"))


# --- limits ---------------------------------------------------------------------------------------


async def test_an_address_has_only_so_many_games_solved(open_house: Opened, exact: Exact) -> None:
    """The next is refused in words on a page that works otherwise; what is solved already stays for everybody."""
    house = open_house(Limits(solved_an_hour=3), exact=exact)
    reader = house.reader("en")
    url = url_of("yahtzee", joker="none", extra="none")
    late = await reader.get(url)
    assert late.status == 429
    assert late.response.headers["retry-after"]
    assert "so these have to wait" in said(late)
    assert 'class="qr"' in late.text
    assert (await reader.get(late.link("On this device"))).status == 200
    other = house.reader("en", address="10.0.0.2")
    await known(other, url)
    assert (await reader.get(url)).status == 200
    assert (await reader.get(url_of("yahtzee", joker="free_choice"))).status == 429
    house.seconds = 3601
    assert (await reader.get(url_of("yahtzee", joker="free_choice"))).status == 200


async def test_a_long_race_counts_as_the_work_it_is(open_house: Opened, exact: Exact) -> None:
    """Ten times the target is a hundred times the work: nobody keeps a server busy with it."""
    house = open_house(Limits(solved_an_hour=2), exact=exact)
    await known(house.reader(), url_of("tysiac", target=950))
    assert (await house.reader(address="10.0.0.2").get(url_of("tysiac", target=1500))).status == 200
    assert (await house.reader(address="10.0.0.2").get(url_of("tysiac", target=900))).status == 429


def test_the_usual_limit_leaves_room_for_a_class() -> None:
    """Forty phones with three changes each: two hundred games."""
    most = Limits().solved_an_hour
    assert most is not None
    assert most >= 200
    assert format_short(load("yahtzee")) == "yahtzee"
