"""Laws of the sheet games under every option: totals, entries, turns, and the numbers of ways to play."""

from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.card import Card
from kosci.engine.dice import rolls
from kosci.engine.game import Moved, Over, Rolled, apply
from kosci.engine.moves import Roll
from kosci.engine.scorecard import Scorecard
from tests.engine.games import SHEETS, a_sheet
from tests.laws.strategies import SHEET_IDS, Story, examples, sheet_of, stories
from tests.rulings import counting


@given(stories(SHEET_IDS))
def test_s7_total_is_rows_and_bonus_and_extras(story: Story) -> None:
    rules = sheet_of(story)
    for card in story.position.cards:
        sheet = written(rules, card)
        assert rules.total(card) == counting.total(sheet, card.extras, rules.bonus_at, rules.bonus)
        assert rules.upper(card) == sum(sheet.get(row, 0) for row in counting.UPPER)


def written(rules: Scorecard, card: Card) -> dict[str, int]:
    return {row.id: value for row, value in zip(rules.rows, card.values, strict=True) if value is not None}


@examples(40)
@given(stories(SHEET_IDS))
def test_there_is_an_entry_for_every_hand_until_the_card_is_done(story: Story) -> None:
    rules = sheet_of(story)
    for card in story.position.cards:
        for dice, _ in rolls(5):
            assert bool(rules.entries(card, dice)) == (rules.turns_left(card) > 0)


@given(stories(SHEET_IDS), st.sampled_from([dice for dice, _ in rolls(5)]), st.integers(1, 6))
def test_entries_are_those_of_the_second_reading_of_the_rules(story: Story, hand: tuple[int, ...], face: int) -> None:
    rules = sheet_of(story)
    rigol = [row.pays for row in rules.rows if row.id == "rigol"]
    options = {
        "joker": rules.joker,
        "joker_needs_50": rules.joker_needs_50,
        "extra": rules.extra,
        "zero": rules.zero,
        "upper_first": rules.upper_first,
        "rigol": rigol[0] if rigol else 50,
    }
    for card in story.position.cards:
        for dice in (hand, (face,) * 5):
            got = {entry.row: (entry.points, entry.extra) for entry in rules.entries(card, dice)}
            expected = counting.legal(list(rules.index), written(rules, card), card.extras, dice, options)
            assert got == (expected if rules.turns_left(card) > 0 else {})


@given(stories(SHEET_IDS))
def test_rows_are_only_added_and_extras_never_taken_back(story: Story) -> None:
    game, position = story.game, story.game.start(story.seats)
    for event in story.events:
        after = apply(game, position, event)
        for old, new in zip(position.cards, after.cards, strict=True):
            assert new.extras in (old.extras, old.extras + 1)
            assert all(was in (None, value) for was, value in zip(old.values, new.values, strict=True))
            assert new.filled + new.passed <= old.filled + old.passed + 1
        position = after


@given(stories(SHEET_IDS))
def test_seats_that_stay_have_as_many_turns_or_one_fewer(story: Story) -> None:
    rules = sheet_of(story)
    position = story.position
    used = [rules.turns - rules.turns_left(card) for card in position.cards]
    staying = [turns for turns, left in zip(used, position.left, strict=True) if not left]
    if staying:
        assert max(staying) - min(staying) <= 1
    has_end = any(getattr(event, "move", None) is not None and "End" in repr(event) for event in story.events)
    if isinstance(story.game.awaiting(position), Over) and not has_end:
        assert set(staying) <= {rules.turns}


@given(stories(SHEET_IDS))
def test_s6_a_bonus_that_is_certain_stays_so(story: Story) -> None:
    rules, game = sheet_of(story), story.game
    position = game.start(story.seats)
    for event in story.events:
        after = apply(game, position, event)
        for old, new in zip(position.cards, after.cards, strict=True):
            before, now = rules.bonus_state(old), rules.bonus_state(new)
            assert now.is_earned >= before.is_earned
            assert now.is_lost >= before.is_lost
            assert not (now.is_earned and now.is_lost)
        position = after
    for card in position.cards:
        state = rules.bonus_state(card)
        if rules.turns_left(card) == 0:
            assert state.is_earned != state.is_lost


def test_numbers_of_event_sequences_for_one_seat() -> None:
    for variant in SHEETS:
        rules = a_sheet(variant)
        start = rules.start(1)
        counts = [1]
        frontier = [apply(rules, start, Moved(0, Roll()))]
        frontier = [apply(rules, position, Rolled(dice)) for position in frontier for dice, _ in rolls(5)]
        counts.append(len(frontier))
        counts.append(sum(len(rules.legal_moves(position)) for position in frontier))
        assert counts == [1, 252, 7644 if variant == "yatzi" else 7392]
