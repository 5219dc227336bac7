"""Which table a request is about, and as what its reader comes: by a seat's cookie, or by the spectators' link.

A table's id opens nothing; whoever neither sits nor hosts there is refused.
"""

from dataclasses import replace

from kosci.bots import bots
from kosci.service.view import View
from kosci.web.look import Asked, Look, seat_names
from kosci.web.refusals import Refused
from kosci.web.views import Role
from kosci.web.visit import Visit


async def own_table(visit: Visit) -> View:
    """The table of the path, where this browser sits or hosts; it counts as seen there."""
    view = await visit.site.parts.tables.view(visit.path("table"))
    if not view.is_in(visit.device):
        raise Refused(403, "the browser neither sits nor hosts at the table")
    visit.site.parts.presence.seen(view.id, visit.device)
    return view


async def watched_table(visit: Visit) -> View:
    """The table of the spectators' link in the path."""
    view = await visit.site.parts.tables.by_watch_token(visit.path("token"))
    if view is None:
        raise Refused(404, "no table has this spectators' link")
    return view


def player_look(visit: Visit, view: View, asked: Asked | None = None) -> Look:
    """The table as whoever sits or hosts there sees it."""
    return _look(visit, view, "player", f"/t/{view.id}", asked)


def spectator_look(visit: Visit, view: View, asked: Asked | None = None) -> Look:
    """The table as a spectator sees it."""
    return _look(visit, view, "spectator", f"/w/{view.row.watch_token}", asked)


def _look(visit: Visit, view: View, role: Role, base: str, asked: Asked | None) -> Look:
    wish = asked or Asked()
    if wish.at is not None and wish.at < view.table.moved_at:
        wish = replace(wish, ticks=None)  # ticked on dice that have been rolled since
    return Look(
        view=view,
        words=visit.words,
        names=seat_names(visit.words, view),
        base=base,
        role=role,
        device=visit.device,
        settings=visit.visitor.prefs.settings,
        presence=visit.site.parts.presence,
        new_command=visit.new_command,
        asked=wish,
        origin=visit.origin,
        is_near=visit.is_at_server and not visit.site.where.phone_url,
        spectators=visit.site.streams.spectators(view.id),
        computers=bots(view.table.game, visit.site.parts.tables.players),
        mean=visit.site.parts.mean(view.table.game),
        preparing=visit.site.parts.preparing(view.table.game),
    )
