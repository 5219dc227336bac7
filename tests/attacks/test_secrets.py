"""What nobody may read: the dice seed and others' shares before their time, tokens, SQL and paths in failures."""

import hashlib
import logging
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from kosci.adapters.bell import InProcessBell
from kosci.adapters.open import open_store
from kosci.adapters.vault import KeyVault, open_vault
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.table import fair
from kosci.table.facts import Joined
from kosci.variants import load
from kosci.web.app import routes
from kosci.web.site import Where
from tests.support.clock import FakeClock
from tests.web.browsing import Reader
from tests.web.conftest import House, SeededChance, laid, table_of
from tests.web.programs import Program
from tests.web.test_host import lobby_of_two

SHARE = "5ea1ed" * 5 + "17"  # what Ola's browser draws


def spellings(secret: bytes) -> Iterator[bytes]:
    """The ways in which a secret may stand somewhere."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()


async def everything(house: House, reader: Reader, table: str) -> Iterator[tuple[str, bytes]]:
    """Every address of the site about a table, as this reader sees it, with what is answered; streams only begin."""
    row = (await house.tables.view(table)).row
    found = []
    for route in routes(house.site):
        path = route.path.replace("{table}", table).replace("{variant}", "general")
        for kind, token in (("/j/", row.join_token), ("/w/", row.watch_token), ("/watch/", row.watch_token)):
            path = path.replace(f"{kind}{{token}}", f"{kind}{token}")
        if "{" in path or path.endswith("/events") or "GET" not in (route.methods or ()):
            continue
        answer = await reader.client.get(path)
        found.append((path, answer.content + repr(answer.headers.multi_items()).encode()))
    return iter(found)


async def test_no_page_shows_seed_or_another_s_share_before_its_time(house: House) -> None:
    """In the lobby neither; in the game the shares, which are public then; the seed once the table is closed."""
    host, lobby, guest, _ = await lobby_of_two(house)
    table = table_of(lobby)
    await guest.post(f"/t/{table}/add-person", {"name": "Ewa", "share": SHARE, "command": "add-12345678"})
    row = (await house.tables.view(table)).row
    seed, share = house.vault.unseal(row.sealed_seed), bytes.fromhex(SHARE)
    spectator = house.reader("en")
    for reader in (host, guest, spectator):
        for path, shown in await everything(house, reader, table):
            for secret in (*spellings(seed), *spellings(share), *spellings(row.sealed_seed)):
                assert secret not in shown, path
    await host.send((await host.get(lobby.url)).form("/start"))
    seen = b""
    for reader in (host, guest, spectator):
        for path, shown in await everything(house, reader, table):
            seen += shown
            for secret in (*spellings(seed), *spellings(row.sealed_seed)):
                assert secret not in shown, path
    assert SHARE.encode() in seen
    await house.tables.close(table, row.host)
    assert any(seed.hex().encode() in shown for _, shown in await everything(house, host, table))


async def test_no_answer_to_a_program_shows_seed_or_another_s_share_before_its_time(house: House) -> None:
    """State, log and every command's answer; the log shows the digest of a share from the moment it is given."""
    one, other = await Program(house.app).begin(), await Program(house.app).begin()
    made = await one.lay([{"name": "Anna"}])
    seated = await other.do(f"/join/{made['join']}", {"seat": {"name": "Ola", "share": SHARE}}, 201)
    row = (await house.tables.view(made["id"])).row
    seed = house.vault.unseal(row.sealed_seed)
    path = f"/tables/{seated['id']}"
    shown = [str(made), str(seated), *[(await one.get(f"{path}{more}")).text for more in ("", "?legal=1", "/facts")]]
    assert not any(SHARE in text for text in shown)
    assert hashlib.sha256(bytes.fromhex(SHARE)).hexdigest() in shown[-1]
    shown += [str(await one.do(f"{path}/start", {})), (await other.get(f"{path}/facts")).text]
    assert SHARE in shown[-1]
    assert not any(seed.hex() in text for text in shown)
    for program in (one, other):
        await program.client.aclose()


