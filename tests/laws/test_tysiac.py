"""Laws of Tysiąc under every option: what is banked, what a turn may do, how likely a bust is."""

from fractions import Fraction

from hypothesis import given

from kosci.engine.dice import rolls
from kosci.engine.game import Moved, Over, Rolled, ToMove, ToRoll, apply
from kosci.engine.moves import Bank, RollOn
from kosci.engine.race import Race
from tests.laws.strategies import Story, stories
from tests.rulings import counting

RACES = ("tysiac",)


def race_of(story: Story) -> Race:
    assert isinstance(story.rules, Race)
    return story.rules


@given(stories(RACES))
def test_t4_banked_points_are_never_lost_and_change_for_the_mover_alone(story: Story) -> None:
    game, position = story.game, story.game.start(story.seats)
    for event in story.events:
        after = apply(game, position, event)
        for seat, (old, new) in enumerate(zip(position.banked, after.banked, strict=True)):
            assert new >= old
            assert new % 5 == 0
            assert new == old or seat == position.mover
        position = after


@given(stories(RACES))
def test_t3_every_move_sets_aside_dice_that_all_score(story: Story) -> None:
    race = race_of(story)
    roll = story.position.roll
    for move in race.legal_moves(story.position):
        if isinstance(move, Bank | RollOn):
            assert move.aside in counting.scoring_parts(roll)
            points, scoring, _ = counting.roll_value(move.aside)
            assert scoring == len(move.aside)
            if race.set_aside == "all":
                assert len(move.aside) == counting.roll_value(roll)[1]
            after = apply(race, story.position, Moved(story.position.mover, move))
            if isinstance(move, RollOn):
                assert after.turn == story.position.turn + points
                assert race.awaiting(after) == ToRoll(story.position.mover, len(roll) - len(move.aside) or 5)
            else:
                assert (
                    after.banked[story.position.mover]
                    == story.position.banked[story.position.mover] + story.position.turn + points
                )


@given(stories(RACES))
def test_t6_no_banking_under_the_opening_or_above_an_exact_target(story: Story) -> None:
    race = race_of(story)
    game, position = story.game, story.game.start(story.seats)
    for event in story.events:
        after = apply(game, position, event)
        old, new = position.banked[position.mover], after.banked[position.mover]
        won_at_once = isinstance(event, Rolled) and event.faces == event.faces[:1] * 5 and position.contest is None
        if new > old and not won_at_once:
            assert old > 0 or new >= race.opening
            assert not race.exact or new <= race.target
        position = after


@given(stories(RACES))
def test_t6_the_game_goes_on_while_nobody_has_the_target(story: Story) -> None:
    race, position = race_of(story), story.position
    has_target = max(position.banked) >= race.target
    if not position.has_ended:
        assert has_target == (position.final is not None)
        assert race.last_round or not has_target
    elif position.left.count(False) > 1:
        assert has_target or position.winner is not None


@given(stories(RACES, longest=60))
def test_t4_the_chance_of_a_bust_is_that_of_the_rolls_that_end_the_turn(story: Story) -> None:
    race, position = race_of(story), story.position
    awaiting = race.awaiting(position)
    if not isinstance(awaiting, ToRoll) or position.contest is not None:
        return
    busts = 0
    for dice, weight in rolls(awaiting.count):
        after = apply(race, position, Rolled(dice))
        following = race.awaiting(after)
        is_decision = isinstance(following, ToMove) and following.seat == awaiting.seat and after.roll == dice
        is_won = isinstance(following, Over) and counting.roll_value(dice)[2]
        busts += 0 if is_decision or is_won else weight
    assert race.bust_chance(position) == Fraction(busts, 6**awaiting.count)
