"""`kosci work`: a process that solves games for all servers of one database.

Solves nothing itself.
"""

from typing import Annotated

import typer

from kosci.commands.asked import Lang, words_for

Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="The servers' database: postgresql://user@host/name.")
]


def work(ctx: typer.Context, *, database: Database, lang: Lang = None) -> int:
    """Solve games for the servers of a database until stopped; any number of such processes may run."""
    words = words_for(ctx, lang)
    from kosci.commands.working import worked

    return worked(database, words)
