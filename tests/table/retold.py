"""A game with drawn dice told again as people tell one with real dice: a turn by its last dice, its points, its rolls.

Asks the engine for every position; whoever reads it compares where both games come to.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from kosci.engine.errors import RuleError
from kosci.engine.game import Begun, Event, Game, Left, Moved, Passed, Rolled, apply
from kosci.engine.moves import Bank, End, Score
from kosci.engine.race import RacePosition
from kosci.engine.reported import Reported
from kosci.engine.scorecard import SheetPosition
from kosci.variants import Position, Rules


@dataclass
class Retelling:
    """The events so far, and those of the turn under way."""

    rules: Rules
    random: Random
    rolls: float
    position: Position
    events: list[Event] = field(default_factory=list)
    turn: list[Event] = field(default_factory=list)

    def add(self, before: Position, event: Event, after: Position) -> None:
        """One more event of the drawn game."""
        if before.contest is not None:
            self._tell(*([event] if isinstance(event, Left) else []))
            is_settled = after.contest is None and not after.has_ended
            self._tell(*([Begun(after.mover)] if is_settled and self.position.contest is not None else []))
        elif isinstance(event, Passed | Left) or event == Moved(before.mover, End()):
            self._tell(event)
            self.turn = self.turn if isinstance(event, Left) and event.seat != before.mover else []
        elif (told := whole(self.rules, before, event, after, self.random)) is None:
            self.turn.append(event)
        else:
            is_told_by_rolls = self.random.random() < self.rolls
            self._tell(*([*self.turn, event] if is_told_by_rolls else [told]))
            self.turn = []

    def _tell(self, *events: Event) -> None:
        game: Game[Any] = self.rules
        for event in events:
            self.position = apply(game, self.position, event)
            self.events.append(event)


def retold(
    rules: Rules, seats: int, events: Iterable[Event], random: Random, *, rolls: float = 1 / 4
) -> tuple[Event, ...]:
    """The game told; so large a share of its turns is told roll by roll. A turn that was not ended is not told."""
    game: Game[Any] = rules
    position = game.start(seats)
    telling = Retelling(rules, random, rolls, position)
    for event in events:
        after = apply(game, position, event)
        telling.add(position, event, after)
        position = after
    return tuple(telling.events)


def whole(rules: Rules, before: Position, event: Event, after: Position, random: Random) -> Reported | None:
    """The whole turn that this event ended; None where it goes on, or the game was ended early."""
    seat = before.mover
    if isinstance(before, SheetPosition) and isinstance(after, SheetPosition):
        if not isinstance(event, Moved) or not isinstance(event.move, Score):
            return None
        return _of_row(rules, before, after, event.move.row, random)
    assert isinstance(before, RacePosition)
    assert isinstance(after, RacePosition)
    brought = after.banked[seat] - before.banked[seat]
    match event:
        case Moved(_, Bank()):
            return Reported(seat, "bank", points=brought)
        case Rolled() if after.winner == seat and after.has_ended and before.banked != after.banked:
            return Reported(seat, "wins", points=brought)
        case Rolled() if not after.roll:
            return Reported(seat, "bust", points=brought or random.choice((None, 0)))
        case _:
            return None


def _of_row(rules: Rules, before: SheetPosition, after: SheetPosition, row: str, random: Random) -> Reported:
    """By its dice, or by its points with the answer that is asked for."""
    by_dice = Reported(before.mover, row, before.dice)
    if random.random() < 1 / 2:
        return by_dice
    game: Game[Any] = rules
    at = next(at for at, value in enumerate(after.cards[before.mover].values) if value != _values(before)[at])
    points = after.cards[before.mover].values[at]
    by_points = Reported(before.mover, row, None, points)
    answered = replace(by_points, alike=before.dice[0] == before.dice[-1])
    for told in (by_points, answered):
        try:
            apply(game, before, told)
        except RuleError:
            continue
        return told
    return by_dice


def _values(position: SheetPosition) -> tuple[int | None, ...]:
    return position.cards[position.mover].values
