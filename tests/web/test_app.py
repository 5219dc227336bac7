"""The site as an app: manifest, icons, service worker, and the page that says in words what plain http forbids."""

import json
import re
import struct
from collections.abc import Callable

import pytest

from kosci.locale.languages import languages, words_in
from kosci.web.build_app import app_view
from kosci.web.files import read_files
from kosci.web.render import renderer
from kosci.web.site import Where
from kosci.web.worker import release
from tests.support.project import ROOT
from tests.web.conftest import House, laid
from tools.icons import FOLDER, ICONS, Icon, drawn, read_drawing

PHONE = "http://192.168.1.20:8765"


def told(script: str) -> dict[str, object]:
    """What the server told its worker."""
    found = re.match(r"const RELEASE = (.*);\n", script)
    assert found
    read: dict[str, object] = json.loads(found.group(1))
    return read


@pytest.mark.parametrize("lang", languages())
async def test_manifest_says_what_is_there(house: House, lang: str) -> None:
    """Name, start, colours, and icons that are of the size and type that is said."""
    reader = house.reader(lang)
    home = await reader.client.get("/")
    url = re.search(r'<link rel="manifest" href="([^"]+)"', home.text)
    assert url
    answer = await reader.client.get(url.group(1))
    assert answer.headers["content-type"] == "application/manifest+json"
    said = answer.json()
    assert (said["name"], said["lang"], said["start_url"], said["display"]) == ("Kości", lang, "/", "standalone")
    assert said["description"] == words_in(lang)("app.description")
    assert f'content="{said["theme_color"]}" media="(prefers-color-scheme: light)"' in home.text
    purposes = set()
    for icon in said["icons"]:
        picture = await reader.client.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        purposes.add((icon["purpose"], icon["sizes"]))
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", picture.content[16:24]))
    assert {("any", "192x192"), ("any", "512x512"), ("maskable", "192x192"), ("maskable", "512x512")} <= purposes
    for shortcut in said["shortcuts"]:
        assert (await reader.client.get(shortcut["url"])).status_code == 200


async def test_manifest_of_no_language_is_refused(house: House) -> None:
    assert (await house.reader().client.get("/manifest.webmanifest?lang=xx")).status_code == 400


@pytest.mark.parametrize("icon", [one for one in ICONS if one.size < 512], ids=lambda icon: icon.name)
def test_icons_are_drawn_from_the_one_drawing(icon: Icon) -> None:
    assert (FOLDER / icon.name).read_bytes() == drawn(icon, read_drawing())


def test_no_other_icon_lies_about() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {icon.name for icon in ICONS}


async def test_worker_keeps_every_file_that_pages_use(house: House) -> None:
    """Under this release's addresses; browsers ask for the worker anew at every visit."""
    reader = house.reader()
    answer = await reader.client.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    kept = told(answer.text)["files"]
    assert isinstance(kept, list)
    used = {path for path in read_files() if path != "sw.js" and not path.endswith(".txt")}
    assert set(kept) == {house.site.renderer.asset(path) for path in used}
    for url in kept:
        assert (await reader.client.get(url)).status_code == 200


async def test_worker_of_another_release_is_another_worker(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word or a template changed: browsers see other bytes and replace what they keep."""
    first = (await house.reader().client.get("/sw.js")).text
    release.cache_clear()
    monkeypatch.setattr("kosci.web.worker.digest_of", lambda _folder: "others")
    second = (await house.reader().client.get("/sw.js")).text
    release.cache_clear()
    assert told(first)["version"] != told(second)["version"]


@pytest.mark.parametrize("lang", languages())
async def test_plain_http_says_in_words_why_all_three_are_off(open_house: Callable[..., House], lang: str) -> None:
    """Install, offline and the screen, each with the way to https at home; nothing is promised."""
    where = Where(frozenset({"192.168.1.20", "localhost", "tower.local"}), PHONE)
    words = words_in(lang)
    page = await open_house(where=where).reader(lang, origin=PHONE).get("/app")
    assert page.text.count(words("app.insecure")) == 3
    assert page.text.count('href="#https"') + page.text.count('href="/app#https"') == 3
    assert words("app.needs-script") not in page.text
    assert "IP:192.168.1.20,DNS:tower.local" in page.text
    assert "http://localhost:8765" in page.text


@pytest.mark.parametrize("origin", ["http://localhost", "https://localhost"])
async def test_where_browsers_allow_it_only_javascript_is_asked_for(house: House, origin: str) -> None:
    words = words_in("pl")
    page = await house.reader(origin=origin).get("/app")
    assert words("app.insecure") not in page.text
    assert words("app.needs-script") in page.text
    assert (words("https.lead-here") in page.text) is origin.startswith("https")


@pytest.mark.parametrize("lang", languages())
async def test_page_without_a_connection_is_in_the_readers_language(house: House, lang: str) -> None:
    reader = house.reader(lang)
    script = (await reader.client.get("/sw.js")).text
    page = await reader.get(str(told(script)["offline"]))
    assert words_in(lang)("offline.title") in page.text
    assert f'<html lang="{lang}" data-theme="auto"' in page.text  # what the worker tells readers apart by


async def test_every_page_is_of_the_app(house: House) -> None:
    """Manifest, icon for iOS and the script that registers the worker, at tables, too."""
    reader = house.reader()
    table = await laid(reader)
    for url in ("/", "/app", "/rules/general", table.url):
        text = (await reader.client.get(url)).text
        assert 'rel="manifest"' in text
        assert 'rel="apple-touch-icon"' in text
        assert renderer().asset("js/app.js") in text


def test_the_document_about_https_has_the_commands_of_the_page() -> None:
    text = (ROOT / "docs" / "https.md").read_text(encoding="utf-8")
    view = app_view(words_in("en"), "")
    for command in [*(one for way in view.ways for one in way.commands), view.start]:
        assert f"\n    {command}\n" in text
