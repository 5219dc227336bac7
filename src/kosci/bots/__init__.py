"""Computer players: functions from a game, a position and a random.Random to a move.

They follow the rules they are given and draw no dice; they read no clock and nothing from outside.
"""

from kosci.bots.registry import BOTS, Bot, BotError, BotInfo, bot, bots
from kosci.bots.valued import players

__all__ = ["BOTS", "Bot", "BotError", "BotInfo", "bot", "bots", "players"]
