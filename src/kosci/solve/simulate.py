"""Simulated sheet games: players on exact values a million games in seconds, any other through the engine.

Every game depends on its seed, number and seat alone, never on threads or on how games are shared out.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

import numpy as np

from kosci.engine.scorecard import Scorecard
from kosci.solve.simulate_cards import BLANK, Cards, Draw, blank_cards, choice_for
from kosci.solve.simulate_dice import key_of
from kosci.solve.simulate_engine import Mover, Seat, play_alone
from kosci.solve.solution import Solution
from kosci.solve.solver import usual_threads
from kosci.solve.tables import LANES, Floats, Ints, Longs, aligned, work_for

_MOST_GAMES = 1 << 18  # of one piece: what is looked up for a card then serves many games

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, eq=False)
class Exact:
    """A player that stands on exact values: the best, or a warmer one that chooses by `exp(-cost / temperature)`."""

    solution: Solution
    temperature: float = 0.0


Player = Exact | Mover


@dataclass(frozen=True, slots=True, eq=False)
class SeatGames:
    """What one seat came to: the total of every game, and by row the sum of its points and of their squares.

    `bonuses` are the games with the upper bonus; `extras[n]` those with n extras.
    """

    totals: Ints
    row_sums: Longs
    row_squares: Longs
    bonuses: int
    extras: Longs


@dataclass(frozen=True, slots=True, eq=False)
class Simulation:
    """Simulated games of several seats; each plays its own sheet to the end, whatever the others do."""

    rows: tuple[str, ...]
    seats: tuple[SeatGames, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.seats[0].totals)


def simulate(
    rules: Scorecard,
    players: Sequence[Player],
    games: int,
    seed: int,
    *,
    same_dice: bool = False,
    threads: int | None = None,
    progress: Progress = lambda _: None,
) -> Simulation:
    """So many games, a seat for each player; ValueError where one stands on the values of another game.

    With `same_dice` every seat rolls the dice of the first. `progress` is told how much is done, from 0 to 1.
    """
    seats = [Seat(at, 0 if same_dice else at) for at in range(len(players))]
    run = _Run(rules, key_of(seed), games, _Done(progress, games * len(players)))
    exact = [(seat, player) for seat, player in zip(seats, players, strict=True) if isinstance(player, Exact)]
    if any(player.solution.rules != rules for _, player in exact):
        raise ValueError(f"a player of {rules.id!r} stands on the values of another game")
    found = run.play_exact(exact, threads or usual_threads())
    for seat, player in zip(seats, players, strict=True):
        if not isinstance(player, Exact):
            found[seat.number] = run.play_through_engine(seat, player)
    return Simulation(tuple(row.id for row in rules.rows), tuple(found[at] for at in range(len(players))))


class _Done:
    """How many games are played of all; told by any thread."""

    def __init__(self, progress: Progress, everything: int) -> None:
        self._progress, self._everything, self._games, self._lock = progress, everything, 0.0, Lock()

    def add(self, games: float) -> None:
        with self._lock:
            self._games += games
            self._progress(self._games / self._everything)


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """What all seats of a simulation share."""

    rules: Scorecard
    key: int
    games: int
    done: _Done

    def play_exact(self, players: Sequence[tuple[Seat, Exact]], threads: int) -> dict[int, SeatGames]:
        """The games of the seats that play on exact values, shared among threads in pieces."""
        pieces = list(_pieces(self.games, -(-threads // max(1, len(players)))))
        pool = ThreadPoolExecutor(threads)
        try:
            running = [
                (seat.number, [pool.submit(self._play_piece, seat, player, piece) for piece in pieces])
                for seat, player in players
            ]
            return {seat: _joined([piece.result() for piece in played]) for seat, played in running}
        finally:  # whoever interrupts waits only for the pieces that are being played
            pool.shutdown(cancel_futures=True)

    def _play_piece(self, seat: Seat, player: Exact, piece: range) -> SeatGames:
        from kosci.solve.kernel_play import play_turn

        game, values = player.solution.game, _padded(player.solution)
        cards = blank_cards(len(piece), len(self.rules.rows), game.size)
        work, choice = work_for(game.tables, game.lattice.first_hand), choice_for(game.tables, game.lattice)
        for turn in range(1, self.rules.turns + 1):
            draw = Draw(np.uint64(self.key), piece.start, seat.dice, seat.number, turn, player.temperature)
            play_turn(game.tables, values, cards, choice, work, draw)
            self.done.add(len(piece) / self.rules.turns)
        return _told(self.rules, cards)

    def play_through_engine(self, seat: Seat, mover: Mover) -> SeatGames:
        """The games of any other seat, one after the other."""
        cards = blank_cards(self.games, len(self.rules.rows), 0)
        for game in range(self.games):
            card = play_alone(self.rules, mover, seat, self.key, game)
            cards.points[game] = [BLANK if value is None else value for value in card.values]
            cards.uppers[game], cards.extras[game] = self.rules.upper(card), card.extras
            self.done.add(1)
        return _told(self.rules, cards)


def _pieces(games: int, least: int) -> Iterator[range]:
    """The games in pieces, at least so many of them to keep threads busy."""
    pieces = max(-(-games // _MOST_GAMES), min(least, games))
    for piece in range(pieces):
        yield range(games * piece // pieces, games * (piece + 1) // pieces)


def _padded(solution: Solution) -> Floats:
    """The values with room behind them, for vectors are read whole."""
    values = aligned(solution.game.size + LANES)
    values[: solution.game.size] = solution.values[: solution.game.size]
    return values


def _joined(parts: Sequence[SeatGames]) -> SeatGames:
    width = max(len(part.extras) for part in parts)
    extras = [np.pad(part.extras, (0, width - len(part.extras))) for part in parts]
    return SeatGames(
        np.concatenate([part.totals for part in parts]),
        np.sum([part.row_sums for part in parts], axis=0),
        np.sum([part.row_squares for part in parts], axis=0),
        sum(part.bonuses for part in parts),
        np.sum(extras, axis=0),
    )


def _told(rules: Scorecard, cards: Cards) -> SeatGames:
    points = np.where(cards.points == BLANK, 0, cards.points).astype(np.int64)
    has_bonus = cards.uppers >= rules.bonus_at
    totals = points.sum(axis=1) + has_bonus * rules.bonus + cards.extras.astype(np.int64) * rules.extra_pays
    squares = (points**2).sum(axis=0)
    counted = np.bincount(cards.extras)
    return SeatGames(totals.astype(np.int32), points.sum(axis=0), squares, int(has_bonus.sum()), counted)
