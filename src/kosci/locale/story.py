"""What happened, as sentences: one for each event of a game, for every face of the program.

Knows no table and no position: plain values in, one line of text out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kosci.locale.words import Words


@dataclass(frozen=True, slots=True)
class Entered:
    """What an entry brought: its row and points, what came on top, and whether the dice were a joker."""

    row: str
    points: int
    joker: bool = False
    extra: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """How one player ended."""

    name: str
    points: int
    place: int
    left: bool = False


def start_rolled(words: Words, name: str, faces: Sequence[int]) -> str:
    """A roll for the start: its sum where several dice decide, the die where it is a lot (S9)."""
    if len(faces) == 1:
        return words("story.start-lot", name=name, dice=faces)
    return words("story.start-roll", name=name, dice=faces, sum=sum(faces))


def rolled(words: Words, name: str, number: int, rolls: int, faces: Sequence[int], *, kept: Sequence[int] = ()) -> str:
    """A roll of a sheet game: "Anna: rzut 2 z 3: 2, 5, 5, 5, 6. Zatrzymane: 5, 5, 5."."""
    if not kept:
        return words("story.roll", name=name, n=number, rolls=rolls, dice=faces)
    return words("story.roll-kept", name=name, n=number, rolls=rolls, dice=faces, kept=kept)


def scored(words: Words, name: str, entered: Entered, variant: str) -> str:
    """An entry with what it brought: "Anna: 40 w kategorii „Duży strit” (dżoker). Kolejny generał: +100."."""
    key = "story.scored-joker" if entered.joker else "story.scored"
    sentences = [words(key, name=name, n=entered.points, cat=words.row(entered.row, variant))]
    if entered.extra:
        sentences.append(words.own("story.extra", variant, n=entered.extra))
    if entered.bonus:
        sentences.append(words("story.bonus", bonus=entered.bonus))
    return " ".join(sentences)


def race_rolled(words: Words, name: str, faces: Sequence[int], scoring: Sequence[int], points: int) -> str:
    """A roll of Tysiąc that scores, with the dice that do."""
    return words("story.race-roll", name=name, dice=faces, scoring=scoring, n=points)


def race_went_on(words: Words, name: str, aside: Sequence[int], turn: int, *, hot: bool = False) -> str:
    """Dice set aside before rolling on; `hot` when all have scored and all are rolled again (T5)."""
    sentence = words("story.race-aside", name=name, aside=aside, n=turn)
    return f"{sentence} {words('story.race-hot')}" if hot else sentence


def race_busted(words: Words, name: str, faces: Sequence[int], *, kept: int = 0, above_target: bool = False) -> str:
    """A roll that ends the turn; `kept` is what is banked all the same (T4), `above_target` an exact target missed."""
    if above_target:
        return words("story.race-over-target", name=name, dice=faces)
    if kept:
        return words("story.race-bust-kept", name=name, dice=faces, n=kept)
    return words("story.race-bust", name=name, dice=faces)


def outcome(words: Words, placed: Sequence[Placed]) -> str:
    """How the game ended: who won, who shares the first place, or what one alone reached (S8)."""
    if len(placed) == 1:
        return words("story.solo", n=placed[0].points)
    first = [one for one in placed if one.place == 1 and not one.left]
    if not first:
        return words("story.nobody")
    if len(first) == 1:
        return words("story.win", name=first[0].name, n=first[0].points)
    return words("story.tie", names=words.joined([one.name for one in first]), n=first[0].points)
