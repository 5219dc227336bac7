"""The addresses of the programs' interface: each reads a strict body, calls one use case, answers with JSON.

The limits are those of the pages.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from starlette.responses import Response
from starlette.types import ASGIApp

from kosci.engine.game import Passed
from kosci.engine.moves import parse_move
from kosci.engine.options import check_value
from kosci.engine.reported import Reported
from kosci.service import changes
from kosci.service.tables import NewTable, Tables
from kosci.service.view import View
from kosci.table import format_fact
from kosci.table.settings import SETTINGS, Settings
from kosci.variants import fingerprint, load
from kosci.variants.registry import catalogue
from kosci.web.api import messages
from kosci.web.api.caller import Caller, answer
from kosci.web.api.state import now_of, state_of
from kosci.web.news import News
from kosci.web.refusals import Refused
from kosci.web.solved import check_solving
from kosci.web.streams import EventStream

Handler = Callable[[Caller], Awaitable[ASGIApp]]
CREATED = 201


async def token(caller: Caller) -> Response:
    """A new bearer token."""
    if caller.site.tokens.is_full(caller.address):
        raise Refused(429, "the address has asked for too many tokens")
    caller.site.tokens.count(caller.address)
    return answer(messages.Token(caller.new_token()), CREATED)


async def variants(caller: Caller) -> Response:
    """Every variant."""
    del caller
    return answer(
        [
            messages.VariantAnswer(
                one.id, one.players, one.rows, one.turns, dict(one.defaults), fingerprint(load(one.id))
            )
            for one in catalogue()
        ]
    )


async def lay(caller: Caller) -> Response:
    """A table laid for the program, which is its host and has every person's seat named."""
    device, body = caller.device, await caller.body(messages.NewTable)
    if caller.site.laid.is_full(caller.address):
        raise Refused(429, "the address has laid too many tables")
    new = NewTable(load(body.variant, body.options), _settings(body.settings), _seats(body.seats), start=body.start)
    check_solving(caller.site, caller.address, new.game, (seat.bot for seat in new.seats), new.settings)
    table = await _tables(caller).create(new, device, command=caller.scoped(body.command))
    caller.site.laid.count(caller.address)
    view = await _tables(caller).view(table)
    row = view.row
    return answer(messages.Laid(table, view.version, row.join_token, row.watch_token, row.code), CREATED)


async def state(caller: Caller) -> Response:
    """The table as it is now; `legal=1` lists every move of the seat to move."""
    view = await _tables(caller).view((await _own(caller)).id)
    with_legal = caller.number("legal", 0, 1) == 1
    return answer(state_of(view, view.own_seats(caller.device), with_legal=with_legal))


async def watched(caller: Caller) -> Response:
    """The table of a spectators' link as it is now."""
    return answer(state_of(await _watched(caller), ()))


async def facts(caller: Caller) -> Response:
    """The log after a version, as the game file has it."""
    view = await _own(caller)
    after = caller.number("after", 0, messages.MOST_VERSION)
    file = await _tables(caller).game_file(view.id)
    lines = tuple(format_fact(fact) for fact in file.facts[after:])
    return answer(messages.Facts(len(file.facts), after, lines))


async def join(caller: Caller) -> Response:
    """The next seat of a join link's table taken by the program."""
    device, body = caller.device, await caller.body(messages.Sit)
    caller.site.throttle.check("joins", address=caller.address, device=device)
    view = await _tables(caller).by_join_token(caller.path("token"))
    if view is None:
        raise Refused(404, "no table has this join link")
    (seat,) = _seats([body.seat])
    number = await _tables(caller).join(view.id, seat, device, command=caller.scoped(body.command))
    version = (await _tables(caller).view(view.id)).version
    return answer(messages.Seated(view.id, number + 1, version), CREATED)


async def sit(caller: Caller) -> Response:
    """One more seat at the host's lobby: a person beside it, or a computer player."""
    view, body = await _own(caller), await caller.body(messages.Sit)
    (seat,) = _seats([body.seat])
    if seat.bot is not None:
        check_solving(caller.site, caller.address, view.table.game, (seat.bot,), view.table.settings)
        await _tables(caller).add_bot(view.id, caller.device, seat.bot, command=caller.scoped(body.command))
    else:
        view.check_host(caller.device)
        await _tables(caller).join(view.id, seat, caller.device, command=caller.scoped(body.command))
    now = await _tables(caller).view(view.id)
    return answer(messages.Seated(view.id, len(now.seats), now.version), CREATED)


