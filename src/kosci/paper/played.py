"""A game as it was played, ready for paper: names, cards or running totals, places.

Replays what stands in the log; ranks and adds up nothing itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kosci.engine.game import Over, Result
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.option_words import changed_rules
from kosci.locale.words import Words
from kosci.paper.content import Sheet, Top, standings, title_of, written_sheet
from kosci.paper.race import RaceSheet, written_race
from kosci.table.play import Play
from kosci.table.record import PaperGame
from kosci.table.refold import folded
from kosci.variants import Position, Rules

Step = tuple[Position, Position]


@dataclass(frozen=True, slots=True)
class Played:
    """A game with the positions before and after each event, and its results where it is over.

    `when` is a date, `notes` are sentences to stand above the sheet, such as who played with the coach.
    """

    game: Rules
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    position: Position
    results: tuple[Result, ...] | None
    when: str = ""
    notes: tuple[str, ...] = ()


def of_play(play: Play, names: Sequence[str], when: str = "", notes: Sequence[str] = ()) -> Played:
    """The game of a table."""
    awaiting = play.awaiting
    results = awaiting.results if isinstance(awaiting, Over) else None
    steps = tuple((one.before, one.after) for one in folded(play))
    return Played(play.game, tuple(names), steps, play.position, results, when, tuple(notes))


def of_paper(game: PaperGame, names: Sequence[str]) -> Played:
    """A game of which only the entries are known."""
    steps = tuple((before, after) for before, _, after in game.steps())
    return Played(game.rules, tuple(names), steps, game.position, game.results)


def played_sheet(words: Words, played: Played) -> Sheet | RaceSheet:
    """The sheet of the game as it stands."""
    top = top_of(words, played)
    match played.game, played.position:
        case Scorecard() as game, SheetPosition(cards):
            return written_sheet(words, game, played.names, cards, top)
        case Race() as game, RacePosition():
            totals = _totals(played.steps, len(played.names))
            return written_race(words, game, played.names, totals, top, is_open=played.results is None)
    raise TypeError(f"{played.game.id!r} has no such position")


def top_of(words: Words, played: Played) -> Top:
    """What stands above it: the game, when it was, who came where."""
    fields = ((words("paper.date"), played.when), (words("paper.where"), ""))
    places = standings(words, played.names, played.results)
    return Top(title_of(words, played.game), (*changed_rules(words, played.game), *played.notes), fields, places)


def _totals(steps: Iterable[Step], seats: int) -> list[list[int]]:
    """What each seat had banked after each of its turns."""
    totals: list[list[int]] = [[] for _ in range(seats)]
    for before, after in steps:
        assert isinstance(before, RacePosition)
        assert isinstance(after, RacePosition)
        has_left = before.left != after.left
        if before.contest is None and not has_left and _is_between_turns(after):
            totals[before.mover].append(after.banked[before.mover])
    return totals


def _is_between_turns(position: RacePosition) -> bool:
    return position.has_ended or not (position.roll or position.rolling)
