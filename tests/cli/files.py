"""Games as files for the tests: played by computers from a fixed seed, finished or stopped on the way.

Everything goes through the table.
"""

from collections.abc import Mapping
from random import Random

from kosci.bots import bot
from kosci.engine.options import Value
from kosci.table import Fact, Table, fair
from kosci.table.gamefile import GameFile
from kosci.variants import load

SEED = bytes(range(32))
NAMES = ("Anna", "Olek", "Ґалина", "Zoë", "E", "F", "G", "H")


def played(
    variant: str,
    seats: int = 2,
    *,
    moves: int | None = None,
    options: dict[str, Value] | None = None,
    who: str = "random",
    computers: Mapping[int, str] | None = None,
) -> GameFile:
    """A game as a server exports it, after so many moves, or to its end and closed."""
    shares = [bytes([seat]) * 16 for seat in range(seats)]

    def draw(number: int, dice: int) -> tuple[int, ...]:
        return fair.faces(SEED, shares, number, dice)

    facts: list[Fact] = Table.create(load(variant, options or {}), fair.commitment(SEED))
    table = Table.rebuilt(facts)

    def add(new: list[Fact]) -> None:
        nonlocal table
        for fact in new:
            table = table.after(fact)
        facts.extend(new)

    for seat, share in enumerate(shares):
        add(table.join(fair.share_digest(share), drawn=False, bot=(computers or {}).get(seat)))
    add(table.start(shares, draw))
    chance, made = Random(7), 0
    while table.mover is not None and made != moves:
        play = table.running
        add(table.move(table.mover, bot(who)(play.game, play.position, chance), draw))
        made += 1
    if moves is None:
        add(table.close(SEED))
    return GameFile(NAMES[:seats], tuple(facts))
