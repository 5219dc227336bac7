"""The rules of a sheet game in words, sentence by sentence from the game's own numbers (RULES.md sections 1-3).

Decides nothing: whatever it says is read from the `Scorecard` that is played.
"""

from collections.abc import Iterator

from kosci.engine.card import Row
from kosci.engine.dice import Dice
from kosci.engine.patterns import Anything, Exactly, Face, Groups, Opposite, Pattern, Straight
from kosci.engine.scorecard import Scorecard
from kosci.locale.rules_parts import RuleRow, Section, players_line, start_line
from kosci.locale.words import Words


def sheet_rules(words: Words, game: Scorecard) -> tuple[Section, ...]:
    """How the game is played, in the order in which a newcomer needs it."""
    return (
        Section(words("rules.aim"), tuple(_aim(words, game))),
        Section(words("rules.turn"), tuple(_turn(words, game))),
        Section(words("sheet.upper"), tuple(_bonus(words, game)), _rows(words, game, "upper")),
        Section(words("sheet.lower"), (), _rows(words, game, "lower")),
        Section(words("rules.zero"), tuple(_zero(words, game))),
        Section(words("rules.five"), tuple(_five(words, game))),
        Section(words("rules.end"), tuple(_end(words, game))),
    )


def _aim(words: Words, game: Scorecard) -> Iterator[str]:
    yield players_line(words, game)
    yield words("rules.sheet-aim", rows=len(game.rows))
    yield words("rules.solo")


def _turn(words: Words, game: Scorecard) -> Iterator[str]:
    yield words("rules.rolls", rolls=game.rolls, dice=game.dice)
    yield words("rules.keep")
    yield words("rules.write")
    if game.turns < len(game.rows):
        yield words("rules.blank-rows", turns=game.turns, rows=len(game.rows), n=len(game.rows) - game.turns)


def _bonus(words: Words, game: Scorecard) -> Iterator[str]:
    if not game.bonus:
        yield words("rules.no-bonus")
        return
    yield words("rules.bonus", bonus=game.bonus, at=game.bonus_at)
    faces = [row.pattern.face for row in game.rows if row.section == "upper" and isinstance(row.pattern, Face)]
    yield words("rules.par", par=3 * sum(faces))


def _zero(words: Words, game: Scorecard) -> Iterator[str]:
    yield words(f"rules.zero.{game.zero}")
    yield words("rules.zero-never")
    if game.upper_first:
        yield words("rules.upper-first")


def _five(words: Words, game: Scorecard) -> Iterator[str]:
    """Five alike once more: J1 to J5, E1 and E2."""
    box = words.row(game.box, game.id)
    yield words("rules.five-when", box=box)
    if game.joker == "none":
        yield words("rules.joker.none")
    else:
        yield from _joker(words, game, box)
    pays_extra = game.extra != "none" and not (game.extra == "as_joker" and game.joker == "none")
    extra = game.extra if pays_extra else "none"
    yield words(f"rules.extra.{extra}", n=game.extra_pays, box=box)


def _joker(words: Words, game: Scorecard, box: str) -> Iterator[str]:
    yield words(f"rules.joker.{game.joker}")
    given = [f"{words.row(row.id, game.id)} {words.number(row.joker)}" for row in game.rows if row.joker]
    yield words("rules.joker-gives", rows=words.joined(given))
    if game.joker == "forced":
        yield words("rules.joker-lower-first")
    elif game.joker != "full_upper" and game.zero == "any":
        yield words("rules.joker-upper-zero")
    if game.joker != "full_upper":
        yield words("rules.joker-no-lower")
    yield words("rules.joker-needs-50" if game.joker_needs_50 else "rules.joker-any-box", box=box)


def _end(words: Words, game: Scorecard) -> Iterator[str]:
    yield start_line(words, game)
    yield words("rules.total" if game.extra == "none" else "rules.total-extra")
    yield words("rules.places")
    yield words("rules.leaving")
    yield words("rules.away")


def _rows(words: Words, game: Scorecard, section: str) -> tuple[RuleRow, ...]:
    return tuple(_row(words, game, row) for row in game.rows if row.section == section)


def _row(words: Words, game: Scorecard, row: Row) -> RuleRow:
    pays = words(f"rules.pays.{row.pays}") if isinstance(row.pays, str) else words.count("point", row.pays)
    example = tuple(sorted(_example(row.pattern)))
    return RuleRow(
        words.row(row.id, game.id), _asks(words, game, row.pattern), pays, example, words.number(row.natural(example))
    )


def _asks(words: Words, game: Scorecard, pattern: Pattern) -> str:
    match pattern:
        case Face(face):
            return words("rules.asks.face", face=face)
        case Groups(sizes):
            return words(f"rules.asks.groups.{'-'.join(map(str, sizes))}")
        case Straight(length):
            return words("rules.asks.straight-all" if length == game.dice else "rules.asks.straight", n=length)
        case Exactly(dice):
            return words("rules.asks.exactly", dice=dice)
        case Opposite(alike):
            return words("rules.asks.opposite", n=alike, other=game.dice - alike)
        case Anything():
            return words("rules.asks.anything")


def _example(pattern: Pattern) -> Dice:
    """Five dice that meet the pattern; what they pay is computed, never written."""
    match pattern:
        case Face(face):
            return (face, face, face, 1 + face % 6, 1 + (face + 2) % 6)
        case Groups(sizes):
            groups = [die for face, size in zip((6, 3), sizes, strict=False) for die in (face,) * size]
            return (*groups, *(5, 2, 4)[: 5 - len(groups)])
        case Straight(length):
            run = tuple(range(1, length + 1)) if length < 5 else tuple(range(2, length + 2))
            return (*run, *(6,) * (5 - length))
        case Exactly(dice):
            return dice
        case Opposite(alike):
            return (5,) * alike + (2,) * (5 - alike)
        case Anything():
            return (1, 3, 4, 6, 6)
