"""The rules of a Tysiąc game in words, sentence by sentence from the game's own numbers (RULES.md section 4).

Decides nothing: whatever it says is read from the `Race` that is played.
"""

from collections.abc import Iterator

from kosci.engine.race import Race
from kosci.locale.rules_parts import RuleRow, Section, players_line, start_line
from kosci.locale.words import Words


def race_rules(words: Words, game: Race) -> tuple[Section, ...]:
    """How the game is played, in the order in which a newcomer needs it."""
    return (
        Section(words("rules.aim"), tuple(_aim(words, game))),
        Section(words("rules.race-turn"), tuple(_turn(words, game))),
        Section(words("rules.race-values"), tuple(_values(words, game)), tuple(_rows(words, game))),
        Section(words("rules.end"), tuple(_end(words, game))),
    )


def _aim(words: Words, game: Race) -> Iterator[str]:
    yield players_line(words, game)
    yield words("rules.race-aim-last-round" if game.last_round else "rules.race-aim", target=game.target)
    yield words("rules.solo")
    if game.exact:
        yield words("rules.race-exact", target=game.target)
    if game.opening:
        yield words("rules.race-opening", opening=game.opening)


def _turn(words: Words, game: Race) -> Iterator[str]:
    yield words("rules.race-roll", dice=game.dice)
    yield words(f"rules.race-aside.{game.set_aside}")
    yield words("rules.race-decide")
    yield words(f"rules.race-bust.{game.bust}")
    if game.bust == "keep" and game.opening:
        yield words("rules.race-keep-opening")
    yield words(f"rules.race-hot.{game.hot_dice}", dice=game.dice)
    if game.hot_dice == "stop" and game.opening:
        yield words("rules.race-hot-opening")
    start = game.start(1)
    risks = [words("rules.race-risk", n=count, p=game.bust_chance(start, count)) for count in range(game.dice, 0, -1)]
    yield words("rules.race-risks", risks=", ".join(risks))


def _values(words: Words, game: Race) -> Iterator[str]:
    singles = [str(face) for face, points in game.faces.items() if points[0]]
    yield words("rules.race-singles", faces=words.joined(singles))
    yield words("rules.race-one-roll")
    example = (1, 1, 1, 5, 5)
    yield words("rules.race-parts", dice=example, n=game.value(example).points)


def _rows(words: Words, game: Race) -> Iterator[RuleRow]:
    for face, points in game.faces.items():
        for number, worth in enumerate(points, start=1):
            if worth:
                example = (face,) * number
                asks = words.own(f"rules.race-alike.{number}", str(face))
                yield _row(words, game, f"{number} × {face}", asks, example)
    for straight in game.straights:
        yield _row(words, game, words("rules.race-straight"), words("rules.race-straight.asks"), straight)
    alike = (6,) * game.dice
    pays = words("rules.race-wins", n=game.alike_pays)
    yield RuleRow(
        words("rules.race-five"), words("rules.race-five.asks"), pays, alike, words.number(game.value(alike).points)
    )


def _row(words: Words, game: Race, name: str, asks: str, example: tuple[int, ...]) -> RuleRow:
    points = game.value(example).points
    return RuleRow(name, asks, words.count("point", points), example, words.number(points))


def _end(words: Words, game: Race) -> Iterator[str]:
    yield start_line(words, game)
    yield words("rules.race-five-wins")
    yield words("rules.race-leaving")
    yield words("rules.away")
