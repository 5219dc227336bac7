"""A game as a record: per turn a block of rolls and decisions, the result at the end.

What the points are comes from the table's story; nothing is read here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kosci.engine.dice import format_dice
from kosci.engine.game import Over, Passed, Result, Rolled
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn, format_move
from kosci.engine.reported import Reported
from kosci.engine.scorecard import SheetPosition
from kosci.table.facts import Closed, Fact, Joined, Played, Started, Unseated
from kosci.table.gamefile import GameFile
from kosci.table.play import Play
from kosci.table.record.beside import flagged_anew, format_beside, is_beside
from kosci.table.record.heading_writing import format_heading
from kosci.table.record.refs import Refs
from kosci.table.record.told_turns import came_to, format_told, news
from kosci.table.story import AllAlike, Banked, Busted, Entered, Told
from kosci.table.table import Table

_IN = "   "


def format_log(game: GameFile) -> str:
    """The record of a game with a log."""
    lobby = 1
    while lobby < len(game.facts) and isinstance(game.facts[lobby], Joined | Unseated | Started):
        lobby += 1
    table = Table.rebuilt(game.facts[:lobby])
    writer = _Writer(Refs(game.names, len(table.seats)), table)
    for fact in game.facts[lobby:]:
        writer.write(fact)
    writer.end()
    heading = format_heading(game.names, game.facts[:lobby], game.open_seed)
    return "\n".join([*heading, *writer.lines]) + "\n"


def format_results(refs: Refs, results: Sequence[Result]) -> Iterator[str]:
    """The result, best place first."""
    yield ""
    yield "result"
    for result in sorted(results, key=lambda result: result.place):
        left = "  left" if result.left else ""
        yield f"{_IN}{result.place}. {refs.of(result.seat)}  {result.points}{left}"


def usual_places(play: Play, move: Move) -> tuple[int, ...]:
    """The places that go without saying: of the dice named, the first ones from the left that are free."""
    match move:
        case Keep(dice) | RollOn(dice):
            return play.places_of(dice)
        case _:
            return ()


@dataclass
class _Writer:
    """The lines so far; `is_open` says that the last one holds dice and waits for the decision."""

    refs: Refs
    table: Table
    lines: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)  # behind the result: the seed, and what comes after it
    number: int | None = None
    heading: tuple[int, int] | None = None
    is_open: bool = False
    is_rolling: bool = False  # the first roll of a turn was asked for: its dice alone say so once they fall

    def write(self, fact: Fact) -> None:
        """One more fact."""
        before = self.table
        then = before.after(fact)
        if not isinstance(fact, Rolled):
            self._flush()
        if _is_whole(fact, before):
            self._tell(fact, before, then)
        else:
            is_roll = isinstance(fact, Rolled) and before.running.position.contest is None
            if isinstance(fact, Played | Passed) or is_roll:
                self._head(before)
            self._say(fact, before, then)
        self.table = then

    def end(self) -> None:
        """What stands behind the last turn."""
        self._flush()
        awaiting = self.table.awaiting
        if isinstance(awaiting, Over):
            self.lines += format_results(self.refs, awaiting.results)
        self.lines += ["", *self.tail] if self.tail else []

    def _tell(self, fact: Fact, before: Table, then: Table) -> None:
        """A whole turn with real dice in one line."""
        assert isinstance(fact, Reported | Passed)
        brought = came_to(news(before, then))
        self.lines.append(f"{self._numbered(before)}  {format_told(then.game, fact, brought)}")
        self.heading, self.is_open = None, False

    def _numbered(self, table: Table) -> str:
        """The number and name of the seat to act; a line is left empty before the first of that number."""
        seat = table.mover
        assert seat is not None
        number = table.running.next_turn(seat)
        if number != self.number:
            self.lines.append("")
        self.number = number
        return f"{number}. {self.refs.of(seat)}"

    def _flush(self) -> None:
        if self.is_rolling:
            self._decide(format_move(Roll()), (), ())
        self.is_rolling = False

    def _head(self, table: Table) -> None:
        seat = table.mover
        assert seat is not None
        heading = (table.running.next_turn(seat), seat)
        if heading != self.heading:
            self.lines.append(self._numbered(table))
            self.heading, self.is_open = heading, False

    def _say(self, fact: Fact, before: Table, then: Table) -> None:
        match fact:
            case Played(_, Roll(), ()):
                self.is_rolling = True
            case Played(_, move, places):
                self._decide(_decision(move, news(before, then)), usual_places(before.running, move), places)
            case Passed():
                self._decide("passed", (), ())
            case Rolled(faces):
                self._roll(faces, before, then)
            case Closed(seed):
                self.tail.append(f"seed {seed.hex()}")
            case _ if is_beside(fact):
                self._beside(fact, before, then)
            case _:
                raise TypeError(f"{fact!r} does not come after the start")

    def _beside(self, fact: Fact, before: Table, then: Table) -> None:
        lines = self.tail or self.lines
        is_in_turn = self.heading is not None or not then.settings.is_real
        lines += [] if is_in_turn or lines else [""]
        indent = _IN if is_in_turn else ""
        lines.append(f"{indent}- {format_beside(self.refs, fact, before, then)}")
        lines += [f"{indent}# {what}" for what in flagged_anew(self.refs, before, then)]
        self.is_open = False

    def _roll(self, faces: tuple[int, ...], before: Table, then: Table) -> None:
        self.is_rolling, position = False, before.running.position
        if position.contest is not None:
            self.lines += [] if "start" in self.lines else ["", "start"]
            self.lines.append(f"{_IN}{self.refs.of(position.contest.next_seat)}  {format_dice(faces)}")
            return
        kept = position.dice if isinstance(position, SheetPosition) else ()
        ending = _ending(news(before, then))
        self.lines.append(f"{_IN}{format_dice((*kept, *faces))}{ending}")
        self.is_open = not ending

    def _decide(self, text: str, usual: tuple[int, ...], places: tuple[int, ...]) -> None:
        at = "" if places == usual else f" @{','.join(map(str, places)) or '-'}"
        if self.is_open:
            self.lines[-1] += f"  {text}{at}"
        else:
            self.lines.append(f"{_IN}{text}{at}")
        self.is_open = False


def _is_whole(fact: Fact, before: Table) -> bool:
    """Whether a fact is told in one line: a turn with real dice of which nothing was known before."""
    is_passed = isinstance(fact, Passed) and before.settings.is_real and not before.running.faces
    return isinstance(fact, Reported) or is_passed


def _decision(move: Move, what: Sequence[Told]) -> str:
    for told in what:
        match told:
            case Entered(_, row, points, extra):
                return format_entry(row, points, extra)
            case Banked(_, points) if isinstance(move, Bank):
                return f"{format_move(move)} = {points}"
            case _:
                continue
    return format_move(move)


def format_entry(row: str, points: int, extra: int) -> str:
    """A row with its points and the extra it brings."""
    return f"{row} {points} +{extra}" if extra else f"{row} {points}"


def _ending(what: Sequence[Told]) -> str:
    """How a roll of Tysiąc ended the turn, if it did."""
    for told in what:
        match told:
            case Busted(_, _, _, kept):
                return f"  bust = {kept}" if kept else "  bust"
            case AllAlike():
                return "  wins"
            case _:
                continue
    return ""
