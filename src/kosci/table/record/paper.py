"""A game of which only the last dice of each turn are known, or only what was written down for them.

Played with real dice, or typed from a sheet: nothing about its rolls is made up here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import gcd
from typing import Any

from kosci.engine.card import Card, Entry
from kosci.engine.dice import Dice, rolls
from kosci.engine.entries import check_row
from kosci.engine.errors import NotAwaitedError
from kosci.engine.game import Game, Left, Moved, Over, Passed, Result, Rolled, apply
from kosci.engine.moves import Bank, Score
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table.record.pieces import WrittenError, wrong_points
from kosci.variants import Position, Rules

RACE_ROWS = ("bank", "bust", "wins")


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
    match rules, position:
        case Scorecard(), SheetPosition():
            return _after_row(rules, position, event)
        case Race(), RacePosition():
            return _after_race(rules, position, event)
    raise TypeError(f"{rules.id!r} has no such position")


def _after_row(rules: Scorecard, position: SheetPosition, turn: PaperTurn) -> SheetPosition:
    card = position.cards[turn.seat]
    if turn.dice is None:
        possible = hands_for(rules, card, turn.row)
        if (turn.points, turn.extra) not in possible:
            raise impossible(turn.row, turn.points, possible)
        dice = possible[turn.points, turn.extra]
    else:
        dice = turn.dice
        entry = entry_of(rules, card, turn.row, dice)
        if (entry.points, entry.extra) != (turn.points, turn.extra):
            raise impossible(turn.row, turn.points, [(entry.points, entry.extra)])
    return apply(rules, replace(position, dice=dice, rolls_used=rules.rolls), Moved(turn.seat, Score(turn.row)))


def impossible(row: str, points: int, possible: Iterable[tuple[int, int]]) -> WrittenError:
    """The refusal of points that a row cannot hold on a card."""
    shown = _ranges(sorted({value for value, _ in possible}))
    message = f"{row!r} cannot hold {points} here: {shown} can stand there"
    return WrittenError("record-value", message, row=row, written=points, possible=shown)


def _ranges(values: list[int]) -> str:
    """The numbers, those that follow each other as a range.

    >>> _ranges([0, 5, 6, 7])
    '0, 5–7'
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}–{run[-1]}" if run[1:] else str(run[0]) for run in runs)


def entry_of(rules: Scorecard, card: Card, row: str, dice: Dice) -> Entry:
    """What these dice are worth in the row; IllegalMoveError where they may not be written there."""
    check_row(rules, card, dice, row)
    return next(entry for entry in rules.entries(card, dice) if entry.row == row)


def hands_for(rules: Scorecard, card: Card, row: str) -> Mapping[tuple[int, int], Dice]:
    """For all points and extras that the row may take on this card, some dice that bring them."""
    found: dict[tuple[int, int], Dice] = {}
    for dice, _ in rolls(rules.dice):
        for entry in rules.entries(card, dice):
            if entry.row == row:
                found.setdefault((entry.points, entry.extra), dice)
    if not found:
        check_row(rules, card, rolls(rules.dice)[1][0], row)
    return found


def _after_race(rules: Race, position: RacePosition, turn: PaperTurn) -> RacePosition:
    """Played as the last roll of the turn, with all points before it set aside already."""
    if turn.seat != position.mover:
        message = f"seat {turn.seat} is not to move: seat {position.mover} is"
        raise NotAwaitedError("not-your-turn", message, seat=turn.seat, mover=position.mover)
    dice, aside = _partly(rules)
    last = {"bank": rules.value(aside).points, "wins": rules.alike_pays}.get(turn.row, 0)
    before = turn.points - last
    if before < 0 or turn.points % gcd(*(rules.value(dice).points for dice, _ in rolls(1))):
        message = f"{turn.row!r} cannot bring {turn.points}"
        raise WrittenError("record-race-points", message, given=turn.row, written=turn.points)
    match turn.row:
        case "bank":
            after = apply(rules, replace(position, turn=before, roll=dice), Moved(turn.seat, Bank(aside)))
        case "bust":
            after = apply(rules, replace(position, turn=before, rolling=1), Rolled(_worthless(rules)))
        case _:
            after = apply(rules, replace(position, turn=before, rolling=rules.dice), Rolled((1,) * rules.dice))
    brought = after.banked[turn.seat] - position.banked[turn.seat]
    if brought != turn.points:
        raise wrong_points(turn.row, brought, turn.points)
    return after


def _partly(rules: Race) -> tuple[Dice, Dice]:
    """The cheapest roll of two dice of which one scores, and that one: no question of hot dice arises (T5)."""
    values = ((rules.value(dice), dice) for dice, _ in rolls(2))
    partly = [(value.points, dice, value.scoring) for value, dice in values if len(value.scoring) == 1]
    _, dice, scoring = min(partly)
    return dice, scoring


def _worthless(rules: Race) -> Dice:
    return next(dice for dice, _ in rolls(1) if not rules.value(dice).points)
