"""The lines of a record that begin with a dash, both ways: what happened beside the dice.

Whether it may happen is asked of the table.
"""

from collections.abc import Iterator

from kosci.engine.game import Begun, Left
from kosci.table.facts import Advised, Continued, Corrected, Extended, Fact, Returned, StandIn, Undone
from kosci.table.record.pieces import NUMBERED, Piece, WrittenError, expected, nothing, standing
from kosci.table.record.refs import Refs
from kosci.table.record.told_turns import came_to, check_told, format_told, news, read_event, told_facts
from kosci.table.refold import last_told, turns_of_entries
from kosci.table.table import Table

FORMS = (
    "- undone · - Anna left · - Anna stand-in greedy · - Anna returned · - Anna advised · - Anna begun"
    " · - Anna extended · - corrected 2. Anna threes 9 · - continued"
)
_OF_A_SEAT: dict[str, type[Left | Advised | Extended | Returned | Begun]] = {
    "left": Left,
    "advised": Advised,
    "extended": Extended,
    "returned": Returned,
    "begun": Begun,
}


def is_beside(fact: Fact) -> bool:
    """Whether a fact is told in such a line."""
    return isinstance(fact, Left | Advised | Extended | Returned | Begun | StandIn | Undone | Continued | Corrected)


def format_beside(refs: Refs, fact: Fact, before: Table, then: Table) -> str:
    """What happened, behind the dash, by the table before and after it."""
    match fact:
        case Undone() | Continued():
            return type(fact).__name__.lower()
        case Corrected(seq, event):
            assert then.play is not None
            turn = _turn(refs, then, seq)
            return f"corrected {turn}  {format_told(then.game, event, came_to(news(before, then)))}"
        case Left(seat) | Advised(seat) | Extended(seat) | Returned(seat) | Begun(seat):
            return f"{refs.of(seat)} {type(fact).__name__.lower()}"
        case StandIn(seat, bot):
            return f"{refs.of(seat)} stand-in {bot}"
    raise TypeError(f"{fact!r} is a part of a turn")


def flagged_anew(refs: Refs, before: Table, then: Table) -> Iterator[str]:
    """Each entry that fits no more since, by its turn."""
    if before.play is None or then.play is None:
        return
    entries = set(turns_of_entries(then.play).values())
    for seq in then.play.flags:
        if seq in entries and seq not in before.play.flags:
            yield f"{_turn(refs, then, seq)} does not fit any more"


def _turn(refs: Refs, table: Table, seq: int) -> str:
    assert table.play is not None
    seat, number = next(turn for turn, fact in turns_of_entries(table.play).items() if fact == seq)
    return f"{number}. {refs.of(seat)}"


def read_beside(refs: Refs, table: Table, piece: Piece) -> Fact:
    """What a piece behind the dash says has happened; RecordError where it says nothing of the kind."""
    word, rest = piece.cut()
    if piece.text == "undone":
        return Undone(_undone(table))
    if piece.text == "continued":
        return Continued()
    if word.text == "corrected" and NUMBERED.match(rest.text):
        return _corrected(refs, table, rest)
    seat, rest = refs.read(piece)
    word, rest = rest.cut()
    if word.text == "stand-in":
        bot, rest = rest.cut()
        nothing(rest)
        with standing(bot):
            if not bot.text:
                raise expected(bot, "stand-in greedy")
        return StandIn(seat, bot.text)
    nothing(rest)
    with standing(word):
        if word.text not in _OF_A_SEAT:
            raise expected(word, FORMS)
    return _OF_A_SEAT[word.text](seat)


def _undone(table: Table) -> int:
    """The fact that is taken back; 0 where there is none."""
    if table.play is None:
        return 0
    last = last_told(table.play) if table.settings.is_real else table.play.last_entry
    return last.seq if last else 0


def _corrected(refs: Refs, table: Table, piece: Piece) -> Fact:
    numbered = NUMBERED.match(piece.text)
    assert numbered is not None
    seat, rest = refs.read(piece.after(numbered.end()))
    with standing(piece):
        found = turns_of_entries(table.running)
        seq = found.get((seat, int(numbered.group(1))))
        if seq is None:
            turn = f"{numbered.group()} {refs.of(seat)}"
            raise WrittenError("record-no-entry", f"{turn!r} is no entry that could be corrected", turn=turn)
    event, decision = read_event(table.game, seat, rest)
    with standing(decision.word):
        fact = told_facts(table, event, decision, seq)
        brought = came_to(news(table, table.after(fact)))
    check_told(table.game, decision, brought)
    return fact
