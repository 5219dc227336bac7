"""Composes the site: routes to handlers, with what stands before them around.

Handles no request itself.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from kosci.web import (
    commands,
    pages_app,
    pages_home,
    pages_join,
    pages_metrics,
    pages_new,
    pages_own,
    pages_paper,
    pages_records,
    pages_review,
    pages_scoring,
    pages_series,
    pages_table,
)
from kosci.web.api.routes import api_routes
from kosci.web.errors import with_error_pages
from kosci.web.files import Files, read_files
from kosci.web.limits import Kind, Limits
from kosci.web.metrics import with_metrics
from kosci.web.pages_health import with_health
from kosci.web.refusals import Refused
from kosci.web.security import with_body_limit, with_headers, with_host_check, with_origin_check, with_pace
from kosci.web.site import Parts, Site, Where, site
from kosci.web.visit import Visit

Handler = Callable[[Visit], Awaitable[ASGIApp]]
# Tried before the others: a route is found by trying one after another, which would cost a move a tenth of its time.
OFTEN = frozenset(f"/t/{{table}}{verb}" for verb in ("", "/events", "/roll", "/keep", "/score", "/bank", "/roll-on"))


def create_app(parts: Parts, where: Where | None = None, limits: Limits | None = None) -> ASGIApp:
    """The whole site as one ASGI application over the parts of the service."""
    return application(site(parts, where, limits))


def application(made: Site) -> ASGIApp:
    """The application over a site that stands already."""

    @asynccontextmanager
    async def running(_: object) -> AsyncIterator[None]:
        yield
        made.streams.close()

    router = Router(routes(made), redirect_slashes=False, default=_no_page, lifespan=running)
    guarded = with_body_limit(_in_app(router), made.limits.most_bytes, made.limits.body_seconds)
    guarded = with_pace(with_origin_check(guarded), made.throttle)
    guarded = with_host_check(guarded, made.where.hosts)
    counted = with_metrics(made.metrics, with_headers(with_error_pages(made, guarded)))

    healthy = with_health(made, counted)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await healthy(scope, receive, send)
        elif scope["type"] == "lifespan":
            await router(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    return app


def routes(made: Site) -> list[Route]:
    """Every address of the site."""
    pages = [
        _page(made, "/", pages_home.home),
        _dear(made, "/rules/{variant}", pages_home.rules),
        _page(made, "/settings", pages_home.settings),
        _page(made, "/new", pages_new.form),
        _page(made, "/own", pages_own.form),
        _dear(made, "/r/{code}", pages_own.rules),
        _page(made, "/join", pages_join.by_code),
        _page(made, "/j/{token}", pages_join.join_page),
        _page(made, "/s/{token}", pages_join.seat_page),
        _page(made, "/t/{table}", pages_table.table),
        _dear(made, "/t/{table}/verify", pages_table.verify),
        _dear(made, "/t/{table}/export", pages_table.export),
        _dear(made, "/t/{table}/review", pages_review.page),
        _dear(made, "/t/{table}/review.csv", pages_review.as_csv_file),
        _dear(made, "/t/{table}/review.json", pages_review.as_json_file),
        _dear(made, "/t/{table}/series", pages_series.page),
        _dear(made, "/t/{table}/sheet.pdf", pages_paper.sheet),
        _dear(made, "/t/{table}/review.pdf", pages_paper.review),
        _dear(made, "/w/{token}/sheet.pdf", pages_paper.watch_sheet),
        _dear(made, "/w/{token}/review.pdf", pages_paper.watch_review),
        _page(made, "/paper", pages_paper.first),
        _dear(made, "/paper/{variant}.pdf", pages_paper.blank),
        _page(made, "/paper/{variant}", pages_paper.form),
        _dear(made, "/scoring/{code}.json", pages_scoring.by_code),
        _dear(made, "/t/{table}/scoring.json", pages_scoring.of_table),
        _page(made, "/t/{table}/events", pages_table.events),
        _page(made, "/w/{token}", pages_table.watch),
        _dear(made, "/w/{token}/verify", pages_table.watch_verify),
        _dear(made, "/w/{token}/export", pages_table.watch_export),
        _dear(made, "/w/{token}/review", pages_review.watch_page),
        _dear(made, "/w/{token}/review.csv", pages_review.watch_csv_file),
        _dear(made, "/w/{token}/review.json", pages_review.watch_json_file),
        _dear(made, "/w/{token}/series", pages_series.watch_page),
        _page(made, "/w/{token}/events", pages_table.watch_events),
        *(_dear(made, path, handler) for path, handler in pages_records.PAGES.items()),
        _page(made, "/metrics", pages_metrics.numbers),
        _page(made, "/app", pages_app.about),
        _page(made, "/app/offline", pages_app.offline),
        _page(made, "/manifest.webmanifest", pages_app.web_manifest),
        _page(made, "/sw.js", pages_app.service_worker),
        Route("/static/{digest}/{path:path}", _Endpoint(made, Files(read_files()).serve, None), methods=["GET"]),
    ]
    posts = [
        _post(made, "/language", pages_home.choose_language),
        _post(made, "/settings", pages_home.choose_settings),
        _post(made, "/new", pages_new.lay),
        _post(made, "/own", pages_own.choose),
        _post(made, "/j/{token}", pages_join.join),
        _post(made, "/s/{token}", pages_join.take_seat),
        _post(made, "/t/{table}/link", pages_join.make_link),
        *(_post(made, path, handler) for path, handler in pages_records.POSTS.items()),
        _post(made, "/t/{table}/rematch", pages_series.rematch),
        _post(made, "/t/{table}/next", pages_series.change_players),
        *(_post(made, f"/t/{{table}}/{verb}", commands.acting(act)) for verb, act in commands.ACTS.items()),
    ]
    return sorted([*pages, *posts, *api_routes(made)], key=lambda route: route.path not in OFTEN)


def _page(made: Site, path: str, handler: Handler) -> Route:
    return Route(path, _Endpoint(made, handler, "pages"), methods=["GET"])


def _dear(made: Site, path: str, handler: Handler) -> Route:
    """A page that costs work."""
    return Route(path, _Endpoint(made, handler, "dear"), methods=["GET"])


def _post(made: Site, path: str, handler: Handler) -> Route:
    return Route(path, _Endpoint(made, handler, "commands"), methods=["POST"])


class _Endpoint:
    """A handler as the application of one route."""

    def __init__(self, made: Site, handler: Handler, kind: Kind | None) -> None:
        self._site = made
        self._handler = handler
        self._kind = kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = Visit(self._site, Request(scope, receive))
        if self._kind is not None:
            address = visit.address if self._kind == "dear" else None  # all others were counted at the door
            self._site.throttle.check(self._kind, address=address, device=visit.known_device)
        response = await self._handler(visit)
        await response(scope, receive, send)


def _in_app(router: Router) -> ASGIApp:
    """The router as part of an application: what it cannot answer it raises.

    A router tries one address after the other; only those that begin as the path does are tried here.
    """
    groups: defaultdict[str, list[BaseRoute]] = defaultdict(list)
    for route in router.routes:
        assert isinstance(route, Route)
        groups[_first(route.path)].append(route)
    routers = {first: Router(group, redirect_slashes=False, default=_no_page) for first, group in groups.items()}

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = router
        await routers.get(_first(scope["path"]), router)(scope, receive, send)

    return inside


def _first(path: str) -> str:
    """The first part of a path.

    >>> _first("/t/abc/keep"), _first("/")
    ('t', '')
    """
    return path[1:].partition("/")[0]


async def _no_page(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise Refused(404, "no such page")