async def start(caller: Caller) -> Response:
    """The game begun."""
    view, body = await _own(caller), await caller.body(messages.Act)
    await _tables(caller).start(view.id, caller.device, command=caller.scoped(body.command))
    return await _now(caller, view)


async def move(caller: Caller) -> Response:
    """A move."""
    view, body = await _own(caller), await caller.body(messages.Move)
    await _tables(caller).move(
        view.id,
        caller.device,
        body.seat - 1,
        parse_move(body.move),
        tuple(body.places),
        at=body.at,
        command=caller.scoped(body.command),
    )
    return await _now(caller, view)


async def report(caller: Caller) -> Response:
    """A whole turn at a table with real dice."""
    view, body = await _own(caller), await caller.body(messages.Report)
    told = Reported(body.seat - 1, body.row, _dice(body.dice), body.points, body.alike)
    await _tables(caller).real.enter(view.id, caller.device, told, turn=body.turn, command=caller.scoped(body.command))
    return await _now(caller, view)


async def correct(caller: Caller) -> Response:
    """An entry at a table with real dice put right."""
    view, body = await _own(caller), await caller.body(messages.Correction)
    seat = body.seat - 1
    told = Passed(seat) if body.row is None else Reported(seat, body.row, _dice(body.dice), body.points, body.alike)
    await _tables(caller).real.correct(
        view.id, caller.device, body.seq, told, at=body.at, command=caller.scoped(body.command)
    )
    return await _now(caller, view)


async def begin(caller: Caller) -> Response:
    """Who begins at a table with real dice."""
    view, body = await _own(caller), await caller.body(messages.SeatAct)
    await _tables(caller).real.begin(view.id, caller.device, body.seat - 1, command=caller.scoped(body.command))
    return await _now(caller, view)


async def undo(caller: Caller) -> Response:
    """The seat's last entry taken back."""
    view, body = await _own(caller), await caller.body(messages.SeatAct)
    await _tables(caller).undo(view.id, caller.device, body.seat - 1, at=body.at, command=caller.scoped(body.command))
    return await _now(caller, view)


async def leave(caller: Caller) -> Response:
    """The seat left for good (S10)."""
    view, body = await _own(caller), await caller.body(messages.SeatAct)
    await _tables(caller).leave(view.id, caller.device, body.seat - 1, command=caller.scoped(body.command))
    return await _now(caller, view)


async def close(caller: Caller) -> Response:
    """The table finished and its seed opened."""
    view, body = await _own(caller), await caller.body(messages.Act)
    await _tables(caller).close(view.id, caller.device, command=caller.scoped(body.command))
    return await _now(caller, view)


async def events(caller: Caller) -> ASGIApp:
    """The event stream of the table: its version after each change; while it is open the program is here."""
    view = await _own(caller)
    news = News(_tables(caller), view, caller.device)
    return EventStream(caller.site.streams.events(view.id, news.version), _held(caller, view.id))


@contextmanager
def _held(caller: Caller, table: str) -> Iterator[None]:
    presence = caller.site.parts.presence
    with caller.site.streams.counted(table, caller.device, caller.address, is_spectator=False):
        presence.opened(table, caller.device)
        try:
            yield
        finally:
            presence.closed(table, caller.device)


def _tables(caller: Caller) -> Tables:
    return caller.site.parts.tables


async def _own(caller: Caller) -> View:
    """The table of the path, where the program sits or hosts."""
    view = await _tables(caller).recent(caller.path("table"))
    if not view.is_in(caller.device):
        view = await _tables(caller).view(view.id)  # it may have sat down at another process
    if not view.is_in(caller.device):
        raise Refused(403, "the program neither sits nor hosts at the table")
    caller.site.parts.presence.seen(view.id, caller.device)
    return view


async def _watched(caller: Caller) -> View:
    view = await _tables(caller).by_watch_token(caller.path("token"))
    if view is None:
        raise Refused(404, "no table has this spectators' link")
    return view


async def _now(caller: Caller, view: View) -> Response:
    """The table after a command of this request."""
    return answer(now_of((await _tables(caller).recent(view.id)).table))


def _seats(given: list[messages.NewSeat]) -> tuple[changes.NewSeat, ...]:
    return tuple(
        changes.NewSeat(one.name or "", one.bot, None if one.share is None else bytes.fromhex(one.share), "en")
        for one in given
    )


def _settings(given: dict[str, bool | int | str]) -> Settings:
    for name, value in given.items():
        check_value(SETTINGS, name, value)
    return Settings(**given)  # type: ignore[arg-type]  # checked each by its spec


def _dice(given: list[int] | None) -> tuple[int, ...] | None:
    return None if given is None else tuple(sorted(given))
