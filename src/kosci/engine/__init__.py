"""The rules: pure functions over frozen values, standard library only.

No input or output, no clock, no randomness: dice come in from outside.
"""
