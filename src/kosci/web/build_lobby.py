"""The table before the start, and the page behind a join link, for one reader.

Who may sit and start is checked by the service; here only what would be of no use is left out.
"""

from kosci.locale.bot_words import bot_average
from kosci.locale.rules_text import players_range
from kosci.locale.words import Words
from kosci.service.view import View
from kosci.web import build_host
from kosci.web import build_parts as parts
from kosci.web.build_choice import choice
from kosci.web.look import Look, bot_name, seat_mark, seat_names
from kosci.web.views import Action, JoinView, Link, LobbySeat, LobbyView


def lobby_view(look: Look) -> LobbyView:
    """The waiting table."""
    words = look.words
    most = look.view.table.game.players[1]
    is_full = len(look.view.seats) >= most
    taken = tuple(_seat(look, seat) for seat in range(len(look.view.seats)))
    free = tuple(LobbySeat(number, "", "", is_open=True) for number in range(len(taken) + 1, most + 1))
    may_add = not is_full and (look.is_host or (bool(look.own) and not look.view.is_locked))
    return LobbyView(
        head=parts.head(look),
        live=parts.live(look, f"{words('lobby.title')} · {parts.variant_name(look)}", look.here),
        seats=taken + free,
        places=places(words, look.view),
        invite=parts.invite(look) if look.role == "player" else None,
        is_host=look.is_host,
        role=look.role,
        start=_start(look),
        why_not=_why_not(look),
        add_computers=_add_computers(look) if not is_full and look.is_host and not look.is_real else (),
        add_person=look.action(words("join.sit"), "add-person") if may_add else None,
        leave=look.link(words("lobby.leave"), ask="leave") if look.own and not look.is_host else None,
        lock=build_host.lock(look),
        locked=build_host.locked(look),
        close=build_host.close_table(look),
        choice=choice(look),
        commitment="" if look.is_real else look.view.table.commitment,
        watching=parts.watching(look),
    )


def places(words: Words, view: View) -> str:
    """How many seats are taken, and how many play this game."""
    return words("join.places", n=len(view.seats), most=view.table.game.players[1])


def _seat(look: Look, seat: int) -> LobbySeat:
    row, words = look.view.seats[seat], look.words
    is_mine = seat in look.own
    is_here = is_mine or row.bot is not None or look.presence_of(seat) == "here"
    may_remove = look.is_host or (is_mine and len(look.own) > 1)
    note = _computer(look, row.bot) if row.bot else words("lobby.host") if row.device == look.view.row.host else ""
    label = words("lobby.remove", name=look.names[seat])
    remove = look.action(label, "remove", seat=seat, who=seat_mark(look.view, seat)) if may_remove else None
    return LobbySeat(
        number=seat + 1,
        name=look.names[seat],
        note=note,
        is_you=is_mine,
        is_ready=is_here,
        presence=look.presence_of(seat),
        remove=remove,
    )


def _computer(look: Look, bot: str) -> str:
    average = bot_average(look.words, look.view.table.game, bot, look.mean)
    return ", ".join(part for part in (look.words("player.computer"), average) if part)


def _missing(look: Look) -> int:
    """How many more have to sit down; alone one plays from the home page."""
    return max(look.view.table.game.players[0], 2) - len(look.view.seats)


def _start(look: Look) -> Action | None:
    may_start = look.is_host and _missing(look) <= 0
    return look.action(look.words("do.start"), "start") if may_start else None


def _why_not(look: Look) -> str:
    if _missing(look) > 0:
        return look.words("lobby.waiting-players", n=_missing(look))
    if look.is_host:
        return ""
    host = host_name(look.view, look.names)
    return look.words("lobby.waiting-host", name=host) if host else ""


def _add_computers(look: Look) -> tuple[Action, ...]:
    return tuple(look.action(_adding(look, name), "add-computer", bot=name) for name in look.computers)


def _adding(look: Look, bot: str) -> str:
    """What the button says that seats a computer player: whom, and what it comes to where that is known."""
    label = look.words("lobby.add-computer", name=bot_name(look.words, bot))
    average = bot_average(look.words, look.view.table.game, bot, look.mean)
    return f"{label} ({average})" if average else label


def host_name(view: View, names: tuple[str, ...]) -> str:
    """The first name of who laid the table, empty where they do not sit."""
    return next((names[seat.seat] for seat in view.seats if seat.device == view.row.host), "")


def join_view(words: Words, view: View, form: Action, name: str = "", error: str = "") -> JoinView:
    """The page behind a join link: a form that takes a seat, or why there is none."""
    names = seat_names(words, view)
    why = _why_no_seat(words, view)
    game = view.table.game
    return JoinView(
        variant=words(f"variant.{game.id}.name"),
        host=host_name(view, names),
        names=names,
        places=f"{places(words, view)} · {words('player.range', range=players_range(words, game.players))}",
        form=None if why else form,
        name=name,
        error=error,
        why=why,
        watch=Link(words("do.watch"), f"/w/{view.row.watch_token}") if why else None,
        rules=Link(words("do.rules"), parts.rules_url(game)),
    )


def _why_no_seat(words: Words, view: View) -> str:
    if view.row.state in ("over", "closed"):
        return words("join.over")
    if view.row.state == "running":
        return words("join.started")
    if view.is_locked:
        return words("host.locked")
    return words("join.full") if len(view.seats) >= view.table.game.players[1] else ""
