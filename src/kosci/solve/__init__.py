"""Exact play: the value of every position under best play, and what each move is worth against it.

Everything that is a rule is asked of the engine. NumPy and numba are imported here only, by those who need them.
"""
