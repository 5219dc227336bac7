"""A series on one pad: who begins each game, who has which results, how they stand (RULES.md C3, S8, S10, T1)."""

import pytest

from kosci.engine.game import Left, Result, ranked
from kosci.table.series import (
    MOST_GAMES,
    Column,
    Line,
    Pad,
    Sequel,
    began,
    counts_wins,
    format_sequel,
    going_on,
    handing_on,
    pad,
    parse_sequel,
    players_of,
    results_of,
    seat_mark,
    starter,
)
from kosci.table.story import Starts
from kosci.variants import catalogue, load
from tests.table.making import Played as Game

ANNA, BORYS, CYRYL, DARIA = "anna", "borys", "cyryl", "daria"


def after(before: tuple[str, ...], began: str) -> Sequel:
    """A game that goes on from one of these players, begun by one of them."""
    return Sequel("first", 2, "first", {}, before, began)


def column(points: dict[str, int], left: tuple[str, ...] = ()) -> Column:
    """A game that ended with these points; who left it comes last (S10)."""
    return Column(tuple(points), ranked(list(points.values()), [player in left for player in points]))


def line(made: Pad, player: str) -> Line:
    """The line of a player."""
    return next(line for line in made.lines if line.player == player)


def points(line: Line) -> list[int | None]:
    """What stands in the game columns."""
    return [None if cell is None else cell.points for cell in line.cells]


def test_the_start_moves_one_seat_to_the_left_each_game() -> None:
    """From the first game's starter on, round the table (C3)."""
    seats = (ANNA, BORYS, CYRYL)
    who = BORYS
    begun = [who]
    for _ in range(2, MOST_GAMES + 1):
        seat = starter(after(seats, who), seats)
        assert seat is not None
        who = seats[seat]
        begun.append(who)
    assert begun == [BORYS, CYRYL, ANNA, BORYS, CYRYL, ANNA]


@pytest.mark.parametrize(
    ("before", "began", "now", "begins"),
    [
        ((ANNA, BORYS, CYRYL), ANNA, (ANNA, CYRYL), CYRYL),  # the next one has left
        ((ANNA, BORYS, CYRYL), BORYS, (ANNA, CYRYL), CYRYL),  # the starter has left
        ((ANNA, BORYS, CYRYL), CYRYL, (ANNA, BORYS), ANNA),  # the starter on the last seat has left
        ((ANNA, BORYS, CYRYL, DARIA), ANNA, (ANNA, DARIA), DARIA),  # two have left
        ((ANNA, BORYS), BORYS, (ANNA, BORYS, CYRYL), CYRYL),  # who joins sits to the left of the last
        ((ANNA, BORYS), BORYS, (ANNA, CYRYL), CYRYL),  # one left, one joined in the meantime
        ((ANNA, BORYS), ANNA, (BORYS, CYRYL), BORYS),
        ((ANNA, BORYS), ANNA, (CYRYL, DARIA), CYRYL),  # nobody of before is left
        ((ANNA, BORYS), ANNA, (BORYS, ANNA), BORYS),  # changed seats: the left of where the starter sits now
    ],
)
def test_leavers_are_skipped_and_new_people_sit_last(
    before: tuple[str, ...], began: str, now: tuple[str, ...], begins: str
) -> None:
    """Leaving and joining between games as C3 says."""
    seat = starter(after(before, began), now)
    assert seat is not None
    assert now[seat] == begins


def test_nobody_is_named_where_a_roll_settles_it() -> None:
    """The first game of a pad, and one after a game that nobody began (S9)."""
    assert starter(None, (ANNA, BORYS)) is None
    assert starter(Sequel("new", 1, "old", {}), (ANNA, BORYS)) is None
    assert starter(after((ANNA, BORYS), ""), (ANNA, BORYS)) is None


@pytest.mark.parametrize("variant", [variant.id for variant in catalogue()])
@pytest.mark.parametrize("first", ["roll", "lot", "seat"])
def test_who_began_is_read_from_the_game(variant: str, first: str) -> None:
    """By the roll-off, by lot, or the first seat (S9, T1)."""
    game = Game(load(variant, {"first": first}), 2, number=3)
    assert began(game.table) is None
    game.start()
    seat = began(game.table)
    assert game.table.play is not None
    named = [item.seat for item in game.table.play.story if isinstance(item, Starts)]
    assert [seat] == (named or [0])
    assert seat == game.table.mover
    assert began(game.to_the_end().table) == seat


def test_players_are_handed_on_from_game_to_game() -> None:
    """A seat keeps its player through seats given up before it and through new shares; who is new is a new player."""
    first = Game(load("general"), 3, number=1).start().to_the_end()
    one = players_of(first.table, None)
    sequel = going_on(first.table, None, "first", "second")
    assert (sequel.series, sequel.game, sequel.previous) == ("first", 2, "first")
    assert sequel.before == one
    second = Game(load("general"), 3, number=2)
    handed = handing_on(sequel, second.table.seats, one)
    assert players_of(second.table, handed) == one
    second.do(second.table.leave(0))
    assert players_of(second.table, handed) == one[1:]
    second.do(second.table.join("ab" * 32, drawn=True))
    assert players_of(second.table, handed) == (*one[1:], seat_mark(second.table.seats[2]))
    assert starter(handed, players_of(second.table, handed)) is not None


