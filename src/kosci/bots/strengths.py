"""The strengths of the players that stand on exact values: how warm each of them chooses.

Only numbers stand here; nothing is chosen and nothing is measured.
"""

from collections.abc import Mapping

#: In points of the expected final total: a move that costs `regret` is chosen with a weight of exp(−regret / T).
#: Equal moves are equally likely; the colder a player, the nearer to the best.
TEMPERATURES: Mapping[str, float] = {"easy": 3.01, "medium": 1.64, "hard": 0.83}
