"""The coach at the keyboard: the best moves of the position, why, and what the last choice cost.

Words what exact play says; whether it may be said is the table's to know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from kosci.engine.moves import Move
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.advice_words import AdviceWords
from kosci.locale.explain import explain
from kosci.locale.words import Words
from kosci.service.errors import coach_unavailable
from kosci.table import Table
from kosci.table.coaching import Judged

if TYPE_CHECKING:
    from kosci.coach.exact import Exact
    from kosci.coach.reasons import Reasons
    from kosci.variants import Position, Rules

_BEST = 3


@dataclass(frozen=True, slots=True)
class TableCoach:
    """The coach of one sitting; without exact play it can only say so."""

    words: Words
    exact: "Exact | None"

    def check(self) -> None:
        """ServiceError where exact play is not installed."""
        if self.exact is None:
            raise coach_unavailable()

    def advice(self, table: Table) -> Iterator[RenderableType]:
        """The best moves of what is to be decided now, with what they are worth and cost, and why the first is."""
        if self.exact is None:
            yield Text(explain(self.words, coach_unavailable()))
            return
        play, said = table.running, AdviceWords(self.words, table.game)
        advice = self.exact.advice(table.game, play.position)
        yield Text(self.words("coach.moves"), style="bold")
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for option in advice.options[:_BEST]:
            cost = said.short_cost(advice.aim, option.cost) if option.place > 1 else ""
            move = said.move(option.move, play.position)
            grid.add_row(f"{option.place}.", move, said.value(advice.aim, option.value), cost)
        yield grid
        second = next((option for option in advice.options if option.place > 1), None)
        if second is not None:
            yield from self._why(table.game, play.position, (advice.options[0].move, second.move))
        yield Text(self._note(table, advice.aim), style="dim")

    def verdict(self, table: Table, judged: Judged) -> Iterator[RenderableType]:
        """What a choice was worth beside the best move of its position."""
        if self.exact is None:
            return
        said = AdviceWords(self.words, table.game)
        advice = self.exact.advice(table.game, judged.position)
        chosen = next(option for option in advice.options if option.move == judged.move)
        best = advice.options[0]
        yield Text(said.verdict(advice.aim, chosen, said.move(best.move, judged.position)), style="bold")
        if chosen.place > 1:
            yield from self._why(table.game, judged.position, (best.move, chosen.move))

    def _why(self, game: "Rules", position: "Position", moves: tuple[Move, Move]) -> Iterator[RenderableType]:
        reasons = self._reasons(game, position, moves)
        if reasons is None:
            return
        said = AdviceWords(self.words, game)
        better, other = (said.move(move, position) for move in moves)
        yield Text(self.words("advice.why", better=better, other=other))
        yield Text("  " + ", ".join(f"{points} {where}" for points, where in said.reasons(reasons)))

    def _reasons(self, game: "Rules", position: "Position", moves: tuple[Move, Move]) -> "Reasons | None":
        from kosci.coach.reasons import reasons_for

        if self.exact is None or not isinstance(game, Scorecard) or not isinstance(position, SheetPosition):
            return None
        card, rolls_left = position.cards[position.mover], game.rolls - position.rolls_used
        advisor = self.exact.library.sheet(game)
        return reasons_for(advisor, card, position.dice, rolls_left, better=moves[0], other=moves[1])

    def _note(self, table: Table, aim: str) -> str:
        note = self.words(f"coach.note.{aim}")
        is_shared = aim == "total" and len(table.seats) > 1
        return f"{note} {self.words('coach.note.points')}" if is_shared else note
