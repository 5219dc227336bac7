"""Records as people write them: what may be left out, what is refused and where, games known by last dice alone."""

import pytest

from kosci.engine.game import Left, Passed
from kosci.table.gamefile import GameFile
from kosci.table.record import PaperGame, PaperTurn, RecordError, format_record, parse_record, read_record
from kosci.table.verify import verify

BY_HAND = """
# A game with plastic dice, every roll written down.
kosci record 1
game general first=seat
player Anna
player @greedy

1. Anna
   2 5 5 1 6  keep 5 5
   5 5 3 5 6  keep 5 5 5
   5 5 5 2 2  full_house 25
1. @greedy
   66124  keep 66
   6,6,6,6,6  five_of_a_kind
Anna
1 1 1 1 2 score ones
"""


def test_every_roll_written_by_hand_is_a_game_without_dice_to_check() -> None:
    game = parse_record(BY_HAND)
    assert isinstance(game, GameFile)
    cards = [card.values for card in game.table.running.position.cards]  # type: ignore[union-attr]  # sheets
    assert cards[0][0] == 4
    assert cards[0][8] == 25
    assert cards[1][11] == 50
    assert game.table.seats[1].bot == "greedy"
    assert verify(game.facts).verdict == "not-yet"
    text = format_record(game)
    assert "commitment" not in text
    assert text.endswith("2. Anna\n   1 1 1 1 2  ones 4\n")
    assert parse_record(text) == game


@pytest.mark.parametrize(
    ("line", "column", "cause"),
    [
        ("2. @greedy\n   5 5 5 2 2  full_house 30", 26, "'full_house' is worth 25 here, not 30"),
        ("2. @greedy\n   5 5 5 2 2  full_house 25 +100", 29, "'full_house' brings an extra of 0 here, not 100"),
        ("2. @greedy\n   5 5 5 2 2  five_of_a_kind", 15, "'five_of_a_kind' is filled"),
        ("2. @greedy\n   5 5 5 2  fives", 4, "'5 5 5 2' is 4 dice: exactly 5 are needed"),
        ("2. @greedy\n   5 5 5 2 7  fives", 4, "'5 5 5 2 7' is not dice"),
        ("2. @greedy\n   5 5 5 2 2  keep 4", 15, "'keep 4' names dice that are not on the table"),
        (
            "2. @greedy\n   5 5 5 2 2  keep 5 5\n   5 1 1 1 2  ones",
            4,
            "the dice kept are not among '5 1 1 1 2': 5 5 first",
        ),
        ("2. @greedy\n   5 5 5 2 2\n   5 5 5 2 1  ones", 4, "'5 5 5 2 1' is no new roll: 2 2 5 5 5 lie"),
        ("2. @greedy\n   5 5 5 2 2  keep 5 5 @4,5", 15, "does not lie at the places 4,5"),
        ("2. @greedy\n   5 5 5 2 2  keep 5 5 @7", 24, "'@7' is not @2,4 · @-"),
        ("2. @greedy\n   5 5 5 2 2  dances", 15, "'dances' is not keep 5 5 · full_house 25 · passed"),
        ("2. @greedy\n   5 5 5 2 2  bust", 15, "'bust' is not keep 5 5"),
        ("2. @greedy\n   5 5 5 2 2  fives ten", 21, "'ten' is not fives 25"),
        ("2. @greedy\n   5 5 5 2 2  fives 15 please", 24, "'please' is too much"),
        ("2. @greedy\n   passed = 5", 13, "'passed' brings no points"),
        ("3. @greedy", 1, "'3. @greedy': '2. @greedy' is expected here"),
        ("2. Anna", 1, "'2. Anna': '2. @greedy' is expected here"),
        ("   1 1 1 1 2  ones", 4, "'1 1 1 1 2': '2. @greedy' is expected here"),
        ("2. seat 3", 4, "'seat 3' names no player: there are Anna, @greedy"),
        ("- seat 3 left", 3, "'seat 3 left' names no player"),
        ("2. Zoe", 4, "'Zoe' names no player: there are Anna, @greedy"),
        ("2. @greedy  5 5 5 2 2", 13, "all rolls of a turn stand in lines of their own below its head"),
        ("@greedy  5 5 5 2 2", 10, "all rolls of a turn stand in lines of their own below its head"),
        ("- undone\n- undone", 1, "there is no entry to take back"),
        ("- Anna dances", 8, "'dances' is not - undone · - Anna left"),
        ("- Anna stand-in", 16, "something is missing: stand-in greedy"),
        ("- @greedy stand-in greedy", 1, "has no person to stand in for"),
        ("result", 1, "the result comes before the end of the game"),
        ("seed 1234", 6, "'1234' is not 64 hexadecimal digits"),
        ("- Anna left\n- @greedy left\n2. @greedy", 1, "the game is over before this line"),
        ("- Anna left\n- @greedy left\nresult\n   1. Anna 29", 4, "the game ends with '2. Anna  29  left'"),
        ("- Anna left\n- @greedy left\nresult\n   Anna 29", 4, "'Anna 29' is not 1. Anna 231"),
    ],
)
def test_a_wrong_line_is_refused_with_line_column_and_what_was_expected(line: str, column: int, cause: str) -> None:
    reading = read_record(BY_HAND + line)
    assert reading.error is not None
    assert cause in str(reading.error)
    assert reading.error.params["line"] == BY_HAND.count("\n") + line.count("\n") + 1
    assert reading.error.params["column"] == column
    good = parse_record(BY_HAND)
    assert isinstance(good, GameFile)
    assert isinstance(reading.game, GameFile)
    assert reading.game.facts[: len(good.facts)] == good.facts


