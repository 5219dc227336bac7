"""What the host of a table may do: let nobody else in, act for the absent, end the game for all.

Offers only; whether it may be done is checked where it is done.
"""

from kosci.web.look import Look
from kosci.web.views import Action, Choice, Link


def lock(look: Look) -> Action | None:
    """The switch of the lobby: lets nobody else sit down, or lets people in again."""
    if not look.is_host:
        return None
    is_locked = look.view.is_locked
    return look.action(look.words("host.unlock" if is_locked else "host.lock"), "unlock" if is_locked else "lock")


def locked(look: Look) -> str:
    """That nobody else is let in, empty where people are."""
    return look.words("host.locked") if look.view.is_locked else ""


def for_absent(look: Look) -> tuple[Action, ...]:
    """To have a computer play for the absent person whom everybody waits for, or to pass the turn over (S11)."""
    seat = look.mover
    if not look.is_host or seat is None or look.is_real or look.view.table.seats[seat].stand_in is not None:
        return ()
    if look.presence_of(seat) != "away":
        return ()
    return (
        look.action(look.words("host.stand-in"), "stand-in", seat=seat),
        look.action(look.words("host.pass"), "pass", seat=seat),
    )


def close_table(look: Look) -> Link | None:
    """The way to the question whether the game is to end for all."""
    return look.link(look.words("host.close"), ask="close") if look.is_host else None


def closing(look: Look) -> Choice | None:
    """The question before the game ends for all."""
    if not look.is_host:
        return None
    words = look.words
    return Choice(
        title=words("host.close-ask"),
        lines=(words("host.close-line"),),
        confirm=look.action(words("host.close"), "close"),
        cancel=Link(words("do.cancel"), look.ticked_url()),
        is_warning=True,
    )
