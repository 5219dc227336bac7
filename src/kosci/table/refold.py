"""A game at a real-dice table played anew, after an entry was corrected or taken back.

What a correction has made impossible stays in the log, flagged, and counts as a passed turn until people settle it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kosci.engine.errors import RuleError
from kosci.engine.game import Begun, Event, Game, Left, Moved, Passed, Rolled, apply
from kosci.engine.moves import Bank, Keep, Roll, RollOn, Score
from kosci.engine.race import Race, RacePosition
from kosci.engine.reported import Reported
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table.errors import TableError
from kosci.table.facts import Played
from kosci.table.play import Happened, Play
from kosci.table.story import Correction, Ended, RollTakenBack, Told, TookBack, Written
from kosci.variants import Position


@dataclass(frozen=True, slots=True)
class Folded:
    """An event between the positions before and after it; where its fact is flagged, the turn passed over for it."""

    seq: int
    before: Position
    event: Event
    after: Position


def folded(play: Play) -> Iterator[Folded]:
    """What has happened in a game, step by step; flagged facts that changed nothing are left out."""
    rules: Game[Any] = play.game
    position: Position = rules.start(len(play.position.left))
    last = 0
    for happened in play.log:
        events = [happened.event]
        if happened.seq in play.flags:
            events = [Passed(position.mover)] if _passes(position, happened.event) else []
        elif _cuts_short(position, happened.event):
            cut: Position = rules.after_pass(position)
            yield Folded(last, position, Passed(position.mover), cut)
            position = cut
        for event in events:
            after: Position = apply(rules, position, event)
            yield Folded(happened.seq, position, event, after)
            position = after
        last = happened.seq


def turns_of_entries(play: Play) -> dict[tuple[int, int], int]:
    """The fact of each entry by its seat and the number of its turn; every entry has one of its own."""
    ended = {one.seq: one.before.mover for one in folded(play) if _has_ended_turn(one)}
    counted, found = Counter[int](), dict[tuple[int, int], int]()
    for happened in play.log:
        seat = seat_of(happened.event)
        if is_entry(happened) and seat is not None:
            counted[seat] += 1
            found[seat, counted[seat]] = happened.seq
        elif isinstance(happened.event, Rolled) and happened.seq in ended:
            counted[ended[happened.seq]] += 1
    return found


def _has_ended_turn(one: Folded) -> bool:
    """Whether a roll ended its turn, as rolls of Tysiąc may, or was the last that was told of it."""
    if isinstance(one.event, Passed):
        return True
    is_roll = isinstance(one.event, Rolled) and one.before.contest is None
    return is_roll and isinstance(one.after, RacePosition) and not one.after.roll


def _passes(position: Position, event: Event) -> bool:
    """Whether an event that does not fit is of the turn to be played, which is then passed over."""
    return not position.has_ended and position.contest is None and seat_of(event) == position.mover


def _cuts_short(position: Position, event: Event) -> bool:
    """Whether another seat's turn begins where a told one no longer ends: its last roll went above the target before.

    The turn that was told so far is then passed over: what others played stays.
    """
    begins = isinstance(event, Reported | Passed) or (isinstance(event, Moved) and event.move == Roll())
    is_told = isinstance(position, RacePosition) and bool(position.roll)
    return begins and is_told and not position.has_ended and seat_of(event) != position.mover


def is_entry(happened: Happened) -> bool:
    """Whether this is a turn's entry, which may be corrected."""
    event = happened.event
    return isinstance(event, Reported | Passed) or (isinstance(event, Moved) and isinstance(event.move, Score | Bank))


def corrected(play: Play, seq: int, event: Reported | Passed) -> Play:
    """The game with the entry of this number replaced; what the rules raise where it could not be made then."""
    old = next((one for one in play.log if one.seq == seq and is_entry(one)), None)
    if old is None or seat_of(old.event) != event.seat:
        message = f"fact {seq} is no entry of seat {event.seat}"
        raise TableError("no-entry", message, given=seq)
    log = tuple(replace(one, event=event, places=()) if one.seq == seq else one for one in play.log)
    after = _refolded(play, log, required=seq)
    told = Correction(event.seat, written(play, seq), written(after, seq))
    return replace(after, story=(*play.story, told, *_ended_anew(play, after)))


