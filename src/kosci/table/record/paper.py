"""A game of which only the last dice of each turn are known, or only what was written down for them.

Played with real dice, or typed from a sheet: nothing about its rolls is made up here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kosci.engine.card import Card
from kosci.engine.dice import Dice
from kosci.engine.errors import IllegalMoveError
from kosci.engine.game import Game, Left, Over, Passed, Result, apply
from kosci.engine.reported import Reported, entry_of, readings, value_ranges
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table.record.pieces import WrittenError, wrong_points
from kosci.variants import Position, Rules


@dataclass(frozen=True, slots=True)
class PaperTurn:
    """A whole turn: the row written, its points and extra, and the last dice where they are known.

    In Tysiąc the row is how the turn ended (`bank`, `bust` or `wins`) and the points are what it brought.
    """

    seat: int
    row: str
    points: int
    extra: int = 0
    dice: Dice | None = None


PaperEvent = PaperTurn | Passed | Left


@dataclass(frozen=True, slots=True)
class PaperGame:
    """The players in seat order, the rules, and every turn in the order played; whoever had the first began."""

    names: tuple[str, ...]
    rules: Rules
    turns: tuple[PaperEvent, ...] = ()

    def steps(self) -> Iterator[tuple[Position, PaperEvent, Position]]:
        """Each turn, passing or leaving between the positions before and after it; RuleError where it cannot be."""
        position, has_begun = opening(self.rules, len(self.names)), False
        for event in self.turns:
            before = position if has_begun else begun(self.rules, position, event)
            has_begun = has_begun or not isinstance(event, Left)
            position = after_event(self.rules, before, event)
            yield before, event, position

    @property
    def position(self) -> Position:
        """The position after all turns."""
        position = opening(self.rules, len(self.names))
        for _, _, after in self.steps():
            position = after
        return position

    @property
    def results(self) -> tuple[Result, ...] | None:
        """The results in seat order, or None while the game is not over."""
        rules: Game[Any] = self.rules
        awaiting = rules.awaiting(self.position)
        return awaiting.results if isinstance(awaiting, Over) else None


def opening(rules: Rules, seats: int) -> Position:
    """The position before the first turn; who begins was settled away from the paper."""
    game: Game[Any] = rules
    position: Position = replace(game.start(seats), contest=None)
    return position


def begun(rules: Rules, position: Position, event: PaperEvent) -> Position:
    """The position before the first turn, with whoever has it to move where the rules do not say who begins."""
    seats = len(position.left)
    game: Game[Any] = rules
    is_settled = game.start(seats).contest is None
    if isinstance(event, Left) or is_settled or position.left[event.seat]:
        return position
    return replace(position, mover=event.seat)


def after_event(rules: Rules, position: Position, event: PaperEvent) -> Position:
    """The position after one turn, passing or leaving; RuleError, and nothing has changed."""
    game: Game[Any] = rules
    if isinstance(event, Passed | Left):
        after: Position = apply(game, position, event)
        return after
    reported = reported_of(rules, position, event)
    try:
        after = apply(game, position, reported)
    except IllegalMoveError as error:
        if error.code == "report-race-points":
            raise _race_points(event, error.params["brought"]) from error
        raise
    return after


def reported_of(rules: Rules, position: Position, turn: PaperTurn) -> Reported:
    """The turn as it is told, by dice in a game of sheets; WrittenError where its row cannot hold what is written."""
    match rules, position:
        case Scorecard(), SheetPosition():
            return Reported(turn.seat, turn.row, _dice_of(rules, position.cards[turn.seat], turn))
        case _:
            return Reported(turn.seat, turn.row, points=turn.points)


def _dice_of(rules: Scorecard, card: Card, turn: PaperTurn) -> Dice:
    if turn.dice is None:
        possible = hands_for(rules, card, turn.row)
        if (turn.points, turn.extra) not in possible:
            raise impossible(turn.row, turn.points, possible)
        return possible[turn.points, turn.extra]
    entry = entry_of(rules, card, Reported(turn.seat, turn.row, turn.dice))
    if (entry.points, entry.extra) != (turn.points, turn.extra):
        raise impossible(turn.row, turn.points, [(entry.points, entry.extra)])
    return turn.dice


def impossible(row: str, points: int, possible: Iterable[tuple[int, int]]) -> WrittenError:
    """The refusal of points that a row cannot hold on a card."""
    shown = value_ranges(sorted({value for value, _ in possible}))
    message = f"{row!r} cannot hold {points} here: {shown} can stand there"
    return WrittenError("record-value", message, row=row, written=points, possible=shown)


def hands_for(rules: Scorecard, card: Card, row: str) -> Mapping[tuple[int, int], Dice]:
    """For all points and extras that the row may take on this card, some dice that bring them."""
    found: dict[tuple[int, int], Dice] = {}
    for reading in readings(rules, card, row):
        found.setdefault((reading.points, reading.extra), reading.dice)
    return found


def _race_points(turn: PaperTurn, brought: object) -> WrittenError:
    if isinstance(brought, int):
        return wrong_points(turn.row, brought, turn.points)
    message = f"{turn.row!r} cannot bring {turn.points}"
    return WrittenError("record-race-points", message, given=turn.row, written=turn.points)
