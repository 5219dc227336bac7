"""One turn of a race for its own sake: the most points it can be expected to bring, and the player who wants them.

Exact, whatever the turn already holds; knows nothing of the other players' chances.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kosci.engine.moves import Bank, Move, RollOn
from kosci.engine.race import Race, RacePosition
from kosci.solve.race_model import Kind, Part, TurnModel

_SAME_SLOPE = 9  # digits
_CONVERGED = 1e-14
_MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Line:
    """What is expected at last of a turn that holds many points: slope times the points, and a gain."""

    slope: float
    gain: float

    def at(self, points: float) -> float:
        """The expectation of a turn that holds so many points."""
        return self.slope * points + self.gain

    def after(self, points: int) -> "Line":
        """The line of those who set so many points aside first."""
        return Line(self.slope, self.gain + self.slope * points)


@dataclass(frozen=True, slots=True)
class TurnTable:
    """The expected points of a turn played for points, by the points it holds and the kind of roll that is next.

    From the end of the table on they grow along a line for each kind.
    """

    model: TurnModel
    table: tuple[tuple[float, ...], ...]
    lines: tuple[Line, ...]

    @property
    def mean(self) -> float:
        """The most points that a turn can be expected to bring; a win at once counts what it pays on top."""
        return self.rolling(0, self.model.start)

    def rolling(self, points: int, kind: int) -> float:
        """What a turn that holds these points brings if a roll of this kind is next."""
        row = points // self.model.step
        return self.table[row][kind] if row < len(self.table) else self.lines[kind].at(points)


def turn_table(model: TurnModel) -> TurnTable:
    """The table of a turn, from the many points where no choice changes any more down to none."""
    lines = _far_lines(model)
    rows = -int(-_last_crossing(model, lines) // model.step)
    table: list[tuple[float, ...]] = [()] * rows

    def rolling(points: int, kind: int) -> float:
        row = points // model.step
        return table[row][kind] if row < rows else lines[kind].at(points)

    for row in reversed(range(rows)):
        table[row] = tuple(_expected(model, rolling, row * model.step, kind) for kind in model.kinds)
    return TurnTable(model, tuple(table), lines)


def _expected(model: TurnModel, rolling: Callable[[int, int], float], points: int, kind: Kind) -> float:
    """What a roll of this kind brings, as `rolling` says of turns that hold more points and their next roll."""
    kept = points if model.keeps else 0
    total = kind.bust * kept + kind.win * (points + model.win_pays)
    for fall in kind.falls:
        worths = []
        for part in fall.parts:
            stand, held = model.stands[part.stand], points + part.points
            if stand.may_bank:
                worths.append(float(held))
            if stand.kind is not None:
                worths.append(rolling(held, stand.kind))
        total += fall.chance * max(worths)
    return total


# --- a turn that holds many points --------------------------------------------------------------


def _far_lines(model: TurnModel) -> tuple[Line, ...]:
    """The line of each kind, found by playing one more roll until nothing changes."""
    lines = tuple(Line(0.0, 0.0) for _ in model.kinds)
    for _ in range(_MOST_STEPS):
        following = tuple(_far_line(model, lines, kind) for kind in model.kinds)
        pairs = list(zip(lines, following, strict=True))
        lines = following
        scale = max(1.0, *(abs(line.gain) for line in lines))
        if all(max(abs(old.slope - new.slope), abs(old.gain - new.gain) / scale) < _CONVERGED for old, new in pairs):
            return lines
    raise ArithmeticError("the expected points of this turn do not settle")


def _far_line(model: TurnModel, lines: Sequence[Line], kind: Kind) -> Line:
    slope = kind.win + (kind.bust if model.keeps else 0.0)
    gain = kind.win * model.win_pays
    for fall in kind.falls:
        best = max(_ways(model, lines, fall.parts), key=_rank)
        slope += fall.chance * best.slope
        gain += fall.chance * best.gain
    return Line(slope, gain)


def _ways(model: TurnModel, lines: Sequence[Line], parts: Sequence[Part]) -> Iterator[Line]:
    for part in parts:
        stand = model.stands[part.stand]
        if stand.may_bank:
            yield Line(1.0, part.points)
        if stand.kind is not None:
            yield lines[stand.kind].after(part.points)


def _rank(line: Line) -> tuple[float, float]:
    """Who wins in the long run: the steeper line, and of equally steep ones the higher."""
    return round(line.slope, _SAME_SLOPE), line.gain


def _last_crossing(model: TurnModel, lines: Sequence[Line]) -> float:
    """The points from which on every best line is above all others."""
    last = 0.0
    for kind in model.kinds:
        for fall in kind.falls:
            ways = sorted(_ways(model, lines, fall.parts), key=_rank)
            best = ways.pop()
            steeper = (way for way in ways if _rank(way)[0] < _rank(best)[0])
            last = max([last, *((way.gain - best.gain) / (best.slope - way.slope) for way in steeper)])
    return last


# --- the player ---------------------------------------------------------------------------------


def best_turn(table: TurnTable, game: Race, position: RacePosition) -> Move:
    """The move of a player who plays each turn for points, and banks as soon as that wins or shares the win.

    In a last round, banking less than the leader has is worth nothing.
    """
    moves = game.legal_moves(position)
    return max(moves, key=lambda move: _promise(table, game, position, move))


def _promise(table: TurnTable, game: Race, position: RacePosition, move: Move) -> tuple[bool, float]:
    """Whether the move wins, and the points that may be expected of it."""
    after = game.after_move(position, move)
    if not isinstance(move, Bank | RollOn):
        return False, 0.0
    held = position.turn + game.value(move.aside).points
    if isinstance(move, RollOn):
        return False, table.rolling(held, after.rolling - 1)
    total = position.banked[position.mover] + held
    if position.final is None:
        return total >= game.target, float(held)
    reaches = total >= max(position.banked)
    return reaches, held if reaches else 0.0
