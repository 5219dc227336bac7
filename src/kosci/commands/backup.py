"""`kosci backup` and `kosci restore`: all data of a server in one file, and back.

Reads and writes nothing itself.
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kosci.commands.asked import Lang, words_for

Data = Annotated[
    str | None, typer.Option("--data", metavar="DIR", help="Folder of the database and its key; otherwise your own.")
]
Target = Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where the backup is written.")]
Source = Annotated[str, typer.Argument(metavar="FILE", help="A backup.")]
FAILED = 1


def backup(ctx: typer.Context, *, output: Target, data: Data = None, lang: Lang = None) -> int:
    """Copy all data of a server into one file; it may go on serving meanwhile."""
    from kosci.adapters.backup import back_up
    from kosci.adapters.errors import DataError
    from kosci.locale.explain import explain

    words = words_for(ctx, lang)
    try:
        has_key = back_up(_folder(data), Path(output).resolve())
    except DataError as error:
        print(explain(words, error), file=sys.stderr)
        return FAILED
    print(words("cli.backup.done" if has_key else "cli.backup.done-no-key", path=output))
    return 0


def restore(ctx: typer.Context, file: Source, *, data: Data = None, lang: Lang = None) -> int:
    """Bring a backup back into a folder that holds no data yet."""
    from kosci.adapters.backup import restore as brought_back
    from kosci.adapters.errors import DataError
    from kosci.locale.explain import explain

    words, folder = words_for(ctx, lang), _folder(data)
    try:
        has_key = brought_back(Path(file).resolve(), folder)
    except DataError as error:
        print(explain(words, error), file=sys.stderr)
        return FAILED
    print(words("cli.restore.done" if has_key else "cli.restore.done-no-key", path=str(folder)))
    return 0


def _folder(given: str | None) -> Path:
    from platformdirs import user_data_path

    return Path(given) if given is not None else user_data_path("kosci", appauthor=False)
