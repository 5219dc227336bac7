"""The events of a game as steps between positions, with the computer that stood in for a person.

Replays what happened; judges nothing. Choices taken back do not count.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from kosci.coach.ledger import Step
from kosci.engine.game import Event, Game, Left, Moved, Passed, apply
from kosci.engine.reported import Reported
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table.facts import Fact, Returned, StandIn
from kosci.table.refold import folded
from kosci.table.table import Table
from kosci.variants import Position, Rules


def steps_of(game: Rules, start: Position, events: Iterable[Event]) -> Iterator[Step]:
    """The steps of events from a position on, numbered from 1; what the rules raise where one is not possible."""
    rules: Game[Any] = game  # positions are the game's own
    position = start
    for seq, event in enumerate(events, start=1):
        after = apply(rules, position, event)
        yield Step(seq, position, event, after)
        position = after


def table_steps(facts: Iterable[Fact]) -> tuple[Step, ...]:
    """The steps of a table's game as corrected; none in the lobby. An entry that no longer fits is a passed turn."""
    log = tuple(facts)
    play = Table.rebuilt(log).play
    if play is None:
        return ()
    standing, steps = _standing_in(log), list[Step]()
    for one in folded(play):
        by = _seat_of(one.event)
        bot = None if by is None else standing[one.seq - 1].get(by)
        lying = lying_before(play.game, one.before, one.event)
        steps.append(Step(one.seq, one.before, one.event, one.after, bot, lying))
    return tuple(steps)


def lying_before(game: Rules, position: Position, event: Event) -> SheetPosition | None:
    """The position in which the last dice of a turn that was only told lay; None where they are not known.

    In a race they say nothing without what was set aside before them.
    """
    match game, position, event:
        case Scorecard(), SheetPosition(), Reported(_, _, dice) if dice is not None:
            last = tuple(sorted(dice))
            return position if position.dice == last else replace(position, dice=last, rolls_used=game.rolls)
        case _:
            return None


def _standing_in(log: tuple[Fact, ...]) -> list[dict[int, str]]:
    """After each fact, the computer that acts for a person's seat, where one does."""
    now: dict[int, str] = {}
    found = []
    for fact in log:
        match fact:
            case StandIn(seat, bot):
                now[seat] = bot
            case Returned(seat):
                now.pop(seat, None)
        found.append(dict(now))
    return found


def _seat_of(event: Event) -> int | None:
    return event.seat if isinstance(event, Moved | Passed | Left) else None
