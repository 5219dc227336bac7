"""`kosci serve`: what may be asked of the server, handed on to it.

Serves nothing itself.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Lang, whole_number, words_for
from kosci.commands.errors import CommandError

if TYPE_CHECKING:
    from kosci.web.limits import LimitsFor as WhoseLimits
    from kosci.web.logs import Form

Host = Annotated[
    str | None, typer.Option("--host", metavar="ADDRESS", help="Bind this address; otherwise 127.0.0.1 only.")
]
Port = Annotated[str, typer.Option("--port", metavar="PORT", help="0 takes a free one.")]
Lan = Annotated[bool, typer.Option("--lan", help="Let phones in this network in: bind it, print address and QR code.")]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the page in a browser.")]
Data = Annotated[
    str | None, typer.Option("--data", metavar="DIR", help="Folder of the database and its key; otherwise your own.")
]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="A PostgreSQL database: postgresql://user@host/name.")
]
Bell = Annotated[
    str | None, typer.Option("--bell", metavar="URL", help="NATS, for several processes: nats://host:4222.")
]
Workers = Annotated[
    str, typer.Option("--workers", metavar="N", help="So many processes, on a PostgreSQL and with a bell.")
]
Cert = Annotated[str | None, typer.Option("--tls-cert", metavar="FILE", help="Certificate, to serve https.")]
Key = Annotated[str | None, typer.Option("--tls-key", metavar="FILE", help="Its private key.")]
Proxy = Annotated[
    list[str] | None,
    typer.Option("--trusted-proxy", metavar="ADDRESS", help="Believe what this proxy says of addresses; repeatable."),
]

Name = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="NAME", help="Answer to this name, too (behind a proxy); repeatable."),
]
LimitsFor = Annotated[
    str | None,
    typer.Option(
        "--limits",
        metavar="public|off",
        help="Count how much each address asks for, or not (a closed network); otherwise off at 127.0.0.1 only.",
    ),
]

MOST_WORKERS = 64

Log = Annotated[
    str, typer.Option("--log", metavar="text|json", help="Say warnings in lines, or everything as one JSON a line.")
]


def serve(
    ctx: typer.Context,
    *,
    host: Host = None,
    port: Port = "8765",
    lan: Lan = False,
    no_open: NoOpen = False,
    data: Data = None,
    database: Database = None,
    bell: Bell = None,
    workers: Workers = "1",
    tls_cert: Cert = None,
    tls_key: Key = None,
    trusted_proxy: Proxy = None,
    name: Name = None,
    limits: LimitsFor = None,
    log: Log = "text",
    lang: Lang = None,
) -> int:
    """Start the server and open the page."""
    words = words_for(ctx, lang)
    number = whole_number("--port", port, 0, 65535)
    if (tls_cert is None) != (tls_key is None):
        given = f"--tls-cert {tls_cert}" if tls_cert is not None else f"--tls-key {tls_key}"
        raise CommandError("serve-tls", f"{given!r}: --tls-cert and --tls-key are given together", given=given)
    processes = whole_number("--workers", workers, 1, MOST_WORKERS)
    if processes > 1 and (bell is None or database is None or not database.startswith("postgres")):
        message = f"{processes} workers need --database postgresql://… and --bell nats://…"
        raise CommandError("serve-workers", message, n=processes)
    from kosci.web.listening import ServeOptions

    options = ServeOptions(
        host=host,
        port=number,
        lan=lan,
        open_page=not no_open,
        data=None if data is None else Path(data),
        database=database,
        bell=bell,
        workers=processes,
        tls_cert=None if tls_cert is None else Path(tls_cert),
        tls_key=None if tls_key is None else Path(tls_key),
        trusted_proxies=tuple(trusted_proxy or ()),
        names=tuple(name or ()),
        limits=_limits_for(limits),
        log=_log_form(log),
        lang=words.lang,
    )
    from kosci.commands.serving import served

    return served(options, words)


def _limits_for(given: str | None) -> "WhoseLimits | None":
    from kosci.web.limits import LIMITS_FOR

    found = next((one for one in LIMITS_FOR if one == given), None)
    if given is not None and found is None:
        message = f"--limits {given!r} is not possible: {', '.join(LIMITS_FOR)} are"
        raise CommandError("serve-limits", message, given=given, allowed=LIMITS_FOR)
    return found


def _log_form(given: str) -> "Form":
    from kosci.web.logs import FORMS

    found = next((one for one in FORMS if one == given), None)
    if found is None:
        message = f"--log {given!r} is not possible: {' or '.join(FORMS)} is needed"
        raise CommandError("serve-log", message, given=given, allowed=FORMS)
    return found
