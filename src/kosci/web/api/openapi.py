"""The document of the programs' interface (OpenAPI 3.1), made from the very values that it reads and answers.

Handles no request.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from kosci import __version__
from kosci.web.api.messages import Problem

if TYPE_CHECKING:
    from kosci.web.api.routes import Address

_REF = "#/components/schemas/{name}"
_REFUSALS = {
    "400": "The body or the query is no such value.",
    "401": "There is no bearer token of this server.",
    "403": "The program neither sits nor hosts there, or may not do this.",
    "404": "There is no such table, link or variant.",
    "408": "The body does not arrive.",
    "409": "The table has moved on since the version that the command was made for.",
    "413": "The body is too long.",
    "415": "The body is not sent as application/json.",
    "421": "The Host header names another server.",
    "422": "The rules or the table refuse it: the code and the params say why and what is allowed.",
    "429": "Too often: come back after a while.",
    "503": "The server cannot answer now: come back after a while.",
}
_PATHS = {"table": "A table's id.", "token": "The token of a link."}
_QUERIES = {
    "legal": {"type": "integer", "minimum": 0, "maximum": 1},
    "after": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
}


def document(addresses: Iterable["Address"]) -> dict[str, Any]:
    """The whole document."""
    known = list(addresses)
    shapes = [kind for one in known for kind in (one.takes, one.gives) if kind is not None]
    refs, schemas = msgspec.json.schema_components([*shapes, Problem], ref_template=_REF)
    schema = iter(refs)
    paths: dict[str, dict[str, Any]] = {}
    for one in known:
        takes = next(schema) if one.takes is not None else None
        gives = next(schema) if one.gives is not None else None
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, takes, gives)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kości", "version": __version__, "description": "Dice games of the Generał family."},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(one: "Address", takes: object, gives: object) -> dict[str, Any]:
    words = (one.handler.__doc__ or "").strip().split("\n", maxsplit=1)[0]
    found: dict[str, Any] = {
        "operationId": f"{one.handler.__name__}",
        "summary": words,
        "parameters": [
            *_path_parameters(one.path),
            *({"name": q, "in": "query", "schema": _QUERIES[q]} for q in one.query),
        ],
        "responses": {
            str(one.status): _answered(words, gives),
            **{status: _refused(why) for status, why in _REFUSALS.items()},
        },
    }
    found["responses"][str(one.status)] = _answered(words, gives)
    if takes is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    if one.needs_token:
        found["security"] = [{"token": []}]
    return found


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [
        {"name": name, "in": "path", "required": True, "description": _PATHS[name], "schema": {"type": "string"}}
        for name in names
    ]


def _query_parameter(name: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": _QUERIES[name]}


def _answered(words: str, gives: object) -> dict[str, Any]:
    if gives is None:
        return {"description": words, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    return {"description": words, "content": {"application/json": {"schema": gives}}}


def _refused(why: str) -> dict[str, Any]:
    schema = {"$ref": _REF.format(name="Problem")}
    return {"description": why, "content": {"application/json": {"schema": schema}}}
