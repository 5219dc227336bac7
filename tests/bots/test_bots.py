"""Computer players: always legal, the same again for the same chance, and greedy better than random."""

from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.bots import BOTS, BotError, BotInfo, bot, bots
from kosci.bots.lattice import after_rolling, best_kept
from kosci.engine.dice import keeps, parse_dice, rolls
from kosci.engine.errors import NotAwaitedError
from kosci.engine.game import Game, Moved, apply
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.variants import Rules, load, parse_position
from tests.bots.playing import VARIANTS, Asked, asked, played

NAMES = tuple(BOTS)


def chosen(name: str, position: str) -> Move:
    """What a computer player does in a position written as one line."""
    game, at = parse_position(position)
    return bot(name)(game, at, Random(1))


# --- who there is ---------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_those_that_need_no_values_play_every_variant(variant: str) -> None:
    assert bots(load(variant)) == ("random", "family", "greedy")


def test_an_unknown_player_is_refused_with_the_players_there_are() -> None:
    with pytest.raises(
        BotError, match="'grandmaster' is no computer player: there are random, family, greedy"
    ) as caught:
        bot("grandmaster")
    assert caught.value.code == "bot-unknown"
    assert caught.value.params == {"given": "grandmaster", "allowed": ("random", "family", "greedy")}


def test_more_players_can_be_handed_on_each_for_the_games_it_plays() -> None:
    def is_sheet(game: Rules) -> bool:
        return isinstance(game, Scorecard)

    more = {**BOTS, "best": BotInfo(bot("greedy"), is_sheet)}
    assert bots(load("general"), more) == ("random", "family", "greedy", "best")
    assert bots(load("tysiac"), more) == ("random", "family", "greedy")
    assert bot("best", more) is bot("greedy")


# --- always legal ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@given(met=asked(), seed=st.integers(0, 2**32))
def test_every_move_is_legal_and_never_ends_the_game_for_the_others(name: str, met: Asked, seed: int) -> None:
    game: Game[Any] = met.game
    move = bot(name)(met.game, met.position, Random(seed))
    assert move in game.legal_moves(met.position)
    assert not isinstance(move, End)
    apply(game, met.position, Moved(met.seat, move))


@pytest.mark.parametrize("name", NAMES)
@given(met=asked(), seed=st.integers(0, 2**32))
def test_the_same_chance_gives_the_same_move(name: str, met: Asked, seed: int) -> None:
    moves = {bot(name)(met.game, met.position, Random(seed)) for _ in range(2)}
    assert len(moves) == 1


@pytest.mark.parametrize("name", NAMES)
def test_s10_the_last_one_staying_plays_on_rather_than_end(name: str) -> None:
    blank = ",".join("." * 13)
    line = f"general | to=1 rolls=0 dice=- card={blank};0;0 card={blank};0;0 left=2"
    assert chosen(name, line) == Roll()


@pytest.mark.parametrize("name", NAMES)
def test_no_move_where_dice_are_to_fall(name: str) -> None:
    game = load("general", {"first": "seat"})
    assert isinstance(game, Scorecard)
    with pytest.raises(NotAwaitedError) as caught:
        bot(name)(game, game.after_move(game.start(1), Roll()), Random(1))
    assert caught.value.code == "dice-awaited"


@pytest.mark.parametrize("name", NAMES)
def test_no_move_after_the_end(name: str) -> None:
    game = load("tysiac")
    assert isinstance(game, Race)
    with pytest.raises(NotAwaitedError) as caught:
        bot(name)(game, game.after_leaving(game.start(1), 0), Random(1))
    assert caught.value.code == "game-over"


def test_random_takes_every_legal_move_now_and_then() -> None:
    game, at = parse_position(f"general | to=1 rolls=1 dice=11112 card={','.join('.' * 13)};0;0")
    assert isinstance(game, Scorecard)
    random = Random(1)
    taken = {bot("random")(game, at, random) for _ in range(600)}
    assert taken == set(game.legal_moves(at))  # type: ignore[arg-type]


# --- greedy ---------------------------------------------------------------------------------

BLANK = ",".join("." * 13)


@pytest.mark.parametrize(
    ("rolls_used", "dice", "move"),
    [
        (3, "55555", Score("five_of_a_kind")),
        (3, "22333", Score("full_house")),
        (1, "12345", Score("large_straight")),
        (2, "55552", Keep((5, 5, 5, 5))),
        (1, "66613", Keep((6, 6, 6))),
    ],
)
def test_greedy_on_a_blank_sheet(rolls_used: int, dice: str, move: Move) -> None:
    assert chosen("greedy", f"general | to=1 rolls={rolls_used} dice={dice} card={BLANK};0;0") == move


