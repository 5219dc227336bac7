"""What moves are worth and why, as values for whoever shows them.

Nothing here is put into words, and nothing is solved here.
"""
