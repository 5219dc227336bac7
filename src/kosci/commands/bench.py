"""`kosci bench`: how fast the program is on this machine.

Measures nothing itself.
"""

from typing import Annotated

import typer

from kosci.commands.asked import Json, Lang, print_json, whole_number, words_for

Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME]…", help="Which benchmarks; all if none is named.")]
Seconds = Annotated[str, typer.Option("--seconds", metavar="N", help="How long each number is measured.")]
Clients = Annotated[str, typer.Option("--clients", metavar="N", help="How many write at once.")]


def bench(
    ctx: typer.Context,
    names: Names = None,
    *,
    seconds: Seconds = "2",
    clients: Clients = "50",
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast the program is on this machine."""
    from kosci.bench import Effort, format_measurement, run

    words_for(ctx, lang)
    effort = Effort(
        seconds=whole_number("--seconds", seconds, 1, 600), clients=whole_number("--clients", clients, 1, 1000)
    )
    found = run(names or (), effort, progress=lambda about: None if as_json else print(f"# {about}", flush=True))
    if as_json:
        print_json([measurement.as_data() for measurement in found], indent=2)
        return
    for measurement in found:
        print(format_measurement(measurement), flush=True)
