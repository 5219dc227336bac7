"""Players on exact values: `best` costs nothing, the others err as their temperature says, nobody moves illegally."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import exp, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosci.bots import BOTS, BotInfo, bots, players
from kosci.bots.averages import average
from kosci.bots.strengths import BEST, RACE_TEMPERATURES, TEMPERATURES, WEAKEST_FIRST, temperatures
from kosci.bots.valued import Advised, Erring
from kosci.coach.exact import Exact
from kosci.engine.game import Game, Moved, apply
from kosci.engine.moves import End, Keep, Move
from kosci.engine.options import Value
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.variants import Position, Rules, info, load, parse_position
from tests.bots.playing import VARIANTS, Asked, met_in

STRENGTHS = (*TEMPERATURES, BEST)
FRESH = f"yahtzee | to=1 rolls=1 dice=55666 card={','.join('.' * 13)};0;0"


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


@pytest.fixture(scope="module")
def everybody(exact: Exact) -> Mapping[str, BotInfo]:
    return players(exact.advice)


# --- who there is ---------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_strength_plays_every_variant(everybody: Mapping[str, BotInfo], variant: str) -> None:
    assert bots(load(variant), everybody) == WEAKEST_FIRST
    assert {name for name, player in everybody.items() if player.needs_values} == set(STRENGTHS)


def test_without_exact_play_there_are_those_that_need_no_values() -> None:
    assert players(None) is BOTS
    assert not any(player.needs_values for player in BOTS.values())


# --- what they choose -----------------------------------------------------------------------


@dataclass(frozen=True)
class Costing:
    """A move with its cost."""

    move: Move
    cost: float


@dataclass(frozen=True)
class Told:
    """Three moves whose costs are known."""

    aim: str
    options: tuple[Costing, ...]


def advised(_: Rules, __: Position) -> Advised:
    return Told("total", (Costing(Keep((6,)), 0.0), Costing(Keep((5,)), 1.0), Costing(Keep(()), 3.0)))


@pytest.mark.parametrize("warmth", [0.5, 1.0, 4.0])
def test_the_weight_of_a_move_falls_with_its_cost_as_the_temperature_says(warmth: float) -> None:
    game, at = parse_position(FRESH)
    player, random, times = Erring(advised, {"total": warmth}), Random(3), 6000
    counted = Counter(player(game, at, random) for _ in range(times))
    weights = {(6,): 1.0, (5,): exp(-1 / warmth), (): exp(-3 / warmth)}
    for dice, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(counted[Keep(dice)] / times - share) < 4.5 * sqrt(share * (1 - share) / times)


def test_a_stronger_player_is_colder_whatever_moves_are_worth_in() -> None:
    for easier, harder in pairwise(TEMPERATURES):
        warm, cold = temperatures(easier), temperatures(harder)
        assert warm.keys() == cold.keys() == {"total", "chance", "turns", "gain"}
        assert all(warm[aim] > cold[aim] > 0 for aim in warm)
    assert RACE_TEMPERATURES.keys() == TEMPERATURES.keys()


def test_a_move_of_a_frozen_player_that_costs_a_game_is_never_drawn() -> None:
    """The weight of a dear move may be no number above 0 at all: what is left are the best."""
    game, at = parse_position(FRESH)
    assert {Erring(advised, {"total": 1e-4})(game, at, Random(seed)) for seed in range(50)} == {Keep((6,))}


@settings(max_examples=12)
@given(seed=st.integers(0, 2**32), variant=st.sampled_from(VARIANTS), is_changed=st.booleans())
def test_every_move_is_legal_and_best_costs_nothing(
    exact: Exact, everybody: Mapping[str, BotInfo], seed: int, variant: str, is_changed: bool
) -> None:
    """With the usual rules, and with one option or the other: Tysiąc where it is not solved and for three, too."""
    met: Asked = met_in(_some_game(variant, Random(seed), is_changed=is_changed), Random(seed))
    game: Game[Any] = met.game
    for name in STRENGTHS:
        move = everybody[name].move(met.game, met.position, Random(seed))
        assert move in game.legal_moves(met.position)
        assert not isinstance(move, End)
        apply(game, met.position, Moved(met.seat, move))
    advice = exact.advice(met.game, met.position)
    chosen = everybody[BEST].move(met.game, met.position, Random(seed))
    assert next(option.cost for option in advice.options if option.move == chosen) == 0


def _some_game(variant: str, random: Random, *, is_changed: bool) -> Rules:
    """The usual game, or in Tysiąc, whose readings change how it is played, one of those without exact play."""
    if not is_changed or "opening" not in info(variant).specs:
        return load(variant)
    readings: tuple[dict[str, Value], ...] = ({"opening": 50}, {"exact": True}, {"last_round": True})
    return load(variant, random.choice(readings))


def test_best_keeps_what_expects_most(everybody: Mapping[str, BotInfo]) -> None:
    """THEORY: 55666 at the first turn keeps the sixes, for 265.1134."""
    game, at = parse_position(FRESH)
    assert everybody[BEST].move(game, at, Random(1)) == Keep((6, 6, 6))


# --- what was measured ----------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_every_player_comes_to_was_measured_with_the_rules_as_they_are(variant: str) -> None:
    game = load(variant)
    measures = ("wins", "turns") if isinstance(game, Race) else ("total",)
    for measure in measures:
        found = {name: average(game, name, measure) for name in WEAKEST_FIRST}
        assert [name for name, one in found.items() if one is None] == []
        assert all(one.games >= 1000 and one.error > 0 for one in found.values() if one)
        at_least = 100_000 if measure == "total" else 1000
        assert all(one.games >= at_least for name, one in found.items() if one and name in STRENGTHS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_best_averages_what_its_game_was_solved_to(exact: Exact, variant: str) -> None:
    game = load(variant)
    if isinstance(game, Scorecard):
        measured, solved = average(game, BEST, "total"), exact.prepare(game)
    else:
        measured, solved = average(game, BEST, "turns"), exact.race_means(game).turns_alone
    assert measured is not None
    assert abs(measured.mean - solved) < 4 * measured.error


@pytest.mark.parametrize(("name", "about"), [("easy", 180), ("medium", 215), ("hard", 240)])
def test_the_strengths_of_yahtzee_are_what_they_are_set_to(name: str, about: float) -> None:
    measured = average(load("yahtzee"), name, "total")
    assert measured is not None
    assert measured.mean == pytest.approx(about, abs=1.5)


@pytest.mark.parametrize(("name", "about"), [("easy", 0.25), ("medium", 0.35), ("hard", 0.45)])
def test_the_strengths_of_tysiac_win_what_they_are_set_to(name: str, about: float) -> None:
    measured = average(load("tysiac"), name, "wins")
    assert measured is not None
    assert measured.mean == pytest.approx(about, abs=0.04)


def test_rules_that_were_not_measured_have_no_average() -> None:
    assert average(load("yahtzee", {"bonus": 40}), "easy", "total") is None
