"""Laws of the notation: every text has a parser that gives back what was written, and no other text gets through."""

import string
from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.dice import format_dice, parse_dice, parse_faces
from kosci.engine.errors import RuleError
from kosci.engine.game import Event, Game, apply, format_event, parse_event, replay
from kosci.engine.moves import Move, format_move, parse_move
from kosci.engine.options import format_value
from kosci.engine.sheet_text import format_sheet, parse_sheet
from kosci.variants import (
    Rules,
    canonical,
    changed_options,
    fingerprint,
    format_position,
    from_canonical,
    options_of,
    parse_options,
    parse_position,
)
from tests.laws.strategies import (
    SHEET_IDS,
    Story,
    any_events,
    dice_values,
    examples,
    games,
    moves,
    play,
    sheet_of,
    stories,
)

lines = st.text(st.characters(codec="utf-8"), max_size=60)
near_lines = st.text(string.digits + ",.;:=-| abcdefiklnorst", max_size=60)


@given(dice_values)
def test_dice(dice: tuple[int, ...]) -> None:
    assert parse_dice(format_dice(dice), least=0) == dice
    assert parse_faces(",".join(map(str, dice)), least=0) == dice


@given(moves)
def test_moves(move: Move) -> None:
    assert parse_move(format_move(move)) == move


@given(any_events)
def test_events(event: Event) -> None:
    assert parse_event(format_event(event)) == event


@given(stories())
def test_a_whole_game_through_its_text(story: Story) -> None:
    text = [format_event(event) for event in story.events]
    assert replay(story.game, story.seats, map(parse_event, text)) == story.position


@given(games())
def test_options_and_canonical_rules(rules: Rules) -> None:
    words = [f"{name}={format_value(value)}" for name, value in options_of(rules).items()]
    assert parse_options(rules.id, words) == options_of(rules)
    assert changed_options(rules).items() <= options_of(rules).items()
    read = from_canonical(canonical(rules))
    assert read == rules
    assert canonical(read) == canonical(rules)
    assert fingerprint(read) == fingerprint(rules)
    assert options_of(read) == options_of(rules)


@given(games(), games())
def test_a_fingerprint_stands_for_the_rules(one: Rules, other: Rules) -> None:
    assert (fingerprint(one) == fingerprint(other)) == (one == other)


@given(stories(SHEET_IDS))
def test_sheets(story: Story) -> None:
    rules = sheet_of(story)
    for card in story.position.cards:
        read = parse_sheet(rules, format_sheet(rules, card), card.extras)
        assert (read.values, read.extras) == (card.values, card.extras)


@given(st.one_of(lines, near_lines))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    for parse in (parse_move, parse_event, parse_dice, parse_position):
        refused = refusal_of(parse, text)
        assert refused is None or ("\n" not in str(refused) and refused.code and str(refused))


def refusal_of(parse: Callable[[str], object], text: str) -> RuleError | None:
    try:
        parse(text)
    except RuleError as refused:
        return refused
    return None


@examples(60)
@given(stories(longest=100), st.data())
def test_a_spoilt_position_is_refused_or_can_be_played_on(story: Story, data: st.DataObject) -> None:
    line = format_position(story.rules, story.position)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line)))
        cut = data.draw(st.integers(0, 3))
        line = line[:at] + data.draw(st.text(string.digits + ",;:=- .", max_size=2)) + line[at + cut :]
    if refusal_of(parse_position, line):
        return
    position: Any
    rules, position = parse_position(line)
    game: Game[Any] = rules
    assert parse_position(format_position(rules, position)) == (rules, position)
    for event, _ in zip(play(game, position, Random(7), 0.05), range(60), strict=False):
        position = apply(game, position, event)
