"""The programs' interface against its own document: whatever is made up from it, there is no fault and no surprise."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from httpx2 import ASGITransport, AsyncClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kosci.web.api.openapi import document
from kosci.web.api.routes import ADDRESSES
from kosci.web.limits import Limits
from tests.web.conftest import House
from tests.web.programs import Program

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FREE = Limits(paces=None, tables_an_hour=None, tokens_an_hour=None)
SHORT, LONG = 4, 100  # made-up requests an address


@dataclass
class Besieged:
    """A site with a program that sits at a lobby, in a game and at a table with real dice."""

    house: House = field(default_factory=lambda: House(FREE))
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    statuses: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.program = self.loop.run_until_complete(Program(self.house.app).begin())
        self.client = AsyncClient(transport=ASGITransport(self.house.app), base_url="http://localhost/api/v1")
        self.renew()

    def renew(self) -> None:
        """Lay the tables anew: what has been sent may have ended those before."""
        two = [{"name": "Anna"}, {"name": "Jan"}]
        laid = [
            self.loop.run_until_complete(self.program.lay(two, start=True)),
            self.loop.run_until_complete(self.program.lay(two[:1])),
            self.loop.run_until_complete(self.program.lay(two, settings={"dice": "real"}, start=True)),
        ]
        self.known = {
            "table": [one["id"] for one in laid],
            "token": [one[way] for one in laid for way in ("join", "watch")],
        }

    def ask(self, case: schemathesis.Case[Any], data: st.DataObject) -> None:
        """Send a made-up request, mostly about a table there is, by a program that sits there, and check the answer."""
        for name in case.path_parameters or {}:
            if data.draw(st.integers(0, 3)):
                case.path_parameters[name] = data.draw(st.sampled_from(self.known[name]))
        if isinstance(case.body, dict):
            make_likely(case.body, data)
        told = case.as_transport_kwargs(base_url="http://localhost/api/v1")
        headers = {**(told.get("headers") or {}), "authorization": f"Bearer {self.program.token}"}
        content = {"json": told["json"]} if told.get("json") is not None else {"content": told.get("data")}
        answer = self.loop.run_until_complete(
            self.client.request(told["method"], told["url"], params=told.get("params"), headers=headers, **content)
        )
        self.statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    def close(self) -> None:
        """End it."""
        for client in (self.client, self.program.client):
            self.loop.run_until_complete(client.aclose())
        self.loop.close()


# What the document cannot know: words that go further than their shape.
LIKELY = {
    "variant": ("general", "yahtzee", "tysiac"),
    "row": ("ones", "chance", "full_house", "bank", "bust"),
    "move": ("roll", "keep", "keep 1 1 1", "score chance", "score ones", "bank", "end", "roll-on 1"),
    "seat": (1, 2, {"name": "Ola"}, {"bot": "greedy"}),
    "at": (1, 3, 4, 5, 6),
    "turn": (1, 2),
    "seq": (1, 4, 5, 6),
}


def make_likely(body: dict[str, Any], data: st.DataObject) -> None:
    """Give some fields values that mean something."""
    for name in body.keys() & LIKELY.keys():
        if data.draw(st.integers(0, 3)):
            body[name] = data.draw(st.sampled_from(LIKELY[name]))


@contextmanager
def besieged() -> Iterator[Besieged]:
    """A site for one test."""
    site = Besieged()
    try:
        yield site
    finally:
        site.close()


def attack(examples: int) -> Counter[int]:
    """So many requests of each kind to each address; how often each status was answered."""
    schema = schemathesis.openapi.from_dict(document(ADDRESSES))
    with besieged() as site:
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if operation.path.endswith("/events"):
                continue  # a stream has no end: test_streams
            site.renew()
            strategies = [operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]
            for strategy in strategies if operation.body or operation.query else strategies[:1]:

                @settings(max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
                @given(strategy, st.data())
                def send(case: schemathesis.Case[Any], data: st.DataObject) -> None:
                    site.ask(case, data)

                send()
        return site.statuses


def test_made_up_requests_are_answered_as_the_document_says() -> None:
    """Right ones, and wrong ones: no fault, no status, type or shape that the document does not name."""
    statuses = attack(SHORT)
    assert {200, 400, 404, 422} <= set(statuses)


@pytest.mark.long
def test_many_more_made_up_requests_are_answered_as_the_document_says() -> None:
    """The same for longer."""
    assert attack(LONG).total() > 10 * LONG
