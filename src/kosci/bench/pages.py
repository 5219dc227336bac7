"""How long a page takes on the server's side: the whole application asked in this process, without a network.

The browser's own work is not measured here.
"""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

from starlette.types import ASGIApp, Message, Scope

from kosci.bench.clock import Pace, pace_of_all
from kosci.bench.measurement import Effort, Measurement, Target
from kosci.bench.parts import DEVICE, cookie, lay, temporary_parts
from kosci.bench.playing import chance
from kosci.bots import bot
from kosci.service.tables import Tables
from kosci.variants import Rules, catalogue, load
from kosci.web.app import create_app

PAGE = Target(20, "at most")
HOST = b"127.0.0.1"
HALF = 60  # moves until a game is half played
OK = 200


def pages(effort: Effort) -> Iterator[Measurement]:
    """The median answer of the home page, and of the table of each variant to the player in the middle of a turn."""
    for name, found in asyncio.run(_pages(effort.seconds)):
        yield Measurement("page", name, found.median_ms, "ms", f"median; {found.cpu_ms:.3g} ms of processor", PAGE)


async def _pages(seconds: float) -> list[tuple[str, Pace]]:
    async with temporary_parts() as parts:
        app, headers = create_app(parts), [(b"host", HOST), (b"cookie", cookie(parts.vault).encode())]
        asked = {"home": "/"}
        for variant in catalogue():
            asked[f"table, {variant.id}"] = f"/t/{await _half_played(parts.tables, load(variant.id))}"
        asked_for = {name: partial(get, app, path, headers) for name, path in asked.items()}
        return [(name, await pace_of_all([act], seconds)) for name, act in asked_for.items()]


async def _half_played(tables: Tables, rules: Rules) -> str:
    """A table where half a game has been played by `greedy` and dice lie."""
    table, _ = await lay(tables, rules)
    move, random = bot("greedy"), chance(1)
    for done in count():
        view = await tables.view(table)
        play, seat = view.table.running, view.table.mover
        if seat is None:  # five alike have won Tysiąc already
            return await _half_played(tables, rules)
        if done >= HALF and play.faces:
            return table
        await tables.move(table, DEVICE, seat, move(rules, play.position, random))
    raise AssertionError("count() has no end")


async def get(app: ASGIApp, path: str, headers: Sequence[tuple[bytes, bytes]]) -> bytes:
    """The page an application answers with; ValueError unless it is one."""
    scope: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": b"",
        "headers": list(headers),
        "client": ("127.0.0.1", 1),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if sent[0]["status"] != OK:
        raise ValueError(f"{path} is answered with {sent[0]['status']}")
    return b"".join(message.get("body", b"") for message in sent)
