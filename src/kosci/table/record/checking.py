"""What a record states beside its dice, held against the game: points, extras, ends of turns, the result.

Nothing is reckoned here; the values come from the table.
"""

import re
from collections.abc import Iterable, Sequence

from kosci.engine.game import Awaiting, Over, Result
from kosci.table.record.decisions import Decision
from kosci.table.record.pieces import Piece, WrittenError, expected, nothing, number, standing, wrong_points
from kosci.table.record.refs import Refs
from kosci.table.story import AllAlike, Banked, Busted, Entered, Told

_PLACE = re.compile(r"([0-9]{1,3})\.(?=\s)")
RESULT = "1. Anna 231"


def has_ended_turn(news: Iterable[Told]) -> bool:
    """Whether a roll ended its turn."""
    return any(isinstance(told, Busted | AllAlike) for told in news)


def check_points(decision: Decision, news: Iterable[Told]) -> None:
    """RecordError where other points or another extra are written than the decision brought."""
    points: int | None = None
    extra = 0
    row = decision.word.text
    for told in news:
        match told:
            case Entered():
                points, extra = told.points, told.extra
            case Banked():
                points = told.points
            case _:
                continue
    agree(row, decision, points, extra)


def agree(row: str, decision: Decision, points: int | None, extra: int) -> None:
    """RecordError at the number that is wrong, unless the points and the extra written are right or are left out."""
    if decision.points is not None and decision.points != points:
        with standing(decision.points_at or decision.word):
            if points is None:
                raise WrittenError("record-no-points", f"{row!r} brings no points", given=row)
            raise wrong_points(row, points, decision.points)
    if decision.extra is not None and decision.extra != extra:
        with standing(decision.extra_at or decision.word):
            message = f"{row!r} brings an extra of {extra} here, not {decision.extra}"
            raise WrittenError("record-extra", message, row=row, right=extra, written=decision.extra)


def check_ending(decision: Decision, news: Sequence[Told]) -> None:
    """WrittenError unless the roll ended the turn in the way that is written."""
    word = decision.word.text
    for told in news:
        match told:
            case Busted() if word == "bust":
                agree(word, decision, told.kept if told.kept or decision.points == 0 else None, 0)
                return
            case AllAlike() if word == "wins":
                agree(word, decision, None, 0)
                return
            case _:
                continue
    message = f"{word!r} cannot follow: the roll has ended the turn"
    raise WrittenError("record-ended", message, given=word)


def over(awaiting: Awaiting | None) -> tuple[Result, ...]:
    """The results of the game; WrittenError while it is not over."""
    if not isinstance(awaiting, Over):
        raise WrittenError("record-not-over", "the result comes before the end of the game")
    return awaiting.results


def check_result(refs: Refs, results: Sequence[Result], line: Piece) -> None:
    """RecordError where another place or other points are written than the game has come to."""
    place = _PLACE.match(line.text)
    with standing(line):
        if place is None:
            raise expected(line, RESULT)
    seat, rest = refs.read(line.after(place.end()))
    points, rest = rest.cut()
    total = number(points, "231")
    left, rest = rest.cut()
    nothing(rest)
    result = next(result for result in results if result.seat == seat)
    written = (int(place.group(1)), total, left.text == "left")
    with standing(left):
        if left.text not in ("", "left"):
            raise expected(left, "left")
    with standing(line):
        if written != (result.place, result.points, result.left):
            right = f"{result.place}. {refs.of(seat)}  {result.points}{'  left' if result.left else ''}"
            message = f"{line.text!r}: the game ends with {right!r}"
            raise WrittenError("record-result", message, given=line.text, right=right)
