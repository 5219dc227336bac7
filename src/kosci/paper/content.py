"""What stands on a sheet of the Generał family: its rows with their short forms, its columns, what is written.

Draws nothing and adds nothing up that the game does not add up.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kosci.engine.card import Card
from kosci.engine.game import Result
from kosci.engine.scorecard import Scorecard
from kosci.locale.option_words import changed_rules
from kosci.locale.paper_words import examples, foot, pays_extras, short_form
from kosci.locale.words import Words
from kosci.paper.sizes import PaperError
from kosci.variants import Rules

Kind = Literal["row", "sum", "extras", "total"]
MOST_GAMES = 6  # C3
_TICKS = 3  # extras that a sheet has small boxes for; more are written as a number


@dataclass(frozen=True, slots=True)
class Line:
    """One line across all columns: its name and short form, dice as a picture, and what each column holds."""

    kind: Kind
    name: str
    short: str = ""
    faces: tuple[int, ...] = ()
    cells: tuple[str, ...] = ()
    ticks: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the sheet."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place at the end, or only the name while the game goes on."""

    place: str
    name: str
    points: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Top:
    """What stands above every sheet: the game, what differs in its rules, lines to fill in or filled in."""

    title: str
    notes: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: heads of its columns ("" to be written by hand), its sections, a line for several games, its foot."""

    top: Top
    heads: tuple[str, ...]
    parts: tuple[Part, ...]
    grand: str = ""
    foot: tuple[tuple[str, str], ...] = ()

    def of_columns(self, first: int, last: int) -> "Sheet":
        """The sheet with some of its columns; the line for several games stays with the last of them."""
        parts = tuple(
            Part(part.title, tuple(replace(line, cells=line.cells[first:last]) for line in part.lines))
            for part in self.parts
        )
        grand = self.grand if last == len(self.heads) else ""
        return replace(self, heads=self.heads[first:last], parts=parts, grand=grand)


def title_of(words: Words, game: Rules) -> str:
    """The name of the game."""
    return words(f"variant.{game.id}.name")


def check_players(game: Rules, players: int) -> int:
    """How many columns for players; PaperError where the game has not so many; practice alone is always possible."""
    least, most = game.players
    if players != 1 and not least <= players <= most:
        allowed = tuple(sorted({1, *range(least, most + 1)}))
        message = f"a sheet of {game.id!r} cannot have {players} columns: {', '.join(map(str, allowed))} are possible"
        raise PaperError("paper-players", message, given=players, allowed=allowed)
    return players


def check_games(games: int) -> int:
    """How many columns for games of one player (C3); PaperError for more than a series has."""
    if not 1 <= games <= MOST_GAMES:
        allowed = tuple(range(1, MOST_GAMES + 1))
        message = f"a sheet cannot have {games} columns of games: 1 to {MOST_GAMES} are possible"
        raise PaperError("paper-games", message, given=games, allowed=allowed)
    return games


def blank_top(words: Words, game: Rules, *, is_series: bool) -> Top:
    """The head of a sheet to be filled in: when and where, or who plays the games on it."""
    named = ((words("new.name"), ""),) if is_series else ()
    place = () if is_series else ((words("paper.where"), ""),)
    return Top(title_of(words, game), changed_rules(words, game), (*named, (words("paper.date"), ""), *place))


def game_heads(words: Words, games: int) -> tuple[str, ...]:
    """The heads of the columns of a series."""
    return tuple(words("paper.game", n=n) for n in range(1, games + 1))


def blank_sheet(words: Words, game: Scorecard, columns: int, *, is_series: bool) -> Sheet:
    """A sheet to write on, with columns for players or for the games of one player."""
    empty = ("",) * columns
    return Sheet(
        top=blank_top(words, game, is_series=is_series),
        heads=game_heads(words, columns) if is_series else empty,
        parts=tuple(_parts(words, game, [None] * columns)),
        grand=words("paper.grand") if is_series and columns > 1 else "",
        foot=tuple(foot(words, game)),
    )


def written_sheet(words: Words, game: Scorecard, names: Sequence[str], cards: Sequence[Card], top: Top) -> Sheet:
    """The sheet of a game, with what stands on its cards."""
    return Sheet(top, tuple(names), tuple(_parts(words, game, cards)))


def standings(words: Words, names: Sequence[str], results: Sequence[Result] | None) -> tuple[Standing, ...]:
    """The places at the end, the first first; the names alone before it."""
    if results is None:
        return tuple(Standing("", name, "") for name in names)
    ordered = sorted(results, key=lambda result: (result.place, result.seat))
    return tuple(
        Standing(
            "" if len(names) == 1 else f"{words.number(result.place)}.",
            names[result.seat],
            words.number(result.points),
            words("end.left") if result.left else "",
        )
        for result in ordered
    )


def _parts(words: Words, game: Scorecard, cards: Sequence[Card | None]) -> Iterator[Part]:
    rows = list(_rows(words, game, cards))
    upper = [rows[at] for at in game.upper_rows]
    lower = [rows[at] for at in game.lower_rows]
    sums = _cells(words, cards, game.upper)
    upper.append(Line("sum", words("paper.upper-sum"), cells=sums))
    if game.bonus:
        short = words("paper.short.bonus", bonus=game.bonus, at=game.bonus_at)
        earned = _cells(words, cards, lambda card: game.bonus if game.upper(card) >= game.bonus_at else 0)
        upper.append(Line("sum", words("sheet.bonus"), short, cells=earned))
    if pays_extras(game):
        lower.append(_extras(words, game, cards))
    totals = _cells(words, cards, game.total)
    lower.append(Line("total", words("sheet.total"), cells=totals))
    yield Part(words("sheet.upper"), tuple(upper))
    yield Part(words("sheet.lower"), tuple(lower))


def _rows(words: Words, game: Scorecard, cards: Sequence[Card | None]) -> Iterator[Line]:
    for at, (row, faces) in enumerate(zip(game.rows, examples(words, game), strict=True)):
        cells = tuple(_value(words, card, at) for card in cards)
        yield Line("row", words.row(row.id, game.id), short_form(words, row), faces, cells)


def _value(words: Words, card: Card | None, at: int) -> str:
    value = None if card is None else card.values[at]
    return "" if value is None else words.number(value)


def _extras(words: Words, game: Scorecard, cards: Sequence[Card | None]) -> Line:
    is_once = game.extra == "second"
    short = words("paper.short.extra-once" if is_once else "paper.short.extra", n=game.extra_pays)
    cells = _cells(words, cards, lambda card: card.extras * game.extra_pays)
    return Line("extras", words.own("sheet.extras", game.id), short, cells=cells, ticks=1 if is_once else _TICKS)


def _cells(words: Words, cards: Sequence[Card | None], value: Callable[[Card], int]) -> tuple[str, ...]:
    return tuple("" if card is None else words.number(value(card)) for card in cards)
