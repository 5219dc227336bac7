"""Laws of every game under every option: replay, refusals, legal moves, the end, the ranking."""

import re
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.errors import RuleError
from kosci.engine.game import Event, Game, Left, Moved, Over, Rolled, ToMove, ToRoll, apply, replay
from kosci.engine.moves import Bank, RollOn
from kosci.variants import format_position, parse_position
from tests.laws.strategies import (
    SHEET_IDS,
    Story,
    all_moves,
    any_events,
    examples,
    games,
    play,
    seats_of,
    stories,
    told,
)


@given(stories())
def test_replaying_the_events_gives_the_position(story: Story) -> None:
    assert replay(story.game, story.seats, story.events) == story.position
    assert hash(replay(story.game, story.seats, story.events)) == hash(story.position)


@examples(60)
@given(stories(), st.integers(0, 2**32))
def test_play_goes_on_from_a_positions_line_as_from_the_position(story: Story, seed: int) -> None:
    line = format_position(story.rules, story.position)
    assert line.isprintable()
    game, position = parse_position(line)
    assert (game, position) == (story.rules, story.position)
    here, there = story.position, position
    read: Game[Any] = game
    for event, _ in zip(play(story.game, here, Random(seed)), range(30), strict=False):
        here, there = apply(story.game, here, event), apply(read, there, event)
        assert here == there


@given(stories())
def test_a_position_awaits_a_staying_seat_or_is_over(story: Story) -> None:
    awaiting = story.game.awaiting(story.position)
    moves = story.game.legal_moves(story.position)
    match awaiting:
        case Over():
            assert moves == ()
            return
        case ToMove():
            assert moves
        case ToRoll(_, count):
            assert moves == ()
            assert 1 <= count <= 5
    assert not story.game.has_left(story.position, awaiting.seat)


@examples(40)
@given(stories(longest=120))
def test_legal_moves_are_each_once_and_just_those_that_are_accepted(story: Story) -> None:
    game, position = story.game, story.position
    legal = game.legal_moves(position)
    assert len(set(legal)) == len(legal)
    awaiting = game.awaiting(position)
    seat = 0 if isinstance(awaiting, Over) else awaiting.seat
    for move in all_moves():
        # Bank and roll-on without dice named stand for all that scores.
        full = move
        if move in (Bank(), RollOn()) and legal:
            full = next((m for m in legal if type(m) is type(move) and is_all_that_scores(game, position, m)), move)
        assert (full in legal) == is_accepted(game, position, Moved(seat, move)), move


def is_all_that_scores(game: Game[Any], position: Any, move: Bank | RollOn) -> bool:  # noqa: ANN401
    value = getattr(game, "value")(position.roll)  # noqa: B009
    return bool(move.aside == value.scoring)


def refusal(game: Game[Any], position: object, event: Event) -> RuleError | None:
    try:
        apply(game, position, event)
    except RuleError as refused:
        return refused
    return None


def is_accepted(game: Game[Any], position: object, event: Event) -> bool:
    return refusal(game, position, event) is None


@given(stories(longest=120), st.lists(any_events, min_size=1, max_size=20))
def test_an_event_is_applied_or_refused_with_a_code_and_changes_nothing(story: Story, events: list[Event]) -> None:
    before = story.game.format_position(story.position)
    for event in events:
        refused = refusal(story.game, story.position, event)
        if refused is None:
            after = apply(story.game, story.position, event)
            assert after != story.position
            assert story.game.parse_position(story.game.format_position(after)) == after
        else:
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", refused.code)
            assert "\n" not in str(refused)
            assert str(refused)
        assert story.game.format_position(story.position) == before


@given(stories(longest=120), st.lists(any_events, min_size=1, max_size=20))
def test_after_the_end_everything_is_refused(story: Story, events: list[Event]) -> None:
    staying = [seat for seat, left in enumerate(seats_of(story.position)) if not left]
    position = story.position
    for seat in staying:
        if not isinstance(story.game.awaiting(position), Over):
            position = apply(story.game, position, Left(seat))
    assert isinstance(story.game.awaiting(position), Over)
    for event in events:
        assert not is_accepted(story.game, position, event)


