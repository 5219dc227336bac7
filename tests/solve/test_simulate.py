"""Simulated games: the same ones whoever plays them, and on average what exact play says."""

from collections.abc import Callable
from itertools import pairwise
from math import exp, sqrt
from random import Random

import numpy as np
import pytest

from kosci.engine.card import Card
from kosci.engine.dice import rolls
from kosci.engine.moves import Keep, Move, Roll, Score
from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.advisor import Advisor
from kosci.solve.simulate import Exact, Player, SeatGames, simulate
from kosci.solve.simulate_dice import faces, key_of, word
from kosci.solve.simulate_engine import Seat, Throws, play
from kosci.solve.solver import solve
from kosci.variants import Position, Rules
from tests.engine.games import ALL_SHEETS, a_sheet
from tests.solve.solving import advisor, small_game, solution

HARD: dict[str, Value] = {"turns": 14, "zero": "only_if_nothing_fits", "joker": "own_row", "joker_needs_50": True}
GAMES: list[tuple[str, dict[str, Value]]] = [
    *((variant, {}) for variant in ALL_SHEETS),
    ("yahtzee", {"upper_first": True}),
    ("general", {"extra": "second", "bonus_at": 80, "bonus": 100}),
    ("yatzi", HARD),
]


def best_by_advice(found: Advisor) -> Callable[[Rules, Position, Random], Move]:
    """The player that asks for advice and takes the first of the best."""

    def move(rules: Rules, position: Position, _: Random) -> Move:
        assert isinstance(rules, Scorecard)
        assert isinstance(position, SheetPosition)
        if not position.rolls_used:
            return Roll()
        card = position.cards[position.mover]
        return found.values(card, position.dice, rules.rolls - position.rolls_used)[0].move

    return move