async def test_a_share_is_given_with_the_seat_and_never_changed(house: House) -> None:
    """Nobody chooses it after seeing others': the digest stands in the log, and no request names a share again."""
    host, lobby, guest, _ = await lobby_of_two(house)
    table = table_of(lobby)
    before = {seat.digest for seat in (await house.tables.view(table)).table.seats}
    await guest.raw(f"/t/{table}/roll", {"share": SHARE, "seat": "2", "at": "3", "command": "share-123456"})
    join = f"/j/{(await house.tables.view(table)).row.join_token}"
    await guest.raw(join, {"share": SHARE, "name": "Ola", "command": "share-123457"})
    now = await house.tables.view(table)
    assert before <= {seat.digest for seat in now.table.seats}
    await host.send((await host.get(lobby.url)).form("/start"))
    started = await house.tables.view(table)
    assert [fair.share_digest(share) for share in started.table.shares] == [seat.digest for seat in now.table.seats]
    game = await house.tables.game_file(table)
    assert {fact.digest for fact in game.facts if isinstance(fact, Joined)} >= before


async def running_game(where: Path | str) -> tuple[bytes, list[bytes], str]:
    """A lobby of two and a game under way in a database: the seeds, the shares not open yet, the game's id."""
    vault, chance = KeyVault(b"k" * 32), SeededChance(7)
    store = await open_store(where, FakeClock())
    tables = Tables(store, InProcessBell(), FakeClock(), chance, vault)
    seats = [NewSeat("Anna", share=bytes.fromhex(SHARE)), NewSeat("Ola")]
    lobby = await tables.create(NewTable(load("general"), seats=seats), "anna")
    game = await tables.create(NewTable(load("general"), seats=[NewSeat("Jan")], start=True), "anna")
    view = await tables.view(lobby)
    seeds = [vault.unseal((await tables.view(table)).row.sealed_seed) for table in (lobby, game)]
    closed = [vault.unseal(seat.share) for seat in view.seats]
    assert bytes.fromhex(SHARE) in closed
    await store.close()
    return b"".join(seeds), closed, game


def dumped(path: Path) -> tuple[bytes, bytes]:
    """A database as SQL, and the bytes of all its files."""
    with closing(sqlite3.connect(path)) as connection:
        dump = "\n".join(connection.iterdump()).encode()
    return dump, b"".join(file.read_bytes() for file in path.parent.iterdir())


async def test_the_database_of_a_running_game_shows_neither_seed_nor_closed_share(tmp_path: Path) -> None:
    """Not a byte of them, in the file itself or in a dump of it: they are sealed under a key kept elsewhere."""
    path = tmp_path / "kosci.sqlite"
    seeds, shares, _ = await running_game(path)
    dump, files = dumped(path)
    for secret in (seeds[:32], seeds[32:], *shares):
        for spelling in spellings(secret):
            assert spelling not in dump
            assert spelling not in files
    assert b"Anna" in files


@pytest.mark.long
async def test_a_dump_of_postgresql_shows_neither_seed_nor_closed_share(postgres_url: str) -> None:
    """Every row of every table as text."""
    seeds, shares, _ = await running_game(postgres_url)
    connection = await asyncpg.connect(postgres_url)
    dump = b""
    for (name,) in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
        for (row,) in await connection.fetch(f'SELECT t::text FROM "{name}" t'):
            dump += row.encode()
    await connection.close()
    for secret in (seeds[:32], seeds[32:], *shares):
        for spelling in spellings(secret):
            assert spelling not in dump
    assert b"Anna" in dump


def test_the_server_s_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    """In a file that others cannot read; or it comes from the environment and is written nowhere."""
    first = open_vault(tmp_path, {})
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert open_vault(tmp_path, {}).signed(first.sign("x")) == "x"
    elsewhere = tmp_path / "other"
    elsewhere.mkdir()
    open_vault(elsewhere, {"KOSCI_KEY": (b"k" * 32).hex()})
    assert not list(elsewhere.iterdir())