@given(stories(), st.randoms(use_true_random=False))
def test_the_order_in_which_dice_fall_does_not_matter(story: Story, random: Random) -> None:
    mixed: list[Event] = []
    for event in story.events:
        faces = list(event.faces) if isinstance(event, Rolled) else []
        random.shuffle(faces)
        mixed.append(Rolled(tuple(faces)) if isinstance(event, Rolled) else event)
    assert replay(story.game, story.seats, mixed) == story.position


@given(stories())
def test_s10_anyone_may_leave_at_any_time_and_the_game_goes_on_or_ends(story: Story) -> None:
    if isinstance(story.game.awaiting(story.position), Over):
        return
    for seat, left in enumerate(seats_of(story.position)):
        assert is_accepted(story.game, story.position, Left(seat)) != left
        if not left:
            after = apply(story.game, story.position, Left(seat))
            awaiting = story.game.awaiting(after)
            assert isinstance(awaiting, Over) or awaiting.seat != seat
            before = story.game.awaiting(story.position)
            assert not isinstance(before, Over)
            if not isinstance(awaiting, Over) and before.seat != seat and getattr(after, "contest", None) is None:
                assert awaiting == before or getattr(story.position, "contest", None)


@examples(25)
@given(games(SHEET_IDS), st.integers(1, 8), st.integers(0, 2**32), st.sampled_from([0.0, 0.05]))
def test_a_sheet_game_ends_within_seven_events_a_turn(rules: Any, seats: int, seed: int, often: float) -> None:  # noqa: ANN401
    seats = min(seats, rules.players[1])
    seats = seats if seats >= rules.players[0] else 1
    start = told(rules, seats, 10**6, Random(seed), interruptions=often)
    assert isinstance(start.game.awaiting(start.position), Over)
    first = next((at for at, event in enumerate(start.events) if isinstance(event, Moved)), len(start.events))
    assert len(start.events) - first <= seats * rules.turns * 7 + seats
    ranked_rightly(start)


@examples(20)
@given(games(("tysiac",)), st.integers(1, 8), st.integers(0, 2**32))
def test_tysiac_ends_when_everyone_banks_what_they_can(rules: Any, seats: int, seed: int) -> None:  # noqa: ANN401
    game: Game[Any] = rules
    random = Random(seed)
    position = game.start(seats)
    for _ in range(40_000):
        awaiting = game.awaiting(position)
        if isinstance(awaiting, Over):
            break
        if isinstance(awaiting, ToRoll):
            event: Event = Rolled(tuple(random.randint(1, 6) for _ in range(awaiting.count)))
        else:
            event = Moved(awaiting.seat, game.legal_moves(position)[0])
        position = apply(game, position, event)
    assert isinstance(game.awaiting(position), Over)
    ranked_rightly(Story(rules, seats, (), position))


@given(stories(longest=2000))
def test_s8_s10_the_ranking_is_right_whenever_a_game_is_over(story: Story) -> None:
    if isinstance(story.game.awaiting(story.position), Over):
        ranked_rightly(story)


def ranked_rightly(story: Story) -> None:
    over = story.game.awaiting(story.position)
    assert isinstance(over, Over)
    results = over.results
    assert [result.seat for result in results] == list(range(story.seats))
    assert min(result.place for result in results) == 1
    winner = getattr(story.position, "winner", None)
    for one in results:
        assert one.left == seats_of(story.position)[one.seat]
        assert one.place == 1 + sum(other.place < one.place for other in results)
        for other in results:
            if one.left != other.left:
                assert (one.place < other.place) == other.left
            elif winner in (one.seat, other.seat) and one.seat != other.seat:
                assert (one.place < other.place) == (one.seat == winner)
            else:
                assert (one.place < other.place) == (one.points > other.points)
                assert (one.place == other.place) == (one.points == other.points)
