"""What the service needs from outside, for real: stores, the bell, the clock, chance and the vault.

Never a rule of a game: nothing here knows what a fact says.
"""
