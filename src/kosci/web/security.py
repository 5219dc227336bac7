"""What stands before every page: headers, the host's name, where a post comes from, how long it is.

Knows no page, no table and no cookie; refuses and never answers itself.
"""

import asyncio
from collections.abc import Callable, Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kosci.web.limits import Throttle, address_key
from kosci.web.refusals import Refused

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
    ),
)
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
FOR_PROGRAMS = "/api/"
FILES = "/static/"
HOME_NAMES = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".fritz.box")
SAFE_METHODS = frozenset({"GET", "HEAD"})


def header(scope: Scope, name: bytes) -> str:
    """A request's header, empty where it is missing."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def host_name(netloc: str) -> str:
    """The name in a Host header without its port.

    >>> host_name("[::1]:8080"), host_name("Kości.local:80"), host_name("10.0.0.2")
    ('[::1]', 'kości.local', '10.0.0.2')
    """
    name = netloc.rpartition(":")[0] if netloc.rpartition(":")[2].isdigit() else netloc
    return name.lower().rstrip(".")


def with_headers(app: ASGIApp) -> ASGIApp:
    """Puts the security headers on every answer; what names no caching itself is kept by nobody."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *HEADERS]
                if is_https_for_ever(scope):
                    headers.append(HTTPS_ONLY)
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        await app(scope, receive, sent)

    return answered


def is_https_for_ever(scope: Scope) -> bool:
    """Whether browsers may be told never to come over plain http again: at a public name, not at home.

    A home's certificate may be gone tomorrow, and the address of its server be another's.
    """
    name = host_name(header(scope, b"host"))
    is_public = "." in name and not name.endswith(HOME_NAMES) and not name.rpartition(".")[2].isdigit()
    return scope.get("scheme") == "https" and is_public


def with_host_check(app: ASGIApp, hosts: Collection[str]) -> ASGIApp:
    """Refuses requests for a name this server is not known by (a defence against rebinding DNS)."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        if host_name(header(scope, b"host")) not in hosts:
            raise Refused(421, "the Host header names another server")
        await app(scope, receive, send)

    return checked


def with_origin_check(app: ASGIApp) -> ASGIApp:
    """Refuses posts that do not show that they come from these pages."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(FOR_PROGRAMS):
            _check_program(scope)
        elif scope["method"] not in SAFE_METHODS and not is_same_origin(scope):
            raise Refused(403, "neither Origin nor Sec-Fetch-Site says that the request is ours")
        await app(scope, receive, send)

    return checked


def _check_program(scope: Scope) -> None:
    """Programs name no origin and bring no cookie; JSON is what another site's page cannot send without asking."""
    kind = header(scope, b"content-type").partition(";")[0].strip().lower()
    if scope["method"] not in SAFE_METHODS and kind != "application/json":
        raise Refused(415, "programs send application/json")


def is_same_origin(scope: Scope) -> bool:
    """Whether the request says that a page of this origin sent it, and nothing says otherwise."""
    origin, site = header(scope, b"origin"), header(scope, b"sec-fetch-site")
    _, _, netloc = origin.partition("://")
    if origin and netloc.lower() != header(scope, b"host").lower():
        return False
    return site == "same-origin" or (bool(origin) and not site)


def with_pace(app: ASGIApp, throttle: Throttle) -> ASGIApp:
    """Refuses requests of an address that asks for too much; files that never change are nobody's burden."""

    async def paced(scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(FILES):
            client = scope.get("client")
            is_page = scope["method"] in SAFE_METHODS
            throttle.check("pages" if is_page else "commands", address=address_key(client[0]) if client else "")
        await app(scope, receive, send)

    return paced


def with_body_limit(app: ASGIApp, most_at: Callable[[str], int], seconds: float) -> ASGIApp:
    """Refuses bodies that are longer than their path may have, or that do not arrive within so many seconds."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        most = most_at(scope["path"])
        said = header(scope, b"content-length")
        if said and (not said.isdigit() or int(said) > most):
            raise Refused(413, "the body is too long")
        arrived, is_whole = 0, False
        until = asyncio.get_running_loop().time() + seconds

        async def received() -> Message:
            nonlocal arrived, is_whole
            if is_whole or scope["method"] in SAFE_METHODS:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError as error:
                raise Refused(408, "the body does not arrive") from error
            is_whole = not message.get("more_body", False)
            arrived += len(message.get("body", b""))
            if arrived > most:
                raise Refused(413, "the body is too long")
            return message

        await app(scope, received, send)

    return limited
