"""A ledger made easy to read: a summary of each player, the decisions in order and by cost, figures that add up.

Values only: the words stand in the catalogues. Nothing is judged here that the ledger has not judged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from kosci.coach.ledger import Decision, Ledger, Luck


@dataclass(frozen=True, slots=True)
class Figures:
    """Start, luck, cost and what came of it, rounded so that start + luck - cost is what came of it.

    Where less is better, as with turns, it is start - luck + cost.
    """

    start: float
    luck: float
    cost: float
    now: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's game in a few figures; what is None did not come about."""

    seat: int
    figures: Figures
    choices: int
    mean_cost: float
    best_roll: Luck | None
    worst_roll: Luck | None
    dearest_row: tuple[str, float] | None


def summary(book: Ledger) -> Summary:
    """What to tell of a player first."""
    choices = open_decisions(book)
    rolls = sorted((roll for roll in book.rolls if roll.faces), key=lambda roll: roll.luck)
    rows = {row: cost for row, (_, cost) in book.by_row().items() if row and cost}
    dearest = max(rows, key=lambda row: rows[row], default=None)
    return Summary(
        seat=book.seat,
        figures=figures(book),
        choices=len(choices),
        mean_cost=sum(choice.cost for choice in choices) / len(choices) if choices else 0.0,
        best_roll=rolls[-1] if rolls else None,
        worst_roll=rolls[0] if rolls else None,
        dearest_row=None if dearest is None else (dearest, rows[dearest]),
    )


def open_decisions(book: Ledger) -> tuple[Decision, ...]:
    """The decisions in which something could be lost: forced and equal choices are not among them."""
    return tuple(decision for decision in book.decisions if decision.is_open)


def worst_first(books: Sequence[Ledger]) -> tuple[tuple[int, Decision], ...]:
    """The seats and decisions that cost something, the dearest first; of equal ones the earlier."""
    dear = [(book.seat, decision) for book in books for decision in open_decisions(book) if decision.cost]
    return tuple(sorted(dear, key=lambda one: (-one[1].cost, one[1].seq)))


def after_turns(book: Ledger) -> tuple[float, ...]:
    """What was expected at the start, then after each turn; where nothing fell to the player, what was before."""
    after = {entry.turn: entry.after for entry in book.entries}
    values = [book.start]
    for turn in range(1, max(after, default=0) + 1):
        values.append(after.get(turn, values[-1]))
    return tuple(values)


def figures(book: Ledger, places: int = 1) -> Figures:
    """The ledger's four numbers to so many places; whichever of start, luck and cost it changes least gives way.

    What came of a finished game is whole and stays as it is.
    """
    scale = 10**places
    sign = book.sign
    exact = [book.start, sign * book.luck, -sign * book.cost]
    units = [floor(number * scale + 0.5) for number in exact]
    now = floor(book.now * scale + 0.5)
    missing = now - sum(units)
    step = 1 if missing > 0 else -1
    by_ease = sorted(range(len(exact)), key=lambda at: step * (units[at] - exact[at] * scale))
    for at in by_ease[: abs(missing)]:
        units[at] += step
    start, luck, cost = units
    return Figures(start / scale, sign * luck / scale, -sign * cost / scale + 0.0, now / scale)
