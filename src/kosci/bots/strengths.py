"""The strengths of the players that stand on exact values: how warm each of them chooses.

Only numbers stand here; nothing is chosen and nothing is measured.
"""

from collections.abc import Mapping

BEST = "best"

#: In points of the expected final total: a move that costs `regret` is chosen with a weight of exp(−regret / T).
#: Equal moves are equally likely; the colder a player, the nearer to the best.
TEMPERATURES: Mapping[str, float] = {"easy": 3.01, "medium": 1.64, "hard": 0.83}

#: The same in Tysiąc, by what moves are worth there: the chance to win, turns still needed alone, points of the turn.
#: One turn more costs about 31 points, and 4 in 100 chances to win: so they follow from the first.
RACE_TEMPERATURES: Mapping[str, Mapping[str, float]] = {
    "easy": {"chance": 0.12, "turns": 2.9, "gain": 90.0},
    "medium": {"chance": 0.023, "turns": 0.55, "gain": 17.0},
    "hard": {"chance": 0.007, "turns": 0.17, "gain": 5.0},
}

#: All players by what they reach in most sheet games.
WEAKEST_FIRST = ("random", "easy", "medium", "family", "greedy", "hard", BEST)


def temperatures(name: str) -> Mapping[str, float]:
    """The temperatures of a strength by what its moves are worth in."""
    return {"total": TEMPERATURES[name], **RACE_TEMPERATURES[name]}
