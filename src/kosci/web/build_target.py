"""What is about to be entered or corrected at a real-dice table: whose turn, as the game stood then.

Reads the play; decides nothing.
"""

from dataclasses import dataclass

from kosci.engine.card import Card
from kosci.engine.errors import RuleError
from kosci.engine.reported import Reading, readings
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.table import refold
from kosci.table.errors import TableError
from kosci.table.story import Written
from kosci.variants import Position
from kosci.web.look import Look
from kosci.web.told import ToldTurn, told_turns


@dataclass(frozen=True, slots=True)
class Target:
    """A turn to be entered or corrected: its seat and number, the position it is played in, what stands for it now."""

    seat: int
    turn: int
    position: Position
    now: ToldTurn | None = None
    written: Written | None = None

    @property
    def card(self) -> Card | None:
        """The sheet as it stood, in a game of sheets."""
        return self.position.cards[self.seat] if isinstance(self.position, SheetPosition) else None

    def readings(self, game: Scorecard, row: str) -> tuple[Reading, ...]:
        """Every way the row can be filled; none where it is filled already."""
        if self.card is None or row not in game.index:
            return ()
        try:
            return readings(game, self.card, row)
        except RuleError:
            return ()


def target(look: Look) -> Target | None:
    """The entry the reader asks to correct, else the turn of whoever is to move; None where they may tell nothing."""
    if not look.is_telling:
        return None
    seq = look.asked.entering.seq
    if seq is not None:
        return _correction(look, seq)
    if look.mover is None or not look.view.table.is_begun:
        return None
    return Target(look.mover, look.play.next_turn(look.mover), look.play.position)


def aimed_seat(look: Look) -> int | None:
    """The seat whose entry is in hand: one that is corrected, or the mover's once something is tapped for it."""
    asked = look.asked
    if not look.is_telling:
        return None
    if asked.entering.seq is not None:
        return next((turn.seat for turn in told_turns(look.play) if turn.seq == asked.entering.seq), None)
    return look.mover if asked.row or asked.entering.dice else None


def _correction(look: Look, seq: int) -> Target:
    now = next((turn for turn in told_turns(look.play) if turn.seq == seq and turn.is_open), None)
    if now is None:
        raise TableError("no-entry", f"fact {seq} is no entry", given=seq)
    then = refold.before(look.play, seq)
    return Target(now.seat, now.turn, then.position, now, refold.written(look.play, seq))
