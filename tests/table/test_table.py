"""A table: facts and their text, places, undo, leaving, stand-ins; a refused command adds nothing."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.errors import RuleError
from kosci.engine.game import Over, Rolled
from kosci.engine.moves import Bank, Keep, Roll, RollOn, Score
from kosci.table import Settings, Table, fair, format_fact, parse_fact
from kosci.table.facts import Created, Joined, Played, Started
from kosci.table.gamefile import GameFile, format_game, parse_game
from kosci.table.verify import verify
from kosci.variants import catalogue, load
from tests.table.making import Played as Game

VARIANTS = [variant.id for variant in catalogue()]


def refusal(command: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(RuleError) as caught:
        command()
    return caught.value.code


@given(st.sampled_from(VARIANTS), st.integers(0, 10_000), st.integers(1, 4))
def test_the_rebuilt_table_is_the_live_one_and_every_fact_reads_back(variant: str, number: int, seats: int) -> None:
    """Log and state say the same; each line is parsed to the fact it was made of."""
    game = Game(load(variant), seats, number=number).start().to_the_end()
    assert Table.rebuilt(game.facts) == game.table
    assert [parse_fact(format_fact(fact)) for fact in game.facts] == game.facts
    assert isinstance(game.table.awaiting, Over)


@given(st.sampled_from(VARIANTS), st.integers(0, 10_000))
def test_dice_kept_or_set_aside_stay_in_their_places(variant: str, number: int) -> None:
    """New dice fill the freed places from left to right."""
    game = Game(load(variant), 2, number=number).start().move(Roll())
    while game.table.play and game.table.play.faces and not game.table.is_over:
        before = game.table.play
        game.random_move()
        after = game.table.play
        assert after is not None
        if after.faces and after.log[-1] is not before.log[-1]:
            assert all(after.faces[at - 1] == before.faces[at - 1] for at in after.fixed if len(before.faces) >= at)
        if not after.faces:
            break


@given(st.sampled_from(VARIANTS), st.integers(0, 10_000))
def test_taking_back_restores_position_dice_and_places(variant: str, number: int) -> None:
    """Undo reaches the last entry and leaves the game as it was."""
    game = Game(load(variant), 2, number=number).start()
    before = game.table.play
    while game.table.undoable is None and not game.table.is_over:
        before = game.table.play
        game.random_move()
    assert before is not None
    if game.table.undoable is None:
        return  # Tysiąc can end by five alike, which no entry ended
    seat, _ = game.table.undoable
    game.do(game.table.undo(seat))
    assert game.table.play is not None
    now = game.table.play
    assert (now.position, now.faces, now.fixed) == (before.position, before.faces, before.fixed)
    assert Table.rebuilt(game.facts) == game.table


def test_an_undo_does_not_reach_past_a_roll() -> None:
    """Once the next player has rolled, the entry stands."""
    game = Game(load("yahtzee"), 2).start().move(Roll()).move(Score("chance"))
    seat = game.table.undoable
    assert seat is not None
    game.move(Roll())
    assert game.table.undoable is None
    assert refusal(lambda: game.table.undo(seat[0])) == "undo-past-roll"


def test_undo_is_the_seats_own_and_can_be_switched_off() -> None:
    """Another seat cannot take it back, and no seat where the host said so."""
    game = Game(load("yahtzee"), 2).start().move(Roll())
    mover = game.table.mover
    assert mover is not None
    game.move(Score("chance"))
    assert refusal(lambda: game.table.undo(1 - mover)) == "undo-past-roll"
    strict = Game(load("yahtzee"), 2, Settings(undo=False)).start().move(Roll()).move(Score("chance"))
    assert strict.table.undoable is None
    assert refusal(lambda: strict.table.undo(mover)) == "undo-off"


def test_dice_undone_are_not_rolled_again() -> None:
    """The number of the next roll goes on counting over what was taken back."""
    game = Game(load("yahtzee"), 2).start().move(Roll())
    rolls = game.table.rolls
    mover = game.table.mover
    assert mover is not None
    game.move(Score("chance")).do(game.table.undo(mover))
    game.move(Keep(()))
    assert game.table.rolls == rolls + 1
    assert verify(game.facts, game.seed).verdict == "right"


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ((1, 1), "places-not-on-table"),
        ((0,), "places-not-on-table"),
        ((-1,), "places-not-on-table"),
        ((6,), "places-not-on-table"),
        ((1, 2, 3, 4, 5), "keep-all"),
    ],
)
def test_places_that_are_not_on_the_table_are_refused(places: tuple[int, ...], code: str) -> None:
    """Section 5: negative, repeated, absent; and all five are no roll (S2)."""
    game = Game(load("general"), 2).start().move(Roll())
    mover = game.table.mover
    assert mover is not None
    assert refusal(lambda: game.table.move(mover, Keep(), game.draw, places)) == code


def test_places_that_show_other_dice_are_refused_in_a_log() -> None:
    """An edited log cannot keep a die that does not lie there."""
    game = Game(load("general"), 2).start().move(Roll())
    play, mover = game.table.play, game.table.mover
    assert play is not None
    assert mover is not None
    face = play.faces[0]
    other = next((at for at, die in enumerate(play.faces, start=1) if die != face), None)
    assert other is not None
    assert refusal(lambda: game.table.after(Played(mover, Keep((face,)), (other,)))) == "places-not-on-table"


def test_a_race_keeps_what_was_set_aside_in_place_until_all_five_scored() -> None:
    """T3, T5: hot dice free all places."""
    for number in range(300):
        game = Game(load("tysiac"), 1, number=number).start().move(Roll())
        play = game.table.play
        while play and play.faces and not game.table.is_over:
            game.move(RollOn())
            after = game.table.play
            assert after is not None
            if after.faces and not after.fixed:
                assert len(play.position.roll) == len(play.free)  # type: ignore[union-attr]
                return
            play = after
    raise AssertionError("no hot dice in 300 games")


def test_the_lobby_fills_and_empties() -> None:
    """C1: no seat over the range; a freed seat moves the others up."""
    game = Game(load("general"), 4)
    assert refusal(lambda: game.table.join("ab" * 32, drawn=True)) == "table-full"
    game.do(game.table.leave(1))
    assert [seat.digest for seat in game.table.seats] == [fair.share_digest(game.shares[at]) for at in (0, 2, 3)]
    assert refusal(lambda: game.table.start(game.shares, game.draw)) == "wrong-share"
    assert refusal(lambda: game.table.move(0, Roll(), game.draw)) == "not-started"


def test_nobody_joins_or_starts_a_game_under_way() -> None:
    """The shares are frozen at the start."""
    game = Game(load("general"), 2).start()
    assert refusal(lambda: game.table.join("ab" * 32, drawn=True)) == "already-started"
    assert refusal(lambda: game.table.start(game.shares, game.draw)) == "already-started"
    assert refusal(lambda: Table.rebuilt(game.facts[:1]).start([], game.draw)) == "too-few-players"


def test_a_stand_in_comes_and_goes() -> None:
    """S11: a computer acts for the seat, the person comes back."""
    game = Game(load("yatzi"), 2).start()
    assert refusal(lambda: game.table.bring_back(0)) == "stand-in-refused"
    game.do(game.table.stand_in(0, "greedy"))
    assert game.table.seats[0].acting_bot == "greedy"
    assert refusal(lambda: game.table.stand_in(0, "greedy")) == "stand-in-refused"
    game.do(game.table.bring_back(0))
    assert game.table.seats[0].acting_bot is None


def test_closing_needs_the_committed_seed_and_is_final() -> None:
    """The seed comes last, and nothing after it."""
    game = Game(load("tysiac"), 2).start().to_the_end()
    assert refusal(lambda: game.table.close(bytes(32))) == "wrong-seed"
    game.do(game.table.close(game.seed))
    assert game.table.close(game.seed) == []
    assert refusal(lambda: game.table.undo(0)) == "table-closed"


def test_a_log_begins_with_its_creation() -> None:
    """And is created once."""
    game = Game(load("tysiac"), 2)
    assert refusal(lambda: Table.rebuilt(game.facts[1:])) == "bad-fact"
    assert refusal(lambda: Table.rebuilt([])) == "bad-fact"
    assert refusal(lambda: Game(load("tysiac"), 2).table.after(game.facts[0])) == "already-created"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "0: roll",
        "-1: roll",
        "1: fly",
        "1: keep 7",
        "1: keep 5 @0",
        "1: keep 5 @x",
        "rolled",
        "rolled 5 7",
        "undone 0",
        "undone x",
        "closed 00",
        "closed zz",
        "started 00",
        "created x",
        "1: joined ab server",
        "1: joined " + "ab" * 32 + " nobody",
        "1: stand-in",
        "1: left now",
        "created " + "ab" * 32 + " undo=maybe {}",
    ],
)
def test_a_line_that_is_no_fact_is_refused_with_its_text(line: str) -> None:
    """Every parser quotes what it was given."""
    with pytest.raises(RuleError) as caught:
        parse_fact(line)
    word = line.rpartition(": ")[2].partition(" ")[0]
    assert word in str(caught.value) or "undo='maybe'" in str(caught.value) or "undo=maybe" in str(caught.value)


@given(st.text(max_size=60))
def test_no_text_breaks_the_fact_parser(text: str) -> None:
    """A fact, or a refusal in words; nothing else."""
    with suppress(RuleError):
        fact = parse_fact(text)
        assert parse_fact(format_fact(fact)) == fact


# --- verification and game files -----------------------------------------------------------------


@given(st.sampled_from(VARIANTS), st.integers(0, 10_000))
def test_a_game_file_reads_back_and_verifies_once_closed(variant: str, number: int) -> None:
    """Running: not yet; closed: right."""
    game = Game(load(variant), 2, number=number).start().to_the_end()
    assert verify(game.facts).verdict == "not-yet"
    game.do(game.table.close(game.seed))
    file = GameFile(("Anna", "Łucja Ґ"), tuple(game.facts))
    assert parse_game(format_game(file)) == file
    verdict = verify(file.facts)
    assert verdict.verdict == "right"
    assert len(verdict.rolls) == game.table.rolls


def test_an_altered_roll_is_named() -> None:
    """Which roll, what the log says and what follows from the seed."""
    game = Game(load("general"), 2).start().to_the_end()
    game.do(game.table.close(game.seed))
    rolled = [at for at, fact in enumerate(game.facts) if isinstance(fact, Rolled)]
    facts = list(game.facts)
    old = facts[rolled[6]]
    assert isinstance(old, Rolled)
    facts[rolled[6]] = Rolled(tuple(7 - face for face in old.faces))
    found = verify(facts)
    assert found.verdict == "wrong"
    assert [(roll.number, roll.recomputed) for roll in found.wrong_rolls] == [(7, old.faces)]


def test_an_altered_share_or_commitment_is_named() -> None:
    """Neither side can change its part afterwards."""
    game = Game(load("general"), 2).start().to_the_end()
    game.do(game.table.close(game.seed))
    shares = [Started((bytes(16), game.shares[1])) if isinstance(fact, Started) else fact for fact in game.facts]
    assert verify(shares).wrong_shares == (0,)
    first = game.facts[0]
    assert isinstance(first, Created)
    other = Created(first.rules, "00" * 32, first.settings)
    assert not verify([other, *game.facts[1:]]).is_seed_right


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda text: text.replace("kosci game 1", "chess"), 1),
        (lambda text: text.replace("rolled", "fell", 1), 9),
        (lambda text: text + "1: score nonsense\n", 0),
        (lambda _: "", 1),
        (lambda _: "kosci game 1\n", 1),
    ],
)
def test_a_broken_game_file_names_the_line(change: Callable[[str], str], line: int) -> None:
    """The first line that is wrong in form or under the rules."""
    game = Game(load("general"), 2).start().move(Roll())
    text = format_game(GameFile(("Anna", "Maja"), tuple(game.facts)))
    broken = change(text)
    with pytest.raises(RuleError) as caught:
        parse_game(broken)
    expected = line or len(broken.splitlines())
    assert caught.value.params["line"] == expected


def test_seats_in_text_count_from_one() -> None:
    """As people do."""
    assert format_fact(Joined(1, "ab" * 32, drawn=False)) == f"2: joined {'ab' * 32} browser"
    assert format_fact(Played(0, Bank((5, 5)))) == "1: bank 5 5"
