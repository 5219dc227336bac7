"""A record of all rolls read back to the log of its game, line by line, each checked as the table would.

What is good before the first wrong line is kept.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kosci.engine.dice import format_dice, is_part, without
from kosci.engine.game import Begun, Passed, Rolled, ToMove, ToRoll
from kosci.engine.moves import Roll
from kosci.engine.scorecard import SheetPosition
from kosci.table.facts import Closed, Fact, Played
from kosci.table.fair import SEED_BYTES
from kosci.table.gamefile import GameFile
from kosci.table.record.beside import read_beside
from kosci.table.record.checking import check_ending, check_points, check_result, has_ended_turn, over
from kosci.table.record.decisions import Decision, cut_dice, is_decision, read_decision, read_faces
from kosci.table.record.heading import Heading
from kosci.table.record.pieces import (
    MOST_SHOWN,
    NUMBERED,
    Piece,
    RecordError,
    WrittenError,
    hexadecimal,
    standing,
)
from kosci.table.record.refs import Refs
from kosci.table.record.told_turns import came_to, check_told, read_event, told_facts
from kosci.table.record.writing import usual_places
from kosci.table.story import Told
from kosci.table.table import Table


@dataclass
class LogReader:
    """The log so far, and the heading of the turn under way."""

    heading: Heading
    refs: Refs
    table: Table
    facts: list[Fact] = field(default_factory=list)
    turn: tuple[int, int] | None = None
    is_result: bool = False

    @classmethod
    def begun(cls, heading: Heading) -> "LogReader":
        """Before the first line behind the heading."""
        table = Table.rebuilt(heading.facts)
        return cls(heading, heading.refs, table, list(heading.facts))

    @property
    def game(self) -> GameFile:
        """The game so far."""
        return GameFile(self.heading.names, tuple(self.facts), self.heading.open_seed)

    def read(self, line: Piece) -> None:
        """One more line; RecordError, and it counts for nothing."""
        before, known = self.table, len(self.facts)
        try:
            self._read(line)
        except RecordError:
            self.table = before
            del self.facts[known:]
            raise

    def _read(self, line: Piece) -> None:
        word, rest = line.cut()
        if line.text.startswith("-"):
            self._add(read_beside(self.refs, self.table, line.after(1)), at=line)
        elif word.text == "seed" and rest.text and not rest.text.split()[1:]:
            self._add(Closed(hexadecimal(rest, SEED_BYTES)), at=rest)
        elif self.is_result:
            self._result(line)
        elif line.text == "result":
            with standing(line):
                over(self.table.awaiting)
            self.is_result = True
        else:
            self._game_line(line)

    def _game_line(self, line: Piece) -> None:
        with standing(line):
            contest = self.table.running.position.contest
        dice, rest = cut_dice(line)
        is_head = bool(NUMBERED.match(line.text)) or (not dice.text and self._is_unnumbered(line))
        if contest is not None and not (is_head and self.table.settings.is_real):
            if line.text != "start":
                self._start_roll(line, contest.next_seat)
        elif is_head:
            self._turn(line)
        elif dice.text:
            self._dice(dice, rest)
        else:
            self._decide(read_decision(self.table.game, line))

    def _is_unnumbered(self, line: Piece) -> bool:
        """Whether a line is the head of a turn without its number."""
        found = self.refs.find(line)
        is_alone = found is not None and found[1].text in ("", "passed")
        return is_alone or (found is not None and not is_decision(self.table.game, line.cut()[0].text))

    def _add(self, *facts: Fact, at: Piece, check: Callable[[tuple[Told, ...]], None] | None = None) -> None:
        """The facts, once the table has taken all of them and what they tell is as it is written."""
        table = self.table
        with standing(at):
            for fact in facts:
                table = table.after(fact)
        if check is not None:
            check(table.running.story[len(self.table.running.story) :])
        self.table = table
        self.facts += facts

    # --- turns ------------------------------------------------------------------------------

    def _start_roll(self, line: Piece, seat: int) -> None:
        found = self.refs.find(line)
        with standing(line):
            if found is None or found[0] != seat:
                count = self.table.awaiting.count if isinstance(self.table.awaiting, ToRoll) else 0
                raise self._other_turn(line, f"{self.refs.of(seat)}  {format_dice(range(1, count + 1))}")
        _, dice = found
        self._add(Rolled(read_faces(dice, 1, 5)), at=dice)

    def _turn(self, line: Piece) -> None:
        """The heading of a turn: whose it is, and its number where that is written."""
        numbered = NUMBERED.match(line.text)
        seat, behind = self.refs.read(line.after(numbered.end()) if numbered else line)
        if not self.table.is_begun:  # whoever has the first turn began
            self._add(Begun(seat), at=line)
        with standing(line):
            mover = self._mover()
            right = self.table.running.next_turn(mover)
            if seat != mover or (numbered and int(numbered.group(1)) != right):
                raise self._other_turn(line, f"{right}. {self.refs.of(mover)}")
        self.turn = (right, mover)
        if behind.text and self.table.settings.is_real:
            self._told(mover, behind)
        elif behind.text:
            with standing(behind):
                if behind.text != "passed":
                    raise WrittenError("record-mixed", "all rolls of a turn stand in lines of their own below its head")
            self._decide(read_decision(self.table.game, behind))

    def _told(self, seat: int, piece: Piece) -> None:
        """A whole turn with real dice."""
        event, decision = read_event(self.table.game, seat, piece)
        with standing(decision.word):
            fact = told_facts(self.table, event, decision, None)
        rules = self.table.game
        self._add(fact, at=decision.word, check=lambda news: check_told(rules, decision, came_to(news)))
        self.turn = None

    def _mover(self) -> int:
        """The seat to act; WrittenError where the game is over."""
        mover = self.table.mover
        if mover is None:
            raise WrittenError("record-over", "the game is over before this line")
        return mover

    def _check_turn(self, at: Piece) -> None:
        """RecordError unless the turn of this line stands under its heading."""
        with standing(at):
            mover = self._mover()
            heading = (self.table.running.next_turn(mover), mover)
            if self.turn != heading:
                raise self._other_turn(at, f"{heading[0]}. {self.refs.of(mover)}")

    def _other_turn(self, at: Piece, turn: str) -> WrittenError:
        shown = at.text[:MOST_SHOWN]
        return WrittenError("record-turn", f"{shown!r}: {turn!r} is expected here", given=shown, turn=turn)

    def _dice(self, dice: Piece, rest: Piece) -> None:
        self._check_turn(dice)
        if self.table.is_choosing:
            self._same(dice)
            if rest.text:
                self._decide(read_decision(self.table.game, rest))
            return
        told: list[Told] = []
        self._add(*self._rolled(dice), at=dice, check=told.extend)
        if has_ended_turn(told):
            self._ending(rest, told)
        elif rest.text:
            self._decide(read_decision(self.table.game, rest))

    def _rolled(self, dice: Piece) -> Iterator[Fact]:
        """The roll that a line of dice tells, with the command to roll where it is the first of a turn."""
        play = self.table.running
        if isinstance(play.awaiting, ToMove):
            yield Played(play.awaiting.seat, Roll())
        kept = play.position.dice if isinstance(play.position, SheetPosition) else ()
        most = play.game.dice
        faces = read_faces(dice, most if kept else 1, most)
        with standing(dice):
            if not is_part(kept, faces):
                shown = format_dice(kept)
                message = f"the dice kept are not among {format_dice(faces)!r}: {shown} first, then what fell"
                raise WrittenError("record-kept", message, given=format_dice(faces), kept=shown)
        yield Rolled(without(faces, kept))

    def _same(self, dice: Piece) -> None:
        """Dice written again must be the ones that lie."""
        position = self.table.running.position
        lying = position.dice if isinstance(position, SheetPosition) else position.roll
        faces = read_faces(dice, 1, self.table.game.dice)
        with standing(dice):
            if tuple(sorted(faces)) != lying:
                given, table = format_dice(faces), format_dice(lying)
                message = f"{given!r} is no new roll: {table} lie, what was done with them is missing"
                raise WrittenError("record-same-dice", message, given=given, table=table)

    def _ending(self, rest: Piece, told: list[Told]) -> None:
        if not rest.text:
            return
        decision = read_decision(self.table.game, rest)
        with standing(rest):
            check_ending(decision, told)

    def _decide(self, decision: Decision) -> None:
        self._check_turn(decision.word)
        seat = self._mover()
        move = decision.move
        if decision.word.text == "passed":
            fact: Fact = Passed(seat)
        elif move is None:
            with standing(decision.word):
                raise WrittenError("record-not-ended", "this roll does not end the turn", given=decision.word.text)
        else:
            usual = usual_places(self.table.running, move)
            fact = Played(seat, move, usual if decision.places is None else decision.places)
        self._add(fact, at=decision.word, check=lambda news: check_points(decision, news))

    # --- beside the dice --------------------------------------------------------------------

    def _result(self, line: Piece) -> None:
        with standing(line):
            check_result(self.refs, over(self.table.awaiting), line)
