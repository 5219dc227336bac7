"""A game on paper as a record, both ways: a line a turn.

Points are reckoned by the engine; a wrong one is refused.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from kosci.engine.dice import format_dice
from kosci.engine.game import Game, Left, Over, Passed
from kosci.engine.race_reports import ENDS
from kosci.engine.reported import Reported, entry_of
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table.record.checking import agree, check_result, over
from kosci.table.record.decisions import Decision, cut_dice, read_decision, read_faces
from kosci.table.record.heading import FIRST_LINE, Heading
from kosci.table.record.heading_writing import format_rules
from kosci.table.record.paper import (
    PaperEvent,
    PaperGame,
    PaperTurn,
    after_event,
    begun,
    hands_for,
    impossible,
    opening,
)
from kosci.table.record.pieces import MOST_SHOWN, NUMBERED, Piece, WrittenError, expected, nothing, standing
from kosci.table.record.refs import Refs
from kosci.table.record.writing import format_entry, format_results
from kosci.variants import Position, Rules, canonical

_SHEET_FORM, _RACE_FORM = "5 5 5 2 2 full_house", "bank = 35 · bust · wins = 1035"


def format_paper(game: PaperGame) -> str:
    """The record of a game on paper."""
    refs = Refs(game.names, len(game.names))
    players = [f"player {name}".rstrip() for name in game.names]
    lines = [FIRST_LINE, *format_rules(game.rules, canonical(game.rules)), *players, "paper"]
    counted, last = Counter[int](), 0
    for turn in game.turns:
        if isinstance(turn, Left):
            lines.append(f"- {refs.of(turn.seat)} left")
            continue
        counted[turn.seat] += 1
        number = counted[turn.seat]
        lines += [""] if number != last else []
        last = number
        lines.append(f"{number}. {refs.of(turn.seat)}  {_format_turn(game.rules, turn)}")
    results = game.results
    return "\n".join([*lines, *(format_results(refs, results) if results else ())]) + "\n"


def _format_turn(rules: Rules, turn: PaperTurn | Passed) -> str:
    if isinstance(turn, Passed):
        return "passed"
    if not isinstance(rules, Scorecard):
        return f"{turn.row} = {turn.points}" if turn.points else turn.row
    dice = f"{format_dice(turn.dice)}  " if turn.dice else ""
    return f"{dice}{format_entry(turn.row, turn.points, turn.extra)}"


def is_paper_line(rules: Rules, refs: Refs, line: Piece) -> bool:
    """Whether a line tells a whole turn: a player and, behind it, what was written."""
    numbered = NUMBERED.match(line.text)
    found = refs.find(line.after(numbered.end()) if numbered else line)
    if found is None or (numbered is None and line.text[0].isdigit()):
        return False  # a line of dice names nobody, whatever people are called
    rows = rules.index if isinstance(rules, Scorecard) else ENDS
    return cut_dice(found[1])[1].cut()[0].text in rows


@dataclass
class PaperReader:
    """The turns so far and the position after them."""

    heading: Heading
    refs: Refs
    position: Position
    turns: list[PaperEvent] = field(default_factory=list)
    counted: Counter[int] = field(default_factory=Counter)
    is_result: bool = False

    @classmethod
    def begun(cls, heading: Heading) -> "PaperReader":
        """Before the first line behind the heading."""
        return cls(heading, heading.refs, opening(heading.rules, len(heading.names)))

    @property
    def game(self) -> PaperGame:
        """The game so far."""
        return PaperGame(self.heading.names, self.heading.rules, tuple(self.turns))

    def read(self, line: Piece) -> None:
        """One more line; RecordError, and it counts for nothing."""
        rules: Game[Any] = self.heading.rules
        if line.text.startswith("-"):
            seat, rest = self.refs.read(line.after(1))
            with standing(rest):
                if rest.text != "left":
                    raise expected(rest, "- Anna left")
            self._add(Left(seat), line, self.position)
        elif self.is_result or line.text == "result":
            with standing(line):
                results = over(rules.awaiting(self.position))
            if self.is_result:
                check_result(self.refs, results, line)
            self.is_result = True
        else:
            self._turn(line)

    def _turn(self, line: Piece) -> None:
        numbered = NUMBERED.match(line.text)
        seat, rest = self.refs.read(line.after(numbered.end()) if numbered else line)
        position = self.position if self.counted else begun(self.heading.rules, self.position, Passed(seat))
        with standing(line):
            self._check_turn(line, position, seat, int(numbered.group(1)) if numbered else None)
        dice, behind = cut_dice(rest)
        with standing(behind):
            if not behind.text:
                raise expected(behind, _SHEET_FORM if isinstance(self.heading.rules, Scorecard) else _RACE_FORM)
        decision = read_decision(self.heading.rules, behind)
        self._add(self._event(position, dice, decision), decision.word, position)

    def _check_turn(self, line: Piece, position: Position, seat: int, number: int | None) -> None:
        rules: Game[Any] = self.heading.rules
        if isinstance(rules.awaiting(position), Over):
            raise WrittenError("record-over", "the game is over before this line")
        right = self.counted[position.mover] + 1
        if seat != position.mover or number not in (None, right):
            turn, shown = f"{right}. {self.refs.of(position.mover)}", line.text[:MOST_SHOWN]
            raise WrittenError("record-turn", f"{shown!r}: {turn!r} is expected here", given=shown, turn=turn)

    def _add(self, event: PaperEvent, at: Piece, position: Position) -> None:
        with standing(at):
            self.position = after_event(self.heading.rules, position, event)
        self.turns.append(event)
        if not isinstance(event, Left):
            self.counted[event.seat] += 1

    def _event(self, position: Position, dice: Piece, decision: Decision) -> PaperTurn | Passed:
        row, rules, seat = decision.word.text, self.heading.rules, position.mover
        if row == "passed":
            nothing(dice)
            return Passed(seat)
        if not isinstance(rules, Scorecard) or not isinstance(position, SheetPosition):
            nothing(dice)
            with standing(decision.word):
                return _race_turn(seat, decision)
        with standing(decision.word):
            if row not in rules.index:
                raise expected(decision.word, _SHEET_FORM)
        faces = tuple(sorted(read_faces(dice, rules.dice, rules.dice))) if dice.text else None
        card = position.cards[seat]
        with standing(decision.word):
            if faces is not None:
                entry = entry_of(rules, card, Reported(seat, row, faces))
                agree(row, decision, entry.points, entry.extra)
                return PaperTurn(seat, row, entry.points, entry.extra, faces)
            return _without_dice(seat, decision, tuple(sorted(hands_for(rules, card, row))))


def _without_dice(seat: int, decision: Decision, possible: tuple[tuple[int, int], ...]) -> PaperTurn:
    """A turn by its points alone; its extra is the least possible where none is written."""
    row = decision.word.text
    if decision.points is None:
        raise WrittenError("record-unknown", f"{row!r}: its dice or its points are needed", row=row)
    extras = [extra for points, extra in possible if points == decision.points]
    if not extras:
        with standing(decision.points_at or decision.word):
            raise impossible(row, decision.points, possible)
    agree(row, decision, decision.points, decision.extra if decision.extra in extras else extras[0])
    return PaperTurn(seat, row, decision.points, decision.extra if decision.extra is not None else extras[0])


def _race_turn(seat: int, decision: Decision) -> PaperTurn:
    row, points = decision.word.text, decision.points
    has_dice = bool(getattr(decision.move, "aside", ()))
    if row not in ENDS or has_dice or (points is None and row != "bust") or decision.places is not None:
        raise expected(decision.word, _RACE_FORM)
    return PaperTurn(seat, row, points or 0)
