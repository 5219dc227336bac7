"""The one place where a refusal or a failure becomes a page, in the reader's language and with a way out.

Never shows a token, a seed, a path or a traceback, and never swallows one: what nobody expected is logged.
"""

import logging
import traceback
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kosci.engine.errors import RuleError
from kosci.locale.explain import explain
from kosci.service.ports import Unavailable
from kosci.web.api.caller import PREFIX
from kosci.web.api.problems import problem
from kosci.web.refusals import BadForm, Refused, status_of
from kosci.web.site import Site
from kosci.web.views import ErrorView, Link
from kosci.web.visit import HOME, Visit

WORDED = frozenset({400, 403, 404, 405, 409, 413, 415, 421, 429, 500, 503})
_log = logging.getLogger(__name__)


def with_error_pages(site: Site, app: ASGIApp) -> ASGIApp:
    """Answers whatever the inner application raises."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def sent(message: Message) -> None:
            nonlocal has_begun
            has_begun = has_begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await app(scope, receive, sent)
        except Exception as error:  # noqa: BLE001 - the last door: every failure gets a page or a line in the log
            if _is_unforeseen(error):
                _log.error("%s", _without_secrets(error, scope))
            if not has_begun:
                response = _answer(site, scope, error)
                await response(scope, receive, send)

    return answered


def _answer(site: Site, scope: Scope, error: Exception) -> Response:
    if scope["path"].startswith(f"{PREFIX}/"):
        return problem(error, _status(error))
    return error_page(Visit(site, Request(scope)), error)


def error_page(visit: Visit, error: Exception) -> Response:
    """The page of a refusal or a failure."""
    words = visit.words
    status = _status(error)
    worded = status if status in WORDED else 400 if status < HTTPStatus.INTERNAL_SERVER_ERROR else 500
    text = words(f"http.{worded}")
    if isinstance(error, RuleError):
        text = explain(words, error)
    view = ErrorView(status, words(f"http.{worded}.title"), text, _way_out(visit))
    response = visit.html("error", view, status=status, here=_place(visit))
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        response.headers["retry-after"] = str(error.retry if isinstance(error, Refused) else 60)
    return response


def _status(error: Exception) -> int:
    match error:
        case Refused():
            return error.status
        case HTTPException():
            return error.status_code
        case BadForm():
            return 400
        case RuleError():
            return status_of(error)
        case Unavailable():
            return 503
        case _:
            return 500


def _place(visit: Visit) -> str:
    """The table a request was about, else the home page: what it asked for is no place to go back to."""
    table = visit.request.path_params.get("table")
    return f"/t/{table}" if isinstance(table, str) else HOME


def _way_out(visit: Visit) -> Link:
    is_about_table = _place(visit) != HOME and visit.request.url.path != _place(visit)
    if is_about_table:
        return Link(visit.words("do.back"), _place(visit))
    return Link(visit.words("page.home"), HOME)


def _is_unforeseen(error: Exception) -> bool:
    return not isinstance(error, Refused | HTTPException | RuleError)


def _without_secrets(error: Exception, scope: Scope) -> str:
    """Where it happened, without the message or the path: they may hold what somebody typed, or a token."""
    route = getattr(scope.get("route"), "path", "?")
    where = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    return "\n  ".join([f"{type(error).__name__} at {route}", *where])
