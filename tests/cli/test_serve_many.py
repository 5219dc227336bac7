"""Several server processes over one PostgreSQL and one NATS: any serves any table, and each may die."""

import asyncio
import json
import os
import signal
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

import pytest

from kosci.adapters.open import open_store
from kosci.commands.serving import DATA_FILE, opened_parts
from kosci.engine.moves import Roll, Score
from kosci.service.ports import Ring
from kosci.service.tables import NewSeat, NewTable
from kosci.table import Fact, Settings, Table, parse_fact
from kosci.table.verify import verify
from kosci.variants import load
from kosci.web.listening import ServeOptions
from kosci.web.site import Parts
from tests.cli.running import Runner, program
from tests.support.nats import Nats
from tests.support.server import Server

ANNA = "anna" * 16
SOON = 10.0  # a heartbeat takes fifteen seconds
LONG = 60.0


@pytest.mark.parametrize(
    "options",
    [
        ["--workers", "2"],
        ["--workers", "2", "--database", "postgresql://h/k"],
        ["--workers", "2", "--bell", "nats://h"],
        ["--workers", "2", "--bell", "nats://h", "--database", "sqlite:///k.sqlite"],
    ],
)
def test_several_workers_need_one_database_and_one_bell(kosci: Runner, options: list[str]) -> None:
    answer = kosci("serve", "--lang", "en", *options)
    assert answer.status == 2
    assert "--database postgresql://" in answer.err
    assert "--bell nats://" in answer.err


@pytest.mark.parametrize("address", ["redis://me:secret@h:1", "nats://"])
def test_a_bell_that_is_none_is_refused_without_its_password(kosci: Runner, tmp_path: Path, address: str) -> None:
    answer = kosci("serve", "--port", "0", "--no-open", "--data", str(tmp_path), "--bell", address, "--lang", "en")
    assert answer.status == 1
    assert answer.err.count("\n") == 1
    assert "nats://HOST:PORT" in answer.err
    assert "secret" not in answer.err


async def test_a_second_process_on_a_data_file_is_refused_in_words(tmp_path: Path) -> None:
    """The lock is the operating system's: however the first one ends, it is gone with it."""
    store = await open_store(tmp_path / DATA_FILE)
    arguments = ("serve", "--port", "0", "--no-open", "--data", str(tmp_path), "--lang", "en")
    answer = await asyncio.to_thread(program, *arguments)
    await store.close()
    assert answer.status == 1
    assert f"process {os.getpid()}" in answer.err
    assert answer.err.count("\n") == 1


# --- two processes' parts, in one -----------------------------------------------------------


@pytest.fixture
async def pair(postgres_url: str, nats: Nats, tmp_path: Path) -> AsyncIterator[tuple[Parts, Parts]]:
    """All that two server processes consist of but their pages."""
    options = ServeOptions(database=postgres_url, bell=nats.url)
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(opened_parts(tmp_path, options))
        two = await stack.enter_async_context(opened_parts(tmp_path, options))
        for parts in (one, two):
            await until(partial(_is_connected, parts))
        yield one, two


def _is_connected(parts: Parts) -> bool:
    return parts.bell.is_connected


async def until(is_so: Callable[[], bool], seconds: float = SOON) -> None:
    """Wait until it is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def two_people(**settings: int | str | bool) -> NewTable:
    chosen = Settings(**settings)  # type: ignore[arg-type]  # each test names settings that exist
    return NewTable(load("yahtzee", {"first": "seat"}), chosen, [NewSeat("Anna"), NewSeat("Ola")], start=True)


async def test_a_move_at_one_process_is_heard_and_seen_at_the_other(pair: tuple[Parts, Parts]) -> None:
    """Long before a heartbeat would tell."""
    one, two = pair
    table = await one.tables.create(two_people(), ANNA)
    async with two.bell.listen(table) as ear:
        version = await one.tables.move(table, ANNA, 0, Roll())
        async with asyncio.timeout(SOON):
            while (ring := await ear.wait(SOON)) != Ring(table, version):
                assert ring is not None
    assert (await two.tables.view(table)).version == version
    assert await two.tables.move(table, ANNA, 0, Score("chance")) > version


async def test_nats_goes_and_comes_while_people_play(pair: tuple[Parts, Parts], nats: Nats) -> None:
    """The database decides; who listens is woken when the bell is back, and asks for what was missed."""
    one, two = pair
    table = await one.tables.create(two_people(), ANNA)
    nats.kill()
    await until(lambda: not one.bell.is_connected and not two.bell.is_connected)
    async with two.bell.listen(table) as ear:
        version = await one.tables.move(table, ANNA, 0, Roll())
        assert (await two.tables.view(table)).version == version
        nats.start()
        assert await ear.wait(SOON) == Ring(table)


async def test_computers_of_many_tables_are_moved_once_by_two_processes(pair: tuple[Parts, Parts]) -> None:
    """Each game is whole: every roll follows from the seed, every move from the one before."""
    seats = [NewSeat(bot="random"), NewSeat(bot="greedy")]
    new = NewTable(load("tysiac", {"target": 300}), Settings(pace="at_once"), seats, start=True)
    laid = [await pair[number % 2].tables.create(new, ANNA) for number in range(4)]
    for table in laid:
        await _over(pair[1], table)
        await pair[0].tables.close(table)
        facts = (await pair[1].tables.game_file(table)).facts
        assert verify(facts).verdict == "right"


async def _over(parts: Parts, table: str) -> None:
    end = time.monotonic() + LONG
    while not (await parts.tables.view(table)).table.is_over:
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


# --- real processes -------------------------------------------------------------------------


@pytest.fixture
def many(postgres_url: str, nats: Nats, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers over one database and bell, with one key, each on a port of its own."""
    started: list[Server] = []

    def start(*options: str) -> Server:
        own = ("--database", postgres_url, "--bell", nats.url, "--lang", "en", *options)
        server = Server(tmp_path / "data", own)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        if server.process is not None:
            server.kill()


