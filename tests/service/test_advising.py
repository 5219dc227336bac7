"""Advice through the service: who may ask, how often it acts, and that a page never waits long for it."""

from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import cast

import pytest

from kosci.coach.exact import Advice, Exact
from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, Roll
from kosci.engine.race import Race, RacePosition
from kosci.service.advising import Advising
from kosci.service.changes import NewSeat
from kosci.service.errors import ServiceError
from kosci.service.solving import Solving
from kosci.service.tables import NewTable
from kosci.service.view import View
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.solve.options import ranked
from kosci.table import Settings
from kosci.variants import Position, Rules, load
from tests.service.conftest import House

ANNA, OLA = "a" * 64, "b" * 64


class FakeExact:
    """Knows a value of every move of Tysiąc at once, or when it is let go on; fails where it was told so."""

    def __init__(self) -> None:
        self.go_on = Event()
        self.go_on.set()
        self.error: Exception | None = None
        self.times = 0

    def is_ready(self, game: Rules) -> bool:
        return game.id == "tysiac"

    def prepare(self, game: Rules, progress: object) -> float:
        assert progress
        return float(len(game.id))

    def advice(self, game: Rules, position: Position) -> Advice:
        assert isinstance(game, Race)
        assert isinstance(position, RacePosition)
        self.times += 1
        assert self.go_on.wait(10)
        if self.error is not None:
            raise self.error
        return Advice("chance", ranked([(move, 1 / at) for at, move in enumerate(game.legal_moves(position), start=1)]))


def advising(exact: FakeExact, patience: float) -> Advising:
    """The advice of a process over values that are made up."""
    found = cast("Exact", exact)
    return Advising(found, Solving(found), patience=patience)


async def rolled(house: House, coach: str = "on_demand", variant: str = "tysiac") -> View:
    """A table of two devices where Anna's dice lie; those of Tysiąc score."""
    seats = (NewSeat("Anna"),)
    new = NewTable(load(variant, {"first": "seat"}), Settings(coach=coach), seats)
    table = await house.tables.create(new, ANNA)
    await house.tables.join(table, NewSeat("Ola"), OLA)
    await house.tables.start(table, ANNA)
    view = await house.tables.view(table)
    while view.table.mover or not view.table.is_choosing:
        seat = view.table.mover or 0
        await house.tables.move(table, (ANNA, OLA)[seat], seat, Bank() if view.table.is_choosing else Roll())
        view = await house.tables.view(table)
    return view


async def refusal(house: House, view: View, device: str, seat: int, at: int | None = None) -> str:
    """The code of a refused hint."""
    with pytest.raises(RuleError) as caught:
        await house.tables.advise(view.id, device, seat, at=at)
    assert (await house.tables.view(view.id)).version == view.version
    return caught.value.code


async def test_a_seat_asks_for_itself_and_a_command_sent_twice_acts_once(house: House) -> None:
    view = await rolled(house)
    assert await refusal(house, view, OLA, 0) == "not-your-seat"
    assert await refusal(house, view, OLA, 1) == "not-your-turn"
    version = await house.tables.advise(view.id, ANNA, 0, at=view.version, command="12345678")
    assert version == view.version + 1
    assert await house.tables.advise(view.id, ANNA, 0, at=view.version, command="12345678") == version
    assert await house.tables.advise(view.id, ANNA, 0, at=view.version, command="87654321") == version


async def test_a_hint_is_stale_only_where_the_position_has_moved_on(house: House) -> None:
    view = await rolled(house)
    assert await refusal(house, view, ANNA, 0, at=view.table.moved_at - 1) == "stale"
    await house.tables.advise(view.id, ANNA, 0, at=view.table.moved_at)
    await house.tables.move(view.id, ANNA, 0, Bank(), at=view.version)


async def test_where_the_coach_is_off_nobody_is_advised(house: House) -> None:
    view = await rolled(house, "off")
    assert await refusal(house, view, ANNA, 0) == "coach-off"


async def test_only_the_devices_of_the_seat_are_told(house: House) -> None:
    exact = FakeExact()
    coach = advising(exact, 10)
    view = await rolled(house, "always")
    told = await coach.counsel(view, ANNA)
    assert told.now is not None
    assert (told.now.seat, told.now.advice.aim) == (0, "chance")
    assert await coach.counsel(view, ANNA) == told
    assert exact.times == 1
    other = await coach.counsel(view, OLA)
    assert other.now is None
    assert other.last is None or other.last.seat == 1


async def test_the_last_choice_is_judged_for_who_made_it(house: House) -> None:
    coach = advising(FakeExact(), 10)
    view = await rolled(house, "always")
    now = (await coach.counsel(view, ANNA)).now
    assert now is not None
    best, *_, worst = now.advice.options
    await house.tables.move(view.id, ANNA, 0, worst.move)
    view = await house.tables.view(view.id)
    told = await coach.counsel(view, ANNA)
    assert told.last is not None
    assert (told.last.best, told.last.chosen) == (best, worst)
    assert worst.cost > 0
    other = await coach.counsel(view, OLA)
    assert other.now is None
    assert other.last is None or other.last.seat == 1


async def test_what_takes_long_is_said_to_be_coming_and_is_worked_out_once(house: House) -> None:
    exact = FakeExact()
    exact.go_on.clear()
    coach = advising(exact, 0)
    view = await rolled(house, "always")
    for _ in range(3):
        told = await coach.counsel(view, ANNA)
        assert told.now is None
        assert told.is_coming
    exact.go_on.set()
    told = await replace(coach, patience=10).counsel(view, ANNA)
    assert told.now is not None
    assert exact.times == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [(ServiceError("race-not-solved", "no"), "race-not-solved"), (ZeroDivisionError("oh"), "coach-failed")],
)
async def test_a_failure_is_told_and_never_stops_the_page(
    house: House, error: Exception, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What nobody expected is logged; the next page tries again."""
    exact = FakeExact()
    exact.error = error
    coach = advising(exact, 10)
    view = await rolled(house, "always")
    told = await coach.counsel(view, ANNA)
    assert told.failure is not None
    assert told.failure.code == code
    assert bool(caplog.records) == (code == "coach-failed")
    exact.error = None
    assert (await coach.counsel(view, ANNA)).now is not None


async def test_a_game_that_is_not_at_hand_is_solved_first(house: House, tmp_path: Path) -> None:
    """Until then the page says how far that is."""
    exact = Exact(Library(KeptSolutions(tmp_path)))
    coach = Advising(exact, Solving(exact), patience=0)
    view = await rolled(house, "always", "yahtzee")
    told = await coach.counsel(view, ANNA)
    assert told.is_coming
    assert told.solving is not None
    await coach.solving.ready(view.table.game)
    told = await replace(coach, patience=120).counsel(view, ANNA)
    assert told.now is not None
    assert told.now.why is not None
