"""The interface for programs: whole games over JSON, what is refused and how, and its document."""

from collections.abc import AsyncIterator, Callable

import pytest
from httpx2 import Response

from kosci.table import Table, parse_fact
from tests.web.conftest import House
from tests.web.programs import BASE, Json, Program

TWO = [{"name": "Anna"}, {"name": "Jan"}]


@pytest.fixture
async def house(open_house: Callable[..., House]) -> House:
    return open_house()


@pytest.fixture
async def program(house: House) -> AsyncIterator[Program]:
    made = await Program(house.app).begin()
    yield made
    await made.client.aclose()


def refused(answered: Response, status: int, code: str) -> Json:
    """The problem of an answer that refuses with this status and code."""
    assert answered.status_code == status, answered.text
    problem = answered.json()
    assert problem["code"] == code
    return problem


async def test_a_whole_game_is_played_and_its_log_replays_to_what_was_told(program: Program) -> None:
    laid = await program.lay(TWO, start=True)
    path = f"/tables/{laid['id']}"
    now = (await program.get(path)).json()["now"]
    told = {}
    while not now["is_over"]:
        state = (await program.get(f"{path}?legal=1")).json()
        scores = [move for move in state["legal"] if move.startswith("score")]
        move = scores[0] if scores else "roll"
        now = await program.do(f"{path}/moves", {"seat": now["mover"], "at": now["version"], "move": move})
        told[now["version"]] = now["position"]
    facts = (await program.get(f"{path}/facts")).json()
    table = Table.rebuilt([parse_fact(line) for line in facts["lines"][:1]])
    for line in facts["lines"][1:]:
        table = table.after(parse_fact(line))
        if table.version in told:
            assert table.play is not None
            assert told[table.version] == table.game.format_position(table.play.position)  # type: ignore[arg-type]
    assert table.is_over
    state = (await program.get(path)).json()
    assert sorted(one["place"] for one in state["results"]) in ([1, 2], [1, 1])
    assert [seat["total"] for seat in state["seats"]] == [one["points"] for one in state["results"]]


async def test_a_command_sent_twice_acts_once(program: Program) -> None:
    laid = await program.lay(TWO, start=True)
    path = f"/tables/{laid['id']}"
    now = (await program.get(path)).json()["now"]
    body = {"command": program.command(), "seat": now["mover"], "at": now["version"], "move": "roll"}
    first, second = [(await program.post(f"{path}/moves", body)).json() for _ in range(2)]
    assert first == second


async def test_a_stale_command_says_so(program: Program) -> None:
    laid = await program.lay(TWO, start=True)
    path = f"/tables/{laid['id']}"
    now = (await program.get(path)).json()["now"]
    await program.do(f"{path}/moves", {"seat": now["mover"], "at": now["version"], "move": "roll"})
    again = {"command": program.command(), "seat": now["mover"], "at": now["version"], "move": "keep"}
    refused(await program.post(f"{path}/moves", again), 409, "stale")


async def test_the_rules_refuse_with_what_is_allowed(program: Program) -> None:
    laid = await program.lay(TWO, start=True)
    path = f"/tables/{laid['id']}"
    now = (await program.get(path)).json()["now"]
    now = await program.do(f"{path}/moves", {"seat": now["mover"], "at": now["version"], "move": "roll"})
    body = {"command": program.command(), "seat": now["mover"], "at": now["version"], "move": "score sevens"}
    problem = refused(await program.post(f"{path}/moves", body), 422, "row-unknown")
    assert "ones" in problem["params"]["allowed"]
    other = 3 - now["mover"]
    body = {"command": program.command(), "seat": other, "at": now["version"], "move": "score ones"}
    refused(await program.post(f"{path}/moves", body), 422, "not-your-turn")


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 0},
        {"seat": 9},
        {"seat": "1"},
        {"seat": 1.0},
        {"seat": None},
        {"seat": True},
        {"at": -1},
        {"move": ""},
        {"move": "roll" * 40},
        {"places": [0]},
        {"places": [6]},
        {"places": ["1"]},
        {"command": "short"},
        {"command": "<script>alert(1)</script>"},
        {"surplus": 1},
    ],
)
async def test_a_body_that_is_no_such_value_is_refused(program: Program, change: dict[str, object]) -> None:
    laid = await program.lay(TWO, start=True)
    body = {"command": program.command(), "seat": 1, "at": laid["version"], "move": "roll"} | change
    refused(await program.post(f"/tables/{laid['id']}/moves", body), 400, "body-value")


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"a":' * 20_000, b"NaN"])
async def test_what_is_no_json_is_refused(program: Program, text: bytes) -> None:
    headers = {"content-type": "application/json", "authorization": f"Bearer {program.token}"}
    answered = await program.client.post(f"{BASE}/tables", content=text, headers=headers)
    assert answered.status_code in (400, 413)
    assert answered.json()["code"] in ("body-value", "http-413")


