"""A series: up to six games of the same people on one pad, who begins each, and how they stand (RULES.md C3).

Pure: knows no name and no device. People are told apart by keys that each game hands on to the next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kosci.engine.game import Begun, Over, Result, ranked
from kosci.engine.race import Race
from kosci.table.story import Starts
from kosci.table.table import Seat, Table
from kosci.variants import Rules

MOST_GAMES = 6
_MARK = 16  # digits of a share's digest: as good as unique within a series


@dataclass(frozen=True, slots=True)
class Sequel:
    """How a table goes on from another: its series, the number of its game, the table before.

    `players` gives the player of each seat that came along, by the seat's mark. `before` are the players of the game
    before in seat order, `began` is who began it; nobody where the first game of a pad settles it anew.
    """

    series: str
    game: int
    previous: str
    players: Mapping[str, str]
    before: tuple[str, ...] = ()
    began: str = ""


def format_sequel(sequel: Sequel) -> dict[str, str | int | bool]:
    """What stands beside the log of a table that goes on from another."""
    return {
        "series": sequel.series,
        "game": sequel.game,
        "previous": sequel.previous,
        "players": " ".join(f"{mark}:{player}" for mark, player in sequel.players.items()),
        "before": " ".join(sequel.before),
        "began": sequel.began,
    }


def parse_sequel(beside: Mapping[str, str | int | bool]) -> Sequel | None:
    """How the table goes on from another, or None where it goes on from none."""
    if "series" not in beside:
        return None
    pairs = (pair.partition(":") for pair in str(beside["players"]).split())
    return Sequel(
        series=str(beside["series"]),
        game=int(beside["game"]),
        previous=str(beside["previous"]),
        players={mark: player for mark, _, player in pairs},
        before=tuple(str(beside["before"]).split()),
        began=str(beside["began"]),
    )


def seat_mark(seat: Seat) -> str:
    """What tells who sits here from whoever may have the seat's number later."""
    return seat.digest[:_MARK]


def players_of(table: Table, sequel: Sequel | None) -> tuple[str, ...]:
    """The player of each seat: the one handed on, or for who is new the mark of this first seat of theirs."""
    known = sequel.players if sequel else {}
    return tuple(known.get(seat_mark(seat), seat_mark(seat)) for seat in table.seats)


# --- who begins --------------------------------------------------------------------------------


def began(table: Table) -> int | None:
    """The seat that began the game, or None where that was never settled."""
    play = table.play
    if play is None:
        return None
    told = next((happened.event.seat for happened in play.log if isinstance(happened.event, Begun)), None)
    if told is not None:
        return told
    named = next((item.seat for item in play.story if isinstance(item, Starts)), None)
    has_contest = play.game.start(len(table.seats)).contest is not None
    return named if has_contest else 0


def starter(sequel: Sequel | None, players: Sequence[str]) -> int | None:
    """The seat that begins: one to the left of who began before, skipping leavers; None where a roll settles it (C3).

    Who is new sits to the left of the last seat.

    >>> starter(Sequel("s", 3, "p", {}, ("ann", "bob", "cyd"), "bob"), ["ann", "cyd", "dan"])
    1
    """
    if sequel is None or sequel.began not in sequel.before:
        return None
    if sequel.began in players:
        return (players.index(sequel.began) + 1) % len(players)
    at = sequel.before.index(sequel.began)
    new = (player for player in players if player not in sequel.before)
    circle = (*sequel.before[at + 1 :], *new, *sequel.before[:at])
    return next((players.index(player) for player in circle if player in players), None)


def going_on(table: Table, sequel: Sequel | None, here: str, following: str) -> Sequel:
    """How the table `following` goes on from this one, `here`; after the last game of a pad with a new pad."""
    game = sequel.game if sequel else 1
    if game >= MOST_GAMES:
        return Sequel(following, 1, here, {})
    players, first = players_of(table, sequel), began(table)
    return Sequel(
        series=sequel.series if sequel else here,
        game=game + 1,
        previous=here,
        players={},
        before=players,
        began="" if first is None else players[first],
    )


def handing_on(sequel: Sequel, seats: Sequence[Seat], players: Sequence[str]) -> Sequel:
    """The same with these players on the first seats of the new table."""
    is_new_pad = sequel.game == 1
    known = {} if is_new_pad else {seat_mark(seat): who for seat, who in zip(seats, players, strict=False)}
    return replace(sequel, players=known)


# --- the pad -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """A game of the pad: the player of each seat, and the results in seat order once it is played to its end."""

    players: tuple[str, ...]
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A player of the pad: a result for each game, None where there is none; `place` among those with all games."""

    player: str
    cells: tuple[Result | None, ...]
    total: int
    won: int
    best: int
    has_left: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Pad:
    """The games side by side; `finished` counts those that are played to their end."""

    lines: tuple[Line, ...]
    finished: int

    @property
    def is_full(self) -> bool:
        """Whether the pad has no room for another game."""
        return self.finished >= MOST_GAMES

    @property
    def winners(self) -> tuple[str, ...]:
        """Who is first so far, several where they share it; nobody where only one plays (S8)."""
        return tuple(line.player for line in self.lines if line.place == 1 and not line.has_left)


def results_of(table: Table) -> tuple[Result, ...]:
    """How the game ended, in seat order; nothing while it runs or where it was broken off."""
    awaiting = table.awaiting
    return awaiting.results if isinstance(awaiting, Over) else ()


def counts_wins(game: Rules) -> bool:
    """Whether a series of this game counts games won before points, as one of Tysiąc does (C3)."""
    return isinstance(game, Race)


def pad(games: Sequence[Column], *, by_wins: bool) -> Pad:
    """The pad of these games, a line a player in the order in which they came (C3)."""
    order = dict.fromkeys(player for game in games for player in game.players)
    lines = tuple(_line(player, games) for player in order)
    finished = sum(bool(game.results) for game in games)
    return Pad(_ranked(lines, finished, by_wins=by_wins), finished)


def _line(player: str, games: Sequence[Column]) -> Line:
    cells = tuple(_result(player, game) for game in games)
    played = [cell for cell in cells if cell is not None]
    won = sum(
        cell is not None and cell.place == 1 and not cell.left and len(game.players) > 1
        for cell, game in zip(cells, games, strict=True)
    )
    return Line(
        player=player,
        cells=cells,
        total=sum(cell.points for cell in played),
        won=won,
        best=max((cell.points for cell in played), default=0),
        has_left=any(cell.left for cell in played),
    )


def _result(player: str, game: Column) -> Result | None:
    if player not in game.players or not game.results:
        return None
    return game.results[game.players.index(player)]


def _ranked(lines: tuple[Line, ...], finished: int, *, by_wins: bool) -> tuple[Line, ...]:
    """The lines with the places of those who have every finished game; who left one comes after all who stayed."""
    whole = [line for line in lines if sum(cell is not None for cell in line.cells) == finished]
    if not finished or len(lines) < 2:
        return lines
    most = max(line.total for line in whole) + 1 if whole else 1

    def worth(at: int) -> int:
        return whole[at].won * most + whole[at].total if by_wins else whole[at].total

    places = ranked([line.total for line in whole], [line.has_left for line in whole], key=worth)
    found = {line.player: result.place for line, result in zip(whole, places, strict=True)}
    return tuple(replace(line, place=found.get(line.player)) for line in lines)
