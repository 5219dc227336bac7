"""Solutions for the commands: found on disk or solved, with a bar where that takes longer than a second.

Nothing is computed here; what is said stands on standard error.
"""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from threading import Timer
from typing import TYPE_CHECKING

from kosci.commands.errors import CommandError, one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from kosci.engine.scorecard import Scorecard
    from kosci.locale.words import Words
    from kosci.solve.errors import SolveError
    from kosci.solve.kept import KeptSolutions
    from kosci.solve.solution import Solution

_QUIET_SECONDS = 1.0


def check_installed() -> None:
    """CommandError where NumPy and numba are not installed."""
    missing = [name for name in ("numpy", "numba") if find_spec(name) is None]
    if missing:
        message = f"exact play needs {' and '.join(missing)}: pip install kosci[solve]"
        raise CommandError("solve-not-installed", message, missing=", ".join(missing))


def solution_of(words: "Words", game: "Scorecard") -> "Solution":
    """The solution of a sheet game, from the user's cache if it is there."""
    check_installed()

    def solve(game: "Scorecard") -> "Solution":
        from kosci.solve.solver import solve as solved

        with solving(words, "kernel.solve_items") as progress:
            return solved(game, progress=progress)

    return kept_solutions(words).solution(game, solve)


def kept_solutions(words: "Words") -> "KeptSolutions":
    """The solutions in the user's cache; what is wrong with one is said."""
    from kosci.locale.explain import explain
    from kosci.solve.kept import KeptSolutions, usual_folder

    def notice(error: "SolveError") -> None:
        print(one_line(explain(words, error)), file=sys.stderr)

    return KeptSolutions(usual_folder(), notice)


def solving(words: "Words", kernel: str) -> AbstractContextManager["Callable[[float], None]"]:
    """What is to be told how much of a game is solved; said first where the kernel that solves it has yet to be made.

    Making it takes ten seconds, once a machine.
    """
    from kosci.solve.kernel_cache import is_kept

    label = words("cli.solving")
    return waiting(label, label if is_kept(kernel) else words("cli.preparing"))


@contextmanager
def waiting(label: str, at_first: str | None = None) -> "Iterator[Callable[[float], None]]":
    """What is to be told how much is done, from 0 to 1; a bar shows it on a terminal when it takes long.

    `at_first` stands there until the first is told.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, markup=False, highlight=False, emoji=False)
    columns = TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(at_first or label, total=None)
    late = Timer(_QUIET_SECONDS, bar.start)
    late.daemon = True
    late.start()
    try:
        yield lambda done: bar.update(task, description=label, total=1.0, completed=done)
    finally:
        late.cancel()
        late.join()
        bar.stop()
