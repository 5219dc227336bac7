"""The events of a game as steps between positions, with the computer that stood in for a person.

Replays what happened; judges nothing. Choices taken back do not count.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from kosci.coach.ledger import Step
from kosci.engine.game import Event, Game, Left, Moved, Passed, apply
from kosci.table.facts import Fact, Returned, StandIn
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
    """The steps of a table's game; none in the lobby."""
    log = tuple(facts)
    play = Table.rebuilt(log).play
    if play is None:
        return ()
    standing = _standing_in(log)
    rules: Game[Any] = play.game
    position, steps = rules.start(len(play.position.left)), list[Step]()
    for happened in play.log:
        after = apply(rules, position, happened.event)
        by = _seat_of(happened.event)
        bot = None if by is None else standing[happened.seq - 1].get(by)
        steps.append(Step(happened.seq, position, happened.event, after, bot))
        position = after
    return tuple(steps)


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
