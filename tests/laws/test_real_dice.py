"""Laws of tables with real dice: what is told comes to what was rolled, and corrections to a game without the slip."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.card import Card
from kosci.engine.dice import rolls
from kosci.engine.entries import entries
from kosci.engine.errors import IllegalMoveError, RuleError
from kosci.engine.game import Begun, Event, Game, Passed, Rolled, replay
from kosci.engine.reported import Reading, Reported, entry_of, readings
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table import Fact, Table, format_fact, parse_fact
from kosci.table.facts import Corrected, Played, Undone
from kosci.table.play import Play
from kosci.table.refold import folded, is_entry, turns_of_entries
from kosci.variants import Rules
from tests.laws.strategies import (
    SHEET_IDS,
    Story,
    examples,
    games,
    moves,
    sheet_of,
    stories,
    told,
)
from tests.table.kitchen import Kitchen
from tests.table.real import real_game
from tests.table.retold import retold

seeds = st.integers(0, 2**32)


def between_turns(position: Any) -> Any:  # noqa: ANN401 (of either family)
    """The position without the dice of a turn under way."""
    if isinstance(position, SheetPosition):
        return replace(position, dice=(), rolls_used=0)
    return replace(position, turn=0, roll=(), rolling=0)


@examples(40)
@given(stories(), seeds)
def test_a_game_told_comes_to_what_the_game_rolled_came_to(story: Story, seed: int) -> None:
    """Each turn by its last dice, by its points or by its rolls: the same cards, jokers, extras, ends and places."""
    position = replay(story.game, story.seats, retold(story.rules, story.seats, story.events, Random(seed)))
    if story.position.contest is None:
        assert position == between_turns(story.position)


def cards(rules: Scorecard, story: Story) -> list[Card]:
    return [card for card in story.position.cards if rules.turns_left(card) > 0]


@examples(12)
@given(stories(SHEET_IDS))
def test_readings_are_all_entries_of_all_hands(story: Story) -> None:
    rules = sheet_of(story)
    for card in cards(rules, story)[:1]:
        expected: dict[str, set[tuple[int, int, bool]]] = {row.id: set() for row in rules.rows}
        for dice, _ in rolls(rules.dice):
            for entry in entries(rules, card, dice):
                expected[entry.row].add((entry.points, entry.extra, dice[0] == dice[-1]))
        for row, values in expected.items():
            assert set(values_of(read(rules, card, row))) == values


def values_of(found: tuple[Reading, ...]) -> list[tuple[int, int, bool]]:
    values = [(reading.points, reading.extra, reading.alike) for reading in found]
    assert values == sorted(set(values))
    return values


def read(rules: Scorecard, card: Card, row: str) -> tuple[Reading, ...]:
    """What may stand in a row; nothing where it is refused, which the refusal says of any dice."""
    try:
        return readings(rules, card, row)
    except IllegalMoveError:
        return ()


@examples(12)
@given(stories(SHEET_IDS))
def test_a_reading_told_by_its_dice_or_with_its_answer_is_written_as_it_says(story: Story) -> None:
    rules = sheet_of(story)
    for card in cards(rules, story)[:1]:
        for row in rules.rows:
            for one in read(rules, card, row.id):
                by_dice = entry_of(rules, card, Reported(0, row.id, one.dice))
                assert (by_dice.points, by_dice.extra) == (one.points, one.extra)
                answered = Reported(0, row.id, None, one.points, one.alike)
                if is_open(rules, card, answered):
                    continue
                told_so = entry_of(rules, card, answered)
                assert (told_so.points, told_so.extra) == (one.points, one.extra)


def is_open(rules: Scorecard, card: Card, answered: Reported) -> bool:
    """Whether even the answer leaves open what is meant."""
    alike = [one for one in read(rules, card, answered.row) if one.alike == answered.alike]
    return len({one.extra for one in alike if one.points == answered.points}) > 1


@examples(15)
@given(games(), seeds, st.sampled_from([0, 20, 60]))
def test_a_table_rebuilt_from_its_lines_is_the_table_that_was(rules: Rules, seed: int, steps: int) -> None:
    game = real_game(rules, Random(seed), steps)
    live = Table.rebuilt(game.facts[:1])
    for fact in game.facts[1:]:
        live = live.after(fact)
    assert Table.rebuilt(parse_fact(format_fact(fact)) for fact in game.facts) == live


def settled(play: Play) -> list[Event]:
    """The events that count as they are corrected by now; a flagged entry as the turn passed over."""
    return [one.event for one in folded(play)]


@examples(15)
@given(games(), seeds, st.sampled_from([20, 60]))
def test_the_corrected_log_played_from_its_start_is_the_table(rules: Rules, seed: int, steps: int) -> None:
    play = real_game(rules, Random(seed), steps).table.play
    assert play is not None
    game: Game[Any] = rules
    assert replay(game, len(play.turns), settled(play)) == play.position
    numbers = turns_of_entries(play)
    assert sorted(numbers.values()) == [one.seq for one in play.log if is_entry(one)]


@examples(15)
@given(games(), seeds)
def test_an_evening_with_slips_that_are_corrected_is_the_evening_without(rules: Rules, seed: int) -> None:
    random = Random(seed)
    seats = random.choice(sorted({max(2, rules.players[0]), rules.players[1]}))
    events = evening(rules, seats, random)
    clean, slipping = (Kitchen(rules, random, seats, slips=slips) for slips in (0.0, 0.4))
    clean.enter(events)
    slipping.enter(events)
    assert clean.table.play is not None
    assert slipping.table.play is not None
    assert slipping.table.play.position == clean.table.play.position
    assert slipping.table.play.flags == ()
    assert slipping.table.play.turns == clean.table.play.turns
    assert settled(slipping.table.play) == settled(clean.table.play)


def evening(rules: Rules, seats: int, random: Random) -> tuple[Event, ...]:
    """A game as people tell it, up to some turn."""
    story = told(rules, seats, random.choice((40, 120)), random, interruptions=0.01)
    return retold(rules, seats, story.events, random)


told_rows = st.sampled_from(["ones", "large_straight", "chance", "bank", "bust", "wins", "x"])
reports = st.builds(
    Reported,
    st.integers(0, 2),
    told_rows,
    st.none() | st.lists(st.integers(0, 7), min_size=4, max_size=6).map(lambda dice: tuple(sorted(dice))),
    st.none() | st.integers(-5, 60),
    st.none() | st.booleans(),
)
odd_facts: st.SearchStrategy[Fact] = st.one_of(
    reports,
    st.integers(0, 2).map(Begun),
    st.builds(Corrected, st.integers(1, 40), reports | st.integers(0, 2).map(Passed)),
    st.builds(Undone, st.integers(1, 40)),
    st.builds(Played, st.integers(0, 2), moves),
    st.lists(st.integers(1, 6), min_size=1, max_size=5).map(lambda faces: Rolled(tuple(faces))),
)


@examples(20)
@given(games(), seeds, st.lists(odd_facts, min_size=5, max_size=15))
def test_whatever_is_told_is_taken_or_refused_and_then_nothing_has_changed(
    rules: Rules, seed: int, facts: list[Fact]
) -> None:
    table = real_game(rules, Random(seed), 25).table
    for fact in facts:
        before = repr(table)
        try:
            after = table.after(fact)
        except RuleError:
            assert repr(table) == before
            continue
        assert after.version == table.version + 1
        table = after
