"""Floods: more pages, commands, joins, tables, tokens, streams, solves and bodies than anybody needs."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import cast

import pytest
from starlette.types import Message, Scope

from kosci.adapters.bell import InProcessBell
from kosci.coach.exact import Exact
from kosci.service.tables import MOST_FACTS
from kosci.web.limits import Buckets, Limits, Pace, Paces, Rate, Throttle
from kosci.web.listening import ServeOptions
from kosci.web.refusals import Refused
from kosci.web.server import limits_of
from kosci.web.streams import Streams
from tests.web.conftest import House, laid, table_of
from tests.web.programs import Program
from tests.web.test_doors import post_scope
from tests.web.test_host import lobby_of_two

FEW = Pace(Rate(1, 5), Rate(1, 3))


def test_a_bucket_lets_so_many_through_at_once_and_fills_with_time() -> None:
    """And gives the seconds until there is one again; another key is not concerned."""
    seconds = 0.0
    buckets = Buckets(Rate(2, 3), lambda: seconds)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    seconds = 0.5
    assert [buckets.take("a") for _ in range(2)] == [0, 0.5]
    seconds = 1000.0
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_flood_of_addresses_costs_no_memory_without_end() -> None:
    """The oldest keys are forgotten first."""
    buckets = Buckets(Rate(1, 1), lambda: 0.0)
    for number in range(Buckets.MOST_KEYS + 100):
        buckets.take(str(number))
    assert len(buckets._left) == Buckets.MOST_KEYS
    assert buckets.take(str(Buckets.MOST_KEYS + 99)) > 0


def test_a_throttle_counts_address_and_device_apart() -> None:
    """Whichever has used up its own is refused, with the time to wait in whole seconds."""
    throttle = Throttle(Paces(commands=Pace(Rate(0.1, 3), Rate(0.1, 2))), lambda: 0.0)
    for _ in range(2):
        throttle.check("commands", address="here", device="one")
    with pytest.raises(Refused) as refused:
        throttle.check("commands", address="there", device="one")
    assert (refused.value.status, refused.value.retry) == (429, 10)
    throttle.check("commands", address="here", device="two")
    with pytest.raises(Refused, match="address"):
        throttle.check("commands", address="here", device="three")


async def test_pages_and_commands_of_one_address_come_to_an_end_in_words(open_house: Callable[..., House]) -> None:
    """429 with a time to come back; files, other addresses and later seconds are not concerned."""
    few = Pace(Rate(1, 5), Rate(1, 50))
    house = open_house(Limits(paces=Paces(pages=few, commands=few)))
    reader = house.reader("en")
    answers = [await reader.client.get("/settings") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].headers["retry-after"] == "1"
    assert "Too many tries" in answers[-1].text
    assert (await reader.client.get(house.site.renderer.asset("css/base.css"))).status_code == 200
    assert (await house.reader("en", address="10.0.0.2").client.get("/settings")).status_code == 200
    posts = [await reader.raw("/language", {"lang": "pl"}) for _ in range(6)]
    assert [answer.status_code for answer in posts] == [303] * 5 + [429]
    house.seconds = 1.0
    assert (await reader.client.get("/settings")).status_code == 200


async def test_a_browser_is_held_to_its_own_pace_wherever_it_is(open_house: Callable[..., House]) -> None:
    """Its cookie is counted, too: many addresses do not help."""
    house = open_house(Limits(paces=Paces(pages=FEW)))
    reader = house.reader("en")
    await reader.client.get("/settings")
    cookie = reader.client.cookies["kosci-device"]
    found = []
    for number in range(4):
        other = house.reader("en", address=f"10.0.1.{number}")
        other.client.cookies.set("kosci-device", cookie)
        found.append((await other.client.get("/settings")).status_code)
    assert found == [200, 200, 200, 429]


async def test_what_costs_work_has_a_pace_of_its_own(open_house: Callable[..., House]) -> None:
    """Logs, PDFs, records, reviews, the tables a device scores by; the table itself is still there."""
    house = open_house(Limits(paces=Paces(dear=FEW)))
    reader = house.reader("en")
    table = table_of(await laid(reader))
    asked = [f"/t/{table}/export", "/records", f"/t/{table}/verify", "/paper/general.pdf"]
    assert [(await reader.client.get(path)).status_code for path in asked] == [200, 200, 200, 429]
    assert (await reader.client.get(f"/t/{table}")).status_code == 200


async def test_programs_are_counted_as_browsers_are(open_house: Callable[..., House]) -> None:
    """The same buckets, answered in JSON."""
    house = open_house(Limits(paces=Paces(pages=FEW, commands=FEW)))
    program = await Program(house.app).begin()
    made = await program.lay([{"name": "Anna"}], start=True)
    answers = [await program.get(f"/tables/{made['id']}") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].json()["code"] == "http-429"
    assert answers[-1].headers["retry-after"] == "1"
    await program.client.aclose()


async def test_joining_has_a_pace_of_its_own(open_house: Callable[..., House]) -> None:
    """Who tries seat after seat, or link after link, waits."""
    house = open_house(Limits(paces=Paces(joins=FEW)))
    _, lobby, guest, _ = await lobby_of_two(house)
    row = (await house.tables.view(table_of(lobby))).row
    fields = {"name": "Ola", "command": "again-123456"}
    found = [(await guest.raw(f"/j/{row.join_token}", fields)).status_code for _ in range(3)]
    assert found[-1] == 429
    late = [(await house.reader().raw(f"/s/{number}", {})).status_code for number in range(5)]
    assert late[-1] == 429


async def test_a_class_of_forty_phones_behind_one_address_plays_on_a_public_server(public: House) -> None:
    """Twenty pairs, each lays or joins a table by its code, all within one second: nobody is refused."""
    for _ in range(20):
        host, lobby, _, page = await lobby_of_two(public)
        assert page.status == 200
        started = await host.send((await host.get(lobby.url)).form("/start"))
        assert started.status == 200
    assert len(await public.store.in_state(("running",))) == 20


async def test_an_address_gets_so_many_tokens_for_programs_and_they_bar_nobody_s_tables(
    open_house: Callable[..., House],
) -> None:
    """Tokens and tables are counted apart."""
    house = open_house(Limits(tokens_an_hour=2))
    programs = [await Program(house.app, "10.0.0.1").begin() for _ in range(2)]
    assert (await programs[0].post("/token", {})).status_code == 429
    assert (await laid(house.reader(address="10.0.0.1"))).status == 200
    for program in programs:
        await program.client.aclose()


async def test_codes_are_not_found_by_trying(public: House) -> None:
    """Ten wrong ones a minute from an address: of 887 million codes nobody meets a lobby."""
    await laid(public.reader(), mode="link")
    reader = public.reader(address="10.0.9.9")
    found = [(await reader.client.get(f"/join?code=AAAA{one}{two}")).status_code for one in "234" for two in "56789ABC"]
    assert found[:10] == [404] * 10
    assert set(found[10:]) == {429}


def test_an_address_holds_so_many_streams() -> None:
    """Beside the limits of a table and a browser; what is closed makes room."""
    streams = Streams(InProcessBell(), Limits(streams_an_address=3))
    with ExitStack() as held:
        for number in range(3):
            held.enter_context(streams.counted(f"t{number}", f"b{number}", "here", is_spectator=False))
        with pytest.raises(Refused, match="address"), streams.counted("t9", "b9", "here", is_spectator=False):
            pass
        with streams.counted("t9", "b9", "there", is_spectator=False):
            pass
    with streams.counted("t9", "b9", "here", is_spectator=False):
        assert streams.count == 1


@pytest.mark.parametrize("way", ["lays a table", "adds a computer", "asks for advice", "by JSON"])
async def test_no_table_has_more_games_solved_than_its_address_may(open_house: Callable[..., House], way: str) -> None:
    """House options and a computer that plays exactly: as dear as asking for the average, and counted alike."""
    house = open_house(Limits(solved_an_hour=1), exact=cast("Exact", Unsolved()))
    reader = house.reader("en")
    for number, bonus in enumerate(("41", "42")):
        changes = {"bonus": bonus, "name-1": "Anna", "away": "wait"}
        best = {"who-2": "best", "name-2": ""}
        if way == "lays a table":
            page = await laid(reader, mode="link", changes=changes | best)
        elif way == "by JSON":
            program = await Program(house.app, "10.0.0.1").begin()
            body = {"variant": "general", "options": {"bonus": int(bonus)}, "seats": [{"bot": "best"}]}
            answer = await program.post("/tables", {"command": "table-12345678", **body})
            await program.client.aclose()
            assert answer.status_code == (201, 429)[number]
            continue
        elif way == "adds a computer":
            lobby = await laid(reader, mode="link", changes=changes)
            page = await reader.post(f"/t/{table_of(lobby)}/add-computer", {"bot": "best", "command": "add-1234567"})
        else:
            page = await laid(reader, mode="alone", changes={"bonus": bonus})
            form = (await reader.send(page.form("/roll"))).form("/keep")
            page = await reader.post(f"/t/{table_of(page)}/hint", form.fields)
        assert page.status == (200, 429)[number]


class Unsolved:
    """Exact play that has never been asked for anything: what it would cost is counted before."""

    def advice(self, *_: object) -> object:
        """Nothing is advised."""
        raise NotImplementedError

    def is_ready(self, _: object) -> bool:
        """Nothing is at hand."""
        return False

    def prepare(self, *_: object) -> float:
        """Nothing is solved."""
        return 0.0


async def test_a_log_does_not_grow_without_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Joining and leaving, undoing and correcting for ever: the table is full at some time, and may be closed then."""
    assert MOST_FACTS >= 20_000
    monkeypatch.setattr("kosci.service.tables.MOST_FACTS", 12)
    reader = house.reader("en")
    added = await laid(reader, mode="link")
    table = table_of(added)
    for number in range(20):
        added = await reader.post(f"/t/{table}/add-computer", {"bot": "greedy", "command": f"add-{number:08}"})
        freed = [button for button in added.buttons if button.action or button.form.action.endswith("/remove")]
        if added.status != 200:
            break
        await reader.press(freed[-1])
    assert added.status == 422
    assert "The log of this table" in added.text
    assert await house.version(table) <= 14
    closed = await reader.post(f"/t/{table}/close", {"at": str(await house.version(table)), "command": "close-12345"})
    assert closed.status == 200
    assert (await house.tables.view(table)).row.state == "closed"


