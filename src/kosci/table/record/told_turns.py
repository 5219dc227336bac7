"""A whole turn with real dice in a record, both ways: what people told, and the points that it came to.

The points are the game's; those written are only held against them.
"""

from collections.abc import Iterable

from kosci.engine.dice import format_dice
from kosci.engine.errors import RuleError
from kosci.engine.game import Passed
from kosci.engine.race_reports import ENDS
from kosci.engine.reported import ALIKE, Reported
from kosci.engine.scorecard import Scorecard
from kosci.table.facts import Corrected, Fact
from kosci.table.record.checking import agree
from kosci.table.record.decisions import Decision, cut_dice, read_faces, read_told
from kosci.table.record.pieces import Piece, expected, nothing, standing
from kosci.table.story import Correction, Entered, Told, Written
from kosci.table.table import Table
from kosci.variants import Rules

SHEET_FORM, RACE_FORM = "3 3 3 5 6 threes · large_straight 40 alike · passed", "bank = 35 · bust · wins = 1035 · passed"


def news(before: Table, then: Table) -> tuple[Told, ...]:
    """What the facts between two tables of a game under way told."""
    return then.running.story[len(before.running.story) :]


def came_to(what: Iterable[Told]) -> Written:
    """What a turn brought that was told or corrected, by what is told of it."""
    for told in what:
        match told:
            case Correction():
                return told.after
            case Entered():
                return Written(told.row, told.points, told.extra)
            case _:
                continue
    return Written(None, 0)


def format_told(rules: Rules, event: Reported | Passed, brought: Written) -> str:
    """The turn as it was told, with what it brought."""
    if isinstance(event, Passed):
        return "passed"
    words = [] if event.dice is None else [f"{format_dice(event.dice)} "]
    words.append(event.row)
    if not isinstance(rules, Scorecard):
        words += [] if event.points is None else [f"= {event.points}"]
    else:
        is_both = event.dice is not None and event.points is not None
        words += [f"= {brought.points}" if is_both else f"{brought.points}"]
        words += [f"+{brought.extra}"] if brought.extra else []
    words += [word for word, answer in ALIKE.items() if answer is event.alike]
    return " ".join(words)


def read_event(rules: Rules, seat: int, piece: Piece) -> tuple[Reported | Passed, Decision]:
    """What a piece tells of a turn by its form alone, and what else it says of it."""
    dice, behind = cut_dice(piece)
    form = SHEET_FORM if isinstance(rules, Scorecard) else RACE_FORM
    with standing(behind):
        if not behind.text:
            raise expected(behind, form)
    decision = read_told(rules, behind)
    row = decision.word.text
    if row == "passed":
        nothing(dice)
        return Passed(seat), decision
    with standing(decision.word):
        if row not in (rules.index if isinstance(rules, Scorecard) else ENDS) or _names_dice(decision):
            raise expected(decision.word, form)
    if not isinstance(rules, Scorecard):
        nothing(dice)
        return Reported(seat, row, None, decision.points, decision.alike), decision
    faces = tuple(sorted(read_faces(dice, rules.dice, rules.dice))) if dice.text else None
    points = decision.points if faces is None or decision.is_equated else None
    return Reported(seat, row, faces, points, decision.alike), decision


def _names_dice(decision: Decision) -> bool:
    return bool(getattr(decision.move, "aside", ())) or decision.places is not None


def told_facts(table: Table, event: Reported | Passed, decision: Decision, seq: int | None) -> Fact:
    """The fact that a turn was told, or corrected; a written extra answers whether five were alike.

    RuleError where the table does not take it.
    """
    fact = event if seq is None else Corrected(seq, event)
    try:
        table.after(fact)
    except RuleError as error:
        if error.code != "report-alike" or not decision.extra or not isinstance(event, Reported):
            raise
        answered = Reported(event.seat, event.row, event.dice, event.points, alike=True)
        return answered if seq is None else Corrected(seq, answered)
    return fact


def check_told(rules: Rules, decision: Decision, brought: Written) -> None:
    """RecordError where other points or another extra are written than the turn brought."""
    if isinstance(rules, Scorecard) and brought.row is not None:
        agree(brought.row, decision, brought.points, brought.extra)
