"""The computer players of a keyboard's games, and the solving that some of them wait for.

No move is chosen here; what is missing is said where it is missed.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kosci.bots import BotInfo, players
from kosci.commands.errors import CommandError
from kosci.engine.race import Race

if TYPE_CHECKING:
    from kosci.coach.exact import Exact
    from kosci.locale.words import Words
    from kosci.table import Table

NEEDED = ("numpy", "numba")


def missing() -> tuple[str, ...]:
    """What exact play needs and is not installed."""
    return tuple(name for name in NEEDED if find_spec(name) is None)


def exact_here(words: "Words") -> "Exact | None":
    """Exact play over the solutions in the user's cache; None where what it needs is not installed."""
    if missing():
        return None
    from kosci.coach.exact import Exact
    from kosci.commands.solving import kept_solutions
    from kosci.solve.library import Library

    return Exact(Library(kept_solutions(words)))


def players_of(exact: "Exact | None") -> Mapping[str, BotInfo]:
    """The computer players there are."""
    return players(exact.advice if exact else None)


def prepare(words: "Words", exact: "Exact | None", table: "Table") -> None:
    """Have the game solved before it goes on, with a bar, where a computer player of the table waits for it.

    CommandError where such a player sits there and cannot play for want of what exact play needs.
    """
    known = players_of(exact)
    sitting = {seat.acting_bot for seat in table.seats} - {None}
    if exact is None:
        absent = sorted(str(name) for name in sitting if name not in known)
        if absent:
            what = ", ".join(missing())
            message = f"the computer player {absent[0]!r} needs {what}: pip install kosci[solve]"
            raise CommandError("bot-not-here", message, bot=absent[0], missing=what)
        return
    if not any(name in sitting and player.needs_values for name, player in known.items()):
        return
    from kosci.commands.solving import solving
    from kosci.solve.race_model import RaceNotSolvedError

    kernel = "race_kernels.duel" if isinstance(table.game, Race) else "kernel.solve_items"
    try:
        with solving(words, kernel) as progress:
            exact.prepare(table.game, progress)
    except RaceNotSolvedError:
        return  # there computers play each turn for points, which asks for no solution
