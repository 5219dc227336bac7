"""The pad of a series with its tables: which games there are, who sat where, how they stand (RULES.md C3).

Only reads; results and places come from `table.series`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kosci.service.names import same_name
from kosci.service.ports import SeatRow
from kosci.service.series import following, game_of, known, sequel_of
from kosci.service.tables import Tables
from kosci.service.tokens import id_of_next
from kosci.service.view import Device, View
from kosci.table.series import MOST_GAMES, Column, Pad, counts_wins, pad, players_of, results_of

State = Literal["missing", "lobby", "running", "over", "broken"]


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game of a series: its number, its table (None where it is gone), and the player of each seat."""

    number: int
    view: View | None
    players: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """How far the game is; `broken` was closed before its end, `missing` is stored no more."""
        if self.view is None:
            return "missing"
        table = self.view.table
        if table.play is None:
            return "broken" if table.seed is not None else "lobby"
        if table.is_over:
            return "over"
        return "broken" if table.seed is not None else "running"


@dataclass(frozen=True, slots=True)
class Series:
    """The games of a series so far, and its pad; `sat` gives where each player sat last.

    `following` is the table that goes on from the one that was asked about, perhaps with a new pad.
    """

    games: tuple[SeriesGame, ...]
    pad: Pad
    sat: Mapping[str, tuple[View, int]]
    following: View | None = None

    def name_of(self, player: str) -> str:
        """The player's last name; blank for a computer, and for whose data was deleted."""
        view, seat = self.sat[player]
        return view.seats[seat].name


async def series_of(tables: Tables, view: View) -> Series:
    """The series that the table belongs to, as far as it has come."""
    views = await _views(tables, view)
    games = _recognised(views)
    columns = [Column(game.players, results_of(game.view.table) if game.view else ()) for game in games]
    made = pad(columns, by_wins=counts_wins(view.table.game))
    sat = {
        player: (game.view, seat) for game in games if game.view is not None for seat, player in enumerate(game.players)
    }
    return Series(games, made, sat, await following(tables, view))


async def _views(tables: Tables, view: View) -> list[View | None]:
    """The tables from the first game of the series on; None for one that is stored no more."""
    sequel = sequel_of(view)
    table = sequel.series if sequel else view.id
    views: list[View | None] = []
    for number in range(1, MOST_GAMES + 1):
        found = view if table == view.id else await known(tables, table)
        if found is None and number > game_of(view):
            break
        views.append(found)
        table = id_of_next(table)
    return views


def _recognised(views: list[View | None]) -> tuple[SeriesGame, ...]:
    """The games with their players; who left and came back by the link, with the same name and device, is the same."""
    games: list[SeriesGame] = []
    seen: dict[tuple[Device, str], str] = {}
    same: dict[str, str] = {}
    for number, view in enumerate(views, 1):
        if view is None:
            games.append(SeriesGame(number, None))
            continue
        handed = players_of(view.table, sequel_of(view))
        players = [same.get(player, player) for player in handed]
        for seat, row in enumerate(view.seats):
            who = _who(row)
            if who is None:
                continue
            before = seen.get(who)
            is_new = not any(players[seat] in game.players for game in games)
            if before is not None and is_new and before not in players:
                same[handed[seat]] = players[seat] = before
            seen[who] = players[seat]
        games.append(SeriesGame(number, view, tuple(players)))
    return tuple(games)


def _who(row: SeatRow) -> tuple[Device, str] | None:
    return (row.device, same_name(row.name)) if row.device is not None and row.name else None
