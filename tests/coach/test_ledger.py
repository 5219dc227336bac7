"""The ledger: what was expected, luck and costs are what came of it, in every game and however it was played."""

from random import Random
from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.coach.bookkeeping import ledger
from kosci.coach.exact import Exact
from kosci.coach.judging import judge_of
from kosci.coach.ledger import Ledger
from kosci.coach.steps import steps_of
from kosci.engine.game import Event, Game, Moved, Over, Rolled, ToRoll, apply
from kosci.engine.moves import End
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.solve.race_model import RaceNotSolvedError
from kosci.variants import Rules, load
from tests.laws.strategies import SHEET_IDS, Story, examples, stories, told

TURNS_MOST = 60  # of a race between players who do not care


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(KeptSolutions(tmp_path_factory.mktemp("solutions")))


def book(library: Library, story: Story, seat: int) -> Ledger:
    steps = steps_of(story.rules, story.game.start(story.seats), story.events)
    return ledger(judge_of(library, story.rules), steps, seat, story.game.start(story.seats))


def check_adds_up(found: Ledger) -> None:
    """The identity, in all and by turn and row, and no decision that gains."""
    change = found.sign * (found.now - found.start)
    assert found.luck - found.cost == pytest.approx(change, abs=1e-9)
    assert all(decision.cost >= 0 for decision in found.decisions)
    for sums in (found.by_turn(), found.by_row()):
        assert sum(luck - cost for luck, cost in sums.values()) == pytest.approx(change, abs=1e-9)


def came_to(story: Story, seat: int) -> float | None:
    """What the rules themselves say came of a seat, where its game is over; None while it goes on."""
    if not isinstance(story.game.awaiting(story.position), Over):
        return None
    position = story.position
    if isinstance(position, SheetPosition):
        assert isinstance(story.rules, Scorecard)
        return float(story.rules.total(position.cards[seat]))
    return None if position.winner != seat else float(turns_of(story, seat))


def turns_of(story: Story, seat: int) -> int:
    """The turns that a seat began."""
    position, turns = story.game.start(story.seats), 0
    for event in story.events:
        is_first = position.contest is None and position.turn == 0 and not position.roll
        turns += isinstance(event, Rolled) and is_first and position.mover == seat and position.rolling == 5
        position = apply(story.game, position, event)
    return turns


@examples(25)
@given(stories(SHEET_IDS), st.integers(0, 7))
def test_what_was_expected_and_luck_less_costs_is_what_came_of_it(library: Library, story: Story, at: int) -> None:
    found = book(library, story, at % story.seats)
    check_adds_up(found)
    total = came_to(story, at % story.seats)
    assert total is None or found.now == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize("options", [{}, {"hot_dice": "stop"}, {"bust": "keep"}, {"set_aside": "any"}, {"target": 500}])
@pytest.mark.parametrize("seed", range(3))
def test_a_race_adds_up_in_turns(library: Library, options: dict[str, Any], seed: int) -> None:
    story = told(load("tysiac", options), 2 + seed % 2, 400, Random(seed), interruptions=0.01)
    for seat in range(story.seats):
        found = book(library, story, seat)
        check_adds_up(found)
        turns = came_to(story, seat)
        assert turns is None or found.now == pytest.approx(turns)


@pytest.mark.parametrize("option", ["exact", "last_round"])
def test_a_race_without_an_exact_solution_has_no_ledger(library: Library, option: str) -> None:
    with pytest.raises(RaceNotSolvedError):
        judge_of(library, load("tysiac", {option: True}))


@pytest.mark.parametrize("variant", SHEET_IDS)
def test_best_play_costs_nothing_and_its_luck_is_its_result(library: Library, variant: str) -> None:
    game, exact, random = load(variant), Exact(library), Random(variant)
    story = played(game, exact, random)
    found = book(library, story, 0)
    check_adds_up(found)
    assert found.cost == 0
    assert found.luck == pytest.approx(found.now - found.start, abs=1e-9)


def played(rules: Rules, exact: Exact | None, random: Random) -> Story:
    """A game with fair dice in which every move is the best, or by chance where nobody knows the best."""
    game: Game[Any] = rules
    seats = rules.players[0]
    position, events = game.start(seats), list[Event]()
    while not isinstance(awaiting := game.awaiting(position), Over):
        if isinstance(awaiting, ToRoll):
            event: Event = Rolled(tuple(random.choices(range(1, 7), k=awaiting.count)))
        else:
            moves = (
                [option.move for option in exact.advice(rules, position).options[:1]]
                if exact
                else [move for move in game.legal_moves(position) if move != End()]
            )
            event = Moved(awaiting.seat, random.choice(moves))
        events.append(event)
        position = apply(game, position, event)
    return Story(rules, seats, tuple(events), position)


@pytest.mark.parametrize("strength", ["best", "random"])
def test_luck_is_nought_on_average_whoever_plays(library: Library, strength: str) -> None:
    game, exact, random = load("yahtzee"), Exact(library), Random(strength)
    lucks = []
    for _ in range(40):
        story = played(game, exact if strength == "best" else None, random)
        lucks.append(book(library, story, 0).luck)
    assert abs(mean(lucks)) <= 3 * stdev(lucks) / len(lucks) ** 0.5
