"""The two judges of play: what a seat may expect of a sheet, and the turns it still needs in a race.

Each looks at one seat as if it played alone for its points; values come from the advisors.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.options import Option
from kosci.solve.race_model import check_solved
from kosci.variants import Position, Rules

if TYPE_CHECKING:
    from kosci.solve.advisor import Advisor
    from kosci.solve.library import Library, Progress
    from kosci.solve.race_advisor import RaceAdvisor

Unit = Literal["points", "turns"]


class Judge(Protocol):
    """What a seat may expect under best play. `sign` is 1 where more is better, -1 where less is."""

    @property
    def unit(self) -> Unit:
        """What is counted."""
        ...

    @property
    def sign(self) -> int:
        """1 where more is better."""
        ...

    def between(self, position: Position, seat: int) -> float:
        """What the seat may expect outside of its turn."""
        ...

    def options(self, position: Position, seat: int) -> tuple[Option, ...]:
        """The seat's moves in its turn, best first; the turn itself counts as one where turns are counted."""
        ...


def judge_of(library: "Library", game: Rules, progress: "Progress" = lambda _: None) -> Judge:
    """The judge of a game, which may have to be solved first; RaceNotSolvedError where it cannot be."""
    if isinstance(game, Scorecard):
        return SheetJudge(library.sheet(game, progress))
    check_solved(game)
    return RaceJudge(game, library.race(game, progress))


@dataclass(frozen=True, slots=True)
class SheetJudge:
    """Expected final totals."""

    advisor: "Advisor"
    unit: Unit = "points"
    sign: int = 1

    def between(self, position: Position, seat: int) -> float:
        """The mean final total; what the sheet has where the seat has left or the game is over."""
        assert isinstance(position, SheetPosition)
        card = position.cards[seat]
        if position.left[seat] or position.has_ended:
            return float(self.advisor.rules.total(card))
        return self.advisor.value(card)

    def options(self, position: Position, seat: int) -> tuple[Option, ...]:
        """Keeps and rows once dice lie; nothing before."""
        assert isinstance(position, SheetPosition)
        rolls = self.advisor.rules.rolls
        return self.advisor.values(position.cards[seat], position.dice, rolls - position.rolls_used)


@dataclass(frozen=True, slots=True)
class RaceJudge:
    """The turns still needed by one who plays alone."""

    game: Race
    advisor: "RaceAdvisor"
    unit: Unit = "turns"
    sign: int = -1

    def between(self, position: Position, seat: int) -> float:
        """The mean number of turns to the target; none for one who is there or has won by five alike."""
        assert isinstance(position, RacePosition)
        if position.winner == seat:
            return 0.0
        level = self.advisor.solution.level(position.banked[seat])
        return float(self.advisor.solution.values.waits[max(0, level)])

    def options(self, position: Position, seat: int) -> tuple[Option, ...]:
        """What may be set aside or banked."""
        assert isinstance(position, RacePosition)
        alone = RacePosition((position.banked[seat],), (False,), 0, position.turn, position.roll, position.rolling)
        return self.advisor.values(alone)