async def test_nobody_acts_without_a_token_or_at_anothers_table(house: House, program: Program) -> None:
    laid = await program.lay(TWO, start=True)
    stranger = Program(house.app)
    refused(await stranger.get(f"/tables/{laid['id']}"), 401, "token-missing")
    stranger.token = program.token[:-2] + "xx"
    refused(await stranger.get(f"/tables/{laid['id']}"), 401, "token-missing")
    await stranger.begin()
    body = {"command": stranger.command(), "seat": 1, "at": laid["version"], "move": "roll"}
    refused(await stranger.post(f"/tables/{laid['id']}/moves", body), 403, "http-403")
    refused(await stranger.get(f"/tables/{laid['id']}/facts"), 403, "http-403")
    await stranger.client.aclose()


async def test_another_program_joins_by_the_link_and_plays_its_own_seat_only(house: House, program: Program) -> None:
    laid = await program.lay([{"name": "Anna"}])
    other = await Program(house.app, "10.0.0.8").begin()
    seated = await other.do(f"/join/{laid['join']}", {"seat": {"name": "Jan"}}, 201)
    assert seated["seat"] == 2
    now = await program.do(f"/tables/{laid['id']}/start", {})
    mine, theirs = (program, other) if now["mover"] == 1 else (other, program)
    body = {"command": theirs.command(), "seat": now["mover"], "at": now["version"], "move": "roll"}
    refused(await theirs.post(f"/tables/{laid['id']}/moves", body), 403, "not-your-seat")
    body = {"seat": now["mover"], "at": now["version"], "move": "roll"}
    assert (await mine.do(f"/tables/{laid['id']}/moves", body))["dice"]
    await other.client.aclose()


async def test_spectators_see_the_table_and_nothing_secret(house: House, program: Program) -> None:
    laid = await program.lay(TWO, start=True)
    view = await house.tables.view(laid["id"])
    seed = house.vault.unseal(view.row.sealed_seed).hex()
    looker = Program(house.app)
    watched = await looker.get(f"/watch/{laid['watch']}")
    facts = await program.get(f"/tables/{laid['id']}/facts")
    assert watched.status_code == 200
    for text in (watched.text, facts.text):
        assert seed not in text
        assert view.row.host not in text
    await looker.client.aclose()


async def test_real_dice_are_reported_and_corrected(program: Program) -> None:
    laid = await program.lay(TWO, settings={"dice": "real"}, start=True)
    path = f"/tables/{laid['id']}"
    await program.do(f"{path}/begin", {"seat": 1})
    now = await program.do(f"{path}/reports", {"seat": 1, "turn": 1, "row": "threes", "dice": [3, 5, 3, 6, 3]})
    assert now["mover"] == 2
    body = {"command": program.command(), "seat": 2, "turn": 1, "row": "threes", "points": 23}
    refused(await program.post(f"{path}/reports", body), 422, "report-impossible")
    entry = {"seq": now["version"], "seat": 1, "at": now["version"], "row": "fours", "points": 12}
    await program.do(f"{path}/corrections", entry)
    state = (await program.get(path)).json()
    assert state["seats"][0]["rows"] == {"fours": 12}


async def test_posts_that_another_sites_page_could_send_are_refused(program: Program) -> None:
    form = await program.client.post(
        f"{BASE}/tables", content="variant=yahtzee", headers={"content-type": "application/x-www-form-urlencoded"}
    )
    refused(form, 415, "http-415")


async def test_the_document_holds_every_address_with_its_values(program: Program) -> None:
    document = (await program.get("/openapi.json")).json()
    assert set(document["paths"]["/tables/{table}/moves"]) == {"post"}
    assert document["components"]["schemas"]["Move"]["required"] == ["command", "seat", "at", "move"]
    assert document["openapi"].startswith("3.1")


async def test_unknown_addresses_and_methods_are_problems_too(program: Program) -> None:
    refused(await program.get("/nothing"), 404, "http-404")
    answered = await program.client.delete(f"{BASE}/tables", headers={"content-type": "application/json"})
    refused(answered, 405, "http-405")
