"""One table without input or output: what a command would add to what has happened.

No clock, no chance: dice come from the draw that is handed in. A refused command adds nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kosci.engine.errors import NotationError
from kosci.engine.game import Begun, Left, Moved, Over, Passed, Rolled, ToRoll
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn
from kosci.engine.race import Race
from kosci.engine.reported import Reported
from kosci.table import transitions
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
from kosci.table.settings import Settings
from kosci.table.standing import Seat, Standing
from kosci.variants import Rules, canonical, from_canonical

__all__ = ["Draw", "Seat", "Table"]

Draw = Callable[[int, int], tuple[int, ...]]  # (number of the roll, number of dice) -> faces


@dataclass(frozen=True, slots=True)
class Table(Standing):
    """A table as its facts made it so far, and what each command would add."""

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
        return transitions.after(self, fact)

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
        self.checked_real()
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
        play = self.checked_real()
        kind = RollOn if isinstance(self.game, Race) else Keep
        move = play.move_at(kind, places) if play.faces else Roll()
        return self._checked([Played(seat, move, places if play.faces else ()), Rolled(faces)])

    def pass_told(self, seat: int, turn: int) -> list[Fact]:
        """The turn of this number passed over by people who roll by hand (S11)."""
        self._check_turn(seat, turn)
        return self._checked([Passed(seat)])

    def undo_told(self, seq: int) -> list[Fact]:
        """What was told last at a real-dice table taken back, which is fact number `seq`."""
        self.checked_real()
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
        self.check_seat(seat)
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
        self.check_seat(seat)
        return self._checked([Passed(seat)])

    def leave(self, seat: int) -> list[Fact]:
        """The seat given up: free again in the lobby, left for good in a game (S10)."""
        self.check_seat(seat)
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
                raise transitions.nothing_to_undo()
            return self._checked([Undone(undoable[1])])
        if not self.settings.undo:
            raise TableError("undo-off", "entries are not taken back at this table")
        entry = self.running.last_entry
        if entry is None or not isinstance(entry.event, Moved) or entry.event.seat != seat:
            raise transitions.nothing_to_undo()
        return self._checked([Undone(entry.seq)])

    def advise(self, seat: int) -> list[Fact]:
        """What its moves are worth shown to the seat; nothing to add where that is shown already."""
        transitions.check_advice(self, seat)
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
        self.check_seat(seat)
        play = self.checked_real()
        now, rolls = play.next_turn(seat), play.rolls_told + 1
        if turn != now or roll not in (None, rolls):
            message = f"turn {turn} of seat {seat} is not awaited: it is at turn {now}"
            raise TableError("turn-told", message, seat=seat, turn=turn)
