"""Pages and event streams.

Parses requests, calls one use case, renders; knows no rule of any game.
"""
