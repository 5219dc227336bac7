"""Every page renders in three languages, escapes what people typed, and keeps to the content policy."""

import re
from html.parser import HTMLParser

import pytest

from kosci.locale.languages import languages, words_in
from kosci.web.render import Renderer, renderer
from kosci.web.views import Notice, Settings
from tests.web.samples import HTML_NAME, page, samples

CASES = [(lang, name) for lang in languages() for name in samples(lang)]
VOID = {"meta", "link", "input", "br", "hr", "col", "img"}


class Checker(HTMLParser):
    """What a page says about itself: its tags in order, and whether they are closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute stands twice in <{tag}>: {attrs}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture(scope="module")
def pages() -> Renderer:
    return renderer()


def checked(html: str) -> Checker:
    checker = Checker()
    checker.feed(html)
    checker.close()
    assert checker.open == []
    return checker


def rendered(pages: Renderer, lang: str, name: str, *, fragment: bool = False) -> str:
    template, view = samples(lang)[name]
    return pages.page(template, page=page(lang), view=view, words=words_in(lang), fragment=fragment)


@pytest.mark.parametrize(("lang", "name"), CASES)
def test_page_renders_whole_and_closed(pages: Renderer, lang: str, name: str) -> None:
    found = checked(rendered(pages, lang, name))
    assert found.all("html")[0]["lang"] == lang
    assert len(found.all("main")) == 1
    assert len(found.all("h1")) == 1
    assert len(found.all("title")) == 1


@pytest.mark.parametrize(("lang", "name"), CASES)
def test_page_keeps_to_the_content_policy(pages: Renderer, lang: str, name: str) -> None:
    found = checked(rendered(pages, lang, name))
    for tag, attrs in found.tags:
        assert "style" not in attrs, (tag, attrs)
        assert not [key for key in attrs if key.startswith("on")], (tag, attrs)
        assert not (attrs.get("href") or "").startswith("javascript:")
        assert tag not in {"style", "iframe", "object"}
    for script in found.all("script"):
        assert (script["src"] or "").startswith("/static/")


@pytest.mark.parametrize(("lang", "name"), CASES)
def test_names_and_ids_hold_together(pages: Renderer, lang: str, name: str) -> None:
    found = checked(rendered(pages, lang, name))
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs in found.tags:
        for key in ("for", "aria-labelledby", "aria-describedby", "form", "data-copy"):
            if attrs.get(key):
                assert attrs[key] in ids, (key, attrs)
        if (attrs.get("href") or "").startswith("#"):
            assert (attrs["href"] or "")[1:] in ids


@pytest.mark.parametrize("name", ["table-long", "join", "join-full"])
def test_html_in_a_name_is_shown_as_text(pages: Renderer, name: str) -> None:
    html = rendered(pages, "pl", name)
    assert "<b onclick" not in html
    assert HTML_NAME in " ".join(checked(html).texts)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("template", ["table", "lobby", "end"])
def test_fragment_is_the_part_that_changes(pages: Renderer, lang: str, template: str) -> None:
    name = "table-roll" if template == "table" else template
    part = rendered(pages, lang, name, fragment=True)
    found = checked(part)
    assert found.tags[0][1]["id"] == "page"
    assert "<html" not in part
    assert part.strip() in rendered(pages, lang, name)


def test_dice_are_checkboxes_of_the_roll_form(pages: Renderer) -> None:
    found = checked(rendered(pages, "pl", "table-roll"))
    ticks = [attrs for attrs in found.all("input") if attrs.get("type") == "checkbox"]
    assert [attrs["value"] for attrs in ticks] == ["1", "2", "3", "4", "5"]
    assert {attrs["name"] for attrs in ticks} == {"keep"}
    assert [attrs["value"] for attrs in ticks if "checked" in attrs] == ["1", "3", "4"]


def test_inverted_dice_tick_what_is_rolled(pages: Renderer) -> None:
    found = checked(rendered(pages, "pl", "table-inverted"))
    ticks = [attrs for attrs in found.all("input") if attrs.get("type") == "checkbox"]
    assert {attrs["name"] for attrs in ticks} == {"roll"}
    assert [attrs["value"] for attrs in ticks if "checked" in attrs] == ["2", "5"]


def test_roll_is_the_first_button_of_the_turn(pages: Renderer) -> None:
    """Enter in the form rolls; it never writes into a row."""
    found = checked(rendered(pages, "pl", "table-roll"))
    assert "row" not in [attrs.get("name") for attrs in found.all("button") if attrs.get("form") == "turn"][:1]


def test_row_buttons_only_ask(pages: Renderer) -> None:
    found = checked(rendered(pages, "pl", "table-roll"))
    rows = [attrs for attrs in found.all("button") if attrs.get("name") == "row"]
    assert rows
    assert {attrs["formmethod"] for attrs in rows} == {"get"}
    assert "Piątki: można wpisać 15 punktów" in [attrs["aria-label"] for attrs in rows]


def test_spectators_get_no_button_that_changes_anything(pages: Renderer) -> None:
    found = checked(rendered(pages, "pl", "table-watched"))
    targets = {attrs.get("action") for attrs in found.all("form") if attrs.get("method") == "post"}
    assert targets <= {"/language", "/settings", "/t/7Q"}
    assert not [attrs for attrs in found.all("button") if attrs.get("form") == "turn"]


def test_forms_that_post_carry_the_command_and_the_version(pages: Renderer) -> None:
    for name in ("table-chosen", "table-first", "table-race", "lobby"):
        for form in re.findall(
            r'<form[^>]*method="post"[^>]*action="/t/7Q/.*?</form>', rendered(pages, "pl", name), re.DOTALL
        ):
            assert 'name="command"' in form
            assert 'name="version"' in form


def test_notice_of_the_page_is_an_alert(pages: Renderer) -> None:
    html = pages.page(
        "home", page=page("en", notice=Notice("No.")), view=samples("en")["home"][1], words=words_in("en")
    )
    assert 'role="alert">No.' in html


def test_theme_is_remembered_without_script(pages: Renderer) -> None:
    html = pages.page("home", page=page("en", Settings("dark")), view=samples("en")["home"][1], words=words_in("en"))
    assert 'data-theme="dark"' in html


def test_files_live_under_an_address_that_changes_with_them(pages: Renderer) -> None:
    assert pages.asset("css/base.css") == f"/static/{pages.digest}/css/base.css"
    assert re.fullmatch(r"[0-9a-f]{12}", pages.digest)
