"""The words of Kości in Polish, Ukrainian and English.

Holds words and the ways to choose and fill them; never a rule, a page or a prompt.
"""
