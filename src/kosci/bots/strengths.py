"""The strengths of the players that stand on exact values: how warm each of them chooses.

Only numbers stand here; nothing is chosen and nothing is measured.
"""

from collections.abc import Mapping

BEST = "best"

#: In points of the expected final total: a move that costs `regret` is chosen with a weight of exp(−regret / T).
#: Equal moves are equally likely; the colder a player, the nearer to the best.
TEMPERATURES: Mapping[str, float] = {"easy": 3.01, "medium": 1.64, "hard": 0.83}

#: The same in Tysiąc, by what moves are worth there: the chance to win, turns still needed alone, points of the turn.
RACE_TEMPERATURES: Mapping[str, Mapping[str, float]] = {
    "easy": {"chance": 0.05, "turns": 0.5, "gain": 40.0},
    "medium": {"chance": 0.02, "turns": 0.2, "gain": 15.0},
    "hard": {"chance": 0.006, "turns": 0.06, "gain": 5.0},
}

#: All players by what they reach in most sheet games.
WEAKEST_FIRST = ("random", "family", "easy", "medium", "greedy", "hard", BEST)


def temperatures(name: str) -> Mapping[str, float]:
    """The temperatures of a strength by what its moves are worth in."""
    return {"total": TEMPERATURES[name], **RACE_TEMPERATURES[name]}