def same(one: SeatGames, other: SeatGames) -> bool:
    """Whether two seats came to the same in every game."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in SeatGames.__slots__)


# --- the same games -------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_the_kernel_plays_the_very_games_that_advice_plays_through_the_engine(
    variant: str, options: dict[str, Value]
) -> None:
    rules, by_advice = a_sheet(variant, **options), best_by_advice(advisor(variant, **options))
    players: list[Player] = [Exact(solution(variant, **options)), by_advice]
    first, second = simulate(rules, players, 25, 7, same_dice=True).seats
    assert same(first, second)


def test_a_seat_plays_the_same_sheet_among_others_as_alone() -> None:
    rules, by_advice = a_sheet("yahtzee"), best_by_advice(advisor("yahtzee"))
    totals = [seat.totals for seat in simulate(rules, [by_advice, by_advice], 3, 11).seats]
    for game in range(3):
        throws = [Throws(key_of(11), game, Seat(at, at)) for at in range(2)]
        cards = play(rules, rules, [by_advice, by_advice], throws).cards
        assert [rules.total(card) for card in cards] == [seat[game] for seat in totals]


def test_games_do_not_depend_on_threads_nor_on_how_many_there_are() -> None:
    found, rules = solution("yahtzee"), a_sheet("yahtzee")
    players = [Exact(found), Exact(found, 2.0)]
    one, three = (simulate(rules, players, 90, 5, threads=threads) for threads in (1, 3))
    assert all(same(seat, other) for seat, other in zip(one.seats, three.seats, strict=True))
    fewer = simulate(rules, players, 40, 5)
    for seat, part in zip(one.seats, fewer.seats, strict=True):
        assert seat.totals[:40].tolist() == part.totals.tolist()


def test_seats_have_dice_of_their_own_unless_they_share_them() -> None:
    players = [Exact(solution("yahtzee"))] * 2
    own, shared = (simulate(a_sheet("yahtzee"), players, 50, 5, same_dice=same_dice) for same_dice in (False, True))
    assert own.seats[0].totals.tolist() != own.seats[1].totals.tolist()
    assert same(shared.seats[0], shared.seats[1])
    assert same(shared.seats[0], own.seats[0])


def test_another_seed_gives_other_games() -> None:
    players = [Exact(solution("yahtzee"))]
    one, other = (simulate(a_sheet("yahtzee"), players, 50, seed).seats[0].totals for seed in (1, 2))
    assert one.tolist() != other.tolist()


def test_progress_rises_to_the_whole() -> None:
    told: list[float] = []
    by_advice = best_by_advice(advisor("yahtzee"))
    simulate(a_sheet("yahtzee"), [Exact(solution("yahtzee")), by_advice], 10, 1, progress=told.append)
    assert all(before < after for before, after in pairwise(told))
    assert told[-1] == pytest.approx(1)


def test_the_values_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="'general' stands on the values of another game"):
        simulate(a_sheet("general"), [Exact(solution("yahtzee"))], 5, 1)


def test_what_goes_wrong_while_games_are_played_ends_the_simulation() -> None:
    def stop(_: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        simulate(a_sheet("yahtzee"), [Exact(solution("yahtzee"))], 10, 1, progress=stop)


# --- what they come to ----------------------------------------------------------------------


def test_two_best_players_average_the_exact_mean_and_tie_as_often_as_they_should() -> None:
    games, found = 200_000, solution("yahtzee")
    seats = simulate(a_sheet("yahtzee"), [Exact(found)] * 2, games, 1).seats
    for seat in seats:
        assert abs(seat.totals.mean() - found.mean) < 3 * seat.totals.std() / sqrt(games)
        assert seat.totals.std() == pytest.approx(59.608, abs=0.6)
    assert np.mean(seats[0].totals == seats[1].totals) == pytest.approx(0.0068, abs=0.0006)


@pytest.mark.parametrize(
    ("variant", "options"),
    [("general", {}), ("yatzi", {"rigol": 45}), ("yatzi", {}), ("yatzy", {}), ("general-full-upper", {})],
)
def test_best_play_averages_the_exact_mean(variant: str, options: dict[str, Value]) -> None:
    found = solution(variant, **options)
    totals = simulate(found.rules, [Exact(found)], 20_000, 1).seats[0].totals
    assert abs(totals.mean() - found.mean) < 3 * totals.std() / sqrt(len(totals))


def test_the_parts_of_a_total_add_up() -> None:
    found = solution("yahtzee")
    seat = simulate(found.rules, [Exact(found)], 5000, 1).seats[0]
    extras = (seat.extras * np.arange(len(seat.extras))).sum()
    assert seat.row_sums.sum() + 35 * seat.bonuses + 100 * extras == seat.totals.sum()
    assert seat.extras.sum() == 5000
    assert seat.bonuses == pytest.approx(0.68 * 5000, abs=100)
    assert (seat.row_squares * 5000 > seat.row_sums**2).all()


def mean_of_a_warm_player(found: Advisor, card: Card, temperature: float) -> float:
    """What a player averages in a turn who chooses by `exp(-cost / T)`: by looking at everything that can happen."""
    rules, known = found.rules, dict[tuple[tuple[int, ...], int], float]()

    def of_hand(dice: tuple[int, ...], left: int) -> float:
        if (dice, left) not in known:
            options = found.values(card, dice, left)
            weights = [exp(-option.cost / temperature) for option in options]
            worths = [after(option.move, dice, left) for option in options]
            known[dice, left] = sum(w * x for w, x in zip(weights, worths, strict=True)) / sum(weights)
        return known[dice, left]

    def after(move: Move, dice: tuple[int, ...], left: int) -> float:
        if isinstance(move, Score):
            entry = next(entry for entry in rules.entries(card, dice) if entry.row == move.row)
            return found.value(rules.after_entry(card, entry))
        assert isinstance(move, Keep)
        return rolled(move.dice, left - 1)

    def rolled(keep: tuple[int, ...], left: int) -> float:
        fallen = rolls(rules.dice - len(keep))
        chances = sum(weight * of_hand(tuple(sorted(keep + dice)), left) for dice, weight in fallen)
        return chances / float(6 ** (rules.dice - len(keep)))

    return rolled((), rules.rolls - 1)


@pytest.mark.parametrize("temperature", [0.5, 5.0])
def test_a_warm_player_averages_what_its_weights_say(temperature: float) -> None:
    rules = small_game(["fours", "full_house", "five_of_a_kind"], 1)
    found = solve(rules)
    expected = mean_of_a_warm_player(Advisor(found), rules.empty_card(), temperature)
    assert expected < found.mean - 0.3
    totals = simulate(rules, [Exact(found, temperature)], 100_000, 3).seats[0].totals
    assert abs(totals.mean() - expected) < 3 * totals.std() / sqrt(len(totals))


# --- the stream of dice ---------------------------------------------------------------------


def test_the_stream_of_a_seed_is_the_same_for_ever() -> None:
    bits = word(key_of(1), 0, 0, 1, 0)
    assert bits == 7_526_192_230_141_119_962
    assert faces(bits, 5) == (3, 3, 5, 1, 5)


def test_who_rolls_fewer_dice_rolls_the_first_of_the_same_ones() -> None:
    bits = word(key_of(4), 10, 1, 3, 2)
    assert [faces(bits, count) for count in range(6)] == [faces(bits, 5)[:count] for count in range(6)]


def test_every_part_of_the_key_gives_other_dice() -> None:
    keys = [
        (seed, game, seat, turn, roll)
        for seed in (0, 1)
        for game in (0, 1, 2**31)
        for seat in range(8)
        for turn in (0, 1, 14, 300)
        for roll in (0, 1, 2, 100)
    ]
    assert len({word(key_of(seed), *rest) for seed, *rest in keys}) == len(keys)


@pytest.mark.parametrize("die", range(5))
def test_faces_are_even_and_dice_know_nothing_of_each_other(die: int) -> None:
    shown = [
        faces(word(key_of(9), game, 0, turn, roll), 5)
        for game in range(500)
        for turn in range(1, 14)
        for roll in range(3)
    ]
    number = len(shown)
    for other in range(5):
        pairs = np.zeros((6, 6))
        for one in shown:
            pairs[one[die] - 1, one[other] - 1] += 1
        if other == die:
            assert ((pairs.diagonal() - number / 6) ** 2 / (number / 6)).sum() < 20.5  # 0.1 % of χ² with 5 degrees
        else:
            assert ((pairs - number / 36) ** 2 / (number / 36)).sum() < 66.6  # 0.1 % of χ² with 35 degrees
