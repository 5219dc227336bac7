"""What `greedy` expects of each move of a sheet game, one roll ahead.

An entry is worth its points and extra above what its row usually brings, upper points with their share of the
bonus; a keep is worth the mean, over the next roll, of the best entry then. No later turn is looked at.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from kosci.bots.lattice import after_rolling, best_kept
from kosci.engine.card import Card, Entry, Row
from kosci.engine.dice import Dice, rolls
from kosci.engine.moves import Keep, Move, Score
from kosci.engine.scorecard import Scorecard, SheetPosition


def promised(game: Scorecard, position: SheetPosition, moves: Iterable[Move]) -> Mapping[Move, float]:
    """The worth of each of these keeps and rows."""
    card = position.cards[position.mover]
    share = _bonus_share(game, card)

    def worth(entry: Entry) -> float:
        row = game.rows[game.index[entry.row]]
        above = entry.points - usual(row, game.dice, game.rolls)
        return entry.extra + above * (1 + share if row.section == "upper" else 1)

    def best(dice: Dice) -> float:
        return max(map(worth, game.entries(card, dice)))

    promises: dict[Move, float] = {Score(entry.row): worth(entry) for entry in game.entries(card, position.dice)}
    if any(isinstance(move, Keep) for move in moves):
        means = after_rolling({dice: best(dice) for dice, _ in rolls(game.dice)}, game.dice)
        promises |= {move: means[move.dice] for move in moves if isinstance(move, Keep)}
    return promises


def _bonus_share(game: Scorecard, card: Card) -> float:
    """What an upper point brings of the bonus while it can still be won (S6)."""
    state = game.bonus_state(card)
    return 0 if state.is_earned or state.is_lost else state.pays / state.at


@cache
def usual(row: Row, dice: int, turn: int) -> float:
    """What the row brings on average when a whole turn of so many rolls is played for it alone."""
    hands: Mapping[Dice, float] = {hand: row.natural(hand) for hand, _ in rolls(dice)}
    for _ in range(turn - 1):
        hands = best_kept(after_rolling(hands, dice), dice)
    return after_rolling(hands, dice)[()]
