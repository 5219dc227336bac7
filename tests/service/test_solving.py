"""Games are solved in jobs: one a game, with progress for whoever waits."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

import pytest

from kosci.engine.errors import RuleError
from kosci.service.solving import Failed, Running, Solved, Solving
from kosci.variants import Rules, load


@dataclass
class SlowSolver:
    """Solves a game when it is let go on, and fails where it was told so."""

    go_on: Event = field(default_factory=Event)
    half_done: Event = field(default_factory=Event)
    error: Exception | None = None
    times: int = 0

    def prepare(self, game: Rules, progress: Callable[[float], None]) -> float:
        self.times += 1
        progress(0.5)
        self.half_done.set()
        assert self.go_on.wait(10)
        if self.error is not None:
            raise self.error
        return float(len(game.id))


async def test_who_waits_sees_how_much_is_done_and_then_the_mean() -> None:
    solver = SlowSolver()
    jobs = Solving(solver)
    game = load("yahtzee")
    assert jobs.state(game) is None
    assert jobs.start(game) == Running(0.0)
    assert await asyncio.to_thread(solver.half_done.wait, 10)
    await asyncio.sleep(0)
    assert jobs.state(game) == Running(0.5)
    solver.go_on.set()
    assert await jobs.ready(game) == Solved(7.0)
    assert jobs.state(game) == Solved(7.0)


async def test_a_game_asked_for_many_times_is_solved_once_and_another_is_another_job() -> None:
    solver = SlowSolver()
    solver.go_on.set()
    jobs = Solving(solver)
    found = await asyncio.gather(*(jobs.ready(load("yahtzee")) for _ in range(5)))
    assert found == [Solved(7.0)] * 5
    assert solver.times == 1
    await jobs.ready(load("yahtzee", {"bonus": 50}))
    assert solver.times == 2


async def test_one_who_goes_away_does_not_stop_the_job_for_the_others() -> None:
    solver = SlowSolver()
    jobs = Solving(solver)
    first = asyncio.create_task(jobs.ready(load("general")))
    second = asyncio.create_task(jobs.ready(load("general")))
    await asyncio.to_thread(solver.half_done.wait, 10)
    first.cancel()
    solver.go_on.set()
    assert await second == Solved(7.0)


@pytest.mark.parametrize("error", [RuleError("race-not-solved", "no", option="exact"), OSError("no room")])
async def test_a_game_that_cannot_be_solved_says_why_and_may_be_tried_again(error: Exception) -> None:
    solver = SlowSolver(error=error)
    solver.go_on.set()
    jobs = Solving(solver)
    found = await jobs.ready(load("yahtzee"))
    assert isinstance(found, Failed)
    assert found.error.code == ("race-not-solved" if isinstance(error, RuleError) else "solving-failed")
    solver.error = None
    assert await jobs.ready(load("yahtzee")) == Solved(7.0)
