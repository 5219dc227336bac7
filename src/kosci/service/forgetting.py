"""Seats whose person has deleted everything: what becomes of them at a table (RULES.md S10).

Pure: looks at a view and answers one step; nobody who is still there loses a game by it.
"""

from collections.abc import Callable

from kosci.service.changes import Change, unseating
from kosci.service.record_ports import NOBODY
from kosci.service.view import View


def is_vacant(view: View) -> bool:
    """Whether a seat is nobody's that ought to be left, or a waiting table that nobody can begin."""
    return bool(_vacant(view)) or _is_orphaned(view)


def vacating(view: View, seed: Callable[[], bytes]) -> Change:
    """The next step: a seat given up or left for good, or the waiting table of nobody closed; no facts where none is.

    `seed` opens the dice seed, which a table that is closed reveals.
    """
    if _is_orphaned(view):
        return Change(view.table.close(seed()))
    vacant = _vacant(view)
    if not vacant:
        return Change([])
    return unseating(view, vacant[-1]) if view.table.play is None else Change(view.table.leave(vacant[0]))


def _is_orphaned(view: View) -> bool:
    return view.table.play is None and view.table.seed is None and view.row.host == NOBODY


def _vacant(view: View) -> tuple[int, ...]:
    table = view.table
    if table.seed is not None or table.is_over:
        return ()
    left = table.play.position.left if table.play is not None else (False,) * len(view.seats)
    return tuple(row.seat for row in view.seats if row.bot is None and row.device is None and not left[row.seat])