def workers_of(server: Server) -> set[int]:
    """The processes that serve."""
    found = set()
    for folder in Path("/proc").iterdir():
        with suppress(OSError):  # it has just ended
            if folder.name.isdigit() and b"spawn_main" in (folder / "cmdline").read_bytes():
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                found |= {int(folder.name)} if parent == server.pid else set()
    return found


def asked(server: Server, path: str) -> dict[str, str]:
    with urllib.request.urlopen(f"{server.url}{path}", timeout=SOON) as answer:
        said: dict[str, str] = json.load(answer)
        return said


def wait_until(is_so: Callable[[], bool], seconds: float = LONG) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_worker_is_killed_and_another_begins(many: Callable[..., Server]) -> None:
    """Those who are connected to the other one notice nothing; SIGTERM ends them all in order."""
    server = many("--workers", "2")
    wait_until(lambda: len(workers_of(server)) == 2)
    assert asked(server, "/readyz") == {"status": "ready", "bell": "connected"}
    before = workers_of(server)
    victim = before.pop()
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: len(workers_of(server) - {victim}) == 2)
    assert before < workers_of(server)
    for _ in range(10):
        assert asked(server, "/healthz") == {"status": "alive"}
    left = workers_of(server)
    assert server.stop() == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in left)
    assert "Traceback" not in server.log.read_text()


@pytest.mark.long
def test_workers_end_when_whoever_started_them_is_killed(many: Callable[..., Server]) -> None:
    """Nobody is left behind who holds the port."""
    server = many("--workers", "2")
    wait_until(lambda: len(workers_of(server)) == 2)
    workers = workers_of(server)
    server.kill()
    wait_until(lambda: not any(Path(f"/proc/{worker}/exe").exists() for worker in workers))
    server.start()


def test_workers_that_cannot_begin_say_why_once(tmp_path: Path) -> None:
    options = ("--workers", "2", "--database", "postgresql://127.0.0.1:1/none", "--bell", "nats://127.0.0.1:1")
    answer = program("serve", "--port", "0", "--no-open", "--data", str(tmp_path), *options, "--lang", "en")
    assert answer.status == 1
    assert answer.err.count("\n") == 1
    assert "127.0.0.1:1/none" in answer.err


@pytest.mark.long
def test_a_server_is_killed_while_computers_play_and_the_other_goes_on(
    many: Callable[..., Server], postgres_url: str, nats: Nats
) -> None:
    """Whoever watches at the other one sees the computers go on within seconds, and no move twice."""
    one, two = many("--workers", "2"), many()
    visitor = Visitor(one)
    table = visitor.laid_with_computers()
    stream = visitor.at(two).stream(table)
    for server, restart in ((one, True), (one, False)):
        seen = stream.version()
        server.kill()
        stream.wait_for(seen + 6)
        if restart:
            server.start()
    nats.kill()
    seen = stream.version()
    nats.start()
    seen = stream.wait_for(seen + 6)
    stream.close()
    facts = asyncio.run(_facts(postgres_url, table))
    assert len(facts) >= seen
    assert Table.rebuilt(facts).version == len(facts)


async def _facts(database: str, table: str) -> list[Fact]:
    store = await open_store(database)
    try:
        return [parse_fact(stored.line) for stored in await store.read(table)]
    finally:
        await store.close()


class Stream:
    """An event stream that is open; a connection of its own."""

    def __init__(self, server: Server, path: str, cookie: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=LONG)
        self._connection.request("GET", path, headers={"cookie": cookie})
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200

    def version(self) -> int:
        """The next version that is said."""
        while not (line := self._answer.readline()).startswith(b"data: "):
            assert line, "the stream has ended"
        return int(line.removeprefix(b"data: "))

    def wait_for(self, version: int) -> int:
        """The first version that is said from this one on."""
        end = time.monotonic() + LONG
        while (now := self.version()) < version:
            assert time.monotonic() < end, f"nothing goes on after version {now}"
        return now

    def close(self) -> None:
        """Hang up."""
        self._answer.close()
        self._connection.close()


class Visitor:
    """A browser with one cookie, at whichever server."""

    def __init__(self, server: Server, cookie: str = "") -> None:
        self._server = server
        self._cookie = cookie

    def at(self, server: Server) -> "Visitor":
        """The same browser at another server."""
        return Visitor(server, self._cookie)

    def laid_with_computers(self) -> str:
        """The id of a table where a person has just begun to play against computers, and left at once."""
        connection = HTTPConnection("127.0.0.1", self._server.port, timeout=LONG)
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        self._cookie = (answer.getheader("set-cookie") or "").split(";")[0]
        form = "variant=yahtzee&mode=device&name-1=Anna&who-1=person&who-2=greedy&who-3=greedy&command=0123456789"
        location = self._posted(connection, "/new", form)
        table = location.split("/")[2]
        self._posted(connection, f"/t/{table}/leave", "seat=1&command=9876543210")
        connection.close()
        return table

    def _posted(self, connection: HTTPConnection, path: str, form: str) -> str:
        headers = {"cookie": self._cookie, "origin": self._server.url}
        headers["content-type"] = "application/x-www-form-urlencoded"
        connection.request("POST", path, form, headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 303
        return answer.getheader("location") or ""

    def stream(self, table: str) -> Stream:
        """The event stream of a table."""
        return Stream(self._server, f"/t/{table}/events", self._cookie)
