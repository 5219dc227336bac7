"""What stands on a sheet of Tysiąc: columns of running totals, the target, what dice are worth.

Draws nothing; every number is the game's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kosci.engine.dice import FACES
from kosci.engine.race import Race
from kosci.locale.paper_words import foot
from kosci.locale.words import Words
from kosci.paper.content import Top, blank_top, game_heads


@dataclass(frozen=True, slots=True)
class Worth:
    """What dice are worth: a line for each face with its points by number of dice, and whole hands."""

    counts: tuple[str, ...]
    faces: tuple[tuple[int, tuple[str, ...]], ...]
    hands: tuple[tuple[tuple[int, ...], str], ...]


@dataclass(frozen=True, slots=True)
class RaceSheet:
    """A sheet of running totals: heads of its columns, what each column holds turn by turn, what is beside it."""

    top: Top
    heads: tuple[str, ...]
    totals: tuple[tuple[str, ...], ...]
    is_open: bool
    turn: str
    target: str
    title: str
    worth: Worth
    foot: tuple[tuple[str, str], ...] = ()

    @property
    def turns(self) -> int:
        """The most turns that anybody has had."""
        return max((len(column) for column in self.totals), default=0)

    def of_columns(self, first: int, last: int) -> "RaceSheet":
        """The sheet with some of its columns."""
        return replace(self, heads=self.heads[first:last], totals=self.totals[first:last])


def blank_race(words: Words, game: Race, columns: int, *, is_series: bool) -> RaceSheet:
    """A sheet to write on."""
    heads = game_heads(words, columns) if is_series else ("",) * columns
    sheet = _sheet(words, game, blank_top(words, game, is_series=is_series), heads, ((),) * columns)
    return replace(sheet, is_open=True, foot=tuple(foot(words, game)))


def written_race(
    words: Words, game: Race, names: Sequence[str], totals: Sequence[Sequence[int]], top: Top, *, is_open: bool
) -> RaceSheet:
    """The sheet of a game, with the total of every player after each turn; an open one has room for more."""
    shown = tuple(tuple(words.number(total) for total in column) for column in totals)
    return replace(_sheet(words, game, top, tuple(names), shown), is_open=is_open)


def _sheet(
    words: Words, game: Race, top: Top, heads: tuple[str, ...], totals: tuple[tuple[str, ...], ...]
) -> RaceSheet:
    return RaceSheet(
        top=top,
        heads=heads,
        totals=totals,
        is_open=False,
        turn=words("rules.race-turn"),
        target=words("paper.target", target=game.target),
        title=words("rules.race-values"),
        worth=_worth(words, game),
    )


def _worth(words: Words, game: Race) -> Worth:
    most = max(len(points) for points in game.faces.values())
    faces = tuple(
        (face, tuple(words.number(worth) if worth else "–" for worth in points)) for face, points in game.faces.items()
    )
    straights = tuple((dice, words.number(game.value(dice).points)) for dice in game.straights)
    alike = (FACES[-1],) * game.dice
    wins = (alike, words("rules.race-wins", n=game.value(alike).points))
    return Worth(tuple(f"{number} ×" for number in range(1, most + 1)), faces, (*straights, wins))
