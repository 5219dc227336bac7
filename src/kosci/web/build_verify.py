"""What a reader's own browser needs to recompute every roll of a game: commitment, shares, rolls, seed.

The seed is shown only where the log itself has opened it.
"""

from collections.abc import Iterator, Sequence

from kosci.engine.game import Rolled, ToRoll
from kosci.table import Fact, Table
from kosci.web.look import Look
from kosci.web.views import Head, Link, RollLine, ShareLine, VerifyView


def verify_view(look: Look, head: Head, facts: Sequence[Fact]) -> VerifyView:
    """The dice of a table, as its log has them."""
    table = look.view.table
    return VerifyView(
        head=head,
        commitment=table.commitment,
        seed=table.seed.hex() if table.seed else "",
        shares=tuple(_shares(look)),
        rolls=tuple(_rolls(facts, look.names)),
        back=Link(look.words("do.back"), look.base),
        export_url=f"{look.base}/export",
        is_real=table.settings.is_real,
    )


def _shares(look: Look) -> Iterator[ShareLine]:
    table = look.view.table
    for seat, name in enumerate(look.names):
        share = table.shares[seat].hex() if table.shares else ""
        yield ShareLine(name, share, table.seats[seat].digest, not table.seats[seat].drawn)


def _rolls(facts: Sequence[Fact], names: tuple[str, ...]) -> Iterator[RollLine]:
    table = Table.rebuilt(facts[:1])
    number = 0
    for fact in facts[1:]:
        if isinstance(fact, Rolled):
            number += 1
            awaited = table.awaiting
            who = names[awaited.seat] if isinstance(awaited, ToRoll) else ""
            yield RollLine(number, who, fact.faces)
        table = table.after(fact)


def export_name(look: Look, form: str = "log") -> str:
    """The name of the game's file, of plain letters, with the form unless it is the log."""
    mark = "" if form == "log" else f"-{form}"
    return f"kosci-{look.view.table.game.id}-{look.view.row.created_at:%Y-%m-%d}{mark}.txt"
