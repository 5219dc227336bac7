"""What best play comes to under some rules, beside the usual ones and each change alone: found by jobs.

Solves nothing itself and words nothing; asks for no more than an address may.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kosci.coach.exact import Exact
from kosci.coach.means import usual_means
from kosci.engine.errors import RuleError
from kosci.engine.race import Race
from kosci.service.solving import Failed, Running, Solved, Solving
from kosci.solve.race_model import RaceNotSolvedError, check_solved
from kosci.table.settings import Settings
from kosci.variants import Rules, changed_options, load
from kosci.web.refusals import Refused
from kosci.web.site import Site

_USUAL_TARGET = 1000  # a race takes as much work as its target squared; one of this size counts as one game


@dataclass(frozen=True, slots=True)
class Compared:
    """Rules with those they are held against: the usual ones, and, of several changes, each change alone."""

    game: Rules
    usual: Rules | None
    alone: Mapping[str, Rules]

    @property
    def games(self) -> tuple[Rules, ...]:
        """All of them, the rules themselves first."""
        return (self.game, *([self.usual] if self.usual is not None else []), *self.alone.values())


@dataclass(frozen=True, slots=True)
class Found:
    """What is known so far: the means of each solved game by its rules, how much of the work is done, and faults.

    `means` of a sheet game are its average; of a race the points of a turn, the turns alone, the first one's chance.
    """

    means: Mapping[Rules, tuple[float, ...]]
    progress: float | None = None
    error: RuleError | None = None
    is_refused: bool = False


def compared(game: Rules) -> Compared:
    """The games that tell what each change does."""
    changed = changed_options(game)
    if not changed:
        return Compared(game, None, {})
    alone = {name: load(game.id, {name: value}) for name, value in changed.items()} if len(changed) > 1 else {}
    return Compared(game, load(game.id), alone)


def unsolved(game: Rules) -> RuleError | None:
    """Why there is no exact play of these rules; None where there is."""
    try:
        if isinstance(game, Race):
            check_solved(game)
    except RaceNotSolvedError as error:
        return error
    return None


async def find(site: Site, address: str, games: Compared, *, is_new: bool) -> Found:
    """See that the games get solved as far as the address may ask for it; a reader who comes anew tries again."""
    exact, solving = site.parts.exact, site.parts.solving
    assert exact is not None
    assert solving is not None
    states = {game: job(site, solving, address, game, is_new=is_new) for game in games.games}
    means = {game: await _means(exact, game, state) for game, state in states.items() if isinstance(state, Solved)}
    done = [state.progress if isinstance(state, Running) else 1.0 for state in states.values()]
    is_running = any(isinstance(state, Running) for state in states.values())
    return Found(
        means=means,
        progress=sum(done) / len(done) if is_running else None,
        error=next((state.error for state in states.values() if isinstance(state, Failed)), None),
        is_refused=None in states.values(),
    )


async def known(site: Site, game: Rules) -> tuple[float, ...]:
    """What best play comes to where that is written down or a job has found it already; empty otherwise."""
    written = usual_means(game)
    exact, solving = site.parts.exact, site.parts.solving
    if written or exact is None or solving is None:
        return written or ()
    state = solving.state(game)
    return await _means(exact, game, state) if isinstance(state, Solved) else ()


def job(site: Site, solving: Solving, address: str, game: Rules, *, is_new: bool) -> Running | Solved | Failed | None:
    """How far the game's job is, begun if it has to be; None where the address has asked for too much."""
    state = solving.state(game)
    if state is not None and not (is_new and isinstance(state, Failed)):
        return state
    if site.solved.is_full(address):
        return None
    for _ in range(_size(game)):
        site.solved.count(address)
    return solving.start(game)


def check_solving(site: Site, address: str, game: Rules, computers: Iterable[str | None], settings: Settings) -> None:
    """Count what a table will have solved, for its computer players or its coach; Refused where it is too much."""
    players, solving = site.parts.tables.players, site.parts.solving
    is_needed = settings.coach == "always" or any(
        name in players and players[name].needs_values for name in computers if name is not None
    )
    if solving is None or not is_needed or solving.state(game) is not None:
        return
    if site.solved.is_full(address):
        raise Refused(429, "the address has had too many games solved", retry=600)
    for _ in range(_size(game)):
        site.solved.count(address)


def _size(game: Rules) -> int:
    return max(1, round((game.target / _USUAL_TARGET) ** 2)) if isinstance(game, Race) else 1


async def _means(exact: Exact, game: Rules, solved: Solved) -> tuple[float, ...]:
    if not isinstance(game, Race):
        return (solved.mean,)
    found = await asyncio.to_thread(exact.race_means, game)
    return (found.turn, found.turns_alone, found.first_wins)
