"""Whole games at a real-dice table as people tell them: the model of their page, and what the table makes of it.

Tells whole turns and single rolls, corrects, passes and leaves by chance; knows nothing of scripts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kosci.engine.card import Card
from kosci.engine.errors import RuleError
from kosci.engine.game import Begun, Left, Over, Passed, Rolled, ranked
from kosci.engine.moves import Bank, Keep, Move, Roll, RollOn, Score
from kosci.engine.race import Race
from kosci.engine.race_reports import ENDS
from kosci.engine.reported import Reported
from kosci.engine.scorecard import Scorecard
from kosci.table import refold
from kosci.table.facts import Played
from kosci.table.play import Happened, Play
from kosci.variants import Rules
from kosci.web.told import first_seat, told_turns
from tests.browser.scoring_facts import Data, card_data, some_report


@dataclass
class Told:
    """A game as people tell it."""

    rules: Rules
    seats: int
    rng: Random
    seq: int = 0

    def __post_init__(self) -> None:
        self.play = Play.started(self.rules, self.seats)
        if self.position.contest is not None:
            self.play = self.play.after_event(0, Begun(self.rng.randrange(self.seats)))

    @property
    def position(self) -> Any:  # noqa: ANN401 - of either family, as each reader knows
        """How the game stands."""
        return self.play.position

    @property
    def mover(self) -> int | None:
        """The seat to act."""
        return None if isinstance(self.play.awaiting, Over) else self.play.awaiting.seat

    def tell(self, event: Reported | Passed) -> None:
        """Write an entry; one that does not fit is flagged, as one that a correction has made impossible."""
        self.seq += 1
        try:
            self.play = self.play.after_event(self.seq, event)
        except RuleError:
            self.play = refold._flagged(self.play, Happened(self.seq, event))

    def tell_rolls(self) -> None:
        """Tell a turn roll by roll to its end, from dice that lie or from its beginning."""
        seat = self.mover
        assert seat is not None
        self._move(seat, Roll())
        while self.play.faces:
            self._move(seat, self._choice(self.rules.legal_moves(self.position)))

    def _choice(self, moves: Sequence[Move]) -> Move:
        ends = [move for move in moves if isinstance(move, Score | Bank)]
        others = [move for move in moves if isinstance(move, Keep | RollOn)]
        return self.rng.choice(ends if ends and (not others or self.rng.random() < 0.5) else others)

    def _move(self, seat: int, move: Move) -> None:
        self.seq += 2
        self.play = self.play.after_played(self.seq - 1, Played(seat, move))
        if not isinstance(move, Score | Bank):
            count = getattr(self.play.awaiting, "count", 0)
            fallen = tuple(self.rng.randint(1, 6) if self.rng.random() < 0.6 else 1 for _ in range(count))
            self.play = self.play.after_event(self.seq, Rolled(fallen))

    def correct(self) -> None:
        """Correct any entry; what the rules refuse changes nothing."""
        entry = self.rng.choice([one for one in self.play.log if refold.is_entry(one)])
        seat, then = refold.seat_of(entry.event), refold.before(self.play, entry.seq)
        assert seat is not None
        try:
            self.play = refold.corrected(self.play, entry.seq, some_entry(self.rules, then.position, seat, self.rng))
        except RuleError:
            return

    def leave(self) -> None:
        """Somebody leaves for good."""
        self.seq += 1
        staying = [seat for seat, gone in enumerate(self.position.left) if not gone]
        self.play = self.play.after_event(self.seq, Left(self.rng.choice(staying)))

    def model(self) -> Data:
        """What the page is given."""
        entries = [
            {
                "seat": turn.seat,
                "row": turn.row,
                "dice": None if turn.dice is None else list(turn.dice),
                "points": turn.points,
                "alike": turn.alike,
                "is_passed": turn.row is None,
            }
            for turn in told_turns(self.play)
        ]
        seats = [{"left": gone} for gone in self.position.left]
        return {"seats": seats, "first": first_seat(self.play), "entries": entries}

    def state(self) -> Data:
        """What the device has to make of it."""
        seats = (
            [sheet_data(self.rules, card) for card in self.position.cards]
            if isinstance(self.rules, Scorecard)
            else [{"total": banked} for banked in self.position.banked]
        )
        points = [seat["total"] for seat in seats]
        winner = None if isinstance(self.rules, Scorecard) else self.position.winner
        places = ranked(points, self.position.left, key=lambda seat: points[seat] + 10**9 * (seat == winner))
        for at, (seat, place) in enumerate(zip(seats, places, strict=True)):
            seat.update({"place": place.place, "left": place.left, "turn": self.play.next_turn(at)})
        awaits = {"mover": self.mover, "isOver": self.position.has_ended, "winner": winner}
        flags = [turn.is_flagged for turn in told_turns(self.play)]
        return {**awaits, "isBegun": True, "seats": seats, "flags": flags}


def sheet_data(rules: Scorecard, card: Card) -> Data:
    """A sheet with its sums."""
    bonus = rules.bonus_state(card)
    sums = {"upper": bonus.upper, "total": rules.total(card), "turnsLeft": rules.turns_left(card)}
    told = {"upper": bonus.upper, "at": bonus.at, "pays": bonus.pays, "againstPar": bonus.against_par}
    return {**card_data(card), **sums, "bonus": {**told, "isEarned": bonus.is_earned, "isLost": bonus.is_lost}}


def played(rules: Rules, seed: int, most: int = 200) -> Told:
    """A game of so many acts at most."""
    rng = Random(seed)
    game = Told(rules, 1 + seed % 4, rng)
    for _ in range(most):
        if game.mover is None:
            break
        what = rng.random()
        if what < 0.03:
            game.leave()
        elif what < 0.3:
            game.tell_rolls()
        elif what < 0.4 and any(refold.is_entry(one) for one in game.play.log):
            game.correct()
        else:
            game.tell(some_entry(rules, game.position, game.mover, rng))
    return game


def some_entry(rules: Rules, position: Any, seat: int, rng: Random) -> Reported | Passed:  # noqa: ANN401 - as above
    """What may be told of a turn, mostly possible."""
    if rng.random() < 0.04:
        return Passed(seat)
    if isinstance(rules, Race):
        row = rng.choice((*ENDS[:2], *ENDS[:2], *ENDS[:2], *ENDS)) if rng.random() < 0.98 else "nonsense"
        points = rng.choice((None, 0)) if row == "bust" and rng.random() < 0.7 else rng.randrange(0, 500, 5)
        points = rules.target - position.banked[seat] if row == "bank" and rng.random() < 0.2 else points
        points = points if row != "wins" or rng.random() < 0.5 else 1000 + rng.randrange(0, 100, 5)
        return Reported(seat, row, points=points if rng.random() < 0.97 else 7)
    return some_report(rules, position.cards[seat], rng, seat)
