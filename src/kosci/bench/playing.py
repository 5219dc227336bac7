"""Whole games among computer players, as events and as the lines of a table's log.

Nothing is measured here.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from kosci.bots import Bot, bot
from kosci.engine.dice import FACES
from kosci.engine.game import Event, Game, Moved, Over, Rolled, ToRoll, apply
from kosci.engine.moves import Keep, Move, Roll, Score
from kosci.table import Table, fair, format_fact
from kosci.variants import Rules, info

SEATS = 2


def chance(seed: int | bytes) -> Random:
    """The same dice and whims each time the same is measured."""
    return Random(seed)  # noqa: S311 - nobody plays against these


def game_of(rules: Rules, seats: Sequence[Bot], random: Random) -> list[Event]:
    """The events of a game from its start to its end, the dice drawn from `random` too."""
    game: Game[Any] = rules
    position = game.start(len(seats))
    events: list[Event] = []
    while not isinstance(awaiting := game.awaiting(position), Over):
        if isinstance(awaiting, ToRoll):
            events.append(Rolled(tuple(random.choices(FACES, k=awaiting.count))))
        else:
            events.append(Moved(awaiting.seat, seats[awaiting.seat](rules, position, random)))
        position = apply(game, position, events[-1])
    return events


def log_of(rules: Rules, player: str, seed: bytes) -> list[str]:
    """The log of a table where two seats of this player played to the end and the seed was opened."""
    shares = [bytes([seat]) * fair.SHARE_BYTES for seat in range(SEATS)]
    facts = list(Table.create(rules, fair.commitment(seed)))
    table = Table.rebuilt(facts)

    def draw(number: int, dice: int) -> tuple[int, ...]:
        return fair.faces(seed, shares, number, dice)

    move, random = bot(player), chance(seed)
    while table.seed is None:
        if len(table.seats) < SEATS:
            new = table.join(fair.share_digest(shares[len(table.seats)]), drawn=True)
        elif table.play is None:
            new = table.start(shares, draw)
        elif table.is_over:
            new = table.close(seed)
        else:
            assert table.mover is not None
            new = table.move(table.mover, move(rules, table.play.position, random), draw)
        for fact in new:
            table = table.after(fact)
        facts += new
    return [format_fact(fact) for fact in facts]


@cache
def script() -> tuple[tuple[int, Move], ...]:
    """The moves of two seats in a whole game of `general`, legal whatever falls: three rolls of all dice, then a row.

    Only where the first seat starts; free of jokers' duties, `general` lets any open row be written (J2).
    """
    turn = (Roll(), Keep(), Keep())
    rows = info("general").rows
    return tuple((seat, move) for row in rows for seat in range(SEATS) for move in (*turn, Score(row)))
