"""How each fact changes a table; what the rules or the table refuse is raised, and nothing has changed.

No command stands here: what may be asked of a table stands in `table`.
"""

from dataclasses import replace
from typing import TypeVar

from kosci.engine.errors import NotAwaitedError
from kosci.engine.game import Begun, Left, Over, Passed, Rolled
from kosci.engine.moves import End, Move, Roll
from kosci.engine.reported import Reported
from kosci.table import fair, refold
from kosci.table.coaching import Coaching, Judged
from kosci.table.errors import TableError
from kosci.table.facts import (
    Advised,
    Closed,
    Continued,
    Corrected,
    Created,
    Extended,
    Fact,
    Joined,
    Played,
    Returned,
    StandIn,
    Started,
    Undone,
    Unseated,
)
from kosci.table.play import Play
from kosci.table.standing import Seat, Standing
from kosci.table.story import CameBack, GaveTime, StoodIn, Told, TookAdvice

MOST_EXTENSIONS = 20  # of one turn; a table is not held up for ever
T = TypeVar("T", bound=Standing)


def after(table: T, fact: Fact) -> T:
    """The table after one more fact; what the rules raise, and nothing has changed."""
    version = table.version + 1
    match fact:
        case Played():
            play = table.running.after_played(version, fact)
            coaching = _coaching_after(table, fact.seat, fact.move)
            return _moved(table, version, play, table.rolls, coaching)
        case Rolled() | Passed() | Left():
            play = table.running.after_event(version, fact)
            return _moved(table, version, play, table.rolls + isinstance(fact, Rolled), table.coaching.after_event())
        case Begun() | Reported() | Corrected():
            return _told(table, version, _told_of(table, version, fact))
        case Undone(seq):
            return _told(table, version, _taken_back(table, seq))
        case Started():
            return replace(_changed_lobby(table, fact), version=version, moved_at=version, turn_at=version)
        case Created() | Joined() | Unseated():
            return replace(_changed_lobby(table, fact), version=version)
        case Advised() | Extended() | StandIn() | Returned() | Continued() | Closed():
            return replace(_changed_beside(table, fact), version=version)


def _told_of(table: Standing, version: int, fact: Begun | Reported | Corrected) -> Play:
    is_starting = isinstance(fact, Begun) and table.version == table.moved_at  # settled by the series, right away
    play = table.running if is_starting else table.checked_real()
    if isinstance(fact, Corrected):
        return refold.corrected(play, fact.seq, fact.event)
    return play.after_event(version, fact)


def _told(table: T, version: int, play: Play) -> T:
    return _moved(table, version, play, table.rolls, table.coaching.after_choice(play.position.mover, None))


def _moved(table: T, version: int, play: Play, rolls: int, coaching: Coaching) -> T:
    """The table after an event; another turn begins with it where one has ended, or been taken back."""
    now = table.running
    is_same_turn = now.position.mover == play.position.mover and now.turns == play.turns
    if is_same_turn:
        return replace(table, play=play, rolls=rolls, version=version, moved_at=version, coaching=coaching)
    return replace(
        table,
        play=play,
        rolls=rolls,
        version=version,
        moved_at=version,
        turn_at=version,
        extended=(),
        coaching=coaching,
    )


def _checked_over(table: T) -> T:
    if not table.is_over or table.is_continued:
        raise TableError("continued-refused", "only a finished game is followed by another, and by one")
    return table


def _taken_back(table: Standing, seq: int) -> Play:
    if table.settings.is_real:
        return refold.without(table.running, seq)
    entry = table.running.last_entry
    if entry is None or entry.seq != seq:
        raise nothing_to_undo()
    return table.running.without_last()


def _coaching_after(table: Standing, seat: int, move: Move) -> Coaching:
    if isinstance(move, Roll | End):
        return table.coaching.after_event()
    play = table.running
    has_advice = table.advised == seat
    return table.coaching.after_choice(seat, Judged(seat, play.position, play.full_move(move)) if has_advice else None)


def _advised(table: T, seat: int) -> T:
    check_advice(table, seat)
    play = replace(table.running, story=(*table.running.story, TookAdvice(seat)))
    return replace(table, play=play, coaching=table.coaching.after_advised(seat))


