"""A game from a file, told turn by turn with the number of each fact, and the table at the end.

Everything that is told comes from the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from kosci.engine.game import Over
from kosci.engine.race import RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.option_words import changed_rules
from kosci.locale.telling import Teller
from kosci.locale.words import Words
from kosci.table import Table
from kosci.table.gamefile import GameFile
from kosci.tui.board import Board
from kosci.tui.places import ranking
from kosci.tui.setup import shown_names
from kosci.tui.terminal import say
from kosci.variants import format_position


@dataclass(frozen=True, slots=True)
class Retelling:
    """Where it is told, in which words, and the game."""

    console: Console
    words: Words
    game: GameFile

    def tell(self, last: int, *, is_whole: bool) -> None:
        """The story up to fact `last`, then the table as it stood, with its line of notation unless all was told."""
        table = Table.rebuilt(self.game.facts[:last])
        names = shown_names(self.words, self.game.table, self.game.names)
        say(self.console, self.words(f"variant.{table.game.id}.name"), style="bold")
        say(self.console, *changed_rules(self.words, table.game))
        say(self.console, self.words("home.with", names=", ".join(names)))
        if table.coached:
            coached = [names[seat] for seat in sorted(table.coached)]
            say(self.console, self.words("coach.marked", names=self.words.joined(coached)))
        for line in self._lines(last, names):
            self.console.print(line)
        if table.play is None:
            say(self.console, self.words("error.not-started"))
            return
        self.console.print()
        for thing in Board(self.words, table, names, self.console.width).drawn():
            self.console.print(thing)
        if isinstance(table.awaiting, Over):
            self.console.print(ranking(self.words, table, names))
        if not is_whole:
            self.console.print(Text(format_position(table.game, table.play.position)), soft_wrap=True)

    def _lines(self, last: int, names: tuple[str, ...]) -> Iterator[Text]:
        """Each sentence behind the number of its fact; a heading where a turn begins."""
        table = Table.rebuilt(self.game.facts[:1])
        teller = Teller(self.words, table.game, names)
        turn = ""
        for number, fact in enumerate(self.game.facts[1:last], start=2):
            heading = self._turn(table, names)
            before = len(table.play.story) if table.play else 0
            table = table.after(fact)
            story = table.play.story if table.play else ()
            if heading != turn and len(story) > before:
                turn = heading
                yield Text()
                yield Text(heading, style="bold")
            for at in range(before, len(story)):
                yield from self._hung(number, teller.sentence(story[at], story[:at]))

    def _hung(self, number: int, sentence: str) -> Iterator[Text]:
        """The sentence with its number in front, its further lines behind the number."""
        lines = Text(sentence).wrap(self.console, self.console.width - 6)
        for at, line in enumerate(lines):
            yield Text(f"{number if at == 0 else '':>4}  ", style="dim").append_text(line)

    def _turn(self, table: Table, names: tuple[str, ...]) -> str:
        """What stands over the turn that is under way; nothing before the first."""
        play, seat = table.play, table.mover
        if play is None or seat is None or play.position.contest is not None:
            return ""
        match play.game, play.position:
            case Scorecard() as game, SheetPosition() as position:
                card = position.cards[seat]
                number = min(card.filled + card.passed + 1, game.turns)
                return self.words("tui.round", name=names[seat], n=number, turns=game.turns)
            case _, RacePosition() as position:
                return self.words("tui.race-heading", name=names[seat], banked=position.banked[seat])
            case _:
                raise TypeError(f"{play.game.id!r} has no such position")
