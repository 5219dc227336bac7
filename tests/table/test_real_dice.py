"""A table where people roll by hand: whole turns, told rolls, corrections, taking back, who begins."""

from collections.abc import Callable, Sequence

import pytest

from kosci.engine.errors import RuleError
from kosci.engine.game import Begun, Passed
from kosci.engine.moves import Roll, Score
from kosci.engine.race import RacePosition
from kosci.engine.reported import Reported
from kosci.engine.scorecard import SheetPosition
from kosci.locale.languages import words_in
from kosci.locale.telling import Teller
from kosci.table import Fact, Settings, Table, fair, format_fact, parse_fact
from kosci.table.facts import Continued
from kosci.table.play import Play
from kosci.table.refold import folded, turns_of_entries
from kosci.table.story import Correction, Ended, Written
from kosci.variants import load

SHARE = bytes(fair.SHARE_BYTES)
NAMES = ("Anna", "Jan")


def no_draw(number: int, dice: int) -> tuple[int, ...]:
    raise AssertionError(f"roll {number} of {dice} dice was drawn at a table with real ones")


def after(table: Table, facts: Sequence[Fact]) -> Table:
    """The table after facts, each of which reads the same from its line."""
    for fact in facts:
        assert parse_fact(format_fact(fact)) == fact
        table = table.after(fact)
    return table


def laid(variant: str = "yahtzee", seats: int = 2, first: int | None = 0, **options: str | int | bool) -> Table:
    """A table with real dice, begun by the first seat."""
    game = load(variant, options)
    table = Table.rebuilt(Table.create(game, "0" * 64, Settings(dice="real")))
    for _ in range(seats):
        table = after(table, table.join(fair.share_digest(SHARE), drawn=True))
    table = after(table, table.start([SHARE] * seats, no_draw))
    return table if first is None else after(table, table.begin(first))


def entered(table: Table, seat: int, row: str, dice: tuple[int, ...] | None = None, points: int | None = None) -> Table:
    assert table.play is not None
    return after(table, table.report(Reported(seat, row, dice, points), table.play.next_turn(seat)))


def card(table: Table, seat: int) -> dict[str, int]:
    """What stands on a seat's sheet."""
    assert table.play is not None
    position, rules = table.play.position, table.game
    assert isinstance(position, SheetPosition)
    assert rules.id != "tysiac"
    values = position.cards[seat].values
    return {row.id: value for row, value in zip(rules.rows, values, strict=True) if value is not None}  # type: ignore[union-attr]


def refused(code: str, table: Table, *facts: Fact) -> RuleError:
    with pytest.raises(RuleError) as caught:
        after(table, facts)
    assert caught.value.code == code
    return caught.value


def test_people_say_who_begins_and_nothing_is_drawn() -> None:
    table = laid(first=None)
    assert table.mover == 0
    assert not table.is_begun
    refused("begin-first", table, Reported(0, "threes", points=9))
    table = after(table, table.begin(1))
    assert table.mover == 1
    refused("has-begun", table, Begun(0))


def test_a_turn_is_its_last_dice_or_its_points() -> None:
    table = entered(entered(laid(), 0, "threes", (3, 3, 3, 5, 6)), 1, "threes", points=12)
    assert card(table, 0) == {"threes": 9}
    assert card(table, 1) == {"threes": 12}
    assert table.mover == 0


def test_impossible_points_are_refused_with_what_is_possible() -> None:
    error = refused("report-impossible", laid(), Reported(0, "threes", points=23))
    assert error.params == {"row": "threes", "points": 23, "possible": "0, 3, 6, 9, 12, 15"}


def test_a_joker_or_a_natural_value_is_asked_for_and_the_extra_follows() -> None:
    table = entered(entered(laid(), 0, "five_of_a_kind", points=50), 1, "ones", points=0)
    table = entered(entered(table, 0, "fives", points=20), 1, "twos", points=0)
    refused("report-alike", table, Reported(0, "large_straight", points=40))
    for alike, extras in ((True, 1), (False, 0)):
        then = after(table, [Reported(0, "large_straight", points=40, alike=alike)])
        assert then.play is not None
        assert isinstance(then.play.position, SheetPosition)
        assert then.play.position.cards[0].extras == extras


