"""The turn clock of a table for one reader.

Measures nothing itself: when a turn ends is asked of the service.
"""

from datetime import timedelta

from kosci.engine.errors import RuleError
from kosci.locale.words import Words
from kosci.service.duties import turn_ends
from kosci.web.look import Look
from kosci.web.views_clock import Clock


def clock(look: Look) -> Clock | None:
    """What is left of the turn under way, where a clock runs."""
    ends = turn_ends(look.view)
    if ends is None:
        return None
    left = max(timedelta(0), ends - look.presence.now())
    is_yours = look.mover in look.own
    seat = _giver(look)
    label = look.words("clock.more" if seat == look.mover else "clock.give")
    more = None if seat is None else look.action(label, "extend", seat=seat)
    return Clock(time_left(look.words, left), round(left.total_seconds() * 1000), is_yours, more)


def time_left(words: Words, left: timedelta) -> str:
    """So much time, in the two largest units."""
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return words("clock.days", days=str(days), hours=str(hours))
    if hours:
        return words("clock.hours", hours=str(hours), minutes=str(minutes))
    return f"{minutes}:{seconds:02}"


def _giver(look: Look) -> int | None:
    """The seat of the reader's that may give more time: the one to move first, then any other."""
    own = sorted(look.own, key=lambda seat: seat != look.mover)
    return next((seat for seat in own if _may_give(look, seat)), None)


def _may_give(look: Look, seat: int) -> bool:
    try:
        look.view.table.extend(seat)
    except RuleError:
        return False
    return True
