"""The reasons that `kosci advise --why` gives: the best move against the second or against one that was typed.

What they are is found by the coach; nothing is computed here.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kosci.engine.moves import Move, format_move, parse_move

if TYPE_CHECKING:
    from kosci.coach.reasons import Gain, Reasons
    from kosci.engine.card import Card
    from kosci.engine.dice import Dice
    from kosci.engine.scorecard import Scorecard
    from kosci.solve.advisor import Advisor


_MOST = 5  # gains, and as many losses


@dataclass(frozen=True, slots=True)
class Asked:
    """Two moves, the best first, and what one brings more than the other; nothing where there is one move alone."""

    moves: "tuple[Move, Move] | None"
    found: "Reasons | None"

    def as_data(self) -> dict[str, object]:
        """What `--json` says."""
        if self.moves is None or self.found is None:
            return {"reasons": None}
        better, other = map(format_move, self.moves)
        gains, losses = ([_told(gain) for gain in gains] for gains in (self.found.gains, self.found.losses))
        summed = {"rest": self.found.rest, "total": self.found.total}
        return {"reasons": {"better": better, "other": other, "gains": gains, "losses": losses, **summed}}


def typed_move(game: "Scorecard", card: "Card", turn: "tuple[Dice, int]", text: str) -> Move:
    """The move a text says; an error where it says none, or one that cannot be made of these dice and rolls left."""
    from kosci.engine.scorecard import SheetPosition

    dice, rolls_left = turn
    position = SheetPosition((card,), (False,), rolls_used=game.rolls - rolls_left, dice=dice)
    return game.check_move(position, parse_move(text))


def reasons_asked(advisor: "Advisor", card: "Card", turn: "tuple[Dice, int]", instead: Move | None) -> Asked:
    """The reasons for the best move of dice with rolls left against this move, or the second."""
    from kosci.coach.reasons import reasons_for

    dice, rolls_left = turn
    best, *others = (option.move for option in advisor.values(card, dice, rolls_left))
    if instead is not None:
        others = [instead]
    if not others:
        return Asked(None, None)
    found = reasons_for(advisor, card, dice, rolls_left, better=best, other=others[0], most=_MOST)
    return Asked((best, others[0]), found)


def _told(gain: "Gain") -> dict[str, object]:
    about = {"row": gain.row} if gain.kind == "row" else {}
    return {"kind": gain.kind, **about, "points": gain.points}