def test_e1_where_even_the_answer_leaves_the_extra_open_the_dice_are_asked_for() -> None:
    """Five fours in the ones bring no extra while the fours are open, five twos there are a joker."""
    rows = ("twos", "threes", "fives", "sixes", "chance")
    table = laid("general", seats=1)
    table = entered(table, 0, "five_of_a_kind", points=50)
    for row in (*rows, "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight"):
        reported = Reported(0, row, points=7 if row == "chance" else 0, alike=False)
        table = after(table, table.report(reported, turns(table)))
    assert refused("report-alike", table, Reported(0, "ones", points=0)).params == {"row": "ones", "points": 0}
    refused("report-dice", table, Reported(0, "ones", points=0, alike=True))
    for face, extras in ((4, 0), (2, 1)):
        then = after(table, [Reported(0, "ones", (face,) * 5)])
        assert then.play is not None
        assert isinstance(then.play.position, SheetPosition)
        assert then.play.position.cards[0].extras == extras


def turns(table: Table) -> int:
    """The turn that the first seat is at."""
    assert table.play is not None
    return table.play.next_turn(0)


def test_a_turn_told_by_two_phones_counts_once() -> None:
    table = laid()
    report = table.report(Reported(0, "threes", points=9), 1)
    table = after(table, report)
    with pytest.raises(RuleError, match="turn 1 of seat 0"):
        table.report(Reported(0, "threes", points=9), 1)


def test_rolls_may_be_told_one_by_one() -> None:
    table = laid()
    table = after(table, table.tell(0, (2, 5, 5, 1, 6), (1, 1)))
    assert table.play is not None
    assert table.play.faces == (2, 5, 5, 1, 6)
    table = after(table, table.tell(0, (5, 5, 4), (1, 2), (2, 3)))
    assert table.play is not None
    assert table.play.faces == (5, 5, 5, 5, 4)
    assert table.play.rolls_told == 2
    with pytest.raises(RuleError, match="turn 1 of seat 0"):
        table.tell(0, (5, 5, 4), (1, 2), (2, 3))
    facts, table = table.moved(0, Score("fives"), no_draw)
    assert card(table, 0) == {"fives": 20}
    assert len(facts) == 1
    with pytest.raises(RuleError, match="people roll"):
        table.moved(1, Roll(), no_draw)


def test_told_rolls_give_way_to_the_whole_turn() -> None:
    table = laid()
    table = after(table, table.tell(0, (2, 5, 5, 1, 6), (1, 1)))
    table = entered(table, 0, "fives", points=15)
    assert card(table, 0) == {"fives": 15}
    assert table.mover == 1


def test_a_correction_keeps_both_values_in_the_story() -> None:
    table = entered(entered(laid(), 0, "threes", points=9), 1, "threes", points=12)
    assert table.play is not None
    seq = table.play.log[1].seq
    table = after(table, table.correct(seq, Reported(0, "fours", points=12)))
    assert card(table, 0) == {"fours": 12}
    assert table.mover == 0
    assert table.play is not None
    assert table.play.story[-1] == Correction(0, Written("threes", 9), Written("fours", 12))
    told = Teller(words_in("pl"), table.game, NAMES).sentences(table.play.story)
    assert told[-1] == "Poprawka, Anna: było „Trójki” 9, jest „Czwórki” 12."
    assert "Anna: 9 w kategorii „Trójki”." in told


def test_an_entry_made_impossible_is_flagged_until_it_is_settled() -> None:
    table = entered(entered(laid(), 0, "threes", points=9), 1, "ones", points=0)
    table = entered(table, 0, "fours", points=16)
    assert table.play is not None
    first, third = table.play.log[1].seq, table.play.log[3].seq
    table = after(table, table.correct(first, Reported(0, "fours", points=12)))
    assert table.play is not None
    assert table.play.flags == (third,)
    assert card(table, 0) == {"fours": 12}
    assert table.mover == 1
    table = after(table, table.correct(third, Reported(0, "threes", points=9)))
    assert table.play is not None
    assert table.play.flags == ()
    assert card(table, 0) == {"threes": 9, "fours": 12}


def test_a_correction_that_cannot_be_changes_nothing() -> None:
    table = entered(laid(), 0, "threes", points=9)
    assert table.play is not None
    seq = table.play.log[1].seq
    for code, event in (("report-impossible", Reported(0, "threes", points=23)), ("no-entry", Passed(1))):
        with pytest.raises(RuleError) as caught:
            table.correct(seq, event)
        assert caught.value.code == code


