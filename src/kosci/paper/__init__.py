"""Sheets as PDF: blank ones to write on, those of games, and their reviews.

Knows no rule: rows, numbers and names are asked of the game and of the words.
"""