class DatabaseFailure(Exception):
    """As a driver words it: with the statement, its values, and where."""


FAILURE = DatabaseFailure(
    "(sqlite3.OperationalError) no such table\n[SQL: INSERT INTO seats VALUES (?, ?)]\n"
    "[parameters: ('Anna', 'sealed-5ecret')] at /var/lib/kosci/kosci.sqlite"
)
SAYS = ("SQL", "INSERT", "Anna", "5ecret", "/var/lib", "sqlite", "DatabaseFailure", "Traceback", "kosci/web")


async def test_a_failing_store_is_a_page_without_sql_values_or_paths(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """For pages, fragments, posts, streams and programs; the log says where it failed, not what was stored."""
    reader, program = house.reader("en"), await Program(house.app).begin()
    page = await laid(reader)
    made = await program.lay([{"name": "Jan"}], start=True)
    table = table_of(page)

    async def broken(*_: object) -> None:
        raise FAILURE

    for name in ("read", "table", "append", "create", "seats", "tables_of", "by_join_token", "by_code"):
        monkeypatch.setattr(house.store, name, broken)
    caplog.set_level(logging.DEBUG)
    answers = [
        await reader.client.get("/"),
        await reader.client.get(f"/t/{table}"),
        await reader.client.get(f"/t/{table}", headers={"hx-request": "true"}),
        await reader.client.get(f"/t/{table}/events"),
        await reader.client.get("/join?code=ABCDEF"),
        await reader.raw(f"/t/{table}/roll", page.form("/roll").fields),
        await program.post("/tables", {"command": "12345678", "variant": "general", "seats": [{"name": "Anna"}]}),
        await program.get(f"/tables/{made['id']}/facts"),
        await program.post(f"/tables/{made['id']}/start", {"command": "12345678"}),
    ]
    for answer in answers:
        assert answer.status_code in (500, 403, 404, 422), answer.text
        assert not [word for word in SAYS if word in answer.text.replace("Anna – ", "")], answer.text
    assert [answer.status_code for answer in answers].count(500) >= 7
    logged = "\n".join(record.getMessage() for record in caplog.records)
    assert not [word for word in ("SQL", "Anna", "5ecret", "/var/lib") if word in logged]
    await program.client.aclose()


HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


async def test_every_answer_carries_the_headers_and_pages_are_kept_by_nobody(house: House) -> None:
    """Also refusals and failures; only files that never change, and tables for scoring, may be kept."""
    reader = house.reader("en")
    table = table_of(await laid(reader))
    program = await Program(house.app).begin()
    for path in ("/", f"/t/{table}", "/nothing", "/j/none", f"/t/{table}/export", "/records", "/api/v1/variants"):
        answer = await reader.client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["cache-control"] == "no-store", path
        assert "server" not in answer.headers
    file = await reader.client.get(house.site.renderer.asset("css/base.css"))
    assert "immutable" in file.headers["cache-control"]
    assert file.headers["x-content-type-options"] == "nosniff"
    await program.client.aclose()


async def test_cookies_are_out_of_reach_of_scripts_and_other_sites(open_house: Callable[..., House]) -> None:
    """And over https bound to this very host, with a promise of https at a public name only."""
    house = open_house(where=Where(hosts=frozenset({"localhost", "dice.example.org", "kosci.local", "10.0.0.2"})))
    plain = await house.reader().client.get("/")
    (cookie,) = plain.headers.get_list("set-cookie")
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    assert "secure" not in cookie.lower()
    assert "strict-transport-security" not in plain.headers
    for name, is_public in (("dice.example.org", True), ("kosci.local", False), ("10.0.0.2", False)):
        safe = await house.reader(origin=f"https://{name}").client.get("/")
        (cookie,) = safe.headers.get_list("set-cookie")
        assert cookie.startswith("__Host-kosci-device=")
        assert "secure" in {part.strip().lower() for part in cookie.split(";")}
        assert "domain=" not in cookie.lower()
        assert ("strict-transport-security" in safe.headers) is is_public
