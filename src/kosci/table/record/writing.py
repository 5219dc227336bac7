"""A game as a record: per turn a block of rolls and decisions, the result at the end.

What the points are comes from the table's story; nothing is read here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kosci.engine.dice import format_dice
from kosci.engine.game import Left, Over, Passed, Result, Rolled
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn, format_move
from kosci.engine.scorecard import SheetPosition
from kosci.table.facts import Advised, Closed, Fact, Joined, Played, Returned, StandIn, Started, Undone, Unseated
from kosci.table.gamefile import GameFile
from kosci.table.play import Play
from kosci.table.record.heading_writing import format_heading
from kosci.table.record.refs import Refs
from kosci.table.record.turns import Turns
from kosci.table.story import AllAlike, Banked, Busted, Entered, Told
from kosci.table.table import Table

_IN = "   "


def format_log(game: GameFile) -> str:
    """The record of a game with a log."""
    lobby = 1
    while lobby < len(game.facts) and isinstance(game.facts[lobby], Joined | Unseated | Started):
        lobby += 1
    table = Table.rebuilt(game.facts[:lobby])
    seats = len(table.seats)
    writer = _Writer(Refs(game.names, seats), table, Turns.none(seats))
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
    turns: Turns
    lines: list[str] = field(default_factory=list)
    heading: tuple[int, int] | None = None
    is_open: bool = False
    is_rolling: bool = False  # the first roll of a turn was asked for: its dice alone say so once they fall

    def write(self, fact: Fact) -> None:
        """One more fact."""
        before, turns = self.table, self.turns
        then = before.after(fact)
        if not isinstance(fact, Rolled):
            self._flush()
        if isinstance(fact, Played | Passed) or (isinstance(fact, Rolled) and before.running.position.contest is None):
            self._head(before, turns)
        self._say(fact, before, then)
        self.table, self.turns = then, turns.after(before, fact, then) if then.play and then.seed is None else turns

    def end(self) -> None:
        """What stands behind the last turn."""
        self._flush()
        awaiting = self.table.awaiting
        seeds = [line for line in self.lines if line.startswith("seed ")]
        self.lines = [line for line in self.lines if not line.startswith("seed ")]
        if isinstance(awaiting, Over):
            self.lines += format_results(self.refs, awaiting.results)
        self.lines += ["", *seeds] if seeds else []

    def _flush(self) -> None:
        if self.is_rolling:
            self._decide(format_move(Roll()), (), ())
        self.is_rolling = False

    def _head(self, table: Table, turns: Turns) -> None:
        seat = table.mover
        assert seat is not None
        heading = (turns.of(seat), seat)
        if heading != self.heading:
            if self.heading is None or self.heading[0] != heading[0]:
                self.lines.append("")
            self.lines.append(f"{heading[0]}. {self.refs.of(seat)}")
            self.heading, self.is_open = heading, False

    def _say(self, fact: Fact, before: Table, then: Table) -> None:
        match fact:
            case Played(_, Roll(), ()):
                self.is_rolling = True
            case Played(_, move, places):
                self._decide(_decision(move, _news(before, then)), usual_places(before.running, move), places)
            case Passed():
                self._decide("passed", (), ())
            case Rolled(faces):
                self._roll(faces, before, then)
            case Closed(seed):
                self.lines.append(f"seed {seed.hex()}")
            case Left() | Advised() | StandIn() | Returned() | Undone():
                self.lines.append(f"{_IN}- {beside(self.refs, fact)}")
                self.is_open = False
            case _:
                raise TypeError(f"{fact!r} does not come after the start")

    def _roll(self, faces: tuple[int, ...], before: Table, then: Table) -> None:
        self.is_rolling, position = False, before.running.position
        if position.contest is not None:
            self.lines += [] if "start" in self.lines else ["", "start"]
            self.lines.append(f"{_IN}{self.refs.of(position.contest.next_seat)}  {format_dice(faces)}")
            return
        kept = position.dice if isinstance(position, SheetPosition) else ()
        ending = _ending(_news(before, then))
        self.lines.append(f"{_IN}{format_dice((*kept, *faces))}{ending}")
        self.is_open = not ending

    def _decide(self, text: str, usual: tuple[int, ...], places: tuple[int, ...]) -> None:
        at = "" if places == usual else f" @{','.join(map(str, places)) or '-'}"
        if self.is_open:
            self.lines[-1] += f"  {text}{at}"
        else:
            self.lines.append(f"{_IN}{text}{at}")
        self.is_open = False


def beside(refs: Refs, fact: Fact) -> str:
    """What happened beside the dice."""
    match fact:
        case Undone():
            return "undone"
        case Left(seat) | Advised(seat) | Returned(seat):
            return f"{refs.of(seat)} {type(fact).__name__.lower()}"
        case StandIn(seat, bot):
            return f"{refs.of(seat)} stand-in {bot}"
    raise TypeError(f"{fact!r} is a part of a turn")


def _news(before: Table, then: Table) -> tuple[Told, ...]:
    return then.running.story[len(before.running.story) :]


def _decision(move: Move, news: Sequence[Told]) -> str:
    for told in news:
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


def _ending(news: Sequence[Told]) -> str:
    """How a roll of Tysiąc ended the turn, if it did."""
    for told in news:
        match told:
            case Busted(_, _, _, kept):
                return f"  bust = {kept}" if kept else "  bust"
            case AllAlike():
                return "  wins"
            case _:
                continue
    return ""