def test_a_pad_has_six_games_and_then_a_new_one_begins() -> None:
    """After the sixth game nothing is handed on, and who starts is rolled for again (C3, S9)."""
    game = Game(load("yahtzee"), 2, number=1).start().to_the_end()
    fifth = going_on(game.table, Sequel("first", 5, "fourth", {}), "fifth", "sixth")
    assert (fifth.series, fifth.game, fifth.previous) == ("first", 6, "fifth")
    sixth = going_on(game.table, fifth, "sixth", "seventh")
    assert sixth == Sequel("seventh", 1, "sixth", {})
    assert handing_on(sixth, game.table.seats, (ANNA, BORYS)) == sixth


def test_how_a_table_goes_on_reads_back() -> None:
    """What is written beside a log is what was meant."""
    for sequel in (
        Sequel("first", 3, "second", {"ab": "ab", "cd": "ef"}, ("ab", "ef", "gh"), "ef"),
        Sequel("first", 1, "old", {}),
    ):
        assert parse_sequel(format_sequel(sequel)) == sequel
    assert parse_sequel({}) is None


def test_the_pad_adds_up_and_ranks_the_grand_totals() -> None:
    """Equal totals share the place and the next is skipped (C3, S8)."""
    made = pad(
        [column({ANNA: 200, BORYS: 150, CYRYL: 100}), column({ANNA: 100, BORYS: 150, CYRYL: 190})], by_wins=False
    )
    assert [(one.player, points(one), one.total, one.place) for one in made.lines] == [
        (ANNA, [200, 100], 300, 1),
        (BORYS, [150, 150], 300, 1),
        (CYRYL, [100, 190], 290, 3),
    ]
    assert made.winners == (ANNA, BORYS)
    assert (made.finished, made.is_full) == (2, False)


def test_who_joins_later_has_no_earlier_games_and_no_place() -> None:
    """The grand total ranks those with all games (C3)."""
    made = pad([column({ANNA: 200, BORYS: 150}), column({ANNA: 100, BORYS: 160, CYRYL: 400})], by_wins=False)
    assert points(line(made, CYRYL)) == [None, 400]
    assert [(one.player, one.place) for one in made.lines] == [(ANNA, 2), (BORYS, 1), (CYRYL, None)]
    assert made.winners == (BORYS,)


def test_who_leaves_between_games_is_ranked_no_more() -> None:
    """Neither is the running game counted, nor who is missing in a finished one (C3)."""
    games = [column({ANNA: 200, BORYS: 150, CYRYL: 300}), column({ANNA: 100, BORYS: 160}), Column((ANNA, BORYS))]
    made = pad(games, by_wins=False)
    assert points(line(made, CYRYL)) == [300, None, None]
    assert [(one.player, one.total, one.place) for one in made.lines] == [
        (ANNA, 300, 2),
        (BORYS, 310, 1),
        (CYRYL, 300, None),
    ]
    assert made.finished == 2


def test_who_left_a_game_comes_after_all_who_stayed() -> None:
    """The sheet is frozen and counts, but not for a place before others (S10)."""
    made = pad([column({ANNA: 300, BORYS: 10}, left=(ANNA,))], by_wins=False)
    assert [(one.player, one.total, one.place, one.won) for one in made.lines] == [
        (ANNA, 300, 2, 0),
        (BORYS, 10, 1, 1),
    ]
    gone = pad([column({ANNA: 300, BORYS: 10}, left=(ANNA, BORYS))], by_wins=False)
    assert gone.winners == ()


def test_in_tysiac_games_won_count_before_points() -> None:
    """C3: a series of Tysiąc counts games won, then points; T6: who shares a first place won too."""
    won_two = [
        Result(0, 1005, 1),
        Result(1, 995, 2),
    ]
    won_one = [Result(0, 0, 2), Result(1, 2500, 1)]
    players = (ANNA, BORYS)
    games = [Column(players, tuple(won_two)), Column(players, tuple(won_two)), Column(players, tuple(won_one))]
    made = pad(games, by_wins=True)
    assert [(one.won, one.total, one.place) for one in made.lines] == [(2, 2010, 1), (1, 4490, 2)]
    tied = [*games, Column(players, tuple(won_one))]
    assert [(one.won, one.place) for one in pad(tied, by_wins=True).lines] == [(2, 2), (2, 1)]
    assert [counts_wins(load(variant)) for variant in ("tysiac", "general")] == [True, False]


def test_alone_nobody_wins_and_the_best_game_is_told() -> None:
    """S8: a solo game is held against the player's own results."""
    made = pad([column({ANNA: 200}), column({ANNA: 260}), Column((ANNA,))], by_wins=False)
    assert [(one.total, one.best, one.won, one.place) for one in made.lines] == [(460, 260, 0, None)]
    assert made.winners == ()


def test_a_pad_without_a_finished_game_ranks_nobody() -> None:
    """Places are there once a game has ended."""
    made = pad([Column((ANNA, BORYS))], by_wins=False)
    assert [(points(one), one.place) for one in made.lines] == [([None], None), ([None], None)]


def test_results_are_there_once_a_game_is_over() -> None:
    """Also where those who stayed finished it early (S10)."""
    game = Game(load("general"), 2, number=1)
    assert results_of(game.table) == ()
    game.start()
    assert results_of(game.table) == ()
    for seat in (0, 1):
        game.do([Left(seat)])
    assert [result.left for result in results_of(game.table)] == [True, True]
