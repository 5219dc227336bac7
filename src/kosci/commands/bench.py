"""`kosci bench`: how fast the program is on this machine.

Measures nothing itself.
"""

from typing import Annotated

import typer

from kosci.commands.asked import Json, Lang, print_json, whole_number, words_for

Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME]…", help="Which benchmarks; all if none is named.")]
Seconds = Annotated[str, typer.Option("--seconds", metavar="N", help="How long each number is measured.")]
Clients = Annotated[str, typer.Option("--clients", metavar="N", help="How many write at once.")]

Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="For load and soak: an empty PostgreSQL database of its own.")
]
Bell = Annotated[str, typer.Option("--bell", metavar="URL", help="For load and soak: nats://host:port.")]
Workers = Annotated[str, typer.Option("--workers", metavar="N", help="For load and soak: server processes.")]
Tables = Annotated[str, typer.Option("--tables", metavar="N,N…", help="For load: how many tables are in play.")]
Minutes = Annotated[str, typer.Option("--minutes", metavar="N", help="For soak: how long it lasts.")]


def bench(
    ctx: typer.Context,
    names: Names = None,
    *,
    seconds: Seconds = "2",
    clients: Clients = "50",
    database: Database = "",
    bell: Bell = "",
    workers: Workers = "2",
    tables: Tables = "100,1000,5000",
    minutes: Minutes = "20",
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast the program is on this machine."""
    from kosci.bench import Effort, format_measurement, run

    words_for(ctx, lang)
    effort = Effort(
        seconds=whole_number("--seconds", seconds, 1, 3600),
        clients=whole_number("--clients", clients, 1, 1000),
        database=database,
        bell=bell,
        workers=whole_number("--workers", workers, 1, 64),
        minutes=whole_number("--minutes", minutes, 4, 1440),
        open_tables=tuple(whole_number("--tables", text, 1, 100_000) for text in tables.split(",")),
    )
    found = run(names or (), effort, progress=lambda about: None if as_json else print(f"# {about}", flush=True))
    if as_json:
        print_json([measurement.as_data() for measurement in found], indent=2)
        return
    for measurement in found:
        print(format_measurement(measurement), flush=True)