@pytest.mark.parametrize(
    ("text", "line", "column", "cause"),
    [
        ("", 1, 1, "something is missing: kosci record 1"),
        ("kosci record 2", 1, 1, "'kosci record 2' is not kosci record 1"),
        ("kosci record 1", 1, 15, "something is missing: game yahtzee"),
        ("kosci record 1\ngame chess", 2, 6, "'chess' is no variant"),
        ("kosci record 1\ngame general joker=none extra=ten", 2, 25, "'extra=ten' is not possible"),
        ("kosci record 1\ngame general", 2, 13, "something is missing: player Anna"),
        ("kosci record 1\ngame general\ngame yatzi", 3, 1, "'game' stands in the heading twice"),
        ("kosci record 1\ngame general\ntable undo=maybe\nplayer A", 3, 7, "'undo=maybe' is not possible"),
        ("kosci record 1\ngame general\nfingerprint 0123\nplayer A", 3, 13, "the rules of 'general' are others now"),
        ("kosci record 1\ngame general\nplayer A\ncommitment 12", 4, 12, "'12' is not 64 hexadecimal digits"),
        ("kosci record 1\ngame general\nshare 00 browser", 3, 1, "shares without a commitment"),
        (
            f"kosci record 1\ngame general\ncommitment {'0' * 64}\nshare {'0' * 32} me",
            4,
            40,
            "'me' is not browser · server",
        ),
        (f"kosci record 1\ngame general\ncommitment {'0' * 64}\ngiven-up 1", 4, 10, "there is no seat 0"),
        ("kosci record 1\ngame general\nplayer A\nplayer B\n1. A", 5, 1, "'A  1 2 3 4 5' is expected here"),
    ],
)
def test_a_wrong_heading_is_refused(text: str, line: int, column: int, cause: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    assert cause in str(refused.value)
    assert (refused.value.params["line"], refused.value.params["column"]) == (line, column)


TYSIAC = """kosci record 1
game tysiac first=seat bust=keep
player Anna
player Olek
1. Anna
   1 1 2 3 4  roll-on 1 1
   2 3 4  bust = 20
1. Olek
   5 2 2 3 4  bank 5 = 5
2. Anna
"""


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("1 2 2 3 4  bust", "this roll does not end the turn"),
        ("1 2 2 3 4\nbust", "this roll does not end the turn"),
        ("2 2 3 3 4  roll-on 2", "'roll-on' cannot follow: the roll has ended the turn"),
        ("2 2 3 3 4  bust = 20", "'bust' brings no points"),
        ("1 2 2 3 4  bank 1 = 20", "'bank' is worth 10 here, not 20"),
        ("6 6 6 6 6  wins = 100", "'wins' brings no points"),
        ("6 6 6 6 6  bust", "'bust' cannot follow"),
        ("1 2 2 3 4  keep 1", "is no move of 'tysiac'"),
        ("1 2 2 3 4  roll-on 1\n1 1 1 1 1  bank", "'1 1 1 1 1' is 5 dice: exactly 4 are needed"),
    ],
)
def test_a_wrong_line_of_tysiac_is_refused(line: str, cause: str) -> None:
    reading = read_record(TYSIAC + line)
    assert cause in str(reading.error)


