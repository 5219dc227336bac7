"""Results of games that nobody played, as they are kept of people.

Made by the code that makes real ones, so that every sum is right.
"""

from dataclasses import replace
from datetime import UTC, datetime

from kosci.engine.card import possible_values
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import card_of
from kosci.service.record_ports import ResultRow
from kosci.service.results import played_of, with_card
from kosci.variants import Rules

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def made(game: Rules, number: int = 1, name: str = "Anna", players: int = 1, **changes: object) -> ResultRow:
    """A result: every row at its highest but for a few that the number says, or a race won in some twenty turns."""
    table = f"{'abcdefghijklmnopqrstuvwxyz'[number % 26]}{'abcdefghijklmnop'[number // 26]}{'a' * 14}"
    row = ResultRow(table, 0, name, played_of(game), players, NOON, 0, 1)
    if isinstance(game, Scorecard):
        rows = game.rows[-game.turns :]
        values = {one.id: possible_values(one)[-1 if (at + number) % 4 else 0] for at, one in enumerate(rows)}
        values[game.box] = possible_values(game.rows[game.index[game.box]])[-1]
        row = with_card(row, game, card_of(game, values, 1 if game.extra != "none" else 0))
    else:
        row = replace(row, points=game.target + 5, turns=20 + number % 5)
    return replace(row, **changes)  # type: ignore[arg-type]  # each change is of its field's type