def test_s6_greedy_wants_upper_points_more_while_the_bonus_can_be_won() -> None:
    card = "{},{},.,{},{},{},.,.,.,.,.,.,."
    line = "general | to=1 rolls=3 dice=33312 card={};0;0"
    assert chosen("greedy", line.format(card.format(3, 6, 12, 15, 18))) == Score("threes")


def test_e1_greedy_counts_the_extra_of_an_entry() -> None:
    line = "general | to=1 rolls=3 dice=55555 card=.,.,.,.,20,.,.,.,.,.,.,50,.;0;0"
    assert chosen("greedy", line) == Score("large_straight")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("tysiac | to=1 turn=0 roll=23445 rolling=0 banked=0,0", RollOn((5,))),
        ("tysiac | to=1 turn=100 roll=15 rolling=0 banked=0,0", RollOn((1, 5))),
        ("tysiac | to=1 turn=600 roll=15 rolling=0 banked=0,0", Bank((1, 5))),
        ("tysiac | to=1 turn=100 roll=25 rolling=0 banked=0,0", Bank((5,))),
        ("tysiac bust=keep | to=1 turn=100 roll=25 rolling=0 banked=0,0", RollOn((5,))),
    ],
    ids=[
        "four dice for five points",
        "hot dice at 115",
        "hot dice at 615",
        "one die left at 105",
        "T4 nothing to lose",
    ],
)
def test_greedy_rolls_on_while_the_next_roll_gains_on_average(line: str, move: Move) -> None:
    assert chosen("greedy", line) == move


def test_t6_greedy_banks_what_reaches_the_target() -> None:
    line = "tysiac | to=1 turn=0 roll=23445 rolling=0 banked=995,0"
    assert chosen("greedy", line) == Bank((5,))


def test_t6_greedy_does_not_bank_behind_in_the_last_round() -> None:
    line = "tysiac last_round=true | to=1 turn=300 roll=15 rolling=0 banked={},1000 final=1"
    assert chosen("greedy", line.format(600)) == RollOn((1, 5))
    assert chosen("greedy", line.format(685)) == Bank((1, 5))


def test_t3_greedy_may_set_a_part_aside() -> None:
    assert chosen("greedy", "tysiac set_aside=any | to=1 turn=0 roll=11123 rolling=0 banked=0,0") == Bank((1, 1, 1))
    assert chosen("greedy", "tysiac set_aside=any | to=1 turn=0 roll=12335 rolling=0 banked=0,0") == RollOn((1,))


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if isinstance(load(variant), Scorecard)])
def test_greedy_alone_writes_four_times_what_random_does(variant: str) -> None:
    game = load(variant)
    totals = {name: mean(played(game, [name], seed)[0].points for seed in range(12)) for name in NAMES}
    assert totals["greedy"] > 4 * totals["random"]
    assert totals["greedy"] > 200


@pytest.mark.parametrize("first", [0, 1])
def test_greedy_wins_tysiac_against_random_from_either_seat(first: int) -> None:
    game = load("tysiac", {"first": "seat"})
    players = ["greedy", "random"] if first == 0 else ["random", "greedy"]
    won = sum(played(game, players, seed)[first].place == 1 for seed in range(20))
    assert won >= 15


# --- means over dice ------------------------------------------------------------------------


def test_after_rolling_is_the_mean_over_every_roll_of_the_other_dice() -> None:
    hands = {dice: float(sum(dice) if 6 in dice else len(set(dice))) for dice, _ in rolls(5)}
    means = after_rolling(hands, 5)
    assert len(means) == 462
    for keep in ((), (2,), (2, 5), (1, 1, 6), (3, 3, 3, 3)):
        fallen = rolls(5 - len(keep))
        expected = sum(weight * hands[tuple(sorted(keep + dice))] for dice, weight in fallen) / 6 ** (5 - len(keep))
        assert means[keep] == pytest.approx(expected)


def test_best_kept_is_the_highest_among_the_keeps_of_a_hand() -> None:
    means = after_rolling({dice: float(max(dice.count(face) for face in dice)) for dice, _ in rolls(5)}, 5)
    best = best_kept(means, 5)
    for hand in map(parse_dice, ("12345", "55552", "66666", "11223")):
        assert best[hand] == max(means[keep] for keep in keeps(hand))
