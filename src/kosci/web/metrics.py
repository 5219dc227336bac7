"""What is counted of a server for whoever watches over it: commands, waits, streams, refusals, jobs.

Counts no table, no person and no address; the numbers of all workers of a server add up.
"""

import hmac
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # where the workers of a server keep their numbers
CONTENT_TYPE = CONTENT_TYPE_LATEST
_WAITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_STREAMS = frozenset({"events"})
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The numbers of one server process."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    answers: Counter = field(init=False)
    waits: Histogram = field(init=False)
    streams: Gauge = field(init=False)
    jobs: Gauge = field(init=False)

    def __post_init__(self) -> None:
        made = {
            "answers": Counter(
                "kosci_answers",
                "Requests by what they were about and how they ended.",
                ("kind", "verb", "outcome"),
                registry=self.registry,
            ),
            "waits": Histogram(
                "kosci_wait_seconds",
                "How long answers took; streams are left out.",
                ("kind",),
                buckets=_WAITS,
                registry=self.registry,
            ),
            "streams": Gauge(
                "kosci_streams", "Event streams that are open.", registry=self.registry, multiprocess_mode="livesum"
            ),
            "jobs": Gauge(
                "kosci_jobs",
                "Jobs for workers by their state.",
                ("state",),
                registry=self.registry,
                multiprocess_mode="mostrecent",
            ),
        }
        for name, metric in made.items():
            object.__setattr__(self, name, metric)

    def exposed(self, jobs: Mapping[str, int] | None = None) -> bytes:
        """The numbers in the text that Prometheus reads; `jobs` counts those of each state, where they are shared."""
        for state, count in (jobs or {}).items():
            self.jobs.labels(state).set(count)
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def with_metrics(metrics: Metrics, app: ASGIApp) -> ASGIApp:
    """Counts every answer of the inner application and how long it took."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        started, status = perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, sent)
        finally:
            kind, verb = _kind(scope)
            metrics.answers.labels(kind, verb, outcome(status)).inc()
            took = perf_counter() - started
            if verb not in _STREAMS:
                metrics.waits.labels(kind).observe(took)
            if _log.isEnabledFor(logging.INFO):
                told = {"kind": kind, "verb": verb, "outcome": outcome(status), "ms": round(1000 * took, 1)}
                _log.info("answer", extra=told)

    return counted


def outcome(status: int) -> str:
    """How a request ended, from its status.

    >>> [outcome(status) for status in (200, 303, 409, 429, 422, 500)]
    ['answered', 'answered', 'stale', 'limited', 'refused', 'failed']
    """
    named = {409: "stale", 429: "limited", 503: "unavailable"}
    if status in named:
        return named[status]
    if status < 400:
        return "answered"
    return "refused" if status < 500 else "failed"


def _kind(scope: Scope) -> tuple[str, str]:
    """Whether it was a command, a page or a program's, and which; never an id, a token or what somebody made up."""
    path = getattr(scope.get("route"), "path", None)
    if path is None:
        return "unknown", "unknown"
    parts = [part for part in path.split("/") if part and not part.startswith("{")]
    is_program = parts[:1] == ["api"]
    verb = parts[-1] if parts else "home"
    if scope["method"] == "POST":
        return ("program" if is_program else "command"), verb
    return ("program" if is_program else "page"), verb


def is_allowed(given: str, token: str | None) -> bool:
    """Whether an Authorization header opens the numbers: nobody may see them where no token is set."""
    kind, _, text = given.partition(" ")
    return token is not None and kind.lower() == "bearer" and hmac.compare_digest(text.encode(), token.encode())