def test_whatever_was_told_last_is_taken_back_as_often_as_there_is_anything() -> None:
    table = entered(laid(), 0, "threes", points=9)
    table = after(table, table.tell(1, (2, 5, 5, 1, 6), (1, 1)))
    for mover in (1, 0, 0):
        assert table.undoable is not None
        table = after(table, table.undo_told(table.undoable[1]))
        assert table.mover == mover
    assert table.undoable is None
    assert not table.is_begun
    assert card(table, 0) == {}


def test_a_passed_turn_can_be_corrected_into_an_entry() -> None:
    table = laid()
    table = after(table, table.pass_told(0, 1))
    assert table.play is not None
    table = after(table, table.correct(table.play.log[1].seq, Reported(0, "chance", points=17)))
    assert card(table, 0) == {"chance": 17}


def test_tysiac_takes_the_points_of_a_turn() -> None:
    table = entered(entered(laid("tysiac"), 0, "bank", points=120), 1, "bust", points=0)
    refused("report-race-points", table, Reported(0, "bank", points=33))
    table = entered(table, 0, "wins", points=1000)
    assert table.is_over
    assert table.play is not None
    assert isinstance(table.play.position, RacePosition)
    assert table.play.position.banked == (1120, 0)


def test_a_correction_after_the_end_tells_the_new_end() -> None:
    table = laid("tysiac", target=100)
    table = entered(table, 0, "bank", points=100)
    assert table.is_over
    assert table.play is not None
    table = after(table, table.correct(table.play.log[1].seq, Reported(0, "bank", points=95)))
    assert not table.is_over
    assert table.mover == 1
    table = entered(table, 1, "bank", points=105)
    assert table.play is not None
    assert [item.winners for item in table.play.story if isinstance(item, Ended)] == [(0,), (1,)]


def test_t6_a_told_roll_that_was_above_the_target_and_is_no_more_does_not_hold_up_the_others() -> None:
    table = entered(entered(laid("tysiac", target=200, exact=True), 0, "bank", points=195), 1, "bank", points=50)
    table = after(table, table.tell(0, (1, 2, 3, 3, 4), (2, 1)))
    assert table.mover == 1  # ten points were five too many
    table = entered(table, 1, "bank", points=30)
    assert table.play is not None
    table = after(table, table.correct(table.play.log[1].seq, Reported(0, "bank", points=150)))
    assert table.play is not None
    assert isinstance(table.play.position, RacePosition)
    assert table.play.position.banked == (150, 80)
    assert (table.mover, table.play.turns, table.play.flags) == (0, (2, 2), ())
    assert turns_of_entries(table.play)[1, 2] == table.play.log[-1].seq
    assert [one.event for one in folded(table.play)][5] == Passed(0)
    table = entered(table, 0, "bank", points=50)
    assert table.is_over


def test_a_table_rebuilt_is_the_table_that_was() -> None:
    table = laid()
    facts: list[Fact] = []
    start = table
    commands: list[Callable[[Table, Play], list[Fact]]] = [
        lambda now, _: now.report(Reported(0, "threes", points=9), 1),
        lambda now, _: now.tell(1, (1, 1, 1, 1, 1), (1, 1)),
        lambda now, _: now.report(Reported(1, "five_of_a_kind", (1, 1, 1, 1, 1)), 1),
        lambda now, play: now.correct(play.log[1].seq, Reported(0, "threes", points=12)),
        lambda now, play: now.undo_told(play.log[-1].seq),
    ]
    for command in commands:
        assert table.play is not None
        added = command(table, table.play)
        facts += added
        table = after(table, added)
    again = after(start, [parse_fact(format_fact(fact)) for fact in facts])
    assert again == table


def test_only_a_finished_game_is_followed_by_another() -> None:
    table = laid("tysiac", target=100)
    refused("continued-refused", table, Continued())
    table = entered(table, 0, "bank", points=100)
    table = after(table, table.play_on())
    assert table.is_continued
    assert table.play_on() == []


def test_a_drawn_table_takes_no_report() -> None:
    game = load("yahtzee")
    table = Table.rebuilt(Table.create(game, "0" * 64, Settings()))
    table = after(table, table.join(fair.share_digest(SHARE), drawn=True))
    table = after(table, table.start([SHARE], no_draw))
    refused("dice-drawn", table, Reported(0, "threes", points=9))


def test_a_game_of_a_series_begins_with_its_seat() -> None:
    game = load("yahtzee")
    table = Table.rebuilt(Table.create(game, "0" * 64, Settings()))
    for _ in range(2):
        table = after(table, table.join(fair.share_digest(SHARE), drawn=True))
    table = after(table, table.start([SHARE] * 2, no_draw, first=1))
    assert table.mover == 1
