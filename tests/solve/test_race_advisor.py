"""What moves of Tysiąc are worth: held against the engine, one event ahead of any position."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosci.engine.dice import rolls
from kosci.engine.game import Over, ToMove
from kosci.engine.moves import Bank, Roll, RollOn
from kosci.engine.race import Race, RacePosition
from kosci.locale.explain import explain
from kosci.locale.languages import languages, words_in
from kosci.solve.errors import SolveError
from kosci.solve.race import solve_race
from kosci.solve.race_advisor import RaceAdvisor
from kosci.solve.race_model import turn_model
from kosci.solve.race_turn import best_turn, turn_table
from kosci.variants import load

Reading = tuple[tuple[str, str | int | bool], ...]
DEFAULT: Reading = ()
MIXED: Reading = (("set_aside", "any"), ("hot_dice", "must"), ("bust", "keep"))
STOP: Reading = (("set_aside", "any"), ("hot_dice", "stop"))


@cache
def advisor(reading: Reading, target: int = 1000) -> RaceAdvisor:
    return RaceAdvisor(solve_race(race(reading, target)))


@cache
def race(reading: Reading, target: int = 1000) -> Race:
    game = load("tysiac", {"target": target, **dict(reading)})
    assert isinstance(game, Race)
    return game


def after(advice: RaceAdvisor, position: RacePosition, mover: int) -> float:
    """What a position is worth to the one who moved before, who plays alone or against one other."""
    awaiting = advice.solution.game.awaiting(position)
    is_alone = len(position.banked) == 1
    if isinstance(awaiting, Over):
        return 1.0 if is_alone else float(awaiting.results[mover].place == 1)
    value = advice.value(position)
    if is_alone:
        has_ended = not position.turn and not position.rolling and not position.roll
        return 1 + value if has_ended else value
    return value if position.mover == mover else 1 - value


@st.composite
def positions(draw: st.DrawFn, game: Race) -> RacePosition:
    """Any position within a turn of one or two players that the rules can reach."""
    most = game.target // 5 - 1
    banked = tuple(5 * draw(st.integers(0, most)) for _ in range(draw(st.integers(1, 2))))
    turn = 5 * draw(st.integers(0, most + 20))
    rolling = draw(st.integers(1, 5)) if turn else 5
    position = RacePosition(
        banked, (False,) * len(banked), draw(st.integers(0, len(banked) - 1)), turn, rolling=rolling
    )
    dice = draw(st.sampled_from([dice for dice, _ in rolls(rolling)]))
    is_roll = draw(st.booleans()) and game.demands_decision(position, dice)
    return game.after_roll(position, dice) if is_roll else position


@pytest.mark.parametrize("reading", [DEFAULT, MIXED, STOP], ids=["default", "mixed", "stop"])
@given(data=st.data())
@settings(max_examples=60)
def test_every_value_follows_from_those_one_event_ahead(reading: Reading, data: st.DataObject) -> None:
    game, advice = race(reading), advisor(reading)
    position = data.draw(positions(game))
    if isinstance(game.awaiting(position), ToMove):
        options = advice.values(position)
        assert {option.move for option in options} == set(game.legal_moves(position))
        for option in options:
            expected = after(advice, game.after_move(position, option.move), position.mover)
            assert option.value == pytest.approx(expected, abs=1e-11)
        assert options[0].cost == 0
        assert [option.cost for option in options] == sorted(option.cost for option in options)
        sign = 1 if len(position.banked) == 1 else -1
        assert all(option.cost == pytest.approx(sign * (option.value - options[0].value)) for option in options)
        assert advice.best_move(position) == options[0].move
    else:
        fallen = ((weight, game.after_roll(position, dice)) for dice, weight in rolls(position.rolling))
        expected = sum(weight * after(advice, position_after, position.mover) for weight, position_after in fallen)
        assert advice.value(position) == pytest.approx(expected / 6**position.rolling, abs=1e-11)


def test_a_player_at_either_seat_has_the_same_chances() -> None:
    advice = advisor(DEFAULT)
    first = RacePosition((250, 400), (False, False), turn=35, roll=(1, 2, 5))
    second = RacePosition((400, 250), (False, False), mover=1, turn=35, roll=(1, 2, 5))
    assert advice.values(first) == advice.values(second)


def test_s10_two_who_stay_play_as_two() -> None:
    advice = advisor(DEFAULT)
    two = RacePosition((250, 400), (False, False), turn=35, roll=(1, 2, 5))
    three = RacePosition((250, 900, 400), (False, True, False), turn=35, roll=(1, 2, 5))
    assert advice.values(three) == advice.values(two)


def test_a_standing_is_what_follows_a_roll() -> None:
    """250 banked, 35 held, three dice left: as after 1-5 were set aside of 1-5-2-3-4 at 20."""
    advice = advisor(DEFAULT)
    for banked, opponent in (((250, 400), 400), ((250,), None)):
        values = advice.values(RacePosition(banked, (False,) * len(banked), turn=20, roll=(1, 2, 2, 3, 5)))
        standing = advice.standing(250, 35, 3, opponent)
        assert [option.value for option in standing] == [option.value for option in values]
        assert {option.move for option in standing} == {Bank(), RollOn()}


def test_at_the_beginning_of_a_turn_one_can_only_roll() -> None:
    advice = advisor(DEFAULT)
    (option,) = advice.standing(0, 0, 5, 0)
    assert option.move == Roll()
    assert option.value == pytest.approx(0.5207828916976, abs=1e-12)
    (alone,) = advice.standing(0, 0, 5)
    assert alone.value == pytest.approx(30.2098123523155, abs=1e-11)


@pytest.mark.parametrize(
    ("reading", "turn", "moves"),
    [
        (DEFAULT, 300, {Bank(), RollOn()}),
        (MIXED, 300, {RollOn()}),
        (MIXED, 750, {Bank(), RollOn()}),
        (STOP, 300, {Bank()}),
    ],
)
def test_t5_hot_dice_are_as_the_reading_says(reading: Reading, turn: int, moves: set[Bank | RollOn]) -> None:
    assert {option.move for option in advisor(reading).standing(250, turn, 5, 400)} == moves


def test_who_holds_enough_banks() -> None:
    best, other = advisor(DEFAULT).standing(250, 900, 2, 400)
    assert (best.move, best.value) == (Bank(), 1)
    # Two dice bust 16 times in 36; whoever busts has nothing but the turn after the other's.
    lost = 1 - advisor(DEFAULT).value(RacePosition((400, 250), (False, False), rolling=5))
    assert other.value == pytest.approx(20 / 36 + 16 / 36 * lost, abs=1e-12)


def test_what_is_no_race_of_two_is_refused() -> None:
    advice, game = advisor(DEFAULT), race(DEFAULT)
    three = RacePosition((0, 0, 0), (False,) * 3)
    with pytest.raises(SolveError) as too_many:
        advice.values(three)
    with pytest.raises(SolveError) as not_yet:
        advice.value(game.start(2))
    assert [too_many.value.code, not_yet.value.code] == ["race-two-players", "race-no-turn"]
    for words in map(words_in, languages()):
        assert all(explain(words, caught.value) for caught in (too_many, not_yet))


def test_before_the_first_turn_and_while_dice_fall_there_is_no_move() -> None:
    assert advisor(DEFAULT).values(race(DEFAULT).start(2)) == ()
    assert advisor(DEFAULT).values(RacePosition((0, 0), (False, False), rolling=5)) == ()


# --- the best turn ----------------------------------------------------------------------------


def played(position: RacePosition, reading: Reading = DEFAULT) -> object:
    game = race(reading)
    return best_turn(turn_table(turn_model(game)), game, position)


def three(*banked: int, turn: int, roll: tuple[int, ...], **more: object) -> RacePosition:
    return RacePosition(banked, (False,) * 3, turn=turn, roll=roll, **more)  # type: ignore[arg-type]


def test_the_best_turn_player_rolls_and_banks_by_the_points_of_the_turn() -> None:
    assert played(RacePosition((0, 0, 0), (False,) * 3)) == Roll()
    assert played(three(0, 0, 0, turn=0, roll=(2, 2, 3, 4, 5))) == RollOn((5,))
    assert played(three(0, 0, 0, turn=200, roll=(2, 2, 3, 4, 5))) == Bank((5,))
    assert played(three(0, 0, 0, turn=35, roll=(1, 3))) == Bank((1,))


def test_the_best_turn_player_banks_what_wins() -> None:
    hot = (1, 2, 3, 4, 5)
    assert played(three(0, 0, 0, turn=0, roll=hot)) == RollOn(hot)
    assert played(three(850, 0, 0, turn=0, roll=hot)) == Bank(hot)


def test_t3_the_best_turn_player_chooses_what_to_set_aside() -> None:
    """Of a 1 and a 5 only the 1, to roll four dice again."""
    assert played(three(0, 0, 0, turn=0, roll=(1, 3, 4, 4, 5)), STOP) == RollOn((1,))


def test_t6_in_a_last_round_the_best_turn_player_does_not_bank_less_than_the_leader_has() -> None:
    reading: Reading = (("last_round", True),)
    behind = three(500, 1000, 0, turn=400, roll=(2, 2, 3, 4, 5), final=(0, 2))
    assert played(behind, reading) == RollOn((5,))
    level = three(595, 1000, 0, turn=400, roll=(2, 2, 3, 4, 5), final=(0, 2))
    assert played(level, reading) == Bank((5,))


@pytest.mark.parametrize("reading", [(("opening", 100),), (("exact", True),)])
def test_t6_the_best_turn_player_keeps_to_readings_that_are_not_solved(reading: Reading) -> None:
    assert played(three(0, 0, 0, turn=0, roll=(5, 5)), reading) is not None
    full = three(980, 0, 0, turn=10, roll=(1, 2, 2, 3, 4))
    assert played(full, reading) == Bank((1,))
