"""A game of Tysiąc in a terminal: everybody's banked points as a race to the target.

Reads a position; computes no points.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from kosci.engine.moves import RollOn
from kosci.engine.race import Race, RacePosition
from kosci.locale.words import Words

_DONE, _TURN, _LEFT = "█", "▒", "·"
_NAME = 20
_POINTS = 16  # columns of text behind a lane


@dataclass(frozen=True, slots=True)
class Lanes:
    """What is drawn: the rules, the position, the names, the width there is."""

    words: Words
    game: Race
    position: RacePosition
    names: Sequence[str]
    width: int = 80

    def drawn(self) -> Iterator[Text]:
        """A lane a player: name, how far they are, their points and those of the turn."""
        size = min(_NAME, 2 + max(map(cell_len, self.names)) + 2)
        for seat, name in enumerate(self.names):
            yield self._lane(seat, name, size)

    def _lane(self, seat: int, name: str, size: int) -> Text:
        is_mover = seat == self.position.mover and not self.position.has_ended and self.position.contest is None
        shown = f"({name})" if self.position.left[seat] else name
        line = Text(f"{'▸' if is_mover else ' '} {shown}", style="bold" if is_mover else "")
        line.truncate(size, overflow="ellipsis", pad=True)
        banked = self.position.banked[seat]
        turn = self.position.turn if is_mover else 0
        line.append(" ")
        line.append_text(self._bar(banked, turn, self.width - size - _POINTS - 2))
        return line.append(f" {self.words.number(banked)}").append(f" +{self.words.number(turn)}" if turn else "")

    def _bar(self, banked: int, turn: int, size: int) -> Text:
        done = min(size, banked * size // self.game.target)
        ahead = min(size, (banked + turn) * size // self.game.target) - done
        bar = Text(_DONE * done, style="cyan")
        return bar.append(_TURN * ahead).append(_LEFT * (size - done - ahead), style="dim")


def decision_lines(words: Words, game: Race, position: RacePosition) -> Iterator[str]:
    """What the last roll of the mover is worth, what banking would bring, what rolling on risks."""
    value = game.value(position.roll)
    after = game.after_move(position, RollOn(value.scoring))
    worth = words("tui.race-roll", scoring=value.scoring, n=value.points)
    yield f"{worth} · {words('race.turn', n=position.turn + value.points)}"
    risk = [words("race.dice-left", n=after.rolling), words("race.bust", p=game.bust_chance(after))]
    yield " · ".join([*risk, *_notes(words, game, position, after.turn)])


def _notes(words: Words, game: Race, position: RacePosition, turn: int) -> Iterator[str]:
    if len(game.value(position.roll).scoring) == len(position.roll):
        kinds = {type(move) for move in game.legal_moves(position)}
        yield words("race.hot" if len(kinds) > 1 else "race.hot-must" if RollOn in kinds else "race.hot-stop")
    if not position.banked[position.mover] and turn < game.opening:
        yield words("race.opening", opening=game.opening)
    if position.final is not None:
        yield words("race.last-round")
