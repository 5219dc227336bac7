"""One request of a program: its bearer token, its body as a strict value, and the JSON of an answer.

Reads no cookie; knows no table.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.service.tokens import id_of_command, new_token, token_digest
from kosci.web.api.messages import ENCODER
from kosci.web.limits import address_key
from kosci.web.refusals import BadForm, bad_form
from kosci.web.site import Site

PREFIX = "/api/v1"
_KIND = "api:"
B = TypeVar("B")


class NoToken(RuleError):
    """A request without a bearer token of this server."""


@dataclass(frozen=True)
class Caller:
    """A program that asks."""

    site: Site
    request: Request

    @cached_property
    def device(self) -> str:
        """What the service knows the program by; NoToken without a token of this server."""
        kind, _, given = self.request.headers.get("authorization", "").partition(" ")
        text = self.site.parts.vault.signed(given) if kind.lower() == "bearer" and given else None
        if text is None or not text.startswith(_KIND):
            raise NoToken("token-missing", "send a token of this server: Authorization: Bearer …")
        return token_digest(text)

    @property
    def known_device(self) -> str | None:
        """The program, None where it brought no token of this server."""
        try:
            return self.device
        except NoToken:
            return None

    @property
    def address(self) -> str:
        """What counts as the program's address."""
        client = self.request.client
        return address_key(client.host) if client else ""

    def new_token(self) -> str:
        """A new bearer token."""
        return self.site.parts.vault.sign(f"{_KIND}{new_token(self.site.parts.chance)}")

    def scoped(self, command: str) -> str:
        """A command's id as it is stored: programs that count alike must not meet."""
        return id_of_command(self.device, command)

    def path(self, name: str) -> str:
        """A part of the path that the route named."""
        return str(self.request.path_params[name])

    def check_query(self, known: Collection[str]) -> None:
        """BadForm where the query names something that this address knows nothing of, or twice."""
        for name, value in self.request.query_params.multi_items():
            if name not in known or len(self.request.query_params.getlist(name)) > 1:
                raise bad_form(name[:40], value)

    def number(self, name: str, usual: int, most: int) -> int:
        """A whole number of the query; BadForm where it is none."""
        text = self.request.query_params.get(name)
        if text is None:
            return usual
        if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > most:
            raise BadForm("form-value", f"{name}={text[:40]!r} is not possible", field=name, given=text[:40])
        return int(text)

    async def body(self, kind: type[B]) -> B:
        """The body as this value; BadForm says where it is none."""
        try:
            return msgspec.json.decode(await self.request.body(), type=kind, strict=True)
        except msgspec.DecodeError as error:  # a ValidationError is one, too
            raise BadForm("body-value", f"the body is refused: {error}", why=str(error)) from error
        except (UnicodeDecodeError, RecursionError) as error:
            raise BadForm("body-value", "the body is refused: it is no JSON", why="no JSON") from error


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(ENCODER.encode(value), status, media_type="application/json")
