"""A game under way as a table sees it: the position, the dice by place, the events so far, their story.

The engine knows dice as multisets; here each die has a place, so that every screen shows the same die in
the same place.
"""

from dataclasses import dataclass, replace
from typing import Any

from kosci.engine.dice import Dice
from kosci.engine.errors import IllegalMoveError
from kosci.engine.game import Awaiting, Begun, Event, Game, Left, Moved, Rolled, ToMove, apply
from kosci.engine.moves import Bank, End, Keep, Move, Roll, RollOn, Score, format_move
from kosci.engine.race import Race
from kosci.engine.scorecard import SheetPosition
from kosci.table.facts import Played
from kosci.table.story import Step, Told, TookBack, told
from kosci.variants import Position, Rules


@dataclass(frozen=True, slots=True)
class Happened:
    """An event that counts, with the number of its fact and, for a move, the places (1-5) of its dice."""

    seq: int
    event: Event
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A game between two facts.

    `faces` are the dice by place, none before the first roll of a turn; `fixed` are the places (1-5)
    that the last roll did not touch: kept for it, or set aside this turn. `before_entry` is the play
    before the last event where that was an entry, which may be taken back. `turns` counts those each seat has
    behind it; `flags` are the entries that a correction at a real-dice table has made impossible.
    """

    game: Rules
    position: Position
    faces: tuple[int, ...] = ()
    fixed: tuple[int, ...] = ()
    log: tuple[Happened, ...] = ()
    story: tuple[Told, ...] = ()
    before_entry: "Play | None" = None
    turns: tuple[int, ...] = ()
    flags: tuple[int, ...] = ()

    @classmethod
    def started(cls, game: Rules, seats: int) -> "Play":
        """The game before anything has happened."""
        return cls(game, game.start(seats), turns=(0,) * seats)

    @property
    def awaiting(self) -> Awaiting:
        """What the position waits for."""
        rules: Game[Any] = self.game  # a play only ever holds positions of its own game
        return rules.awaiting(self.position)

    @property
    def free(self) -> tuple[int, ...]:
        """The places whose dice the player may choose among: all in a sheet game, those just rolled in Tysiąc."""
        is_race = isinstance(self.game, Race)
        return tuple(at for at in range(1, len(self.faces) + 1) if not (is_race and at in self.fixed))

    def move_at(self, kind: type[Keep] | type[Bank] | type[RollOn], places: tuple[int, ...]) -> Move:
        """The move that names the dice at these places; IllegalMoveError where no free die lies there."""
        if len(set(places)) != len(places) or not set(places) <= set(self.free):
            shown, table = ",".join(map(str, places)), ",".join(map(str, self.free)) or "-"
            message = f"places {shown!r}: each must be one of {table}, once"
            raise IllegalMoveError("places-not-on-table", message, given=shown, allowed=table)
        return kind(tuple(sorted(self.faces[at - 1] for at in places)))

    def places_of(self, dice: Dice) -> tuple[int, ...]:
        """The first free places that show these dice."""
        found: list[int] = []
        for die in dice:
            found += [at for at in self.free if self.faces[at - 1] == die and at not in found][:1]
        return tuple(sorted(found))

    def next_turn(self, seat: int) -> int:
        """The number, from 1, of the turn that the seat is at or comes to next."""
        return self.turns[seat] + 1

    @property
    def rolls_told(self) -> int:
        """How many rolls the turn under way has had so far."""
        if not self.faces:
            return 0
        moves = (one for one in reversed(self.log) if not isinstance(one.event, Rolled | Left))
        first = (at for at, one in enumerate(moves, start=1) if one.event == Moved(self.position.mover, Roll()))
        return next(first)

    def full_move(self, move: Move) -> Move:
        """The move with its dice named, if it may be made now; otherwise what `apply` raises."""
        rules: Game[Any] = self.game
        return rules.check_move(self.position, move) if isinstance(self.awaiting, ToMove) else move

    def after_played(self, seq: int, played: Played) -> "Play":
        """The play after a move; what the engine raises, and nothing has changed."""
        full = self.full_move(played.move) if self.awaiting == ToMove(played.seat) else played.move
        event = Moved(played.seat, full)
        match full:
            case Keep(dice) | RollOn(dice):
                places = played.places or self.places_of(dice)
                position = self._applied(event)
                if self.move_at(Keep, places) != Keep(dice):
                    shown = ",".join(map(str, places))
                    message = f"{format_move(full)!r} does not lie at the places {shown}"
                    raise IllegalMoveError("places-not-on-table", message, given=shown, allowed=format_move(full))
                fixed = self._fixed_after(full, places)
                return self._next(Happened(seq, event, places), position, self.faces, fixed)
            case _:
                return self._next(Happened(seq, event), self._applied(event), (), ())

    def _fixed_after(self, move: Move, places: tuple[int, ...]) -> tuple[int, ...]:
        if isinstance(move, Keep):
            return places
        aside = tuple(sorted({*self.fixed, *places}))
        return aside if len(aside) < len(self.faces) else ()  # all five scored: all five are rolled again (T5)

    def after_event(self, seq: int, event: Event) -> "Play":
        """The play after a roll, a passed turn or a leaving; what the engine raises, and nothing has changed."""
        position = self._applied(event)
        faces, fixed = self.faces, self.fixed
        if isinstance(event, Rolled) and self.position.contest is None:
            faces = self._placed(event.faces)
        return self._next(Happened(seq, event), position, faces, fixed)

    def _placed(self, fallen: tuple[int, ...]) -> tuple[int, ...]:
        """New dice fill the freed places from left to right."""
        new = iter(fallen)
        size = len(self.fixed) + len(fallen)
        return tuple(self.faces[at - 1] if at in self.fixed else next(new) for at in range(1, size + 1))

    def _applied(self, event: Event) -> Position:
        rules: Game[Any] = self.game
        position: Position = apply(rules, self.position, event)
        return position

    def _next(self, what: Happened, position: Position, faces: tuple[int, ...], fixed: tuple[int, ...]) -> "Play":
        is_entry = isinstance(what.event, Moved) and isinstance(what.event.move, Score | Bank)
        told_faces = self.faces if is_entry else faces
        story = (*self.story, *told(Step(self.game, self.position, what.event, position, told_faces)))
        lies = not _is_turn_start(position)  # where the turn has passed on, no dice lie on the table
        return Play(
            self.game,
            position,
            faces if lies else (),
            fixed if lies else (),
            (*self.log, what),
            story,
            self if is_entry else None,
            self.turns if lies else self._turns_after(what.event),
            self.flags,
        )

    def _turns_after(self, event: Event) -> tuple[int, ...]:
        """The turns behind each seat after an event that ended one, if it did."""
        is_outside = isinstance(event, Left | Begun) or self.position.contest is not None
        if is_outside or event == Moved(self.position.mover, End()):
            return self.turns
        return tuple(count + (seat == self.position.mover) for seat, count in enumerate(self.turns))

    @property
    def last_entry(self) -> Happened | None:
        """The entry that may still be taken back: a row or a banking after which nothing has happened."""
        return self.log[-1] if self.before_entry is not None else None

    def without_last(self) -> "Play":
        """The play as if the last entry had not been made, with the taking back told."""
        event = self.log[-1].event
        if self.before_entry is None or not isinstance(event, Moved):
            raise ValueError("the last event is no entry")
        row = event.move.row if isinstance(event.move, Score) else None
        return replace(self.before_entry, story=(*self.story, TookBack(event.seat, row)))


def _is_turn_start(position: Position) -> bool:
    if isinstance(position, SheetPosition):
        return not position.rolls_used
    return not position.roll and not position.rolling
