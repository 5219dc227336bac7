"""A table as it stands, drawn for the one whose turn it is: heading, sheet or lanes, dice, what may be typed.

Reads a table; decides and computes nothing. Fits 80 columns and 24 lines with the prompt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from kosci.engine.game import Over, ToMove
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.words import Words
from kosci.table import Table
from kosci.table.play import Play
from kosci.table.refold import is_entry, seat_of, written
from kosci.table.story import Banked, Entered, TookBack
from kosci.tui.dice import dice_line
from kosci.tui.race import Lanes, decision_lines
from kosci.tui.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class Board:
    """What is drawn: the words, the table, the names in seat order, the width there is."""

    words: Words
    table: Table
    names: Sequence[str]
    width: int = 80

    @property
    def play(self) -> Play:
        """The game on the table."""
        assert self.table.play is not None
        return self.table.play

    def drawn(self) -> Iterator[RenderableType]:
        """The board from top to bottom."""
        yield self._heading()
        match self.play.game, self.play.position:
            case Scorecard() as game, SheetPosition() as position:
                yield self._sheet(game, position).drawn()
                yield from self._tray()
            case Race() as game, RacePosition() as position:
                yield Text()
                yield from Lanes(self.words, game, position, self.names, self.width).drawn()
                yield Text()
                yield from self._tray()
                if position.roll:
                    yield from map(Text, decision_lines(self.words, game, position))

    def _heading(self) -> Text:
        """The game, the round, whose turn it is."""
        words, seat = self.words, self.table.mover
        parts = [words(f"variant.{self.table.game.id}.name")]
        match self.play.game, self.play.position:
            case Scorecard() as game, SheetPosition() as position if seat is not None:
                card = position.cards[seat]
                done = min(card.filled + card.passed + 1, game.turns)
                parts.append(words("turn.round", n=done, turns=game.turns))
            case Race() as game, _:
                parts.append(words("race.title", target=game.target))
        if isinstance(self.play.awaiting, Over):
            parts.append(words("end.title"))
        elif seat is not None:
            parts.append(words("turn.other", name=self.names[seat]) if len(self.names) > 1 else self.names[seat])
        return Text(" · ".join(parts), style="bold")

    def _sheet(self, game: Scorecard, position: SheetPosition) -> Sheet:
        last = self.last_entry
        mover = self.table.mover
        is_choosing = isinstance(self.play.awaiting, ToMove) and len(position.dice) == game.dice
        columns = []
        for seat, card in enumerate(position.cards):
            offers = game.entries(card, position.dice) if is_choosing and seat == mover else None
            columns.append(
                Column(
                    self.names[seat],
                    card,
                    is_mover=seat == mover,
                    has_left=position.left[seat],
                    last=last.row if isinstance(last, Entered) and last.seat == seat else None,
                    offers=None if offers is None else {entry.row: entry for entry in offers},
                )
            )
        return Sheet(self.words, game, columns, self.width)

    @property
    def last_entry(self) -> Entered | Banked | None:
        """The entry made last that was not taken back."""
        if self.table.settings.is_real:
            return self._last_told()
        taken = 0
        for told in reversed(self.play.story):
            if isinstance(told, TookBack):
                taken += 1
            elif isinstance(told, Entered | Banked):
                if not taken:
                    return told
                taken -= 1
        return None

    def _last_told(self) -> Entered | None:
        """The last entry with real dice as it is now, after all corrections."""
        told = next((one for one in reversed(self.play.log) if is_entry(one)), None)
        what = written(self.play, told.seq) if told else None
        if told is None or what is None or what.row is None or not isinstance(self.table.game, Scorecard):
            return None
        seat = seat_of(told.event) or 0
        entered = [item for item in self.play.story if isinstance(item, Entered) and item.seat == seat]
        dice = next((item.dice for item in reversed(entered) if item.row == what.row), ())
        return Entered(seat, what.row, what.points, what.extra, joker=False, dice=dice, bonus=0)

    def _tray(self) -> Iterator[Text]:
        """The dice on the table, those kept or set aside in brackets; else the last entry with its dice."""
        play = self.play
        if play.faces:
            yield dice_line(play.faces, play.fixed).append_text(Text(f"  {self._about_dice(play)}"))
            return
        last = self.last_entry
        if isinstance(last, Entered):
            label = self.words("table.last")
            row = self.words.row(last.row, self.table.game.id)
            line = Text(f"{label}: {self.names[last.seat]}, {row} {last.points}", style="dim")
            yield line.append(": ").append_text(dice_line(last.dice)) if last.dice else line

    def _about_dice(self, play: Play) -> str:
        kept = [play.faces[place - 1] for place in play.fixed]
        match play.game, play.position:
            case Scorecard() as game, SheetPosition() as position:
                parts = [self.words("roll.n", n=position.rolls_used, rolls=game.rolls)]
                parts += [self.words("tui.kept", dice=kept)] if kept else []
                return " · ".join(parts)
            case _:
                return self.words("tui.aside", dice=kept) if kept else ""