def test_dice_of_tysiac_say_themselves_how_they_ended_the_turn() -> None:
    game = parse_record(TYSIAC.replace("  bust = 20", "") + "   66666")
    assert isinstance(game, GameFile)
    assert game.table.is_over
    assert format_record(game).endswith("   6 6 6 6 6  wins\n\nresult\n   1. Anna  1020\n   2. Olek  5\n")


ON_PAPER = """kosci record 1
game yahtzee
player Anna
player Olek

1. Olek  5 5 5 2 2  full_house
1. Anna  sixes 18
Olek 66666 five_of_a_kind 50
Anna passed
3. Olek  6 6 6 6 6  sixes 30 +100
3. Anna  chance 29
"""


def paper(text: str) -> PaperGame:
    game = parse_record(text)
    assert isinstance(game, PaperGame)
    return game


def test_a_game_of_which_only_the_last_dice_are_known_is_a_game_on_paper() -> None:
    game = paper(ON_PAPER)
    assert game.turns == (
        PaperTurn(1, "full_house", 25, 0, (2, 2, 5, 5, 5)),
        PaperTurn(0, "sixes", 18),
        PaperTurn(1, "five_of_a_kind", 50, 0, (6, 6, 6, 6, 6)),
        Passed(0),
        PaperTurn(1, "sixes", 30, 100, (6, 6, 6, 6, 6)),
        PaperTurn(0, "chance", 29),
    )
    assert game.results is None
    assert len(list(game.steps())) == 6
    assert paper(format_record(game)) == game


def test_e1_points_that_bring_an_extra_in_any_case_need_not_say_so() -> None:
    """Three fives are 15 however they were rolled; 25 in the fives are five of them."""
    text = ON_PAPER + "4. Olek  fives 25\n"
    assert paper(text).turns[-1] == PaperTurn(1, "fives", 25, 100)
    assert paper(text.replace("fives 25", "fives 15")).turns[-1] == PaperTurn(1, "fives", 15)


def test_a_leaver_on_paper_is_passed_over_to_the_end() -> None:
    rows = ("ones", "twos", "threes", "fours", "fives", "three_of_a_kind", "four_of_a_kind", "small_straight")
    rest = [*rows, "large_straight", "chance"]
    text = ON_PAPER + "- Anna left\n" + "".join(f"Olek {row} {10 * (row == 'chance')}\n" for row in rest)
    game = paper(text)
    assert game.turns[6] == Left(0)
    assert game.results is not None
    assert [(result.points, result.place, result.left) for result in game.results] == [(47, 2, True), (215, 1, False)]
    assert paper(format_record(game)) == game
    assert paper(f"{text}result\n1. Olek 215\n2. Anna 47 left") == game
    assert "the game ends with '1. Olek  215'" in str(read_record(f"{text}result\n1. Olek 214").error)
    assert "the game is over before this line" in str(read_record(f"{text}Olek chance 7").error)


