"""Laws of games on paper: a record of last dice or points alone is read back to the same turns."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kosci.engine.errors import RuleError
from kosci.engine.game import Left, Over, Passed
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table.record import PaperEvent, PaperGame, PaperTurn, format_record, parse_record, read_record
from kosci.table.record.paper import after_event, begun, hands_for, opening
from kosci.variants import Position, Rules
from tests.laws.strategies import examples, games


def event(rules: Rules, position: Position, random: Random) -> PaperEvent:
    """A turn, a passing or a leaving of the seat to move."""
    seat = position.mover
    if random.random() < 1 / 20:
        return random.choice((Passed(seat), Left(seat)))
    if not isinstance(rules, Scorecard) or not isinstance(position, SheetPosition):
        row = random.choice(("bank", "bust"))
        return PaperTurn(seat, row, 5 * random.randint(1, 40) if row == "bank" else 0)
    dice = tuple(sorted(random.choice(((random.randint(1, 6),) * 5, random.choices(range(1, 7), k=5)))))
    entry = random.choice(rules.entries(position.cards[seat], dice))
    possible = hands_for(rules, position.cards[seat], entry.row)
    assert (entry.points, entry.extra) in possible
    return PaperTurn(seat, entry.row, entry.points, entry.extra, dice if random.random() < 1 / 2 else None)


def paper_game(rules: Rules, random: Random, length: int) -> PaperGame:
    """A game after so many turns, begun by anybody where the rules leave it open."""
    least, most = rules.players
    seats = random.choice((1, *range(max(least, 2), most + 1)))
    position = opening(rules, seats)
    first = PaperTurn(random.randrange(seats), "", 0)
    position = begun(rules, position, first)
    turns: list[PaperEvent] = []
    while len(turns) < length and not isinstance(rules.awaiting(position), Over):  # type: ignore[arg-type]  # its own
        new = event(rules, position, random)
        if not turns and isinstance(new, Left):
            continue
        try:
            position = after_event(rules, position, new)
        except RuleError:
            continue  # in Tysiąc not all points may be banked
        turns.append(new)
    return PaperGame(tuple(f"P{seat}" for seat in range(seats)), rules, tuple(turns))


@given(games(), st.integers(0, 2**32), st.sampled_from([0, 5, 40]))
@settings(parent=examples(25))
def test_a_game_on_paper_is_read_back_to_the_same_turns(rules: Rules, seed: int, length: int) -> None:
    game = paper_game(rules, Random(seed), length)
    text = format_record(game)
    assert parse_record(text) == game
    assert ("\nresult\n" in text) is (game.results is not None)
    assert len(list(game.steps())) == len(game.turns)


@given(games(), st.integers(0, 2**32), st.data())
@settings(parent=examples(15))
def test_turns_before_a_bad_line_are_kept(rules: Rules, seed: int, data: st.DataObject) -> None:
    game = paper_game(rules, Random(seed), 20)
    lines = format_record(game).splitlines()
    at = data.draw(st.integers(lines.index("paper") + 1, len(lines)))
    reading = read_record("\n".join([*lines[:at], "~~~", *lines[at:]]))
    assert isinstance(reading.game, PaperGame)
    assert reading.game.turns == game.turns[: len(reading.game.turns)]
    assert reading.error is not None
    assert reading.error.params["line"] == at + 1
