"""Every address of the programs' interface, with what it takes and gives: the one list that routes and document share.

Handles nothing itself.
"""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from kosci.web.api import handlers, messages
from kosci.web.api.caller import PREFIX, Caller, answer
from kosci.web.api.handlers import CREATED, Handler
from kosci.web.api.openapi import document
from kosci.web.limits import Kind
from kosci.web.site import Site


@dataclass(frozen=True, slots=True)
class Address:
    """One address: its method and path, its handler, its body and its answer; `needs_token` unless open to all.

    `refusals` are the statuses with which it may refuse beside those that any may.
    """

    method: str
    path: str
    handler: Handler
    gives: object
    takes: type[messages.Message] | None = None
    status: int = 200
    needs_token: bool = True
    query: tuple[str, ...] = ()
    is_dear: bool = False

    @property
    def kind(self) -> Kind:
        """As what its requests are counted."""
        return "dear" if self.is_dear else "commands" if self.method == "POST" else "pages"


ADDRESSES = (
    Address("POST", "/token", handlers.token, messages.Token, status=CREATED, needs_token=False),
    Address("GET", "/variants", handlers.variants, list[messages.VariantAnswer], needs_token=False),
    Address("POST", "/tables", handlers.lay, messages.Laid, messages.NewTable, CREATED),
    Address("GET", "/tables/{table}", handlers.state, messages.State, query=("legal",)),
    Address("GET", "/tables/{table}/facts", handlers.facts, messages.Facts, query=("after",), is_dear=True),
    Address("GET", "/tables/{table}/events", handlers.events, None),
    Address("POST", "/tables/{table}/seats", handlers.sit, messages.Seated, messages.Sit, CREATED),
    Address("POST", "/tables/{table}/start", handlers.start, messages.Now, messages.Act),
    Address("POST", "/tables/{table}/moves", handlers.move, messages.Now, messages.Move),
    Address("POST", "/tables/{table}/begin", handlers.begin, messages.Now, messages.SeatAct),
    Address("POST", "/tables/{table}/reports", handlers.report, messages.Now, messages.Report),
    Address("POST", "/tables/{table}/corrections", handlers.correct, messages.Now, messages.Correction),
    Address("POST", "/tables/{table}/undo", handlers.undo, messages.Now, messages.SeatAct),
    Address("POST", "/tables/{table}/leave", handlers.leave, messages.Now, messages.SeatAct),
    Address("POST", "/tables/{table}/close", handlers.close, messages.Now, messages.Act),
    Address("POST", "/join/{token}", handlers.join, messages.Seated, messages.Sit, CREATED),
    Address("GET", "/watch/{token}", handlers.watched, messages.State, needs_token=False),
)


def api_routes(made: Site) -> list[Route]:
    """The routes of the interface, and its document."""
    found = [
        Route(f"{PREFIX}{one.path}", _Endpoint(made, one.handler, one.kind, one.query), methods=[one.method])
        for one in ADDRESSES
    ]
    text = document(ADDRESSES)

    async def told(_: Caller) -> Response:
        return answer(text)

    return [*found, Route(f"{PREFIX}/openapi.json", _Endpoint(made, told, "pages"), methods=["GET"])]


class _Endpoint:
    """A handler as the application of one route."""

    def __init__(self, made: Site, handler: Handler, kind: Kind, query: tuple[str, ...] = ()) -> None:
        self._site = made
        self._handler = handler
        self._kind = kind
        self._query = query

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = Caller(self._site, Request(scope, receive))
        address = caller.address if self._kind == "dear" else None  # all others were counted at the door
        self._site.throttle.check(self._kind, address=address, device=caller.known_device)
        caller.check_query(self._query)
        response = await self._handler(caller)
        await response(scope, receive, send)
