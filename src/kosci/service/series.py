"""Playing on with the same people: the next table of their series, laid once (RULES.md C3).

Stores nothing itself: the next table is laid and the old one closed through `Tables`.
"""

from kosci.engine.errors import RuleError
from kosci.service.changes import NewSeat
from kosci.service.errors import ServiceError
from kosci.service.ports import SeatRow
from kosci.service.tables import NewTable, Tables
from kosci.service.tokens import id_of_next
from kosci.service.view import Device, View
from kosci.table import Table
from kosci.table.series import (
    MOST_GAMES,
    Sequel,
    format_sequel,
    going_on,
    handing_on,
    parse_sequel,
    players_of,
    starter,
)

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


def begins_next(view: View) -> int | None:
    """The seat here of who would begin a rematch; None where that would be rolled for."""
    seats, sequel = staying(view), sequel_of(view)
    players = players_of(view.table, sequel)
    onward = going_on(view.table, sequel, view.id, id_of_next(view.id))
    first = starter(onward, [players[seat] for seat in seats])
    return None if first is None else seats[first]


# --- playing on ----------------------------------------------------------------------------


async def following(tables: Tables, view: View) -> View | None:
    """The table at which the same people play on, if it has been laid."""
    return await known(tables, id_of_next(view.id))


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


async def known(tables: Tables, table: str) -> View | None:
    """The table, or None where there is none."""
    try:
        return await tables.view(table)
    except RuleError as error:
        if error.code != "table-unknown":
            raise
        return None
