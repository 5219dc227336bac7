"""What people can set, shown everywhere it is shown: markup, formulas, control and direction marks, line breaks."""

import csv
import io
import json
import logging
import os
import pty
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest

from kosci.coach.telling import harmless
from kosci.service.record_file import format_records, records_csv
from kosci.service.record_ports import Played, ResultRow
from kosci.table import Table, fair
from kosci.table.gamefile import GameFile, format_game
from kosci.variants import load
from kosci.web.pages_home import local_path
from tests.support.clock import FakeClock
from tests.web.browsing import Reader, read
from tests.web.conftest import House, laid, table_of
from tests.web.programs import Program
from tests.web.test_host import lobby_of_two

NAMES = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=a>',
    "'-alert(1)-'",
    "{{7*7}}${7*7}",
    "</textarea></title><svg>",
    "=1+1",
    "@SUM(A1)",
    "-2+3",
)
MARKS = ("\x1b[31m", "\u202e", "\u2066", "\x07", "\x00", "\u200b", "\ufeff")
PAGES = ("", "/verify", "/export", "/export?form=text", "/series", "?ask=leave", "?see=1", "/sheet.pdf", "?row=chance")


def tags_of(text: str) -> set[str]:
    """The names of the elements that a browser would make of the page."""
    found: set[str] = set()

    class Seen(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.add(tag)
            found.update(f"{tag} {name}" for name, _ in attrs if name.startswith("on") or name == "style")
            if tag == "script":
                assert str(dict(attrs)["src"]).startswith("/static/")

    Seen().feed(text)
    return found


async def test_markup_in_names_stays_text_on_every_page(house: House) -> None:
    """Lobby, board, end, series, dice check, spectators' page, links, home, records: no element that is not ours."""
    host = house.reader("en")
    lobby = await laid(host, mode="link", changes={"name-1": NAMES[0], "first": "seat"})
    table = table_of(lobby)
    for number, name in enumerate(NAMES[1:4]):
        added = await host.post(f"/t/{table}/add-person", {"name": name, "command": f"add-{number:08}"})
        assert added.status == 200, name
    row = (await house.tables.view(table)).row
    for path in (f"/j/{row.join_token}", "/", f"/t/{table}"):
        await clean(host, path)
    await host.send((await host.get(lobby.url)).form("/start"))
    for path in (*(f"/t/{table}{page}" for page in PAGES), f"/w/{row.watch_token}", "/"):
        await clean(host, path)
    link = await house.tables.personal_link(table, row.host, 0)
    await clean(house.reader("en"), f"/s/{link}")
    await house.tables.close(table, row.host)
    for path in (f"/t/{table}", f"/t/{table}/verify", f"/t/{table}/series", "/records"):
        await clean(host, path)


async def clean(reader: Reader, path: str) -> None:
    """A page without an element, an attribute or a script that is not ours; a file is never read as a page."""
    answer = await reader.client.get(path, follow_redirects=True)
    kind = answer.headers["content-type"]
    if not kind.startswith("text/html"):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-disposition"].startswith(("attachment", "inline"))
        return
    assert answer.status_code in (200, 422), path
    found = tags_of(answer.text)
    assert not {tag for tag in found if " on" in tag or " style" in tag}, path
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text
    assert "49$" not in answer.text


async def test_names_with_control_or_direction_marks_are_refused_wherever_one_sits_down(house: House) -> None:
    """By the form, by the link, beside the host and over JSON; the refusal shows none of them either."""
    host, lobby, _, _ = await lobby_of_two(house)
    row = (await house.tables.view(table_of(lobby))).row
    program, late = await Program(house.app).begin(), house.reader("en")
    for number, mark in enumerate(MARKS):
        name, command = f"Ew{mark}a", f"mark-{number:08}"
        form = (await late.get("/new?variant=general&mode=alone")).form("/new")
        answers = [
            (await late.send(form, {"name-1": name})).response,
            await late.raw(f"/j/{row.join_token}", {"name": name, "command": command}),
            await host.raw(f"/t/{row.id}/add-person", {"name": name, "command": command}),
            await program.post(f"/join/{row.join_token}", {"command": command, "seat": {"name": name}}),
            await program.post("/tables", {"command": command, "variant": "general", "seats": [{"name": name}]}),
        ]
        for answer in answers:
            assert answer.status_code in (400, 422), repr(mark)
            said = answer.json()["params"] if answer.headers["content-type"] == "application/json" else {}
            assert mark not in str(said.get("given", ""))
        page = read(answers[0], "/new")
        assert not any(mark in notice for notice in page.notices)
    assert len((await house.tables.view(row.id)).seats) == 2
    await program.client.aclose()


async def test_whatever_an_address_says_is_shown_as_text_or_not_at_all(house: House) -> None:
    """Codes, options, rows, tokens and unknown pages."""
    reader = house.reader("en")
    table = table_of(await laid(reader))
    evil = quote("<script>alert(1)</script>\r\nx: y\x1b[2J")
    for path in (
        f"/join?code={evil}",
        f"/{evil}",
        f"/j/{evil}",
        f"/r/{evil}",
        f"/rules/{evil}",
        f"/rules/general?bonus={evil}",
        f"/rules/general?{evil}=1",
        f"/new?variant={evil}&mode=device",
        f"/new?variant=general&mode={evil}",
        f"/new?variant=general&mode=device&name-1={evil}",
        f"/own?variant=general&bonus={evil}",
        f"/t/{table}?row={evil}",
        f"/t/{table}?ask={evil}",
        f"/settings?back=/{evil}",
        f"/records?name={evil}",
        f"/paper/general?bonus={evil}",
        f"/scoring/{evil}.json",
        f"/manifest.webmanifest?lang={evil}",
    ):
        answer = await reader.client.get(path)
        assert answer.status_code < 500, path
        assert "<script>alert" not in answer.text, path
        assert "x" not in answer.headers, path
        if answer.headers["content-type"].startswith("text/html"):
            assert "\x1b" not in answer.text, path
            tags_of(answer.text)


@pytest.mark.parametrize(
    "name", ["user-agent", "accept-language", "referer", "x-forwarded-for", "hx-request", "cookie"]
)
async def test_no_header_reaches_a_page_or_the_log(
    house: House, name: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the request fails: markup, line breaks and escapes of a stranger are nowhere."""
    caplog.set_level(logging.DEBUG)

    async def broken(*_: object) -> None:
        raise RuntimeError("fault\r\nINFO forged line")

    reader = house.reader()
    await reader.client.get("/")
    monkeypatch.setattr(house.tables, "tables_of", broken)
    for value in ("<script>evil</script>", "evil\x1b[2J", "evil%0d%0aINFO forged"):
        answer = await reader.client.get("/?evil=%0aINFO%20forged", headers={name: value})
        assert "<script>evil" not in answer.text
        assert "evil\x1b" not in answer.text
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("kosci"))
    assert "forged" not in logged
    assert "evil" not in logged


@pytest.mark.parametrize(
    "back",
    [
        *(
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "https:evil.example",
            "https:/evil",
        ),
        *("http://localhost@evil.example", "javascript:alert(1)", "/\t/evil.example", "/\n//evil.example", " //evil"),
        *("/\r\nlocation: https://evil.example", "%2f%2fevil.example", "／／evil.example", "data:text/html,x", ""),
    ],
)
def test_there_is_no_way_back_to_another_site(back: str) -> None:
    """What is no path of this site leads home."""
    assert local_path(back) == "/"


async def test_a_way_back_is_encoded_and_stays_here(house: House) -> None:
    """Encoded forms stay encoded: no redirect is to be decoded twice, and none breaks its header."""
    reader = house.reader()
    for back in ("/%2f%2fevil.example", "/%5cevil.example", "/%0d%0ax:y", "/t/../..//evil.example", "/.//evil.example"):
        answer = await reader.raw("/language", {"lang": "uk", "back": back})
        target = answer.headers["location"]
        assert target.startswith("/")
        assert not target.startswith(("//", "/\\"))
        assert "x" not in answer.headers


def test_a_formula_in_a_name_is_text_for_spreadsheets() -> None:
    """Records and reviews as CSV, also by names that were brought along in a file."""
    assert [harmless(name) for name in NAMES[-3:]] == [f"'{name}" for name in NAMES[-3:]]
    rows = [result(name) for name in NAMES]
    read_back = list(csv.DictReader(io.StringIO(records_csv(rows))))
    for name, row in zip(NAMES, read_back, strict=True):
        assert row["name"] == (f"'{name}" if name[0] in "=+-@" else name)
    assert [row["name"] for row in json.loads(format_records(rows))["results"]] == list(NAMES)


def result(name: str) -> ResultRow:
    """A result under this name."""
    played = Played("general", "", "0" * 16)
    return ResultRow("t", 0, name, played, 1, FakeClock().now(), 100, 1, imported=True)


def hostile_game() -> str:
    """A game file whose names would steer a terminal."""
    seed, shares = bytes(32), [bytes(16), bytes([1]) * 16]
    table = Table.rebuilt(facts := Table.create(load("general", {"first": "seat"}), fair.commitment(seed)))
    for share in shares:
        facts += (joined := table.join(fair.share_digest(share), drawn=True))
        table = table.after(joined[0])
    facts += table.start(shares, lambda number, dice: fair.faces(seed, shares, number, dice))
    return format_game(GameFile(("\x1b[31mEVIL\x1b]0;owned\x07\u202e", "=\x9b2J\x08"), tuple(facts)))


@pytest.mark.parametrize("command", ["replay", "convert", "verify"])
def test_a_stranger_s_file_steers_no_terminal(tmp_path: Path, command: str) -> None:
    """What is printed to a terminal of a hostile name holds no escape, no bell and no direction mark."""
    (tmp_path / "evil.kosci").write_text(hostile_game(), encoding="utf-8")
    shown = on_a_terminal([command, "evil.kosci"], tmp_path)
    assert "EVIL" in shown or command == "verify"
    for mark in ("\x1b[31m", "\x1b]0;", "\x07", "\x9b", "\u202e", "\x08"):
        assert mark not in shown


@pytest.mark.parametrize("line", ["1: \x1b[31mroll", "player x\n1: roll\x07", "rolled \u202e5", "created \x1b]0;x\x07"])
def test_a_broken_file_is_quoted_harmlessly(tmp_path: Path, line: str) -> None:
    """The refusal names the line and shows its marks written out."""
    (tmp_path / "evil.kosci").write_text(f"kosci game 1\n{line}\n", encoding="utf-8")
    shown = on_a_terminal(["replay", "evil.kosci"], tmp_path)
    assert "Line" in shown
    for mark in ("\x1b", "\x07", "\u202e"):
        assert mark not in shown


def on_a_terminal(arguments: list[str], folder: Path) -> str:
    """What the program prints where its output is a terminal."""
    near, far = pty.openpty()
    program = Path(sys.executable).with_name("kosci")
    environment = {**os.environ, "LANG": "en_US.UTF-8", "NO_COLOR": "1", "TERM": "dumb"}
    with subprocess.Popen([program, *arguments], cwd=folder, stdout=far, stderr=far, env=environment) as process:
        os.close(far)
        shown = b""
        while True:
            try:
                part = os.read(near, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
        process.wait(60)
    os.close(near)
    return shown.decode()