async def sent_slowly(house: House, parts: int, scope: Scope) -> list[Message]:
    """The answer to a body of which so many bytes come at once, and never its end."""
    sent: list[Message] = []
    arrived = 0

    async def receive() -> Message:
        nonlocal arrived
        arrived += 1
        if arrived > parts:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    async with asyncio.timeout(10):
        await house.app(scope, receive, send)
    return sent


async def test_a_body_that_never_ends_is_not_waited_for(open_house: Callable[..., House]) -> None:
    """Byte by byte, or nothing at all."""
    house = open_house(Limits(body_seconds=0.05))
    for parts in (0, 3):
        sent = await sent_slowly(house, parts, post_scope("/new"))
        assert sent[0]["status"] == 408


async def test_deep_wide_and_long_bodies_are_refused_as_they_come(house: House) -> None:
    """Deep JSON, long numbers, many fields, long names and paths: a refusal each, never a fault."""
    program, reader = await Program(house.app).begin(), house.reader("en")
    bodies = (
        b"[" * 50_000,
        b'{"a":' * 10_000,
        b'{"command":"12345678","variant":"general","seats":[],"options":{"bonus":' + b"9" * 5000 + b"}}",
        b'{"command":"12345678","variant":"general","seats":[' + b"{}," * 9000 + b"{}]}",
        b'"\\ud800"',
        b"\xff\xfe",
        b"",
        b"NaN",
    )
    headers = {"content-type": "application/json", "authorization": f"Bearer {program.token}"}
    for body in bodies:
        answer = await program.client.post("/api/v1/tables", content=body, headers=headers)
        assert answer.status_code in (400, 413), body[:20]
    assert (await program.client.post("/api/v1/tables", content=b" " * 70_000, headers=headers)).status_code == 413
    for path in (
        "/" + "a" * 8000,
        "/t/" + "%00" * 1000,
        "/t/" + "%f0%9f%8e%b2" * 500,
        "/rules/general?" + "a=1&" * 300,
    ):
        assert (await reader.client.get(path)).status_code in (400, 404, 422), path[:20]
    long = {"name-1": "A" * 30_000, "command": "long-12345678"}
    page = await reader.get("/new?variant=general&mode=alone")
    assert (await reader.send(page.form("/new"), long)).status == 422
    await program.client.aclose()


def test_nobody_counts_at_this_machine_alone_and_everybody_is_counted_for_others() -> None:
    """Off where only this machine gets in; a proxy, a name or another address means the world, unless it is said."""
    alone = limits_of(ServeOptions())
    assert alone.paces is None
    assert alone.tables_an_hour is None
    assert (alone.solved_an_hour, alone.wrong_codes_a_minute) == (400, 10)
    for options in (
        ServeOptions(lan=True),
        ServeOptions(host="0.0.0.0"),
        ServeOptions(host="127.0.0.1", trusted_proxies=("127.0.0.1",)),
        ServeOptions(names=("dice.example",)),
        ServeOptions(limits="public"),
    ):
        assert limits_of(options) == Limits()
    assert limits_of(ServeOptions(lan=True, limits="off")) == alone


def test_several_processes_share_what_is_counted_by_the_hour() -> None:
    """Each has its part of the rare things, so that all together keep to it; the paces guard each process."""
    one = limits_of(ServeOptions(lan=True, workers=4))
    assert (one.tables_an_hour, one.wrong_codes_a_minute, one.solved_an_hour) == (15, 3, 100)
    assert one.paces == Limits().paces