@pytest.mark.parametrize(
    ("line", "column", "cause"),
    [
        ("Olek 5 5 5 5 3 four_of_a_kind 30", 31, "'four_of_a_kind' is worth 23 here, not 30"),
        ("Olek 5 5 5 3 3 full_house 25", 16, "the row 'full_house' is filled already"),
        ("Olek twos 7", 11, "'twos' cannot hold 7 here: 0, 2, 4, 6, 8, 10 can stand there"),
        ("Olek large_straight", 6, "'large_straight': its dice or its points are needed"),
        ("Olek ones 3 +100", 13, "'ones' brings an extra of 0 here, not 100"),
        ("Olek keep 5 5", 6, "'keep' is not 5 5 5 2 2 full_house"),
        ("Olek 1 2 3 4 5", 15, "something is missing: 5 5 5 2 2 full_house"),
        ("Olek 1 2 3 4 chance", 6, "'1 2 3 4' is 4 dice"),
        ("Anna chance 7", 1, "'4. Olek' is expected here"),
        ("5. Olek chance 7", 1, "'4. Olek' is expected here"),
        ("   1 2 3 4 5 chance", 4, "names no player"),
        ("4. seat 3 chance 7", 4, "'seat 3 chance 7' names no player: there are Anna, Olek"),
        ("- Olek dances", 8, "'dances' is not - Anna left"),
        ("result", 1, "the result comes before the end of the game"),
    ],
)
def test_a_wrong_line_of_a_game_on_paper_is_refused_and_the_good_part_kept(line: str, column: int, cause: str) -> None:
    reading = read_record(ON_PAPER + line)
    assert reading.error is not None
    assert cause in str(reading.error)
    assert (reading.error.params["line"], reading.error.params["column"]) == (12, column)
    assert reading.game == paper(ON_PAPER)


@pytest.mark.parametrize("line", ["table undo=false", f"commitment {'0' * 64}", f"open-seed {'0' * 64}"])
@pytest.mark.parametrize("paper", ["", "paper\n"])
def test_a_game_on_paper_has_no_table_and_no_dice_of_a_seed(line: str, paper: str) -> None:
    text = ON_PAPER.replace("player Olek\n", f"player Olek\n{line}\n{paper}")
    reading = read_record(text)
    if paper:
        assert "line 5, column 1: a game on paper has no" in str(reading.error)
    else:
        assert reading.error is not None
        assert isinstance(reading.game, GameFile)


RACE_ON_PAPER = """kosci record 1
game tysiac target=200 bust=keep
player Anna
player Olek
Anna bank = 85
Olek bust = 35
Anna bust
Olek bank = 150
"""


def test_turns_of_tysiac_on_paper_are_what_they_brought() -> None:
    game = paper(RACE_ON_PAPER + "3. Anna bank = 115")
    assert game.turns[1] == PaperTurn(1, "bust", 35)
    assert game.results is not None
    assert [(result.points, result.place) for result in game.results] == [(200, 1), (185, 2)]
    assert paper(format_record(game)) == game
    assert paper(RACE_ON_PAPER + "3. Anna wins = 1000").results[0].points == 1085  # type: ignore[index]  # it is over


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("Anna bank = 33", "'bank' cannot bring 33"),
        ("Anna bank = 0", "'bank' cannot bring 0"),
        ("Anna wins = 35", "'wins' cannot bring 35"),
        ("Anna bank", "'bank' is not bank = 35 · bust · wins = 1035"),
        ("Anna bank 5 5 = 10", "'bank' is not bank = 35"),
        ("Anna 1 1 bank = 20", "'1 1' is too much"),
        ("Olek bank = 35", "'3. Anna' is expected here"),
    ],
)
def test_points_of_tysiac_that_cannot_be_are_refused(line: str, cause: str) -> None:
    assert cause in str(read_record(RACE_ON_PAPER + line).error)


def test_t4_a_bust_brings_nothing_where_the_rules_say_so() -> None:
    error = read_record(RACE_ON_PAPER.replace(" bust=keep", "")).error
    assert "'bust' is worth 0 here, not 35" in str(error)


@pytest.mark.parametrize("turn", [PaperTurn(1, "bank", 50), PaperTurn(0, "bank", 7)])
def test_a_game_on_paper_that_cannot_be_is_refused(turn: PaperTurn) -> None:
    game = paper(RACE_ON_PAPER)
    with pytest.raises(Exception, match=r"is not to move|cannot bring"):
        list(PaperGame(game.names, game.rules, (*game.turns, turn)).steps())


def test_j2_the_rules_hold_on_paper_too() -> None:
    text = ON_PAPER + "4. Olek  1 1 1 1 1  large_straight 40\n"
    assert "the row 'large_straight' is refused" in str(read_record(text).error)
