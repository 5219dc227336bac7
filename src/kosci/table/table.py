"""One table without input or output: what has happened, what stands, and what a command would add.

No clock, no chance: dice come from the draw that is handed in. A refused command adds nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from kosci.engine.errors import IllegalMoveError, NotationError, NotAwaitedError
from kosci.engine.game import Awaiting, Begun, Left, Moved, Over, Passed, Rolled, ToMove, ToRoll
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn
from kosci.engine.race import Race
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
from kosci.table.settings import Settings
from kosci.table.story import CameBack, GaveTime, StoodIn, Told, TookAdvice
from kosci.variants import Rules, canonical, from_canonical

MOST_EXTENSIONS = 20  # of one turn; a table is not held up for ever
Draw = Callable[[int, int], tuple[int, ...]]  # (number of the roll, number of dice) -> faces


@dataclass(frozen=True, slots=True)
class Seat:
    """A taken seat: the digest of its share, and whether the server drew it.

    `bot` is the computer player that has the seat, `stand_in` the one that acts for its person.
    """

    digest: str
    drawn: bool
    bot: str | None = None
    stand_in: str | None = None

    @property
    def acting_bot(self) -> str | None:
        """The computer player that acts for the seat now, if one does."""
        return self.bot or self.stand_in


@dataclass(frozen=True, slots=True)
class Table:
    """A table after its facts so far; `version` counts them, `moved_at` is the version of the last event.

    `turn_at` is the version with which the turn under way began, `extended` are the seats that gave it more time.
    `play` is None in the lobby; `rolls` counts the Rolled facts, also of rolls since taken back.
    """

    game: Rules
    commitment: str
    settings: Settings
    seats: tuple[Seat, ...] = ()
    shares: tuple[bytes, ...] = ()
    play: Play | None = None
    rolls: int = 0
    seed: bytes | None = None
    version: int = 1
    moved_at: int = 1
    turn_at: int = 1
    extended: tuple[int, ...] = ()
    coaching: Coaching = field(default_factory=Coaching)
    is_continued: bool = False

    @classmethod
    def rebuilt(cls, facts: Iterable[Fact]) -> "Table":
        """The table after these facts; NotationError where the first does not create one."""
        remaining = iter(facts)
        created = next(remaining, None)
        if not isinstance(created, Created):
            raise NotationError("bad-fact", "a log begins with the fact that created its table", given=str(created))
        table = cls(from_canonical(created.rules), created.commitment, created.settings)
        for fact in remaining:
            table = table.after(fact)
        return table

    def after(self, fact: Fact) -> "Table":
        """The table after one more fact; what the rules raise, and nothing has changed."""
        version = self.version + 1
        match fact:
            case Played():
                play = self.running.after_played(version, fact)
                coaching = self._coaching_after(fact.seat, fact.move)
                return self._moved(version, play, self.rolls, coaching)
            case Rolled() | Passed() | Left():
                play = self.running.after_event(version, fact)
                return self._moved(version, play, self.rolls + isinstance(fact, Rolled), self.coaching.after_event())
            case Begun() | Reported() | Corrected():
                return self._told(version, self._told_of(version, fact))
            case Undone(seq):
                return self._told(version, self._taken_back(seq))
            case Started():
                return replace(self._changed_lobby(fact), version=version, moved_at=version, turn_at=version)
            case Created() | Joined() | Unseated():
                return replace(self._changed_lobby(fact), version=version)
            case Advised() | Extended() | StandIn() | Returned() | Continued() | Closed():
                return replace(self._changed_beside(fact), version=version)

    def _told_of(self, version: int, fact: Begun | Reported | Corrected) -> Play:
        is_starting = isinstance(fact, Begun) and self.version == self.moved_at  # settled by the series, right away
        play = self.running if is_starting else self._checked_real()
        if isinstance(fact, Corrected):
            return refold.corrected(play, fact.seq, fact.event)
        return play.after_event(version, fact)

    def _told(self, version: int, play: Play) -> "Table":
        return self._moved(version, play, self.rolls, self.coaching.after_choice(play.position.mover, None))

    def _moved(self, version: int, play: Play, rolls: int, coaching: Coaching) -> "Table":
        """The table after an event; another turn begins with it where one has ended, or been taken back."""
        now = self.running
        is_same_turn = now.position.mover == play.position.mover and now.turns == play.turns
        if is_same_turn:
            return replace(self, play=play, rolls=rolls, version=version, moved_at=version, coaching=coaching)
        return replace(
            self,
            play=play,
            rolls=rolls,
            version=version,
            moved_at=version,
            turn_at=version,
            extended=(),
            coaching=coaching,
        )

    def _checked_real(self) -> Play:
        """The game under way, at a table of people who roll by hand."""
        if not self.settings.is_real:
            raise TableError("dice-drawn", "the dice of this table are drawn: nothing is told of them")
        return self.running

    def _checked_over(self) -> "Table":
        if not self.is_over or self.is_continued:
            raise TableError("continued-refused", "only a finished game is followed by another, and by one")
        return self

    def _taken_back(self, seq: int) -> Play:
        if self.settings.is_real:
            return refold.without(self.running, seq)
        entry = self.running.last_entry
        if entry is None or entry.seq != seq:
            raise _nothing_to_undo()
        return self.running.without_last()

    def _coaching_after(self, seat: int, move: Move) -> Coaching:
        if isinstance(move, Roll | End):
            return self.coaching.after_event()
        play = self.running
        has_advice = self.advised == seat
        return self.coaching.after_choice(
            seat, Judged(seat, play.position, play.full_move(move)) if has_advice else None
        )

    def _advised(self, seat: int) -> "Table":
        self._check_advice(seat)
        play = replace(self.running, story=(*self.running.story, TookAdvice(seat)))
        return replace(self, play=play, coaching=self.coaching.after_advised(seat))

    def _check_advice(self, seat: int) -> None:
        self._check_seat(seat)
        is_over = isinstance(self.running.awaiting, Over)
        if self.settings.coach == "off":
            raise TableError("coach-off", "nobody is advised at this table")
        if self.seats[seat].acting_bot is not None:
            raise TableError("coach-computer", f"a computer plays for seat {seat}: it is not advised", seat=seat)
        if self.mover is not None and self.mover != seat:
            message = f"seat {seat} is not to move: seat {self.mover} is"
            raise NotAwaitedError("not-your-turn", message, seat=seat, mover=self.mover)
        if is_over or not self.is_choosing:
            raise TableError("coach-nothing", "no dice lie that something could be done with")

    def _extended(self, seat: int) -> "Table":
        self._check_seat(seat)
        running, mover = self.running, self.mover
        is_timed = self.settings.turn_seconds > 0 and mover is not None and self.seats[mover].acting_bot is None
        if not is_timed or self.seats[seat].bot is not None or running.position.left[seat]:
            raise TableError("clock-off", "no clock runs that could be given more time")
        if seat == mover and seat in self.extended:
            raise TableError("clock-once", f"seat {seat} has taken more time for this turn already")
        if len(self.extended) >= MOST_EXTENSIONS:
            message = f"this turn was given more time {len(self.extended)} times"
            raise TableError("clock-most", message, most=MOST_EXTENSIONS)
        play = replace(running, story=(*running.story, GaveTime(seat)))
        return replace(self, play=play, extended=(*self.extended, seat))

    def _changed_beside(self, fact: Advised | Extended | StandIn | Returned | Continued | Closed) -> "Table":
        match fact:
            case Advised(seat):
                return self._advised(seat)
            case Extended(seat):
                return self._extended(seat)
            case Continued():
                return replace(self._checked_over(), is_continued=True)
            case StandIn(seat, bot):
                return self._with_stand_in(seat, bot, StoodIn(seat, bot))
            case Returned(seat):
                return self._with_stand_in(seat, None, CameBack(seat))
            case Closed(seed):
                if fair.commitment(seed) != self.commitment:
                    raise TableError("wrong-seed", "the seed is not the one committed to")
                return replace(self, seed=seed)

    def _changed_lobby(self, fact: Created | Joined | Unseated | Started) -> "Table":
        self._check_lobby()
        match fact:
            case Joined(seat, digest, drawn, bot):
                return self._joined(seat, Seat(digest, drawn, bot))
            case Unseated(seat):
                self._check_seat(seat)
                return replace(self, seats=(*self.seats[:seat], *self.seats[seat + 1 :]))
            case Started(shares):
                return self._started(shares)
            case Created():
                raise TableError("already-created", "a table is created once")

    def _joined(self, number: int, seat: Seat) -> "Table":
        if number != len(self.seats):
            raise TableError("seat-order", f"seat {number} is not the next free one: {len(self.seats)} is")
        if seat.bot is not None and self.settings.is_real:
            raise TableError("computer-real", "a computer cannot roll real dice")
        most = self.game.players[1]
        if number >= most:
            message = f"all {most} seats are taken"
            raise TableError("table-full", message, least=self.game.players[0], most=most)
        return replace(self, seats=(*self.seats, seat))

    def _started(self, shares: tuple[bytes, ...]) -> "Table":
        if not self.seats:
            raise TableError("too-few-players", "nobody sits at the table", least=1)
        if [fair.share_digest(share) for share in shares] != [seat.digest for seat in self.seats]:
            raise TableError("wrong-share", "the shares are not the ones the seats committed to")
        return replace(self, shares=shares, play=Play.started(self.game, len(self.seats)))

    def _with_stand_in(self, seat: int, bot: str | None, item: Told) -> "Table":
        running = self.running
        self._check_seat(seat)
        stands_in = self.seats[seat].stand_in is not None
        if self.seats[seat].bot is not None or stands_in is (bot is not None):
            raise TableError("stand-in-refused", f"seat {seat} has no person to stand in for, or none stands in")
        changed = replace(self.seats[seat], stand_in=bot)
        seats = (*self.seats[:seat], changed, *self.seats[seat + 1 :])
        return replace(self, seats=seats, play=replace(running, story=(*running.story, item)))

    # --- what stands ------------------------------------------------------------------------

    @property
    def running(self) -> Play:
        """The game under way; TableError in the lobby or after the table was closed."""
        if self.play is None:
            raise TableError("not-started", "the game has not started yet")
        if self.seed is not None:
            raise TableError("table-closed", "the table is closed")
        return self.play

    @property
    def awaiting(self) -> Awaiting | None:
        """What the game waits for, or None in the lobby."""
        return None if self.play is None else self.play.awaiting

    @property
    def mover(self) -> int | None:
        """The seat that is to act, or None."""
        awaiting = self.awaiting
        return None if awaiting is None or isinstance(awaiting, Over) else awaiting.seat

    @property
    def is_begun(self) -> bool:
        """Whether it is settled who starts."""
        return self.play is not None and self.play.position.contest is None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; its last entry may still be taken back until the table is closed."""
        return isinstance(self.awaiting, Over)

    @property
    def undoable(self) -> tuple[int, int] | None:
        """The seat and fact number of the entry that may be taken back now, or None.

        At a real-dice table also a told roll, and whoever begins, as often as there is anything left.
        """
        if self.play is None or self.seed is not None:
            return None
        if self.settings.is_real:
            told = refold.last_told(self.play)
            return None if told is None else (refold.seat_of(told.event) or 0, told.seq)
        if not self.settings.undo:
            return None
        entry = self.play.last_entry
        return (entry.event.seat, entry.seq) if entry and isinstance(entry.event, Moved) else None

    @property
    def is_choosing(self) -> bool:
        """Whether dice lie of which the seat to move chooses what to do."""
        return self.play is not None and bool(self.play.faces) and isinstance(self.play.awaiting, ToMove)

    @property
    def advised(self) -> int | None:
        """The seat that may see now what its moves are worth."""
        mover = self.mover
        if mover is None or self.seed is not None or not self.is_choosing or self.seats[mover].acting_bot is not None:
            return None
        is_always = self.settings.coach == "always"
        return mover if is_always or self.coaching.asked == mover else None

    @property
    def coached(self) -> frozenset[int]:
        """The seats that have had advice in this game, or have it always: their results stand apart."""
        if self.play is not None and self.settings.coach == "always":
            return frozenset(number for number, seat in enumerate(self.seats) if seat.bot is None)
        return self.coaching.seats

    # --- commands: what each would add ------------------------------------------------------

    @staticmethod
    def create(game: Rules, commitment: str, settings: Settings | None = None) -> list[Fact]:
        """A new table."""
        return [Created(canonical(game), commitment, settings or Settings())]

    def join(self, digest: str, *, drawn: bool, bot: str | None = None) -> list[Fact]:
        """The next seat taken, by a person or a computer player."""
        return self._checked([Joined(len(self.seats), digest, drawn, bot)])

    def start(self, shares: Sequence[bytes], draw: Draw, first: int | None = None) -> list[Fact]:
        """The game begun, with the starting rolls (S9) unless it is settled which seat is `first` (C3)."""
        begun: list[Fact] = [Started(tuple(shares))]
        after = self.after(begun[0])
        if first is not None and (not after.is_begun or after.mover != first):
            begun.append(Begun(first))
        return self._checked(begun) if self.settings.is_real else self._with_rolls(begun, draw)[0]

    def begin(self, seat: int) -> list[Fact]:
        """Who begins, settled by people themselves."""
        self._checked_real()
        return self._checked([Begun(seat)])

    def report(self, reported: Reported, turn: int) -> list[Fact]:
        """A whole turn with real dice; `turn` is its number for the seat, so that none is told twice."""
        self._check_turn(reported.seat, turn)
        return self._checked([reported])

    def tell(
        self, seat: int, faces: tuple[int, ...], number: tuple[int, int], places: tuple[int, ...] = ()
    ) -> list[Fact]:
        """A roll with real dice, by the numbers of its turn and in it: the first, or beside dice kept here."""
        turn, roll = number
        self._check_turn(seat, turn, roll)
        play = self._checked_real()
        kind = RollOn if isinstance(self.game, Race) else Keep
        move = play.move_at(kind, places) if play.faces else Roll()
        return self._checked([Played(seat, move, places if play.faces else ()), Rolled(faces)])

    def pass_told(self, seat: int, turn: int) -> list[Fact]:
        """The turn of this number passed over by people who roll by hand (S11)."""
        self._check_turn(seat, turn)
        return self._checked([Passed(seat)])

    def undo_told(self, seq: int) -> list[Fact]:
        """What was told last at a real-dice table taken back, which is fact number `seq`."""
        self._checked_real()
        return self._checked([Undone(seq)])

    def correct(self, seq: int, event: Reported | Passed) -> list[Fact]:
        """The entry stored as fact number `seq` replaced; later ones that no longer fit are flagged."""
        return self._checked([Corrected(seq, event)])

    def play_on(self) -> list[Fact]:
        """The same people going on at another table; nothing to add where they do already."""
        return [] if self.is_continued else self._checked([Continued()])

    def move(self, seat: int, move: Move, draw: Draw, places: tuple[int, ...] = ()) -> list[Fact]:
        """A move by its dice, or with the places of its dice, and the roll it asks for."""
        return self.moved(seat, move, draw, places)[0]

    def moved(self, seat: int, move: Move, draw: Draw, places: tuple[int, ...] = ()) -> tuple[list[Fact], "Table"]:
        """What `move` gives, with the table after it."""
        self._check_seat(seat)
        play = self.running
        if self.settings.is_real and isinstance(move, Roll | Keep | RollOn):
            raise TableError("dice-real", "people roll the dice of this table: what falls is told")
        if places and isinstance(move, Keep | Bank | RollOn):
            move = play.move_at(type(move), places)
        full = play.full_move(move) if self.mover == seat else move
        if isinstance(full, Keep | RollOn) and not places and not isinstance(play.awaiting, Over):
            places = play.places_of(full.dice if isinstance(full, Keep) else full.aside)
        return self._with_rolls([Played(seat, full, places)], draw)

    def pass_turn(self, seat: int) -> list[Fact]:
        """The seat's turn passed over (S11)."""
        self._check_seat(seat)
        return self._checked([Passed(seat)])

    def leave(self, seat: int) -> list[Fact]:
        """The seat given up: free again in the lobby, left for good in a game (S10)."""
        self._check_seat(seat)
        return self._checked([Unseated(seat) if self.play is None else Left(seat)])

    def stand_in(self, seat: int, bot: str) -> list[Fact]:
        """A computer player acting for an absent person (S11)."""
        return self._checked([StandIn(seat, bot)])

    def bring_back(self, seat: int) -> list[Fact]:
        """The person back in the seat (S11)."""
        return self._checked([Returned(seat)])

    def extend(self, seat: int) -> list[Fact]:
        """As much time again for the turn under way: from whoever is to move once, from others as they like."""
        return self._checked([Extended(seat)])

    def undo(self, seat: int) -> list[Fact]:
        """The seat's last entry taken back, never past a roll; with real dice whatever was told last."""
        if self.settings.is_real:
            undoable = self.undoable
            if undoable is None or undoable[0] != seat:
                raise _nothing_to_undo()
            return self._checked([Undone(undoable[1])])
        if not self.settings.undo:
            raise TableError("undo-off", "entries are not taken back at this table")
        entry = self.running.last_entry
        if entry is None or not isinstance(entry.event, Moved) or entry.event.seat != seat:
            raise _nothing_to_undo()
        return self._checked([Undone(entry.seq)])

    def advise(self, seat: int) -> list[Fact]:
        """What its moves are worth shown to the seat; nothing to add where that is shown already."""
        self._check_advice(seat)
        return [] if self.advised == seat else self._checked([Advised(seat)])

    def close(self, seed: bytes) -> list[Fact]:
        """The table finished for good, its dice seed open."""
        return [] if self.seed is not None else self._checked([Closed(seed)])

    # --- helpers ----------------------------------------------------------------------------

    def _checked(self, facts: list[Fact]) -> list[Fact]:
        table = self
        for fact in facts:
            table = table.after(fact)
        return facts

    def _with_rolls(self, facts: list[Fact], draw: Draw) -> tuple[list[Fact], "Table"]:
        """The facts with every roll that they lead to, and the table after them."""
        table = self
        for fact in facts:
            table = table.after(fact)
        while isinstance(awaited := table.awaiting, ToRoll):
            rolled = Rolled(draw(table.rolls + 1, awaited.count))
            facts.append(rolled)
            table = table.after(rolled)
        return facts, table

    def _check_turn(self, seat: int, turn: int, roll: int | None = None) -> None:
        """TableError unless the seat is at this turn, and roll: another phone may have told of it already."""
        self._check_seat(seat)
        play = self._checked_real()
        now, rolls = play.next_turn(seat), play.rolls_told + 1
        if turn != now or roll not in (None, rolls):
            message = f"turn {turn} of seat {seat} is not awaited: it is at turn {now}"
            raise TableError("turn-told", message, seat=seat, turn=turn)

    def _check_lobby(self) -> None:
        if self.seed is not None:
            raise TableError("table-closed", "the table is closed")
        if self.play is not None:
            raise TableError("already-started", "the game has started already")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise IllegalMoveError("no-seat", f"there is no seat {seat}", seat=seat)


def _nothing_to_undo() -> TableError:
    return TableError("undo-past-roll", "there is no entry to take back: the dice have already been rolled")
