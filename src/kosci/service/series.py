"""Playing on with the same people: the next table of a series, laid once, and the games of a series (RULES.md C3).

Stores nothing itself: the next table is laid and the old one closed through `Tables`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kosci.engine.errors import RuleError
from kosci.service.changes import NewSeat
from kosci.service.errors import ServiceError
from kosci.service.names import same_name
from kosci.service.ports import SeatRow
from kosci.service.tables import NewTable, Tables
from kosci.service.tokens import id_of_next
from kosci.service.view import Device, View
from kosci.table import Table
from kosci.table.series import (
    MOST_GAMES,
    Column,
    Pad,
    Sequel,
    counts_wins,
    format_sequel,
    going_on,
    handing_on,
    pad,
    parse_sequel,
    players_of,
    results_of,
)

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
    """The games of a series so far, and its pad; `sat` gives where each player sat last."""

    games: tuple[SeriesGame, ...]
    pad: Pad
    sat: Mapping[str, tuple[View, int]]

    def name_of(self, player: str) -> str:
        """The player's last name; blank for a computer, and for whose data was deleted."""
        view, seat = self.sat[player]
        return view.seats[seat].name


# --- where a table stands in its series ----------------------------------------------------


def sequel_of(view: View) -> Sequel | None:
    """How the table goes on from another, or None where it goes on from none."""
    return parse_sequel(view.row.settings)


def game_of(view: View) -> int:
    """The number of the table's game in its series, from 1."""
    sequel = sequel_of(view)
    return sequel.game if sequel else 1


def is_in_series(view: View) -> bool:
    """Whether the game has others beside it on its pad, before or after it."""
    return game_of(view) > 1 or (view.table.is_continued and game_of(view) < MOST_GAMES)


def staying(view: View) -> tuple[int, ...]:
    """The seats that come along to the next game: all but those who left, and who is known no more."""
    play = view.table.play
    left = play.position.left if play is not None else ()
    return tuple(
        row.seat for row in view.seats if not left[row.seat] and (row.bot is not None or row.device is not None)
    )


def may_play_on(view: View, device: Device) -> bool:
    """Whether this device may ask for the next game: the game is over, and the device sat there to the end."""
    return view.table.is_over and any(view.seats[seat].device == device for seat in staying(view))


def can_begin_at_once(view: View) -> bool:
    """Whether enough stay for the next game to begin without anybody new: as many as play it, or one who practised."""
    least = max(2, view.table.game.players[0])
    return len(staying(view)) >= (1 if len(view.seats) == 1 else least)


# --- playing on ----------------------------------------------------------------------------


async def following(tables: Tables, view: View) -> View | None:
    """The table at which the same people play on, if it has been laid."""
    return await _known(tables, id_of_next(view.id))


async def rematch(tables: Tables, table: str, device: Device) -> str:
    """The next game, begun at once with everybody who stays: the id of its table, which is laid if there is none yet.

    The old game is closed with it, as by a confirmation: its last entry can be taken back no more.
    """
    return await _play_on(tables, table, device, begins=True)


async def change_players(tables: Tables, table: str, device: Device) -> str:
    """The next game as a lobby, hosted by whoever asks, where everybody who stays sits already."""
    return await _play_on(tables, table, device, begins=False)


async def _play_on(tables: Tables, table: str, device: Device, *, begins: bool) -> str:
    view = await tables.view(table)
    found = await following(tables, view)
    if found is None:
        _check(view, device, begins=begins)
        # In this order a failure between two steps leaves nothing that the same command could not finish.
        await tables.close(table, device, at=view.version)
        laid = await tables.lay_next(table, _next_table(view, start=begins), _host(view, device, begins=begins))
    else:
        laid = found.id
    if not view.table.is_continued:
        await tables.play_on(table)
    return laid


def _check(view: View, device: Device, *, begins: bool) -> None:
    if not view.table.is_over:
        raise ServiceError("series-not-over", "the next game begins when this one is over")
    if not may_play_on(view, device):
        raise ServiceError("series-not-there", "only who played to the end may ask for the next game")
    if begins and not can_begin_at_once(view):
        least, staying_on = max(2, view.table.game.players[0]), len(staying(view))
        message = f"{staying_on} of {len(view.seats)} play on: {least} are needed"
        raise ServiceError("series-too-few", message, n=staying_on, least=least)


def _host(view: View, device: Device, *, begins: bool) -> Device:
    """Whose table it is: the old host's while they sit there; who changes players has to be able to."""
    sitting = {view.seats[seat].device for seat in staying(view)}
    return view.row.host if begins and view.row.host in sitting else device


def _next_table(view: View, *, start: bool) -> NewTable:
    seats = staying(view)
    sequel = sequel_of(view)
    players = players_of(view.table, sequel)
    onward = going_on(view.table, sequel, view.id, id_of_next(view.id))

    def beside(laid: Table) -> dict[str, str | int | bool]:
        return format_sequel(handing_on(onward, laid.seats, [players[seat] for seat in seats]))

    sitting = tuple(_new_seat(view.seats[seat]) for seat in seats)
    return NewTable(view.table.game, view.table.settings, sitting, start=start, beside=beside)


def _new_seat(row: SeatRow) -> NewSeat:
    return NewSeat(row.name, row.bot, language=row.language, device=row.device)


# --- the pad -------------------------------------------------------------------------------


async def series_of(tables: Tables, view: View) -> Series:
    """The series that the table belongs to, as far as it has come."""
    views = await _views(tables, view)
    games = _recognised(views)
    columns = [Column(game.players, results_of(game.view.table) if game.view else ()) for game in games]
    made = pad(columns, by_wins=counts_wins(view.table.game))
    sat = {
        player: (game.view, seat) for game in games if game.view is not None for seat, player in enumerate(game.players)
    }
    return Series(games, made, sat)


async def _views(tables: Tables, view: View) -> list[View | None]:
    """The tables from the first game of the series on; None for one that is stored no more."""
    sequel = sequel_of(view)
    table = sequel.series if sequel else view.id
    views: list[View | None] = []
    for number in range(1, MOST_GAMES + 1):
        found = view if table == view.id else await _known(tables, table)
        if found is None and number > game_of(view):
            break
        views.append(found)
        table = id_of_next(table)
    return views


async def _known(tables: Tables, table: str) -> View | None:
    try:
        return await tables.view(table)
    except RuleError as error:
        if error.code != "table-unknown":
            raise
        return None


def _recognised(views: list[View | None]) -> tuple[SeriesGame, ...]:
    """The games with their players; who left and came back by the link, with the same name and device, is the same."""
    games: list[SeriesGame] = []
    known: dict[tuple[Device, str], str] = {}
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
            before = known.get(who)
            is_new = not any(players[seat] in game.players for game in games)
            if before is not None and is_new and before not in players:
                same[handed[seat]] = players[seat] = before
            known[who] = players[seat]
        games.append(SeriesGame(number, view, tuple(players)))
    return tuple(games)


def _who(row: SeatRow) -> tuple[Device, str] | None:
    return (row.device, same_name(row.name)) if row.device is not None and row.name else None