def check_advice(table: Standing, seat: int) -> None:
    """RuleError unless the seat may be advised now."""
    table.check_seat(seat)
    is_over = isinstance(table.running.awaiting, Over)
    if table.settings.coach == "off":
        raise TableError("coach-off", "nobody is advised at this table")
    if table.seats[seat].acting_bot is not None:
        raise TableError("coach-computer", f"a computer plays for seat {seat}: it is not advised", seat=seat)
    if table.mover is not None and table.mover != seat:
        message = f"seat {seat} is not to move: seat {table.mover} is"
        raise NotAwaitedError("not-your-turn", message, seat=seat, mover=table.mover)
    if is_over or not table.is_choosing:
        raise TableError("coach-nothing", "no dice lie that something could be done with")


def _extended(table: T, seat: int) -> T:
    table.check_seat(seat)
    running, mover = table.running, table.mover
    is_timed = table.settings.turn_seconds > 0 and mover is not None and table.seats[mover].acting_bot is None
    if not is_timed or table.seats[seat].bot is not None or running.position.left[seat]:
        raise TableError("clock-off", "no clock runs that could be given more time")
    if seat == mover and seat in table.extended:
        raise TableError("clock-once", f"seat {seat} has taken more time for this turn already")
    if len(table.extended) >= MOST_EXTENSIONS:
        message = f"this turn was given more time {len(table.extended)} times"
        raise TableError("clock-most", message, most=MOST_EXTENSIONS)
    play = replace(running, story=(*running.story, GaveTime(seat)))
    return replace(table, play=play, extended=(*table.extended, seat))


def _changed_beside(table: T, fact: Advised | Extended | StandIn | Returned | Continued | Closed) -> T:
    match fact:
        case Advised(seat):
            return _advised(table, seat)
        case Extended(seat):
            return _extended(table, seat)
        case Continued():
            return replace(_checked_over(table), is_continued=True)
        case StandIn(seat, bot):
            return _with_stand_in(table, seat, bot, StoodIn(seat, bot))
        case Returned(seat):
            return _with_stand_in(table, seat, None, CameBack(seat))
        case Closed(seed):
            if fair.commitment(seed) != table.commitment:
                raise TableError("wrong-seed", "the seed is not the one committed to")
            return replace(table, seed=seed)


def _changed_lobby(table: T, fact: Created | Joined | Unseated | Started) -> T:
    _check_lobby(table)
    match fact:
        case Joined(seat, digest, drawn, bot):
            return _joined(table, seat, Seat(digest, drawn, bot))
        case Unseated(seat):
            table.check_seat(seat)
            return replace(table, seats=(*table.seats[:seat], *table.seats[seat + 1 :]))
        case Started(shares):
            return _started(table, shares)
        case Created():
            raise TableError("already-created", "a table is created once")


def _joined(table: T, number: int, seat: Seat) -> T:
    if number != len(table.seats):
        raise TableError("seat-order", f"seat {number} is not the next free one: {len(table.seats)} is")
    if seat.bot is not None and table.settings.is_real:
        raise TableError("computer-real", "a computer cannot roll real dice")
    most = table.game.players[1]
    if number >= most:
        message = f"all {most} seats are taken"
        raise TableError("table-full", message, least=table.game.players[0], most=most)
    return replace(table, seats=(*table.seats, seat))


def _started(table: T, shares: tuple[bytes, ...]) -> T:
    if not table.seats:
        raise TableError("too-few-players", "nobody sits at the table", least=1)
    if [fair.share_digest(share) for share in shares] != [seat.digest for seat in table.seats]:
        raise TableError("wrong-share", "the shares are not the ones the seats committed to")
    return replace(table, shares=shares, play=Play.started(table.game, len(table.seats)))


def _with_stand_in(table: T, seat: int, bot: str | None, item: Told) -> T:
    running = table.running
    table.check_seat(seat)
    stands_in = table.seats[seat].stand_in is not None
    if table.seats[seat].bot is not None or stands_in is (bot is not None):
        raise TableError("stand-in-refused", f"seat {seat} has no person to stand in for, or none stands in")
    changed = replace(table.seats[seat], stand_in=bot)
    seats = (*table.seats[:seat], changed, *table.seats[seat + 1 :])
    return replace(table, seats=seats, play=replace(running, story=(*running.story, item)))


def _check_lobby(table: Standing) -> None:
    if table.seed is not None:
        raise TableError("table-closed", "the table is closed")
    if table.play is not None:
        raise TableError("already-started", "the game has started already")


def nothing_to_undo() -> TableError:
    """The refusal to take back what is not there."""
    return TableError("undo-past-roll", "there is no entry to take back: the dice have already been rolled")
