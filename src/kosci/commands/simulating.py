"""What `kosci simulate` does: finds its players, has them play, and writes what came of it as data.

Nothing is computed here.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kosci.bots import BOTS, BotError
from kosci.bots.strengths import BEST, TEMPERATURES, WEAKEST_FIRST
from kosci.bots.valued import players
from kosci.commands.solving import check_installed, kept_solutions, solution_of, waiting
from kosci.engine.game import check_seats
from kosci.engine.race import Race

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard
    from kosci.locale.words import Words
    from kosci.solve.simulate import Player, Simulation
    from kosci.solve.simulate_race import RaceSimulation
    from kosci.solve.simulate_summary import Estimate, Report, SeatReport, Sheet, Spread
    from kosci.variants import Rules

_MOST_SOLVED = 2  # players of a race whose best play is exact


@dataclass(frozen=True, slots=True)
class Asked:
    """A simulation as it was asked for: a player for each seat, the games, the seed, and whose dice fall."""

    names: tuple[str, ...]
    games: int
    seed: int
    same_dice: bool


def known_players(game: "Rules") -> tuple[str, ...]:
    """The players that can be simulated in a game, weakest first."""
    return tuple(name for name in WEAKEST_FIRST if name not in BOTS or BOTS[name].plays(game))


def checked_players(game: "Rules", text: str) -> tuple[str, ...]:
    """The players typed for the seats; BotError or IllegalMoveError where there are no such, or not so many seats."""
    names = tuple(name.strip() for name in text.split(","))
    allowed = known_players(game)
    for name in names:
        if name not in allowed:
            message = f"{name!r} is no computer player: there are {', '.join(allowed)}"
            raise BotError("bot-unknown", message, given=name, allowed=allowed)
    check_seats(game.id, game.players, len(names))
    return names


def simulated(words: "Words", game: "Rules", asked: Asked) -> "Report":
    """What came of the games, with a bar while they are played."""
    check_installed()
    from kosci.solve.simulate_summary import report_of

    if isinstance(game, Race):
        return report_of(_races(words, game, asked))
    return report_of(_sheets(words, game, asked))


def _sheets(words: "Words", game: "Scorecard", asked: Asked) -> "Simulation":
    from kosci.solve.simulate import Exact, simulate

    warmth = {**TEMPERATURES, BEST: 0.0}
    solution = solution_of(words, game) if any(name in warmth for name in asked.names) else None
    seats: list[Player] = [
        BOTS[name].move if solution is None or name not in warmth else Exact(solution, warmth[name])
        for name in asked.names
    ]
    with waiting(words("cli.simulating")) as progress:
        return simulate(game, seats, asked.games, asked.seed, same_dice=asked.same_dice, progress=progress)


def _races(words: "Words", game: Race, asked: Asked) -> "RaceSimulation":
    from kosci.coach.exact import Exact
    from kosci.solve.library import Library
    from kosci.solve.race_model import unsolved_option
    from kosci.solve.simulate_race import simulate_duels, simulate_race

    exact = Exact(Library(kept_solutions(words)))
    is_solved = len(asked.names) <= _MOST_SOLVED and unsolved_option(game) is None
    if is_solved and not BOTS.keys() >= set(asked.names):
        with waiting(words("cli.solving")) as progress:
            exact.prepare(game, progress)
    with waiting(words("cli.simulating")) as progress:
        if is_solved and asked.names == (BEST,) * _MOST_SOLVED:
            solution = exact.library.race(game).solution
            return simulate_duels(solution, asked.games, asked.seed, same_dice=asked.same_dice, progress=progress)
        table = players(exact.advice)
        movers = [table[name].move for name in asked.names]
        return simulate_race(game, movers, asked.games, asked.seed, same_dice=asked.same_dice, progress=progress)


def as_data(game: "Rules", asked: Asked, report: "Report") -> dict[str, object]:
    """The report as JSON writes it."""
    return {
        "variant": game.id,
        "games": asked.games,
        "seed": asked.seed,
        "same_dice": asked.same_dice,
        "players": [{"player": name, **_seat(seat)} for name, seat in zip(asked.names, report.seats, strict=True)],
        "ties": _estimate(report.ties),
    }


def _seat(seat: "SeatReport") -> dict[str, object]:
    places = [
        {
            "place": place.place,
            "share": place.taken.mean,
            "standard_error": place.taken.error,
            "shared": place.shared.mean,
        }
        for place in seat.places
    ]
    played: dict[str, object] = {"total": _spread(seat.total)}
    if seat.turns is not None:
        played["turns"] = _spread(seat.turns)
    return {**played, "ahead_of_first": _estimate(seat.ahead), "places": places, **_sheet(seat.sheet)}


def _sheet(sheet: "Sheet | None") -> dict[str, object]:
    if sheet is None:
        return {}
    return {
        "rows": {row: _estimate(points) for row, points in sheet.rows.items()},
        "bonus": _estimate(sheet.bonus),
        "extras": {**_estimate(sheet.extras), "games": list(sheet.extra_games)},
    }


def _spread(spread: "Spread") -> dict[str, object]:
    return {
        "mean": spread.mean,
        "standard_error": spread.error,
        "standard_deviation": spread.deviation,
        "least": spread.least,
        "most": spread.most,
        "quantiles": {f"{share:g}": number for share, number in spread.quantiles.items()},
    }


def _estimate(estimate: "Estimate") -> dict[str, float]:
    return {"mean": estimate.mean, "standard_error": estimate.error}