def without(play: Play, seq: int) -> Play:
    """The game without its last entry or told roll, which has this number."""
    dropped = last_told(play)
    if dropped is None or dropped.seq != seq:
        raise TableError("undo-past-roll", "there is no entry to take back")
    anew = _refolded(play, (one for one in play.log if one.seq < seq))
    return replace(anew, story=(*play.story, _taken_back(dropped)))


def last_told(play: Play) -> Happened | None:
    """What may be taken back at a real-dice table: the last entry, or the last told roll with what was kept for it."""
    last = play.log[-1] if play.log else None
    if last is not None and isinstance(last.event, Rolled):
        last = play.log[-2]  # a told roll follows its move
    return None if last is None or isinstance(last.event, Left) else last


def before(play: Play, seq: int) -> Play:
    """The game as it stood before the event of this number, with what is corrected by now."""
    return _refolded(play, (one for one in play.log if one.seq < seq))


def written(play: Play, seq: int) -> Written:
    """What the entry of this number brought when it was made; nothing where the turn was passed or it does not fit."""
    happened = next(one for one in play.log if one.seq == seq)
    then = before(play, seq)
    event = happened.event
    if seq in play.flags or isinstance(event, Passed):
        return Written(None, 0)
    seat, after = then.position.mover, _again(then, happened).position
    match play.game, then.position, after:
        case Scorecard() as game, SheetPosition() as was, SheetPosition() as now:
            at = next(at for at, value in enumerate(now.cards[seat].values) if value != was.cards[seat].values[at])
            extra = (now.cards[seat].extras - was.cards[seat].extras) * game.extra_pays
            return Written(game.rows[at].id, now.cards[seat].values[at] or 0, extra)
        case Race(), RacePosition() as was, RacePosition() as now:
            row = event.row if isinstance(event, Reported) else "bank"
            return Written(row, now.banked[seat] - was.banked[seat])
    raise TypeError(f"{play.game.id!r} has no such position")


def _refolded(play: Play, log: Iterable[Happened], required: int | None = None) -> Play:
    """The game of this log; what the rules raise for the entry that is `required` to fit."""
    anew = Play.started(play.game, len(play.position.left))
    for happened in log:
        try:
            anew = _again(anew, happened)
        except RuleError:
            if happened.seq == required:
                raise
            anew = _flagged(anew, happened)
    return anew


def _again(play: Play, happened: Happened) -> Play:
    if _cuts_short(play.position, happened.event):
        play = _passed_over(play)
    match happened.event:
        case Moved(seat, move):
            return play.after_played(happened.seq, Played(seat, move, happened.places))
        case event:
            return play.after_event(happened.seq, event)


def _flagged(play: Play, happened: Happened) -> Play:
    """The entry kept with a flag, and the turn passed over where it is the one to be played."""
    flagged = replace(play, log=(*play.log, happened), flags=(*play.flags, happened.seq))
    return _passed_over(flagged) if _passes(play.position, happened.event) else flagged


def _passed_over(play: Play) -> Play:
    """The turn of whoever is to act passed over, without an event of its own."""
    rules: Game[Any] = play.game
    turns = tuple(count + (seat == play.position.mover) for seat, count in enumerate(play.turns))
    return replace(play, position=rules.after_pass(play.position), faces=(), fixed=(), turns=turns)


def seat_of(event: Event) -> int | None:
    """The seat that an event is of; a roll names none."""
    return None if isinstance(event, Rolled) else event.seat


def _taken_back(dropped: Happened) -> Told:
    match dropped.event:
        case Moved(seat, Roll() | Keep() | RollOn()):
            return RollTakenBack(seat)
        case Moved(seat, Score(row)) | Reported(seat, row):
            return TookBack(seat, row)
        case Begun():
            return RollTakenBack(None)
        case event:
            return TookBack(seat_of(event) or 0, None)


def _ended_anew(before: Play, after: Play) -> tuple[Told, ...]:
    """The end told once more where the correction changed how the game ended."""
    ends = [next((item for item in reversed(play.story) if isinstance(item, Ended)), None) for play in (before, after)]
    return () if ends[1] is None or ends[0] == ends[1] else (ends[1],)
