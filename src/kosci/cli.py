"""The command line: the commands by name, and how each of them ends.

Composition only; what a command does stands in `commands`, and everything slow is imported there when it is needed.
"""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from kosci import __version__
from kosci.commands.advise import advise
from kosci.commands.asked import Lang
from kosci.commands.backup import backup, restore
from kosci.commands.bench import bench
from kosci.commands.convert import convert
from kosci.commands.errors import REFUSED, one_line
from kosci.commands.games import replay, verify
from kosci.commands.offers import rules, variants
from kosci.commands.paper import paper
from kosci.commands.play import play
from kosci.commands.review import review
from kosci.commands.score import score
from kosci.commands.serve import serve
from kosci.commands.simulate import simulate
from kosci.commands.solve import solve
from kosci.commands.usage import usage
from kosci.commands.work import work
from kosci.engine.errors import RuleError

Version = Annotated[bool, typer.Option("--version", help="Print the version.")]
BROKEN_PIPE = 141  # what a shell says of a program whose reader went away


def command_line() -> typer.Typer:
    """The commands."""
    app = typer.Typer(name="kosci", add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.callback(invoke_without_command=True)(kosci)
    of_games = (replay, review, verify, convert)
    of_servers = (serve, work, backup, restore)
    for command in (play, *of_servers, variants, rules, score, solve, advise, simulate, *of_games, paper, bench):
        app.command()(command)
    return app


def kosci(ctx: typer.Context, *, version: Version = False, lang: Lang = None) -> None:
    """Dice games of the Generał family: in the browser (serve), in the terminal (play), for scripts."""
    ctx.obj = lang
    if version:
        print(f"kosci {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit status: 2, and one line on standard error, for what is refused."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = command_line()(given, prog_name="kosci", standalone_mode=False)
        sys.stdout.flush()
    except (RuleError, typer.TyperException) as error:
        print(one_line(usage(given, error)), file=sys.stderr)
        return REFUSED
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except (BrokenPipeError, SystemExit):  # Typer and Rich leave so where the reader went away, and only there
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains while it ends
        return BROKEN_PIPE
    return status if isinstance(status, int) else 0
